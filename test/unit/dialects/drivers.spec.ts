import { readFileSync } from 'node:fs';
import { dialectOf, dialects, driversBy } from '../../../lib/dialects/index.js';
import { junction } from '../../../lib/dialects/dialect.js';
import { mysql } from '../../../lib/dialects/mysql.js';
import { postgres } from '../../../lib/dialects/postgres.js';
import { sqlite } from '../../../lib/dialects/sqlite.js';
import { spreadOperand } from '../../../lib/sql/binding.js';
import type { Statement } from '../../../lib/sql/statement.js';
import { statementFor } from '../../support/statements.js';

/** A whole number beyond those that are exact as JavaScript numbers. */
const large = 9007199254740993n;

const rows: readonly (readonly [driver: string, sql: string, bound: unknown])[] = [
  ['better-sqlite3', ':nf_p1', large],
  ['sqljs', 'CAST(:nf_p1 AS INTEGER)', '9007199254740993'],
  ['sqlite', 'CAST(:nf_p1 AS INTEGER)', '9007199254740993'],
  ['expo', 'CAST(:nf_p1 AS INTEGER)', '9007199254740993'],
  ['react-native', 'CAST(:nf_p1 AS INTEGER)', '9007199254740993'],
  ['capacitor', 'CAST(:nf_p1 AS INTEGER)', '9007199254740993'],
  ['cordova', 'CAST(:nf_p1 AS INTEGER)', '9007199254740993'],
  ['nativescript', 'CAST(:nf_p1 AS INTEGER)', '9007199254740993'],
  ['postgres', ':nf_p1', large],
  ['cockroachdb', ':nf_p1', large],
  ['aurora-postgres', ':nf_p1', large],
  ['mariadb', ':nf_p1', large],
  ['mysql', ':nf_p1', large],
  ['aurora-mysql', 'CAST(:nf_p1 AS DECIMAL(20))', '9007199254740993'],
];

function statementOf(driver: string): Statement {
  const dialect = dialectOf(driver);
  if (dialect === undefined) throw new Error(`no dialect for ${driver}`);
  return statementFor(dialect);
}

describe('a BigInt', () => {
  it.each(rows)('by %s', (driver, sql, bound) => {
    const statement = statementOf(driver);
    expect([statement.bind(large), statement.parameters]).toEqual([sql, { nf_p1: bound }]);
  });

  it('has a row for every driver', () => {
    expect(rows.map(([driver]) => driver).sort()).toEqual(
      dialects.flatMap(({ drivers }) => Object.keys(drivers)).sort(),
    );
  });

  it('of a list has a phrase of its own where it needs one', () => {
    const statement = statementOf('sqljs');
    expect(spreadOperand(statement, ['1', '2'], (value) => (typeof value === 'string' ? BigInt(value) : value))).toBe(
      'CAST(:nf_p1 AS INTEGER), CAST(:nf_p2 AS INTEGER)',
    );
    expect(spreadOperand(statement, ['1', '2'], String)).toBe(':...nf_p3');
    expect(statement.parameters).toEqual({ nf_p1: '1', nf_p2: '2', nf_p3: ['1', '2'] });
  });
});

describe('the drivers', () => {
  it('are told from one another in docs/databases.md', () => {
    const text = readFileSync('docs/databases.md', 'utf8');
    const told = (proof: string) =>
      [...text.matchAll(new RegExp(`^\\| (.*?) +\\| ${proof}`, 'gm'))].flatMap(([, cell = '']) =>
        [...cell.matchAll(/`([\w-]+)`/g)].map(([, driver = '']) => driver),
      );
    expect(told('run').sort()).toEqual([...driversBy('run')].sort());
    expect(told('documents').sort()).toEqual([...driversBy('documents')].sort());
  });
});

const byName = { mysql, postgres, sqlite };

/** Bug: on PostgreSQL, a `bigint` beside `LENGTH()`, which has 32 bits, was an error of the database. */
describe('an expression of the host’s own is compared with any number of its kind', () => {
  it.each([
    ['postgres', 'integer', 'CAST((SELECT 1) AS numeric)'],
    ['postgres', 'decimal', 'CAST((SELECT 1) AS numeric)'],
    ['postgres', 'double', 'CAST((SELECT 1) AS double precision)'],
    ['postgres', 'single', '(SELECT 1)'],
    ['postgres', 'text', '(SELECT 1)'],
    ['postgres', 'datetime', '(SELECT 1)'],
    ['sqlite', 'integer', 'CAST((SELECT 1) AS NUMERIC)'],
    ['sqlite', 'text', '(SELECT 1)'],
    ['mysql', 'integer', '(SELECT 1)'],
  ] as const)('on %s, %s', (name, storedAs, sql) => {
    expect(byName[name].computed({ sql: '(SELECT 1)', storedAs })).toBe(sql);
  });
});

const parts = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);

/** The depth of the brackets, and the length of the longest chain within one. */
function shapeOf(text: string): { depth: number; longest: number } {
  const shape = { depth: 0, longest: 0 };
  const open: number[] = [];
  for (const token of text.match(/[()]|OR/g) ?? []) {
    if (token === '(') open.push(1);
    else if (token === ')') shape.longest = Math.max(shape.longest, open.pop() ?? 0);
    else open.push((open.pop() ?? 0) + 1);
    shape.depth = Math.max(shape.depth, open.length);
  }
  return shape;
}

describe('a chain of conditions', () => {
  it.each([
    [1, '(p0)'],
    [2, '(p0 OR p1)'],
    [3, '(p0 OR p1 OR p2)'],
  ])('of %i', (count, text) => {
    expect(junction('OR', parts(count))).toBe(text);
    expect(junction('AND', parts(count))).toBe(text.replaceAll('OR', 'AND'));
  });

  it('of none is a constant: all of them hold, and not one', () => {
    expect(junction('AND', [])).toBe('1 = 1');
    expect(junction('OR', [])).toBe('1 = 0');
  });

  it.each([
    [100, 1, 100],
    [101, 2, 100],
    [1_000, 2, 100],
    [10_001, 3, 100],
  ])('of %i is %i deep, with at most %i parts in a bracket', (count, depth, longest) => {
    const text = junction('OR', parts(count));
    expect(shapeOf(text)).toEqual({ depth, longest });
    expect(text.match(/p\d+/g)).toEqual(parts(count));
  });
});
