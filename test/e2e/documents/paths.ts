import type { StoreName } from './sheet.js';

/** A document, a path in it, and the text that is there; null where there is none. */
export interface PathCase {
  readonly document: string | null;
  readonly keys: readonly string[];
  readonly found: string | null;
  readonly why: string;
  readonly except?: Partial<Record<StoreName, string | null>> | undefined;
}

/** The JSON text of a key, as JSON.stringify writes it and in nothing but escapes. */
function spellings(key: string): readonly string[] {
  const units = Array.from({ length: key.length }, (_, index) => key.charCodeAt(index).toString(16).padStart(4, '0'));
  return [JSON.stringify(key), `"${units.map((unit) => `\\u${unit}`).join('')}"`];
}

/** Keys that mean something to SQL, to a path, to TypeORM, to a driver, or to a regular expression. */
const keys: readonly string[] = [
  ...(JSON.parse(String.raw`[
  "", " ", "a b", "a.b", ".", "a'b", "'", "a\"b", "\"", "\"\"", "\\", "a\\b", "\\'", "\\\"", "\\\\", "\u0060", "/",
  "//", "--", "a[0]", "[0]", "[*]", "*", "**", "$", "$.k", "@", "#", "-", "-1", "a-b", "{}", ",", ";", "/*",
  "*/", "%", "_", "%s", "0", "1", "-0", "01", "last", "to", "null", "true", "é", "e\u0301", "K", "日本", "😀",
  "\uffff", "\n", "\t", "\r", "\b", "a\nb", "\u0001", "\u007f", "\u0080", "\u2028", ":b", "a:b", ":...b",
  "::b", ":", "?", "??", "$1", "a?b:b", "(sheet.doc)", " sheet.doc ", "=sheet.id", "sheet.id", "' OR '1'='1",
  "k') IS NULL OR ('", "\".\"k", "\\x27", "\\u0027", "E'", "$$", "\\\\\\\\\\\\\\\\\\"
]`) as readonly string[]),
  'x'.repeat(300),
];

const latin1 = (text: string): boolean => /^[\0-\x7f\xa0-\xff]*$/.test(text);

const odd: readonly PathCase[] = keys.flatMap((key) =>
  spellings(key).map((spelling) => ({
    document: `{"other":1,${spelling}:"hit","k":"miss"}`,
    keys: [key],
    found: 'hit',
    why: `the key ${spelling}`,
    // A column of latin1 does not take the key at all, unless it is written in escapes.
    ...(latin1(spelling) ? {} : { except: { 'mariadb latin1': null } }),
  })),
);

const nested = (depth: number, inner: string): string => `${'{"k":'.repeat(depth)}${inner}${'}'.repeat(depth)}`;
const ks = (count: number): readonly string[] => Array.from({ length: count }, () => 'k');

/** A document that another engine reads, and MariaDB does not: it has 32 levels or more. */
const none = { 'mariadb json': null, 'mariadb text': null, 'mariadb latin1': null };
/** A document that has a character that PostgreSQL does not have. */
const unreadable = { 'postgres jsonb': null, 'postgres json': null };
/** MariaDB takes any letter after a backslash, and a number that ends with its point. */
const lenient = { 'mariadb json': 'x', 'mariadb text': 'x', 'mariadb latin1': 'x' };
const first = { 'postgres jsonb': 'second', 'postgres json': 'second' };

/** Texts that are no JSON. */
const notJson = JSON.parse(String.raw`[
  "", " ", "x", "{", "}", "{\"a\":\"x\"", "{\"a\":\"x\"}}", "{\"a\":\"x\"} x", "{\"a\":\"x\",}", "{a:\"x\"}",
  "{'a':'x'}", "{\"a\":\"x\n\"}", "{\"a\":\"x\",\"b\":01}", "{\"a\":\"x\",\"b\":Infinity}",
  "{\"a\":\"x\",\"b\":.5}", "{\"a\":\"x\",\"b\":+1}", "{\"a\":\"x\"/**/}", "undefined",
  "{\"a\":\"x\",\"b\":\"\\u00\"}", "\ufeff{\"a\":\"x\"}", "NULL", "[object Object]", "\u00a0{\"a\":\"x\"}"
]`) as readonly string[];

