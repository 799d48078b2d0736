import { type CarriedText, type Carrier } from '../../../lib/dialects/carrier.js';
import { dialectOf } from '../../../lib/dialects/index.js';
import type { StoredAs } from '../../../lib/dialects/dialect.js';

function carrierOf(driver: string): Carrier {
  const dialect = dialectOf(driver);
  if (dialect === undefined) throw new Error(`no dialect for ${driver}`);
  return dialect.carrier;
}

const [sqlite, postgres, cockroach, mysql] = ['better-sqlite3', 'postgres', 'cockroachdb', 'mariadb'].map(
  carrierOf,
) as [Carrier, Carrier, Carrier, Carrier];
const hex = (text: string, encoding: 'utf8' | 'utf16le' = 'utf8') =>
  Buffer.from(text, encoding).toString('hex').toUpperCase();
const never = () => false;

describe('what SQLite has read, as the text of a cursor', () => {
  it.each<[raw: unknown, storedAs: StoredAs, text: CarriedText, why: string]>([
    ['i7', 'integer', { plain: '7', marked: 'i7' }, 'a whole number in a column of them'],
    ['i7', 'text', { plain: undefined, marked: 'i7' }, 'one in a column of texts'],
    ['i7', 'double', { plain: undefined, marked: 'i7' }, 'one in a column of floats'],
    [7.5, 'double', { plain: '7.5', marked: 'r7.5' }, 'a float in a column of them'],
    [7.5, 'decimal', { plain: '7.5', marked: 'r7.5' }, 'a float for a decimal'],
    [7.5, 'integer', { plain: undefined, marked: 'r7.5' }, 'a float in a column of whole numbers'],
    ['b00FF', 'bytes', { plain: '00FF', marked: 'b00FF' }, 'bytes in a column of them'],
    ['b00FF', 'text', { plain: undefined, marked: 'b00FF' }, 'bytes in a column of texts'],
    [hex('€Zoë'), 'text', { plain: 'Zoë', marked: `t${hex('Zoë')}` }, 'a text in a column of them'],
    [hex('€'), 'text', { plain: '', marked: 't' }, 'the empty text'],
    [hex('€a'), 'date', { plain: 'a', marked: 't61' }, 'a text in a column of dates'],
    [hex('€a'), 'integer', { plain: undefined, marked: 't61' }, 'a text in a column of numbers'],
    [`${hex('€')}FF`, 'text', { plain: undefined, marked: 'tFF' }, 'bytes that are no UTF-8'],
    [hex('€a', 'utf16le'), 'text', { marked: 't6100' }, 'a text of a database in UTF-16'],
    ['20AC0061', 'text', { marked: 't0061' }, 'the other way round'],
  ])('%j in a column of %s is %j: %s', (raw, storedAs, text) => {
    expect(sqlite.textOf(raw, storedAs)).toEqual(text);
  });

  it.each<[text: string, isMarked: boolean]>([
    ['i-9223372036854775808', true],
    ['i', false],
    ['i1.5', false],
    ['i12345678901234567890', false],
    ['r-1.5e+10', true],
    ['r-Infinity', true],
    ['r1e5', false],
    ['rNaN', false],
    ['t', true],
    ['tC3AB', true],
    ['tC3A', false],
    ['b00ff', false],
    ['b00FF', true],
    ['x00', false],
    [' i1', false],
    ['i1 ', false],
  ])('%j can be a value: %s', (text, isMarked) => {
    expect(sqlite.isMarked(text, 'text', never)).toBe(isMarked);
  });

  it.each<[text: string, sql: string | undefined, bound: unknown]>([
    ['i7', '+CAST(? AS INTEGER)', '7'],
    ['r7.5', '+CAST(? AS REAL)', '7.5'],
    ['r-Infinity', '+CAST(? AS REAL)', '-9e999'],
    ['tC3AB', '+CAST(? AS TEXT)', Buffer.from('ë')],
    ['b00FF', '?', Buffer.from([0, 255])],
  ])('%j is bound as %s', (text, sql, bound) => {
    const values: unknown[] = [];
    const bind = (value: unknown) => (values.push(value), '?');
    expect(sqlite.marked?.(text, bind)).toBe(sql);
    expect(values).toEqual([bound]);
  });

  it('is read with its storage class, and a text with a sign of its encoding', () => {
    expect(sqlite.select({ sql: 'c', storedAs: 'text' })).toBe(
      "CASE TYPEOF(c) WHEN 'text' THEN HEX('€' || c) WHEN 'integer' THEN 'i' || c WHEN 'blob' THEN 'b' || HEX(c) ELSE c END",
    );
  });

  it('binds a plain number of a column of floats as a float, and leaves the others to their kind', () => {
    const bind = (value: unknown) => `<${String(value)}>`;
    expect(sqlite.plain?.('7.5', 'decimal', bind)).toBe('+CAST(<7.5> AS REAL)');
    expect(sqlite.plain?.('7', 'integer', bind)).toBeUndefined();
  });
});

