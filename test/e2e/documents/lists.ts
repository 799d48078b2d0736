import type { DocumentKind } from '../../../lib/dialects/dialect.js';
import { cases } from '../../support/table.js';

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

/** A question about lists: a kind, how many of the elements a list has, and the documents that it finds. */
export const listCases = cases(`
  text every ["red"] -> texts, twice, escaped texts, mixed
  text some ["red"] -> texts, twice, escaped texts, mixed
  text every ["Red"] -> -
  text every ["red "] -> -
  text every ["blue"] -> -
  text every ["blue "] -> texts
  text every ["e"] -> -
  text every ["é"] -> texts
  text every ["a/b"] -> escaped texts
  text every ["found"] -> under escaped keys
  text every [""] -> odd
  text every ["q\\"\\\\\\n"] -> odd
  text every ["a,b","[1]","null",":b ?"] -> odd
  text every ["x"] -> -
  text every ["3"] -> numbers in quotes
  text every ["red","Green"] -> texts
  text some ["red","Green"] -> texts, twice, escaped texts, mixed
  text every ["red","x"] -> -
  text some ["Green","x"] -> texts
  text every ["red","red"] -> texts, twice, escaped texts, mixed
  integer every ["3"] -> numbers, other numbers, mixed
  integer every ["1","3"] -> numbers, other numbers
  integer some ["2","3"] -> numbers, other numbers, mixed
  tinyint every ["1"] -> numbers, other numbers, no booleans
  bigint every ["9007199254740993"] -> large numbers
  bigint every ["9223372036854775807"] -> large numbers
  bigint some ["9007199254740992","9223372036854775806"] -> near numbers
  decimal every ["2.5"] -> numbers, other numbers
  decimal every ["1","2.5"] -> numbers, other numbers
  decimal some ["1","0.1"] -> numbers, other numbers, long fractions, no booleans
  float every ["2.5"] -> numbers, other numbers
  float every ["0.3333333333333333"] -> long fractions
  float some ["1e35"] -> beyond numbers
  boolean every ["true"] -> booleans, mixed
  boolean every ["false"] -> no booleans
  boolean some ["true","false"] -> booleans, no booleans, mixed
  date every ["2024-02-29"] -> dates
  date every ["2024-02-29","2024-03-01"] -> dates
  date some ["2024-03-01","2024-03-02"] -> dates
  uuid every ["0f8fad5b-d9cb-469f-a165-70867728950e"] -> uuids, uuids in capitals
  uuid some ["0f8fad5b-d9cb-469f-a165-70867728950e","1f8fad5b-d9cb-469f-a165-70867728950e"] -> uuids, uuids in capitals
`).map(([question, verdict]) => {
  const [kind = '', quantifier = '', elements = ''] = question.split(/ (every|some) /);
  return {
    ...{ kind: kind as DocumentKind, quantifier: quantifier as 'every' | 'some' },
    ...{ elements: JSON.parse(elements) as readonly string[], found: verdict === '-' ? [] : verdict.split(', ') },
  };
});

/** The documents that have a list there, but for the empty one. */
export const withElements: readonly string[] = Object.keys(listDocuments).slice(
  Object.keys(listDocuments).indexOf('nulls'),
);
