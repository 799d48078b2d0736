import type { Expected } from './expected.js';
import type { StoreName } from './sheet.js';

/** A row of the table: the JSON text of a value, its values, and what stores make of it otherwise. */
export interface ValueCase {
  readonly json: string;
  readonly expected: Expected;
  readonly why: string;
  readonly except?: Exceptions | undefined;
}

/** `unstorable` where the column does not take the document. */
export type Exceptions = Partial<Record<StoreName, Expected | 'unstorable'>>;

const inSqlite = (expected: Expected | 'unstorable'): Exceptions => ({
  'sqlite text': expected,
  'sqlite json': expected,
  'sqlite jsonb': expected,
  'sqljs text': expected,
});

const inMariadb = (expected: Expected | 'unstorable'): Exceptions => ({
  'mariadb json': expected,
  'mariadb text': expected,
  'mariadb latin1': expected,
});

type Row = readonly [json: string, expected: Expected, why: string, except?: Exceptions];

const text = (value: string): Expected => ({ text: value });
const number = (value: string): Expected => ({ number: value });
const whole = (value: string): Expected => ({ whole: value, number: value });
const none: Expected = {};

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';
const notJson: Exceptions = { 'postgres jsonb': 'unstorable', 'postgres json': 'unstorable' };
const notLatin1: Exceptions = { 'mariadb latin1': 'unstorable' };

