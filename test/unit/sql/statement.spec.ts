import { dialectOf } from '../../../lib/dialects/index.js';
import { Statement, type StatementFacts } from '../../../lib/sql/statement.js';

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
