import { finds, hostileClass, refused } from '../../case.js';

const all = [1, 2, 3, 4, 5, 6, 7, 8];
const wrong = (text: string, note: string) => refused(`deleted=${text}`, 'invalid_value /deleted', note);

export const deletedModes = hostileClass('deleted', [
  finds('deleted=with', all, 'no row is deleted'),
  finds('deleted=only', [], 'so that alone there is none'),
  finds('deleted=with&filters[$or][0][id]=1&filters[$or][1][id]=99', [1], 'an OR, and the row of another tenant'),
  finds('deleted=only&filters[$or][0][id]=1&filters[$or][1][id][$gt]=0', [], 'an OR that is always true'),
  wrong('', 'nothing'),
  wrong('true', 'a flag'),
  wrong('With', 'a capital'),
  wrong('with%20', 'a space after it'),
  wrong('with,only', 'both'),
  wrong('without', 'what it is without the parameter'),
  wrong("with'--", 'SQL'),
  wrong('%00', 'NUL'),
  wrong('__proto__', 'a name of the language'),
  wrong('["with"]', 'JSON text, which nothing stands for here'),
  refused('deleted', 'expected_value /deleted', 'null'),
  refused('deleted=with&deleted=with', 'duplicate_key /deleted', 'twice'),
  refused('deleted=with&deleted=only', 'duplicate_key /deleted', 'two of them'),
  refused('deleted[0]=with', 'expected_value /deleted', 'a list'),
  refused('deleted[]=with', 'expected_value /deleted', 'a list without indexes'),
  refused('deleted[with]=true', 'expected_value /deleted', 'an object'),
  refused('deleted[with', 'malformed_key /deleted', 'a broken key'),
  refused('deleted.with=true', 'malformed_key /deleted', 'a dot'),
  refused('filters[deletedAt][$notNull]=true', 'unknown_field /filters/deletedAt', 'the column, which is not exposed'),
  refused('sort=deletedAt', 'not_sortable /sort/0', 'its order'),
  refused('fields=deletedAt', 'unknown_field /fields/0', 'its value'),
]);
