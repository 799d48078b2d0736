import { dialectOf } from '../../../lib/dialects/index.js';
import { Statement } from '../../../lib/sql/statement/statement.js';
import type { StatementFacts } from '../../../lib/sql/statement/facts.js';

function statementOn(driver: string, facts: Partial<StatementFacts> = {}): Statement {
  const dialect = dialectOf(driver);
  if (dialect === undefined) throw new Error(`there is no dialect of ${driver}`);
  const plain = { escape: (name: string) => `"${name}"`, isTaken: () => false, scopes: new Map(), withDeleted: false };
  return new Statement({ dialect, ...plain, ...facts });
}

/** Whole numbers have tables in test/unit/dialects. */
describe('a value that is no BigInt, for a driver that binds none', () => {
  it.each([['7'], [0.5], [true], [null]])('%p is bound as it is', (value) => {
    const statement = statementOn('sqljs');
    expect(statement.bind(value)).toBe(':nf_p1');
    expect(statement.parameters).toEqual({ nf_p1: value });
  });
});

describe('names', () => {
  it('are counted, and passed over where they are taken', () => {
    const statement = statementOn('postgres', { isTaken: (name) => name === 'nf_2' || name === 'nf_p1' });
    expect([statement.alias(), statement.name(), statement.bind('a'), statement.bind('b')]).toEqual([
      '"nf_1"',
      'nf_3',
      ':nf_p2',
      ':nf_p3',
    ]);
  });

  it('are the same in the next statement', () => {
    const names = () => [1, 2].map(() => statementOn('postgres')).map((statement) => statement.bind('a'));
    expect(names()).toEqual([':nf_p1', ':nf_p1']);
  });

  it('of parameters never come twice, where the host may embed one statement in another', () => {
    const unique = { uniqueParameters: true };
    const names = [1, 2].map(() => statementOn('postgres', unique).bind('a'));
    expect(new Set(names).size).toBe(2);
    expect(names[0]).toMatch(/^:nf_p\d+$/);
  });

  it('of such parameters are counted where another copy of this package counts on', () => {
    const counter: unknown = Reflect.get(globalThis, Symbol.for('nestjs-filterable:parameters-named'));
    const name = statementOn('postgres', { uniqueParameters: true }).bind('a');
    expect(counter).toEqual({ named: Number(name.replace(':nf_p', '')) });
  });
});

describe('a copy', () => {
  it('goes on with the names and parameters of its statement, which knows nothing of those of the copy', () => {
    const statement = statementOn('postgres');
    statement.bind('a');
    statement.name();
    const copies = [1, 2].map(() => statement.copy());
    for (const copy of copies) {
      expect([copy.name(), copy.bind('b')]).toEqual(['nf_2', ':nf_p2']);
      expect(copy.parameters).toEqual({ nf_p1: 'a', nf_p2: 'b' });
    }
    expect(statement.parameters).toEqual({ nf_p1: 'a' });
    expect([statement.name(), statement.bind('c')]).toEqual(['nf_2', ':nf_p2']);
  });

  it('is planned for values where its statement is, and not the other way round', () => {
    const statement = statementOn('postgres', { naming: () => undefined });
    statement.copy().planForValues();
    expect(statement.naming).toBeDefined();
    statement.planForValues();
    expect(statement.copy().naming).toBeUndefined();
  });
});
