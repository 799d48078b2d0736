import { dialectOf } from '../../../lib/dialects/index.js';
import { operandsText } from '../../../lib/sql/index.js';
import type { StatementFacts } from '../../../lib/sql/statement/facts.js';
import { Statement } from '../../../lib/sql/statement/statement.js';
import { makerAt, valuesFrom } from '../../../lib/sql/statement/template.js';
import type { FilterValue } from '../../../lib/values/index.js';

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

type Bind = (statement: Statement, values: readonly FilterValue[]) => unknown;

const dialect = dialectOf('postgres');
if (dialect === undefined) throw new Error('no dialect');
const facts = {
  dialect,
  escape: (name: string) => name,
  isTaken: () => false,
  scopes: new Map<never, never>(),
  withDeleted: false,
};

const list: Bind = (statement, values) => statement.bindList(values, String, 'list');
const spread: Bind = (statement, values) => statement.bindList(values, String, 'spread');
const places: Bind = (statement, values) =>
  values.forEach((_, index) => statement.bindFrom(values, makerAt(index, String)));
const both: Bind = (statement, values) => [list(statement, values), places(statement, values)];
const first: Bind = (statement, values) => statement.bindFrom(values, makerAt(0, String));
const nothing: Bind = () => undefined;

const upTo = (length: number) => Array.from({ length }, (_, index) => String(index));

/**
 * How an operand is bound, the number of its values in a template, and those of requests that the template holds for.
 */
const rows: readonly (readonly [how: string, bind: Bind, length: number, fits: readonly number[]])[] = [
  ['as a list', list, 1, [1]],
  ['as a list', list, 2, [2, 3, 4]],
  ['as a list', list, 4, [2, 3, 4]],
  ['as a list that is spread', spread, 1, [1]],
  ['as a list that is spread', spread, 3, [2, 3, 4]],
  ['one by one', places, 2, [2]],
  ['one by one', places, 3, [3]],
  ['in both ways', both, 2, [2]],
  ['by its first value', first, 2, [2]],
  ['in no way', nothing, 1, [1]],
  ['in no way', nothing, 2, [2, 3, 4]],
];

it.each(rows)('an operand that is bound %s has a template: %#', (_, bind, length, fits) => {
  const statement = new Statement(facts);
  const values = upTo(length);
  bind(statement, values);
  const template = statement.template([values]);
  if (template === undefined) throw new Error('no template');
  const made = [1, 2, 3, 4].map((other) => valuesFrom(template, [upTo(other)], dialect));
  expect([1, 2, 3, 4].filter((_, index) => made[index] !== undefined)).toEqual(fits);
  for (const other of fits) {
    const anew = new Statement(facts);
    bind(anew, upTo(other));
    expect(Statement.of(facts, template, made[other - 1] ?? []).parameters).toEqual(anew.parameters);
  }
});

it('a list that is spread is told by its length, because each length has a text of its own', () => {
  const places = [list, spread].map((bind) => {
    const statement = new Statement(facts);
    const values = upTo(2);
    bind(statement, values);
    return statement.template([values])?.spread;
  });
  expect(places).toEqual([[], [0]]);
});

const instant = (epoch: number, micros = 0): FilterValue => ({ type: 'instant', epoch, micros });

/** Operands of one structure, no two of which are the same. */
const operands: readonly (readonly (readonly FilterValue[])[])[] = [
  [['1', '2'], ['3']],
  [['1'], ['2', '3']],
  [['1', '2', '3']],
  [['12'], ['3']],
  [['1'], ['23']],
  [['1,2'], ['3']],
  [['1","2'], ['3']],
  [['1"],["2'], ['3']],
  [[''], ['1']],
  [['', ''], ['1']],
  [[1], ['1']],
  [['1'], [1]],
  [[true], ['1']],
  [['true'], ['1']],
  [[instant(1)], ['1']],
  [[instant(1, 1)], ['1']],
  [[instant(11)], ['1']],
  [[instant(1), instant(1)], ['1']],
];

it('operands have one text where they are equal, and different ones where they are not', () => {
  const texts = operands.map(operandsText);
  expect(new Set(texts).size).toBe(operands.length);
  expect(operands.map((each) => operandsText(structuredClone(each)))).toEqual(texts);
});
