import { hostileClass, refused } from '../case.js';

export const partlyWrong = hostileClass('partly-wrong', [
  refused('filters[title]=Spring&filters[titel]=x', 'unknown_field /filters/titel', 'a typo beside what is right'),
  refused('filters[title]=Spring&sort=titel', 'not_sortable /sort/0', 'a wrong sort'),
  refused('filters[title]=Spring&pagination[pagesize]=1', 'invalid_pagination /pagination/pagesize', 'a wrong slice'),
  refused('filters[title]=Spring&filters[views][$gt]=many', 'invalid_value /filters/views/$gt', 'a wrong value'),
  refused(
    'filters[titel]=x&sort=titel&pagination[pagesize]=1',
    ['unknown_field /filters/titel', 'not_sortable /sort/0', 'invalid_pagination /pagination/pagesize'],
    'wrong everywhere',
  ),
  refused(
    'filters[a]=1&filters[b]=2&filters[c]=3',
    ['unknown_field /filters/a', 'unknown_field /filters/b', 'unknown_field /filters/c'],
    'three names',
  ),
  refused(
    'filters[a=1&filters[b]=2&filters[title]=%zz',
    ['malformed_key /filters', 'malformed_encoding /filters/title', 'unknown_field /filters/b'],
    'on two floors',
  ),
  refused(
    Array.from({ length: 30 }, (_, index) => `filters[n${index}]=1`).join('&'),
    Array.from({ length: 10 }, (_, index) => `unknown_field /filters/n${index}`),
    'ten are told',
  ),
  refused(
    'filters[$or][0][title]=Spring&filters[$or][1][titel]=x',
    'unknown_field /filters/$or/1/titel',
    'one alternative of two',
  ),
  refused(
    'filters[comments][stars]=5&filters[comments][star]=5',
    'unknown_field /filters/comments/star',
    'below a relation',
  ),
  refused(
    'filters[comments][$count][$gte]=1&filters[comments][$count][$where][star]=5',
    'unknown_field /filters/comments/$count/$where/star',
    'in what is counted',
  ),
]);

export const reflection = hostileClass('error-reflection', [
  refused(
    'filters[%3Cscript%3Ealert(1)%3C/script%3E]=1',
    'unknown_field /filters/<script>alert(1)<~1script>',
    'a script',
  ),
  refused(
    'filters[%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E]=1',
    'unknown_field /filters/"><img src=x onerror=alert(1)>',
    'a picture',
  ),
  refused('filters[%0d%0aSet-Cookie:a=b]=1', 'unknown_field /filters/\r\nSet-Cookie:a=b', 'a header'),
  refused('filters[%1b%5B31mred]=1', 'unknown_field /filters/\u001b[31mred', 'a colour of the terminal'),
  refused('filters[%E2%80%AEnimda]=1', 'unknown_field /filters/\u202enimda', 'from the right'),
  refused(
    'filters[${jndi:ldap://127.0.0.1/a}]=1'.replace('{', '%7B').replace('}', '%7D'),
    'unknown_operator /filters/${jndi:ldap:~1~1127.0.0.1~1a}',
    'a lookup',
  ),
  refused('filters[%25s%25n]=1', 'unknown_field /filters/%s%n', 'a format'),
  refused(`filters[${'x'.repeat(3_000)}]=1`, `unknown_field /filters/${'x'.repeat(3_000)}`, 'a long name'),
  refused('filters[a~b][c/d]=1', 'unknown_field /filters/a~0b', "a pointer's own characters"),
  refused(
    `filters[title][${'%F0%9F%8C%B1'.repeat(40)}]=1`,
    `unknown_operator /filters/title/${'\u{1f331}'.repeat(40)}`,
    'a long operator of wide characters',
  ),
  refused(
    'filters[views]=%3Cscript%3Ealert(2)%3C/script%3E',
    'invalid_value /filters/views',
    'in a value, which is not told',
  ),
  refused('sort=%3Cscript%3Ealert(3)%3C/script%3E', 'not_sortable /sort/0', 'in a sort, which is not told'),
  refused(
    'pagination[page]=%3Cscript%3Ealert(4)%3C/script%3E',
    'invalid_pagination /pagination/page',
    'in a slice, which is not told',
  ),
  refused(
    'pagination[after]=%3Cscript%3Ealert(5)%3C/script%3E',
    'invalid_cursor /pagination/after',
    'in a cursor, which is not told',
  ),
]);
