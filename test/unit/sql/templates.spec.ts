import { dialectOf } from '../../../lib/dialects/index.js';
import { Statement } from '../../../lib/sql/statement/statement.js';
import { makerAt, valuesFrom } from '../../../lib/sql/statement/template.js';
import type { FilterValue } from '../../../lib/values/index.js';

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
