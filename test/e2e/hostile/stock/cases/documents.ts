import { finds, findsAmong, hostileClass, refused } from '../../case.js';

/** One question to the same document in a column for JSON, and in one for any text. */
const both = (path: string, rows: readonly number[], note: string) =>
  ['specs', 'raw'].map((column) =>
    finds(`filters[${column}]${path.replaceAll('COLUMN', column)}`, rows, `${note}, in ${column}`),
  );

export const documentValues = hostileClass('document-values', [
  ...both('[color]=red', [1], 'no number, list, object, or text with a space'),
  ...both('[color][$in][0]=blue&filters[COLUMN][color][$in][1]=rust', [3, 5], 'beside a prototype'),
  ...both('[color]=5', [], 'a number that is no text'),
  ...both('[color]=%5B%22red%22]', [], 'JSON text'),
  ...both('[color]=null', [], 'a word'),
  ...both('[color][$contains]=red%22', [], 'the text of an object'),
  ...both('[size][width]=3', [1, 3], '3.0 is 3, and the text of it is not'),
  ...both('[size][width][$lt]=70', [1, 3], 'out of range'),
  ...both('[weight]=1.5', [1], '1.50 is 1.5'),
  ...both('[weight]=0', [6], 'minus zero'),
  ...both('[weight][$gte]=0', [1, 6], 'too great a number is none'),
  ...both('[ratio]=0.5', [1], 'a double'),
  ...both('[ratio]=0', [6], 'too small a number is zero'),
  ...both('[ratio][$gt]=0', [1], 'too great a number is none'),
  ...both('[big]=9007199254740993', [1], 'beyond what a double holds'),
  ...both('[big]=9007199254740992', [], 'its neighbour'),
  ...both('[big]=-9223372036854775808', [6], 'the least'),
  ...both('[big][$gt]=0', [1], 'one more than the greatest is none'),
  ...both('[on]=true&filters[id][$lte]=9', [1], 'no text'),
  ...both('[made]=2024-02-29', [1], 'of one form'),
  ...both('[made][$gt]=2024-03-01', [5], 'by its text'),
  ...both('[code]=3f2504e0-4f89-41d3-9a0c-0305e82c3301', [1], 'in capitals'),
  ...both('[deep][a][b][c]=here', [6], 'below objects'),
  ...both('[deep][a][b][c][$notNull]=true', [6], 'and nothing below a list'),
  ...both('[ab][$null]=false', [1], 'a text where an object is expected'),
  ...both('[ab][$startsWith]=k', [1], 'keys with a dot and a quote'),
  refused('filters[raw][made]=2024-02-30', 'invalid_value /filters/raw/made', 'no day'),
  refused('filters[raw][size][width]=99999999999999999999', 'invalid_value /filters/raw/size/width', 'no integer'),
]);

export const documentNulls = hostileClass('document-nulls', [
  finds('filters[specs][$null]=true', [7, 8], 'JSON null, and none'),
  finds('filters[specs][$null]=false', [1, 2, 3, 4, 5, 6, 9, 10, 11, 12], 'a list is a document, too'),
  finds('filters[specs][$not][$null]=true', [1, 2, 3, 4, 5, 6, 9, 10, 11, 12], 'negated'),
  finds('filters[plain][$null]=true', [], 'without paths'),
  finds('filters[specs][color][$null]=true', [2, 4, 6, 7, 8, 9, 12], 'other types, and nothing'),
  finds('filters[specs][color][$notNull]=true', [1, 3, 5, 10, 11], 'text'),
  finds('filters[specs][color][$ne]=red', [3, 5, 10, 11], 'not NULL'),
  finds('filters[specs][color][$not][$eq]=red', [3, 5, 10, 11], 'negated'),
  finds('filters[$not][specs][color]=red', [3, 5, 10, 11], 'negated outside'),
  finds('filters[specs][color][$notIn][]=red&filters[specs][color][$notIn][]=blue', [3, 10, 11], 'neither'),
  finds('filters[specs][color]', [2, 4, 6, 7, 8, 9, 12], 'null by shorthand'),
  finds('filters[specs][size][width][$null]=true', [2, 4, 5, 6, 7, 8, 9, 10, 11, 12], 'a huge number, too'),
  finds('filters[specs][on][$null]=false', [1, 3], 'null is none'),
  finds('filters[specs][color]=red&filters[specs][size][width]=3', [1], 'of one document'),
  finds('filters[$or][0][specs][color]=blue&filters[$or][1][specs][$null]=true', [5, 7, 8], 'alternatives'),
  finds('filters[raw][color][$notNull]=true', [1, 3, 5, 10], 'in a text; none where it is no JSON'),
  findsAmong('filters[raw][$null]=true', [7, 8, 9, 11, 12], 'no JSON, or what the engine cannot read'),
]);

