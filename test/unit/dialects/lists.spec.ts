import { type ListQuestion, type ListStorage, dialectOf } from '../../../lib/dialects/index.js';
import type { StoredAs } from '../../../lib/dialects/index.js';

/** The phrases of a driver, for a list in `x.tags`. */
class Phrases {
  readonly bound: unknown[] = [];

  constructor(
    private readonly driver: string,
    private readonly storage: ListStorage,
    private readonly elementsStoredAs: StoredAs = 'text',
    private readonly type = 'varchar',
  ) {}

  has(quantifier: ListQuestion['quantifier'], values: readonly unknown[], negated: boolean): string {
    const elements = values.map((value) => ({ value, json: JSON.stringify(value) }));
    const bind = (value: unknown) => `:p${this.bound.push(value)}`;
    return this.phrases.has(this.column, { quantifier, elements, bind, negated });
  }

  empty(negated: boolean): string {
    return this.phrases.empty(this.column, negated);
  }

  hasMatch(negated: boolean): string {
    return this.phrases.hasMatch(this.column, { matches: (element) => `${element} ~ :p1`, negated });
  }

  private get column() {
    return { sql: 'x.tags', elementsStoredAs: this.elementsStoredAs, type: this.type };
  }

  private get phrases() {
    const phrases = dialectOf(this.driver)?.lists[this.storage];
    if (phrases === undefined) throw new Error(`${this.driver} has no ${this.storage}`);
    return phrases;
  }
}

/** The question, the condition, and its parameters; the negation is the condition in NOT ( … ). */
type Row = readonly [
  asked: readonly ['every' | 'some', ...values: string[]],
  sql: string,
  bound: readonly unknown[],
  why: string,
];

function compiles(name: string, make: () => Phrases, rows: readonly Row[]): void {
  describe(name, () => {
    it.each(rows)('has %j: %s, of %j (%s)', ([quantifier, ...values], sql, bound) => {
      const phrases = make();
      expect(phrases.has(quantifier, values, false)).toBe(sql);
      expect(phrases.bound).toEqual(bound);
      expect(make().has(quantifier, values, true)).toBe(`NOT (${sql})`);
    });
  });
}

const exact = 'CAST(x.tags AS text[]) COLLATE "C"';

// prettier-ignore
compiles('an array of texts on PostgreSQL', () => new Phrases('postgres', 'array'), [
  [['every', 'a'], `(x.tags @> :p1 AND ${exact} @> :p2)`, [['a'], ['a']], 'by the index, and exactly'],
  [['every', 'a', 'b'], `(x.tags @> :p1 AND ${exact} @> :p2)`, [['a', 'b'], ['a', 'b']], 'the same SQL for more'],
  [['some', 'a', 'b'], `(x.tags && :p1 AND ${exact} && :p2)`, [['a', 'b'], ['a', 'b']], 'some of them'],
]);

compiles('an array of filled texts on PostgreSQL', () => new Phrases('postgres', 'array', 'text', 'char'), [
  [
    ['every', 'a '],
    `(x.tags @> :p1 AND ${exact} @> CAST(CAST(:p2 AS bpchar[]) AS text[]))`,
    [['a '], ['a ']],
    'as shown',
  ],
]);

compiles('an array of numbers on PostgreSQL', () => new Phrases('postgres', 'array', 'integer'), [
  [['every', '1', '2'], 'x.tags @> :p1', [['1', '2']], 'equal numbers are the same'],
  [['some', '1'], 'x.tags && :p1', [['1']], 'some of them'],
]);

compiles('an array on CockroachDB', () => new Phrases('cockroachdb', 'array'), [
  [['every', 'a'], 'x.tags @> :p1', [['a']], 'COLLATE is not for arrays'],
  [['some', 'a'], 'x.tags && :p1', [['a']], 'some of them'],
]);

const filledIn = (p: string) => `(CAST(CAST(${p} AS bpchar) AS text) = ANY(${exact})) IS TRUE`;

describe('an array by single parameters', () => {
  it.each([
    ['varchar', 'text', `(:p1 = ANY(${exact})) IS TRUE`, `(:p2 = ANY(${exact})) IS TRUE`],
    ['char', 'text', filledIn(':p1'), filledIn(':p2')],
    ['int', 'integer', '(:p1 = ANY(x.tags)) IS TRUE', '(:p2 = ANY(x.tags)) IS TRUE'],
  ] as const)('of %s, which are %s: %s', (type, storedAs, first, second) => {
    const phrases = () => new Phrases('aurora-postgres', 'array', storedAs, type);
    expect(phrases().has('every', ['1', '2'], false)).toBe(`(${first} AND ${second})`);
    expect(phrases().has('some', ['1', '2'], false)).toBe(`(${first} OR ${second})`);
    expect(phrases().has('some', ['1'], true)).toBe(`(x.tags IS NOT NULL AND NOT (${first}))`);
  });
});