describe('what PostgreSQL has read', () => {
  it.each<[storedAs: StoredAs, select: string, raw: string, plain: string]>([
    ['double', "ENCODE(FLOAT8SEND(c), 'hex')", '3fb999999999999a', '0.1'],
    ['single', "ENCODE(FLOAT4SEND(c), 'hex')", '3dcccccd', '0.10000000149011612'],
    ['datetime', 'CAST(to_json(c) AS text)', '"2024-03-01T10:00:00.000001"', '2024-03-01T10:00:00.000001'],
    ['date', 'CAST(to_json(c) AS text)', '"2024-03-01"', '2024-03-01'],
    ['integer', 'CAST(c AS text)', '7', '7'],
    ['text', 'CAST(c AS text)', 'a', 'a'],
  ])('of %s by %s: %s is %s', (storedAs, select, raw, plain) => {
    expect(postgres.select({ sql: 'c', storedAs })).toBe(select);
    expect(postgres.textOf(raw, storedAs)).toEqual({ plain });
    expect(postgres.isMarked(raw, storedAs, () => true)).toBe(false);
  });

  it('is a text on CockroachDB, floats too', () => {
    expect(cockroach.select({ sql: 'c', storedAs: 'double' })).toBe('CAST(c AS text)');
    expect(cockroach.textOf('0.1', 'double')).toEqual({ plain: '0.1' });
  });
});