/** What only some engines can read: characters that they do not have, and documents that are too deep. */
export const unreadableDocuments = hostileClass('document-unreadable', [
  findsAmong('filters[raw][nul][$notNull]=true', [11, 12], 'NUL, and half of a character'),
  findsAmong('filters[raw][nul][$startsWith]=red', [11], 'before NUL'),
  finds('filters[raw][nul]=red', [], 'which counts'),
  findsAmong('filters[raw][size][width]=77', [11], 'beside NUL'),
  findsAmong('filters[raw][labels]=z', [11], 'an element beside one with NUL'),
  finds('filters[raw][made][$lte]=2024-02-29', [1], 'a day with NUL is none'),
  findsAmong('filters[raw][on]=false', [3, 10], 'a key twice'),
  findsAmong('filters[raw][on]=true', [1, 10], 'a key twice'),
  findsAmong('filters[raw][deep][a][b][c][$null]=true', [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12], 'two hundred deep'),
  ...['nul', 'deep.a.b.c', 'size.width', 'labels'].map((path) => {
    const key = path.replaceAll('.', '][');
    return findsAmong(`filters[raw][${key}][$null]=false`, [1, 3, 5, 6, 11, 12], 'whatever is there');
  }),
]);

export const documentTexts = hostileClass('document-json-text', [
  finds('filters=%7B%22specs%22:%7B%22color%22:%22red%22%7D%7D', [1], 'for all filters'),
  finds('filters[specs]=%7B%22color%22:%22red%22%7D', [1], 'at the document'),
  finds('filters[specs]={"size":{"width":3}}', [1, 3], 'not encoded'),
  finds('filters[specs]={"big":9007199254740993}', [1], 'a number by its digits'),
  finds('filters[specs]={"color":null}', [2, 4, 6, 7, 8, 9, 12], 'null'),
  finds('filters[specs]={"$null":true}', [7, 8], 'an operator'),
  finds('filters[specs][size]={"width":{"$gte":3}}', [1, 3], 'below a path'),
  finds('filters[specs][color]={"red":"red"}', [], 'a value that looks like an object'),
  refused('filters[specs]={"color":5}', 'invalid_value /filters/specs/color', 'a number for text'),
  refused('filters[specs]={"color":["red",["red"]]}', 'expected_value /filters/specs/color/1', 'a list in a list'),
  refused('filters[specs]={"color":"a","color":"b"}', 'duplicate_key /filters/specs/color', 'a key twice'),
  refused('filters[specs]={"__proto__":{"color":"red"}}', 'unknown_field /filters/specs/__proto__', 'a prototype'),
  refused('filters[specs]={"color":"red"', 'expected_object /filters/specs', 'cut off'),
  refused('filters[specs]=["red"]', 'expected_object /filters/specs', 'a list'),
  refused('filters[specs]={}', 'expected_object /filters/specs', 'nothing'),
  refused('filters[specs]=1e9', 'operator_not_allowed /filters/specs', 'a number'),
  refused(
    `filters[specs]=${'{"size":'.repeat(300)}1${'}'.repeat(300)}`,
    'limit_exceeded(logicalDepth) /filters/specs',
    'three hundred deep',
  ),
  refused(
    'filters[specs]={"color":"a"}&filters[specs][ab]=k',
    'duplicate_key /filters/specs',
    'beside keys of the same document',
  ),
]);

const sorted = (key: string, first: readonly number[], note: string) =>
  ['specs', 'raw'].flatMap((column) => [
    finds(
      `filters[${column}][${key.replaceAll('.', '][')}][$notNull]=true&sort=${column}.${key},id`,
      first,
      `${note}, in ${column}`,
    ),
  ]);

export const documentSorts = hostileClass('document-sort', [
  ...sorted('weight', [6, 1], 'numbers'),
  ...sorted('ratio', [6, 1], 'doubles'),
  ...sorted('big', [6, 1], 'numbers of 64 bits'),
  ...sorted('made', [1, 5], 'days'),
  ...sorted('code', [1], 'uuids'),
  ...sorted('ab', [1], 'odd keys'),
  finds('filters[id][$lte]=9&sort=specs.color:nullsLast,id', [5, 1, 3, 2, 4, 6, 7, 8, 9], 'texts'),
  finds('filters[id][$lte]=9&sort=raw.color:desc:nullsLast,id', [3, 1, 5, 2, 4, 6, 7, 8, 9], 'texts in a text'),
  finds('filters[id][$lte]=6&sort=specs.size.width:desc:nullsLast,id:desc', [3, 1, 6, 5, 4, 2], 'equal numbers'),
  finds('filters[id][$lte]=6&sort=specs.on:nullsFirst,id', [2, 4, 5, 6, 3, 1], 'booleans'),
  refused('sort=raw', 'not_sortable /sort/0', 'the document'),
  refused('sort=specs.ab.x', 'not_sortable /sort/0', 'below keys'),
  refused('sort=specs.color.x', 'not_sortable /sort/0', 'below a value'),
  refused('sort=specs.color,specs.color', 'duplicate_sort /sort/1', 'twice'),
  refused('sort=specs.a.b', 'not_sortable /sort/0', 'keys with a dot'),
  refused("sort=specs.color'--", 'not_sortable /sort/0', 'a comment of SQL'),
  refused('sort=specs->>color', 'not_sortable /sort/0', 'an arrow'),
]);
