import { readFileSync } from 'node:fs';
import { dialectOf, dialects, driversBy } from '../../../lib/dialects/index.js';
import { spreadOperand } from '../../../lib/sql/statement/binding.js';
import { Statement } from '../../../lib/sql/statement/statement.js';

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
  return new Statement({
    dialect,
    escape: (name) => name,
    isTaken: () => false,
    scopes: new Map(),
    withDeleted: false,
  });
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
  it('are known by tests or by documents, each once', () => {
    const all = [...driversBy('run'), ...driversBy('documents')];
    expect(new Set(all).size).toBe(all.length);
    expect(all.sort()).toEqual(rows.map(([driver]) => driver).sort());
  });

  it('are told from one another in CONTRIBUTING.md', () => {
    const text = readFileSync('CONTRIBUTING.md', 'utf8');
    const told = (proof: string) =>
      [...text.matchAll(new RegExp(`^\\| (.*?) +\\| ${proof}`, 'gm'))].flatMap(([, cell = '']) =>
        [...cell.matchAll(/`([\w-]+)`/g)].map(([, driver = '']) => driver),
      );
    expect(told('run').sort()).toEqual([...driversBy('run')].sort());
    expect(told('documents').sort()).toEqual([...driversBy('documents')].sort());
  });
});