describe('the text of a value as a column gives it', () => {
  it.each<[raw: unknown, storedAs: StoredAs, postgres: string | undefined, mysql: string | undefined]>([
    ['a', 'text', 'a', undefined],
    ['a', 'label', 'a', undefined],
    ['0c7d', 'uuid', '0c7d', '0c7d'],
    [7, 'integer', '7', '7'],
    ['7', 'integer', '7', '7'],
    [7n, 'integer', '7', '7'],
    // A host may have told the driver to make numbers of them.
    [2 ** 53, 'integer', undefined, undefined],
    [1.5, 'integer', undefined, undefined],
    ['1.50', 'decimal', '1.50', '1.50'],
    [1.5, 'decimal', undefined, undefined],
    [true, 'boolean', 'true', undefined],
    [1, 'boolean', undefined, '1'],
    ['10:00:00', 'time', '10:00:00', undefined],
    [new Date(0), 'datetime', undefined, undefined],
    ['2024-03-01', 'date', undefined, undefined],
    [0.1, 'double', undefined, undefined],
    [Buffer.from('a'), 'bytes', undefined, undefined],
    [{}, 'text', undefined, undefined],
  ])('%p in a column of %s is %p on PostgreSQL and %p on MySQL', (raw, storedAs, onPostgres, onMysql) => {
    const declared = { precision: 20, scale: 2 };
    expect(postgres.directTexts?.[storedAs]?.(raw, declared)).toBe(onPostgres);
    expect(cockroach.directTexts?.[storedAs]?.(raw, declared)).toBe(onPostgres);
    expect(mysql.directTexts?.[storedAs]?.(raw, declared)).toBe(onMysql);
  });

  it.each<[raw: unknown, precision: number | undefined, scale: number | null | undefined, isWhole: boolean]>([
    ['1.50', 10, 2, true],
    ['-1.50', 10, 2, true],
    ['1.5', 10, 2, false],
    ['1.500', 10, 2, false],
    ['1', 10, 2, false],
    ['1', 10, undefined, true],
    ['1', 10, null, true],
    ['1', undefined, 0, true],
    ['1.5', 10, undefined, false],
    ['1', undefined, undefined, false],
    ['1.50', undefined, undefined, false],
    ['1234567890123.45', 30, 2, true],
    ['-1234567890123.45', 30, 2, true],
    ['12345678901234.56', 30, 2, false],
    ['0.000000000000001', 30, 15, false],
    ['1.50 ', 10, 2, false],
    ['1,500.00', 10, 2, false],
    ['1e2', 10, 0, false],
    ['NaN', 10, 2, false],
    ['', 10, 0, false],
    [1, 10, 0, false],
    [null, 10, 0, false],
  ])('%p of DECIMAL(%p, %p) has every digit: %p', (raw, precision, scale, isWhole) => {
    for (const carrier of [postgres, cockroach, mysql]) {
      expect(carrier.directTexts?.decimal?.(raw, { precision, scale })).toBe(isWhole ? raw : undefined);
    }
  });
});

describe('what MySQL has read', () => {
  it('is a text, of floats the one with all digits', () => {
    expect(mysql.select({ sql: 'c', storedAs: 'single' })).toBe('(c + 0e0)');
    expect(mysql.select({ sql: 'c', storedAs: 'double' })).toBe('(c + 0e0)');
    expect(mysql.select({ sql: 'c', storedAs: 'text' })).toBe('CAST(c AS CHAR)');
    expect(mysql.textOf(7, 'integer')).toEqual({ plain: '7', marked: '7' });
  });

  it.each<[storedAs: StoredAs, text: string, isMarked: boolean, why: string]>([
    ['text', 'a\0b\0', true, 'a text with NULs'],
    ['text', 'x', false, 'one that is no text without them either'],
    ['boolean', '-128', true, 'TINYINT(1) may be any small number'],
    ['boolean', '2', true, 'not only 0 and 1'],
    ['boolean', '1280', false, 'but no larger one'],
    ['boolean', 'x1', false, 'nor a word'],
    ['date', '2024-00-00', true, 'no month and no day'],
    ['date', '2024-02-00', true, 'no day'],
    ['date', '2024-00-31', true, 'no month'],
    ['date', '2024-02-01', false, 'a whole date is plain'],
    ['date', '2024-13-00', false, 'no such month'],
    ['date', '2024-00-32', false, 'no such day'],
    ['date', 'x2024-00-00', false, 'something before it'],
    ['date', '2024-00-00x', false, 'something after it'],
    ['datetime', '2024-00-00 10:00:00', true, 'a time after such a date'],
    ['datetime', '2024-00-00 23:59:59.123456', true, 'with a fraction'],
    ['datetime', '2024-00-00 24:00:00', false, 'no such time'],
    ['datetime', '2024-00-00 10:00:00.1234567', false, 'too long a fraction'],
    ['datetime', '2024-00-00', false, 'no time at all'],
    ['datetime', '2024-01-01 10:00:00', false, 'a whole date-time is plain'],
    ['integer', '7', false, 'nothing is promised beyond numbers'],
  ])('in a column of %s, %j: %s, %s', (storedAs, text, isMarked) => {
    expect(mysql.isMarked(text, storedAs, (plain) => plain === 'ab')).toBe(isMarked);
  });
});