const split = `string_to_array(x.tags COLLATE "default", ',')`;

compiles('a delimited list on PostgreSQL', () => new Phrases('postgres', 'delimited'), [
  [['every', 'a', 'b'], `${split} @> :p1`, [['a', 'b']], 'an index on string_to_array serves it'],
  [['some', 'a', 'b'], `${split} && :p1`, [['a', 'b']], 'some of them'],
]);

compiles('a delimited list by single parameters', () => new Phrases('aurora-postgres', 'delimited'), [
  [['every', 'a', 'b'], `${split} @> CAST(ARRAY[:p1, :p2] AS text[])`, ['a', 'b'], 'one by one'],
]);

const inSqlite = (p: string) => `INSTR(',' || x.tags || ',', ',' || ${p} || ',') > 0`;
const filled = "x.tags <> '' COLLATE BINARY";

compiles('a delimited list on SQLite', () => new Phrases('better-sqlite3', 'delimited'), [
  [['every', 'a'], `(${filled} AND (${inSqlite(':p1')}))`, ['a'], 'one'],
  [['every', 'a', 'b'], `(${filled} AND (${inSqlite(':p1')} AND ${inSqlite(':p2')}))`, ['a', 'b'], 'every'],
  [['some', 'a', 'b'], `(${filled} AND (${inSqlite(':p1')} OR ${inSqlite(':p2')}))`, ['a', 'b'], 'some'],
]);

const asBytes = (text: string) => `CONCAT(',', CAST(CONVERT(${text} USING utf8mb4) AS BINARY), ',')`;
const inMysql = (p: string) => `LOCATE(${asBytes(p)}, ${asBytes('x.tags')}) > 0`;

compiles('a delimited list on MySQL', () => new Phrases('mariadb', 'delimited'), [
  [['every', 'a', 'b'], `(LENGTH(x.tags) <> 0 AND (${inMysql(':p1')} AND ${inMysql(':p2')}))`, ['a', 'b'], 'every'],
  [['some', 'a', ''], `(LENGTH(x.tags) <> 0 AND (${inMysql(':p1')} OR ${inMysql(':p2')}))`, ['a', ''], 'some'],
]);

describe('no elements', () => {
  it.each([
    ['postgres', 'array', "x.tags = '{}'", "x.tags <> '{}'"],
    ['cockroachdb', 'array', "x.tags = '{}'", "x.tags <> '{}'"],
    ['aurora-postgres', 'array', "x.tags = '{}'", "x.tags <> '{}'"],
    ['postgres', 'delimited', `x.tags COLLATE "default" = ''`, `x.tags COLLATE "default" <> ''`],
    ['better-sqlite3', 'delimited', "x.tags = '' COLLATE BINARY", filled],
    ['mariadb', 'delimited', 'LENGTH(x.tags) = 0', 'LENGTH(x.tags) <> 0'],
  ] as const)('on %s in %s: %s, or else %s', (driver, storage, empty, other) => {
    expect(new Phrases(driver, storage).empty(false)).toBe(empty);
    expect(new Phrases(driver, storage).empty(true)).toBe(other);
  });
});

const unnested = 'EXISTS (SELECT 1 FROM UNNEST(x.tags) AS nf_element(v) WHERE CAST(nf_element.v AS text) ~ :p1)';
const ofArray = [unnested, `(x.tags IS NOT NULL AND NOT ${unnested})`] as const;

describe('an element that matches', () => {
  it.each([
    ['postgres', 'array', ...ofArray],
    ['cockroachdb', 'array', ...ofArray],
    ['aurora-postgres', 'array', ...ofArray],
    // Without a comma, what is found in the text is in one element.
    ['postgres', 'delimited', 'x.tags ~ :p1', 'NOT (x.tags ~ :p1)'],
    ['aurora-postgres', 'delimited', 'x.tags ~ :p1', 'NOT (x.tags ~ :p1)'],
    ['better-sqlite3', 'delimited', 'x.tags ~ :p1', 'NOT (x.tags ~ :p1)'],
    ['mariadb', 'delimited', 'x.tags ~ :p1', 'NOT (x.tags ~ :p1)'],
  ] as const)('on %s in %s: %s, or else %s', (driver, storage, matches, other) => {
    expect(new Phrases(driver, storage).hasMatch(false)).toBe(matches);
    expect(new Phrases(driver, storage).hasMatch(true)).toBe(other);
  });
});
