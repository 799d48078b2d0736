import { finds, hostileClass, refused, twin } from '../../case.js';

const all = [1, 2, 3, 4, 5, 6, 7, 8];

export const fieldTexts = hostileClass('fields-text', [
  finds('fields=id', all, 'the key'),
  finds('fields=title', all, 'another: the key comes with it'),
  finds('fields=title,price,tags,shelf', all, 'several'),
  finds('fields[0]=title&fields[1]=price', all, 'a list'),
  finds('fields[]=title&fields[]=price', all, 'a list without indexes'),
  finds('fields=title&fields=price', all, 'a repeated key'),
  finds('fields=title&sort=price:desc', [8, 7, 6, 5, 4, 3, 2, 1], 'an order by what is left out'),
  finds('fields=title&filters[price][$gte]=70', [7, 8], 'a condition on what is left out'),
  finds('fields=title&pagination[after]=&pagination[pageSize]=3&sort=price', [1, 2, 3], 'a page by cursor'),
]);

export const fieldNames = hostileClass('fields-name', [
  refused('fields=', 'expected_value /fields', 'none'),
  refused('fields=titel', 'unknown_field /fields/0', 'a typo'),
  refused('fields=title,', 'unknown_field /fields/1', 'an empty name'),
  refused('fields=*', 'unknown_field /fields/0', 'all'),
  refused('fields=hash', 'unknown_field /fields/0', 'a column that is not selected'),
  refused('fields=tenant', 'unknown_field /fields/0', 'a column that is not exposed'),
  refused('fields=shelfMark', 'unknown_field /fields/0', 'a property that has an alias'),
  refused('fields=writer', 'unknown_field /fields/0', 'a relation'),
  refused('fields=writer.name', 'unknown_field /fields/0', 'a field of a related row'),
  refused('fields=__proto__', 'unknown_field /fields/0', 'a name of the language'),
  refused('fields=id%20FROM%20book--', 'unknown_field /fields/0', 'SQL'),
  twin('fields=NAME', 'secret', 'sacred', 'a hidden field does not exist'),
  refused('fields=title,title', 'duplicate_key /fields/1', 'twice'),
  refused('fields[title]=true', 'expected_value /fields', 'an object'),
  refused('fields', 'expected_value /fields', 'null'),
  refused('fields[0][a]=title', 'expected_value /fields/0', 'an object in a list'),
  refused('fields=a%00', 'unknown_field /fields/0', 'NUL'),
  refused('fields[a', 'malformed_key /fields', 'a broken key'),
  refused('field[0]=title', 'malformed_key /fields', 'a near miss'),
  refused('fields=["title"]', 'expected_value /fields', 'JSON text, which nothing stands for here'),
]);
