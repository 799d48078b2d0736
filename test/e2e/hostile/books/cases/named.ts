import { finds, hostileClass, refused, sameAs, times, twin } from '../../case.js';

const wrong = (request: string, note: string) => refused(request, 'invalid_value /filters/dear', note);
const notTaken = (operator: string, note: string) =>
  refused(`filters[dear][${operator}]=true`, `operator_not_allowed /filters/dear/${operator}`, note);

export const namedFilters = hostileClass('named filters', [
  finds('filters[dear]=true&sort=id', [5, 6, 7, 8], 'the row of another tenant is dear as well'),
  finds('filters[dear]=false&sort=id', [1, 2, 3, 4], 'the opposite, without the row of another tenant'),
  finds('filters[$or][0][dear]=true&filters[$or][1][id]=99&sort=id', [5, 6, 7, 8], 'an OR, and that row by its key'),
  finds('filters[$not][dear]=true&sort=id', [1, 2, 3, 4], 'a negation'),
  finds('filters[$not][$or][0][dear]=true&filters[$not][$or][1][dear]=false', [], 'a negation of everything'),
  finds('filters[marked]=hidden-3&sort=id', [4], 'what it stands for reads a hidden column, as its author wrote'),
  finds("filters[marked]='%20OR%201=1%20--", [], 'SQL in its value'),
  finds('filters[marked]=%25', [], 'a pattern in its value'),
  finds('filters[marked][$in][0]=hidden-0&filters[marked][$in][1]=hidden-7&sort=id', [1, 8], 'one call for each value'),
  finds('filters[copies][long]=true', [1], 'through a relation, without the copies of another tenant'),
  finds('filters[copies][$none][long]=true&sort=id', [2, 3, 4, 5, 6, 7, 8], 'none of them'),
  sameAs('filters[dear][$eq]=true&sort=id', 'filters[dear]=true&sort=id', 'its operator written out'),
  sameAs('filters={"dear":true}&sort=id', 'filters[dear]=true&sort=id', 'JSON text'),
  wrong('filters[dear]=maybe', 'no flag'),
  wrong('filters[dear]=', 'nothing'),
  wrong('filters[dear]=%00', 'NUL'),
  wrong("filters[dear]=true'--", 'SQL in a flag'),
  notTaken('$ne', 'an operator of fields'),
  notTaken('$null', 'the existence of a value that nobody has'),
  notTaken('$contains', 'a search in a flag'),
  notTaken('$gte', 'an order of flags'),
  refused('filters[dear]', 'operator_not_allowed /filters/dear', 'null'),
  refused('filters[dear]=true&filters[dear]=false', 'duplicate_key /filters/dear', 'twice'),
  refused('filters[dear][price]=50', 'unknown_operator /filters/dear/price', 'a field behind it'),
  refused('filters[dear][__proto__]=1', 'unknown_operator /filters/dear/__proto__', 'a name of the language'),
  refused('filters[Dear]=true', 'unknown_field /filters/Dear', 'a capital'),
  refused('filters[writer][dear]=true', 'unknown_field /filters/writer/dear', 'of another entity'),
  refused('filters[where]=true', 'unknown_field /filters/where', 'a word of its declaration'),
  refused('sort=dear', 'not_sortable /sort/0', 'its order'),
  refused('facets=dear', 'unknown_field /facets/0', 'its values'),
  refused('fields=dear', 'unknown_field /fields/0', 'its value in the answer'),
  refused('aggregates=dear:count', 'unknown_field /aggregates/0', 'a count of it'),
  refused(
    times(9, (index) => `filters[$and][${index}][copies][long]=true`),
    'limit_exceeded(relationConditions) /filters',
    'more subqueries than one request may have',
  ),
  twin('filters[NAME]=true', 'veiled', 'absent', 'one that nobody sees is one that does not exist'),
  twin('filters[copies][NAME]=true', 'veiled', 'absent', 'behind a relation as well'),
  twin('sort=NAME', 'veiled', 'absent', 'in an order as well'),
]);