// prettier-ignore
const rows: readonly Row[] = [
  // What JSON does not have, and MariaDB reads
  ['1.', none, 'a point without digits', { ...notJson, ...inMariadb(whole('1')) }],
  ['1.e2', none, 'a point before an exponent', { ...notJson, ...inMariadb(whole('100')) }],
  ['"\\x41"', none, 'an escape of C', { ...notJson, ...inMariadb(text('x41')) }],
  ['.5', none, 'a point without digits before it', { ...notJson, 'mariadb json': 'unstorable' }],
  ['0x1f', none, 'hexadecimal digits', { ...notJson, 'mariadb json': 'unstorable' }],
  // Texts
  ['"x"', text('x'), 'a text'],
  ['"X"', text('X'), 'another case'],
  ['"x "', text('x '), 'a space at the end'],
  ['" x"', text(' x'), 'a space at the start'],
  ['""', text(''), 'the empty text'],
  ['"é"', text('é'), 'an accent'],
  ['"e"', text('e'), 'no accent'],
  ['"caf\\u00e9"', text('café'), 'an escape'],
  ['"a\\/b"', text('a/b'), 'an escape that is not needed'],
  ['"日本"', text('日本'), 'characters beyond latin1', notLatin1],
  ['"😀"', text('😀'), 'a character of four bytes', notLatin1],
  ['"\\ud83d\\ude00"', text('😀'), 'a character in two escapes'],
  ['"\\\\u0041"', text('\\u0041'), 'a text that looks like an escape'],
  ['"\\\\\\u0041"', text('\\A'), 'a backslash before an escape'],
  ['"\\\\u0000"', text('\\u0000'), 'a text that looks like the escape of NUL'],
  ['"q\\"\\\\\\b\\f\\n\\r\\t\'"', text('q"\\\b\f\n\r\t\''), 'quotes, a backslash and controls'],
  ['"\\u0001"', text('\u0001'), 'a control'],
  ['"\' OR 1=1 --"', text("' OR 1=1 --"), 'SQL'],
  ['":b $1 ? ${x} %s"', text(':b $1 ? ${x} %s'), 'parameters of every kind'],
  ['"1"', text('1'), 'a number in quotes'],
  ['"true"', text('true'), 'a boolean in quotes'],
  ['"null"', text('null'), 'null in quotes'],
  ['"[1]"', text('[1]'), 'a list in quotes'],
  ['"\\"1\\""', text('"1"'), 'quotes in quotes'],
  // Other types
  ['true', { boolean: 'true' }, 'true'],
  ['false', { boolean: 'false' }, 'false'],
  ['null', none, 'null'],
  ['{}', none, 'an object'],
  ['{"k":"x"}', none, 'an object with the same key'],
  ['{"k":null}', none, 'null in an object'],
  ['[]', none, 'a list'],
  ['["x"]', none, 'a list of a text'],
  ['[1]', none, 'a list of a number'],
  ['[true]', none, 'a list of a boolean'],
  // Whole numbers
  ['0', whole('0'), 'zero'],
  ['-0', whole('0'), 'zero with a sign'],
  ['-0.0', whole('0'), 'zero with a sign and a decimal'],
  ['1', whole('1'), 'one'],
  ['1.0', whole('1'), 'with a decimal'],
  ['1e0', whole('1'), 'with an exponent'],
  ['10e-1', whole('1'), 'with a negative exponent'],
  ['1E+2', whole('100'), 'with a capital exponent'],
  ['127', whole('127'), 'the greatest tinyint'],
  ['128', whole('128'), 'one more'],
  ['-128', whole('-128'), 'the least tinyint'],
  ['-129', whole('-129'), 'one less'],
  ['32767', whole('32767'), 'the greatest smallint'],
  ['32768', whole('32768'), 'one more'],
  ['-32769', whole('-32769'), 'less than the least smallint'],
  ['8388607', whole('8388607'), 'the greatest mediumint'],
  ['8388608', whole('8388608'), 'one more'],
  ['-8388609', whole('-8388609'), 'less than the least mediumint'],
  ['2147483647', whole('2147483647'), 'the greatest integer'],
  ['2147483648', whole('2147483648'), 'one more'],
  ['-2147483649', whole('-2147483649'), 'less than the least integer'],
  ['9007199254740992', whole('9007199254740992'), '2^53'],
  ['9007199254740993', { whole: '9007199254740993', decimal: '9007199254740993', float: '9007199254740992' }, 'one more'],
  ['9.007199254740993e15', { whole: '9007199254740993', decimal: '9007199254740993', float: '9007199254740992' }, 'the same with an exponent: SQLite makes a double of it', inSqlite(whole('9007199254740992'))],
  ['9223372036854775807', { whole: '9223372036854775807', decimal: '9223372036854775807', float: '9223372036854776000' }, 'the greatest bigint'],
  ['9223372036854775808', { decimal: '9223372036854775808', float: '9223372036854776000' }, 'one more: SQLite makes a double of it', inSqlite({ decimal: '9223372036854775808', float: '9223372036854776000' })],
  ['-9223372036854775808', { whole: '-9223372036854775808', decimal: '-9223372036854775808', float: '-9223372036854776000' }, 'the least bigint'],
  ['-9223372036854775809', { decimal: '-9223372036854775809', float: '-9223372036854776000' }, 'one less: SQLite makes a double of it', inSqlite({ decimal: '-9223372036854775808', float: '-9223372036854776000' })],
  // Other numbers
  ['0.1', number('0.1'), 'a fraction'],
  ['1.5', number('1.5'), 'one and a half'],
  ['1.50', number('1.5'), 'with a zero at the end'],
  ['15e-1', number('1.5'), 'with an exponent'],
  ['-1.5', number('-1.5'), 'below zero'],
  ['126.5', number('126.5'), 'between two tinyints'],
  ['0.10000000000000000555', { decimal: '0.10000000000000000555', float: '0.1' }, 'more digits than a double has', inSqlite(number('0.1'))],
  ['1.0000000000000000000000000000000000001', { decimal: '1.0000000000000000000000000000000000001', float: '1' }, 'more than the 30 digits after the point of MariaDB, and the 17 of SQLite', { ...inSqlite(whole('1')), ...inMariadb(whole('1')) }],
  ['99999999999999999999999999999999999', { decimal: '99999999999999999999999999999999999', float: '1e+35' }, 'the greatest decimal, which is 10^35 as a double', inSqlite({ float: '1e+35' })],
  ['100000000000000000000000000000000000', { float: '1e+35' }, 'one more'],
  ['1e35', { float: '1e+35' }, 'the same with an exponent'],
  ['9'.repeat(80), { float: '1e+80' }, 'eighty digits'],
  ['1.7976931348623157e308', { float: '1.7976931348623157e+308' }, 'the greatest double'],
  ['-1.7976931348623157e+308', { float: '-1.7976931348623157e+308' }, 'the least double'],
  ['1.7976931348623159e308', none, 'a number beyond doubles'],
  ['1e400', none, 'far beyond'],
  ['-1e400', none, 'far below'],
  ['5e-324', { decimal: `0.${'0'.repeat(323)}5`, float: '5e-324' }, 'the smallest double', { ...inSqlite(number('5e-324')), ...inMariadb({ decimal: '0', float: '5e-324' }) }],
  ['1e-400', { decimal: `0.${'0'.repeat(399)}1`, float: '0' }, 'smaller than any double: SQLite and MariaDB have nothing left of it but zero, which is whole', { ...inSqlite(whole('0')), ...inMariadb(whole('0')) }],
  ['1e99999', none, 'beyond the numbers of jsonb', { 'postgres jsonb': none }],
  ['1e999999', none, 'beyond the numbers of PostgreSQL', { 'postgres jsonb': 'unstorable' }],
  ['1e-999999', whole('0'), 'smaller than any number of PostgreSQL, to which it is NULL', { 'postgres jsonb': 'unstorable', 'postgres json': none }],
  [`${'9'.repeat(6000)}`, none, 'six thousand digits'],
  [
    `0.${'1'.repeat(6000)}`,
    { decimal: `0.${'1'.repeat(6000)}`, float: '0.1111111111111111' },
    'six thousand digits after the point, which PostgreSQL does not read of a text',
    {
      'postgres json': none,
      ...inSqlite(number('0.1111111111111111')),
      ...inMariadb({ decimal: `0.${'1'.repeat(30)}`, float: '0.1111111111111111' }),
    },
  ],
  // Dates
  ['"2024-02-29"', { text: '2024-02-29', date: '2024-02-29' }, 'a date'],
  ['"2024-02-30"', { text: '2024-02-30', date: '2024-02-30' }, 'the form of a date'],
  ['"2024\\u002d02-29"', { text: '2024-02-29', date: '2024-02-29' }, 'a date with an escape'],
  ['"2024-2-9"', text('2024-2-9'), 'too few digits'],
  ['"20240229"', text('20240229'), 'no hyphens'],
  ['"2024-02-29 "', text('2024-02-29 '), 'a space after it'],
  ['"2024-02-29\\n"', text('2024-02-29\n'), 'a line feed after it'],
  ['"\\n2024-02-29"', text('\n2024-02-29'), 'a line feed before it'],
  ['"x\\n2024-02-29"', text('x\n2024-02-29'), 'a line before it'],
  ['"2024-02-29T00:00:00Z"', text('2024-02-29T00:00:00Z'), 'a time after it'],
  ['"12024-02-29"', text('12024-02-29'), 'five digits of the year'],
  ['"٢٠٢٤-02-29"', text('٢٠٢٤-02-29'), 'digits of another script', notLatin1],
  ['20240229', whole('20240229'), 'a number'],
  // UUIDs
  [`"${uuid}"`, { text: uuid, uuid }, 'a uuid'],
  [`"${uuid.toUpperCase()}"`, { text: uuid.toUpperCase(), uuid }, 'in capitals'],
  [`"{${uuid}}"`, text(`{${uuid}}`), 'in braces'],
  [`"${uuid.replaceAll('-', '')}"`, text(uuid.replaceAll('-', '')), 'without hyphens'],
  [`"${uuid.slice(0, -1)}"`, text(uuid.slice(0, -1)), 'a digit short'],
  [`"${uuid.slice(0, -1)}g"`, text(`${uuid.slice(0, -1)}g`), 'a letter that is no digit'],
  [`"${uuid}\\n"`, text(`${uuid}\n`), 'a line feed after it'],
  [`"${uuid.replaceAll('a', 'ａ')}"`, text(uuid.replaceAll('a', 'ａ')), 'wide letters', notLatin1],
];

export const valueCases: readonly ValueCase[] = rows.map(([json, expected, why, except]) => ({
  json,
  expected,
  why,
  except,
}));
