import type { DocumentKind } from '../../../lib/dialects/documents.js';

/** Documents by a name; the list is at `size.all`. */
export const listDocuments: Readonly<Record<string, string | null>> = {
  'no document': null,
  'JSON null': 'null',
  'no JSON': '{',
  'nothing there': '{"size":{}}',
  'null there': '{"size":{"all":null}}',
  'a text': '{"size":{"all":"red"}}',
  'a number': '{"size":{"all":3}}',
  'an object': '{"size":{"all":{"0":"red","red":3}}}',
  'behind a list': '{"size":[{"all":["red",3]}]}',
  'in a list': '[{"size":{"all":["red",3]}}]',
  empty: '{"size":{"all":[]}}',
  nulls: '{"size":{"all":[null]}}',
  texts: '{"size":{"all":["red","Green","blue ","é"]},"other":["x"]}',
  twice: '{"size":{"all":["red","red"]}}',
  'escaped texts': '{"size":{"all":["r\\u0065d","a\\/b"]}}',
  'under escaped keys': '{"\\u0073ize":{"a\\u006cl":["found"]}}',
  odd: '{"size":{"all":["","q\\"\\\\\\n","a,b","[1]","null",":b ?"]}}',
  numbers: '{"size":{"all":[1,2.5,3]}}',
  'other numbers': '{"size":{"all":[1.0,25e-1,300e-2]}}',
  'large numbers': '{"size":{"all":[9007199254740993,9223372036854775807]}}',
  'near numbers': '{"size":{"all":[9007199254740992,9223372036854775806]}}',
  'long fractions': '{"size":{"all":[0.3333333333333333148,0.1]}}',
  'beyond numbers': '{"size":{"all":[1e400,-1e400,1e35]}}',
  'numbers in quotes': '{"size":{"all":["1","2.5","3"]}}',
  booleans: '{"size":{"all":[true]}}',
  'no booleans': '{"size":{"all":[false,"true",1]}}',
  nested: '{"size":{"all":[["red",3,true],{"red":3}]}}',
  mixed: '{"size":{"all":["red",3,true,null,["red"]]}}',
  dates: '{"size":{"all":["2024-02-29","2024-03-01"]}}',
  uuids: '{"size":{"all":["0f8fad5b-d9cb-469f-a165-70867728950e"]}}',
  'uuids in capitals': '{"size":{"all":["0F8FAD5B-D9CB-469F-A165-70867728950E"]}}',
};

/** A question about lists, and the documents that it finds. */
export interface ListCase {
  readonly kind: DocumentKind;
  readonly quantifier: 'every' | 'some';
  readonly elements: readonly string[];
  readonly found: readonly string[];
}

const every = (kind: DocumentKind, elements: readonly string[], found: readonly string[]): ListCase => ({
  kind,
  quantifier: 'every',
  elements,
  found,
});

const some = (kind: DocumentKind, elements: readonly string[], found: readonly string[]): ListCase => ({
  kind,
  quantifier: 'some',
  elements,
  found,
});

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';

export const listCases: readonly ListCase[] = [
  every('text', ['red'], ['texts', 'twice', 'escaped texts', 'mixed']),
  some('text', ['red'], ['texts', 'twice', 'escaped texts', 'mixed']),
  every('text', ['Red'], []),
  every('text', ['red '], []),
  every('text', ['blue'], []),
  every('text', ['blue '], ['texts']),
  every('text', ['e'], []),
  every('text', ['é'], ['texts']),
  every('text', ['a/b'], ['escaped texts']),
  every('text', ['found'], ['under escaped keys']),
  every('text', [''], ['odd']),
  every('text', ['q"\\\n'], ['odd']),
  every('text', ['a,b', '[1]', 'null', ':b ?'], ['odd']),
  every('text', ['x'], []),
  every('text', ['3'], ['numbers in quotes']),
  every('text', ['red', 'Green'], ['texts']),
  some('text', ['red', 'Green'], ['texts', 'twice', 'escaped texts', 'mixed']),
  every('text', ['red', 'x'], []),
  some('text', ['Green', 'x'], ['texts']),
  every('text', ['red', 'red'], ['texts', 'twice', 'escaped texts', 'mixed']),
  every('integer', ['3'], ['numbers', 'other numbers', 'mixed']),
  every('integer', ['1', '3'], ['numbers', 'other numbers']),
  some('integer', ['2', '3'], ['numbers', 'other numbers', 'mixed']),
  every('tinyint', ['1'], ['numbers', 'other numbers', 'no booleans']),
  every('bigint', ['9007199254740993'], ['large numbers']),
  every('bigint', ['9223372036854775807'], ['large numbers']),
  some('bigint', ['9007199254740992', '9223372036854775806'], ['near numbers']),
  every('decimal', ['2.5'], ['numbers', 'other numbers']),
  every('decimal', ['1', '2.5'], ['numbers', 'other numbers']),
  some('decimal', ['1', '0.1'], ['numbers', 'other numbers', 'long fractions', 'no booleans']),
  every('float', ['2.5'], ['numbers', 'other numbers']),
  every('float', ['0.3333333333333333'], ['long fractions']),
  some('float', ['1e35'], ['beyond numbers']),
  every('boolean', ['true'], ['booleans', 'mixed']),
  every('boolean', ['false'], ['no booleans']),
  some('boolean', ['true', 'false'], ['booleans', 'no booleans', 'mixed']),
  every('date', ['2024-02-29'], ['dates']),
  every('date', ['2024-02-29', '2024-03-01'], ['dates']),
  some('date', ['2024-03-01', '2024-03-02'], ['dates']),
  every('uuid', [uuid], ['uuids', 'uuids in capitals']),
  some('uuid', [uuid, uuid.replace('0', '1')], ['uuids', 'uuids in capitals']),
];

/** The documents that have a list there, but for the empty one. */
export const withElements: readonly string[] = Object.keys(listDocuments).slice(
  Object.keys(listDocuments).indexOf('nulls'),
);