const others: readonly PathCase[] = [
  { document: '{"a":{"b":"x"}}', keys: ['a', 'b'], found: 'x', why: 'an object in an object' },
  { document: '{"a":{"b":"x"}}', keys: ['a.b'], found: null, why: 'a dot is no step' },
  { document: '{"a.b":"x"}', keys: ['a', 'b'], found: null, why: 'two steps are no dot' },
  { document: '{"a":{"b":"x"}}', keys: ['a'], found: null, why: 'the object itself' },
  { document: '{"a":{"b":"x"}}', keys: ['b'], found: null, why: 'a key further down' },
  { document: '{"a":{"":{"b":"x"}}}', keys: ['a', '', 'b'], found: 'x', why: 'an empty key on the way' },
  { document: '{"a":"x"}', keys: ['a', 'b'], found: null, why: 'through a text' },
  { document: '{"a":"{\\"b\\":\\"x\\"}"}', keys: ['a', 'b'], found: null, why: 'through a text that is JSON' },
  { document: '{"a":1}', keys: ['a', 'b'], found: null, why: 'through a number' },
  { document: '{"a":null}', keys: ['a', 'b'], found: null, why: 'through null' },
  { document: '{"a":[{"b":"x"}]}', keys: ['a', 'b'], found: null, why: 'through a list' },
  { document: '[{"b":"x"}]', keys: ['b'], found: null, why: 'through a list at the root' },
  { document: '{"a":["x"]}', keys: ['a', '0'], found: null, why: 'a position in a list' },
  { document: '["x"]', keys: ['0'], found: null, why: 'a position in a list at the root' },
  { document: '["x"]', keys: ['-1'], found: null, why: 'a position from the end' },
  { document: '{"a":{"0":"x"}}', keys: ['a', '0'], found: 'x', why: 'a key that is a digit' },
  { document: '{"A":"x"}', keys: ['a'], found: null, why: 'a key in another case' },
  { document: '{"a ":"x"}', keys: ['a'], found: null, why: 'a key with a space at its end' },
  { document: '{"é":"x"}', keys: ['e'], found: null, why: 'a key with an accent' },
  { document: '{"e\u0301":"x"}', keys: ['é'], found: null, why: 'a key that only looks the same' },
  { document: ' {"a" : "x" } \n', keys: ['a'], found: 'x', why: 'spaces' },
  { document: '{"a":"first","a":"second"}', keys: ['a'], found: 'first', why: 'a key twice', except: first },
  { document: '{"a":"x","b":1,"b":2}', keys: ['a'], found: 'x', why: 'another key twice' },
  // The document itself
  { document: '"x"', keys: [], found: 'x', why: 'a document that is a text' },
  { document: '""', keys: [], found: '', why: 'a document that is the empty text' },
  { document: '{"":"x"}', keys: [], found: null, why: 'an object at the root' },
  { document: '1', keys: [], found: null, why: 'a number at the root' },
  { document: 'null', keys: [], found: null, why: 'null at the root' },
  { document: null, keys: [], found: null, why: 'no document' },
  { document: null, keys: ['a'], found: null, why: 'no document on the way' },
  { document: '{}', keys: ['a'], found: null, why: 'an empty object' },
  { document: '[]', keys: ['a'], found: null, why: 'an empty list' },
  ...notJson.map((document) => ({ document, keys: ['a'], found: null, why: `no JSON: ${JSON.stringify(document)}` })),
  { document: '{"a":"x","b":"\\x41"}', keys: ['a'], found: null, why: 'an escape that is none', except: lenient },
  { document: '{"a":"x","b":1.}', keys: ['a'], found: null, why: 'a point without decimals', except: lenient },
  // Characters that some engines do not have
  {
    document: '{"a":"x","b":"\\u0000"}',
    keys: ['a'],
    found: 'x',
    why: 'NUL elsewhere in the document',
    except: unreadable,
  },
  { document: '{"a":"x","\\u0000":1}', keys: ['a'], found: 'x', why: 'NUL in another key', except: unreadable },
  { document: '{"a":"x","b":"\\\\u0000"}', keys: ['a'], found: 'x', why: 'a backslash before u0000' },
  {
    document: '{"a":"x","b":"\\\\\\u0000"}',
    keys: ['a'],
    found: 'x',
    why: 'a backslash before NUL',
    except: unreadable,
  },
  ...[
    '\\ud800',
    '\\udc00',
    '\\ud800x',
    '\\ud800\\ud800',
    '\\udc00\\ud800',
    '\\uD83D',
    '\\ud83d\\n',
    '\\ud83d\\\\ude00',
  ].map((half) => ({
    document: `{"a":"x","b":"${half}"}`,
    keys: ['a'],
    found: 'x',
    why: `half of a character elsewhere: ${half}`,
    except: { ...unreadable, ...none },
  })),
  {
    document: '{"a":"x","b":"\\ud83d\\ude00\\uD83D\\uDE00"}',
    keys: ['a'],
    found: 'x',
    why: 'whole characters in escapes',
  },
  {
    document: '{"a\\u0000":"x"}',
    keys: ['a'],
    found: null,
    why: 'a key that ends in NUL, which SQLite reads up to there',
    except: { 'sqlite text': 'x', 'sqlite json': 'x', 'sqlite jsonb': 'x', 'sqljs text': 'x' },
  },
  // Depth
  { document: `{"a":"x","b":${nested(30, '1')}}`, keys: ['a'], found: 'x', why: '31 levels' },
  { document: `{"a":"x","b":${nested(31, '1')}}`, keys: ['a'], found: 'x', why: '32 levels', except: none },
  {
    document: `{"a":"x","b":${'['.repeat(31)}${']'.repeat(31)}}`,
    keys: ['a'],
    found: 'x',
    why: '32 levels of lists',
    except: none,
  },
  { document: nested(30, '"x"'), keys: ks(30), found: 'x', why: 'thirty levels' },
  {
    document: `{"a":"x","b":${nested(60, '1')}}`,
    keys: ['a'],
    found: 'x',
    why: 'sixty levels elsewhere',
    except: none,
  },
];

export const pathCases: readonly PathCase[] = [...odd, ...others];
