import { finds, hostileClass, refused, times, twin } from '../../case.js';

const all = [1, 2, 3, 4, 5, 6, 7, 8];

export const facetTexts = hostileClass('facets-text', [
  finds('facets=', all, 'none'),
  finds('facets=title', all, 'one'),
  finds('facets=title,tags,writer.name,shelf,price,id', all, 'every one there is'),
  finds('facets[title]=true', all, 'as an object'),
  finds('facets[writer.name][limit]=1', all, 'with a limit'),
  finds("facets[title][search]='%20OR%201=1--", all, 'a condition of SQL as a text to type ahead'),
  finds('facets[title][search]=%25', all, 'a wildcard'),
  finds('facets[tags][search]=%5C', all, 'a backslash'),
  finds('facets={"title":true,"price":true}', all, 'JSON text'),
  finds('facets=["title"]', all, 'JSON text of a list'),
  finds('facets=title&filters[title]=NULL', [6], 'beside a condition on its own field'),
  finds('facets=title&search=wool', [1], 'beside a search'),
  finds('facets=title&fields=id', all, 'beside fields'),
]);

export const facetNames = hostileClass('facets-name', [
  refused('facets=titel', 'unknown_field /facets/0', 'a typo'),
  refused('facets=title,', 'unknown_field /facets/1', 'an empty name'),
  refused('facets=shelfMark', 'unknown_field /facets/0', 'a property that has an alias'),
  refused('facets=hash', 'unknown_field /facets/0', 'a column that is not exposed'),
  refused('facets=__proto__', 'unknown_field /facets/0', 'a name of the language'),
  refused('facets=constructor', 'unknown_field /facets/0', 'another'),
  refused('facets[writer][name]=true', 'unknown_field /facets/writer', 'brackets in place of a dot'),
  twin('facets=NAME', 'secret', 'sacred', 'a hidden field does not exist'),
  twin('facets=NAME', 'writer.email', 'writer.ymail', 'nor one behind a relation'),
  twin('facets[NAME]=true', 'secret', 'sacred', 'as an object'),
  refused('facets=title,title', 'duplicate_key /facets/1', 'twice'),
  refused('facets[0]=title&facets[1]=title', 'duplicate_key /facets/1', 'twice in a list'),
]);

export const facetOptions = hostileClass('facets-option', [
  refused('facets[title]=', 'expected_value /facets/title', 'an empty text'),
  refused('facets[title]=false', 'expected_value /facets/title', 'false'),
  refused('facets[title]=1', 'expected_value /facets/title', 'a number'),
  refused('facets[title][limt]=1', 'unknown_parameter /facets/title/limt', 'an option that does not exist'),
  refused('facets[title][limit]=0', 'invalid_value /facets/title/limit', 'no values'),
  refused('facets[title][limit]=-1', 'invalid_value /facets/title/limit', 'fewer'),
  refused('facets[title][limit]=1.5', 'invalid_value /facets/title/limit', 'a fraction'),
  refused('facets[title][limit]=1e1', 'invalid_value /facets/title/limit', 'an exponent'),
  refused('facets[title][limit]=x', 'invalid_value /facets/title/limit', 'no number'),
  refused('facets[title][limit]=21', 'limit_exceeded(facetValues) /facets/title/limit', 'one too many'),
  refused('facets[id][limit]=4', 'limit_exceeded(facetValues) /facets/id/limit', 'more than is declared'),
  refused('facets[title][search]=', 'invalid_value /facets/title/search', 'an empty text'),
  refused('facets[title][search]=a%00', 'invalid_value /facets/title/search', 'NUL'),
  refused(
    `facets[title][search]=${'a'.repeat(101)}`,
    'limit_exceeded(needleLength) /facets/title/search',
    'a long text',
  ),
  refused('facets[id][search]=1', 'unknown_parameter /facets/id/search', 'a text in numbers'),
  refused('facets[price][limit]=1', 'unknown_parameter /facets/price/limit', 'an option of a range'),
  refused('facets[title][search]=a&facets[title][search]=b', 'duplicate_key /facets/title/search', 'an option twice'),
  refused(
    ['title', 'tags', 'writer.name', 'shelf']
      .map((name) => `facets[${name}][search]=a`)
      .concat(times(1, () => 'filters[title][$contains]=a'))
      .join('&'),
    'limit_exceeded(unanchoredNeedles) /facets',
    'more texts to look for than are allowed',
  ),
  refused('facets[title', 'malformed_key /facets', 'a broken key'),
  refused('facet[title]=true', 'malformed_key /facets', 'a near miss'),
  refused('facets={"title":', 'expected_object /facets', 'JSON that is cut off'),
]);
