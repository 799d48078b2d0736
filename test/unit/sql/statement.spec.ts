import { dialectOf } from '../../../lib/dialects/index.js';
import { operandsText } from '../../../lib/sql/index.js';
import type { Statement } from '../../../lib/sql/statement.js';
import { makerAt, makerOfAll, makerOfPadded, padded, valuesFrom } from '../../../lib/sql/binding.js';
import type { FilterValue } from '../../../lib/values/index.js';
import { statementFor } from '../../support/statements.js';

const dialect = dialectOf('postgres');
if (dialect === undefined) throw new Error('no dialect');

/** Names that are counted are in every reviewed statement of this folder. */
describe('names of parameters of a builder that the host may embed in another', () => {
  const bound = () => statementFor(dialect, true).bind('a');

  it('never come twice', () => {
    const names = [bound(), bound()];
    expect(new Set(names).size).toBe(2);
    expect(names[0]).toMatch(/^:nf_p\d+$/);
  });

  it('are counted where another copy of this package counts on', () => {
    const counter: unknown = Reflect.get(globalThis, Symbol.for('nestjs-filterable:parameters-named'));
    const name = bound();
    expect(counter).toEqual({ named: Number(name.replace(':nf_p', '')) });
  });
});

type Bind = (statement: Statement, values: readonly FilterValue[]) => unknown;

const array: Bind = (statement, values) => statement.bindList(values, makerOfAll(String));
const spread: Bind = (statement, values) => statement.bindList(values, makerOfPadded(String));
const places: Bind = (statement, values) =>
  padded(values).forEach((_, index) => statement.bindFrom(values, makerAt(index, String)));
const all: Bind = (statement, values) => [
  array(statement, values),
  spread(statement, values),
  places(statement, values),
];

const upTo = (length: number) => Array.from({ length }, (_, index) => String(index));

/** How an operand is bound, the number of its values in a template, and in another request of the structure. */
const rows: readonly (readonly [how: string, bind: Bind, length: number, other: number])[] = [
  ['as an array', array, 2, 5],
  ['as a list that is spread', spread, 3, 4],
  ['one by one', places, 8, 5],
  ['in every way', all, 4, 3],
  ['once', all, 1, 1],
  ['in no way', () => undefined, 2, 4],
];

it.each(rows)('the template of an operand that is bound %s is of lists of its class: %#', (_, bind, length, other) => {
  const statement = statementFor(dialect);
  const values = upTo(length);
  bind(statement, values);
  const template = statement.template([values]);
  if (template === undefined) throw new Error('no template');
  const anew = statementFor(dialect);
  bind(anew, upTo(other));
  const made = valuesFrom(template, [upTo(other)], dialect);
  const named = template.parameters.map(({ name }, place) => [name, made[place]]);
  expect(Object.fromEntries(named)).toEqual(anew.parameters);
});

it.each([
  ...[
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 4],
    [5, 8],
    [8, 8],
    [9, 16],
    [500, 512],
    [1_000, 1_024],
    [1_025, 1_025],
  ],
])('a list of %i is written with %i members, the last one repeated', (length, expected) => {
  const list = padded(upTo(length));
  expect(list).toHaveLength(expected);
  expect([...new Set(list)]).toEqual(upTo(length));
  expect(list.slice(0, length)).toEqual(upTo(length));
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
