import { builtInOperators } from 'nestjs-filterable';
import type { SampleColumn } from '../../support/samples/columns.js';
import type { EngineName } from '../../support/databases.js';
import { arrays } from './operators/arrays.js';
import { spelledOut } from './operators/documents/store.js';
import { listRows, ofList, rowOf } from './operators/list-rows.js';
import { probes } from './operators/probes.js';
import { simpleArrays } from './operators/simple-arrays.js';
import { Writer, operandOf } from './operators/writer.js';

const operators = builtInOperators.filter(ofList);
const others = builtInOperators.filter((operator) => !ofList(operator));

/** The arrays of PostgreSQL, with the elements that each is asked for. */
const elements: Readonly<Record<string, readonly [SampleColumn, readonly [string, string]]>> = {
  text: [{ type: 'text' }, probes.text.values],
  varchar: [{ type: 'varchar' }, probes.text.values],
  smallint: [{ type: 'smallint' }, probes.smallint.values],
  integer: [{ type: 'int' }, probes.integer.values],
  bigint: [{ type: 'bigint' }, probes.bigint.values],
  decimal: [{ type: 'numeric' }, probes.decimal.values],
  real: [{ type: 'real' }, probes.real.values],
  float: [{ type: 'float8' }, probes.float.values],
  boolean: [{ type: 'boolean' }, probes.boolean.values],
  date: [{ type: 'date' }, probes.date.values],
  datetime: [{ type: 'timestamp' }, probes.datetime.values],
  instant: [{ type: 'timestamptz' }, probes.instant.values],
  time: [{ type: 'time' }, probes.time.values],
  uuid: [{ type: 'uuid' }, probes.uuid.values],
  enum: [{ type: 'enum', enum: ['small', 'middling', 'large'], enumName: 'sizes' }, probes.enum.values],
};

describe('arrays of PostgreSQL', () => {
  let writer: Writer;

  beforeAll(async () => {
    const columns = Object.entries(elements).map(([name, [column]]) => [name, { ...column, array: true }] as const);
    writer = await Writer.of('postgres', Object.fromEntries(columns));
  });

  it('have a row for every operator of lists and every kind of element, and no other', () => {
    const due = operators.flatMap(({ token }) => Object.keys(elements).map((kind) => `${token} ${kind}`));
    const there = listRows(arrays).map(([token, kind]) => `${token} ${kind}`);
    expect(there.sort()).toEqual(due.sort());
  });

  it.each(listRows(arrays))('are asked %s of %s', (token, name, operator, row) => {
    const [holds, fails, parameters] = spelledOut(row, { x: `"s"."${name}"` });
    const condition = { [token]: operandOf(operator, elements[name]?.[1] ?? ['', '']) };
    expect(writer.where({ [name]: condition })).toEqual([holds, parameters]);
    expect(writer.where({ [name]: { $not: condition } })).toEqual([fails, parameters]);
  });

  it.each(Object.keys(elements))('of %s refuse every other operator', (name) => {
    for (const operator of others) {
      const condition = { [operator.token]: operandOf(operator, elements[name]?.[1] ?? ['', '']) };
      const refused = writer.refusal({ [name]: condition });
      expect([operator.token, refused]).toEqual([operator.token, 'operator_not_allowed']);
    }
  });
});

const escaped: Readonly<Record<EngineName, string>> = {
  sqlite: '"s"."tags"',
  postgres: '"s"."tags"',
  mariadb: '`s`.`tags`',
};

describe.each(Object.entries(escaped))('a simple-array on %s', (name, x) => {
  const engine = name as EngineName;
  let writer: Writer;

  beforeAll(async () => {
    writer = await Writer.of(engine, { tags: { type: 'simple-array' } });
  });

  it('has a row for every operator of lists, and no other', () => {
    expect(Object.keys(simpleArrays[engine]).sort()).toEqual(operators.map(({ token }) => token).sort());
  });

  it.each(operators.map((operator) => [operator.token, operator] as const))('is asked %s', (token, operator) => {
    const [holds, fails, parameters] = spelledOut(rowOf(simpleArrays[engine], token), { x });
    const condition = { [token]: operandOf(operator, probes.text.values) };
    expect(writer.where({ tags: condition })).toEqual([holds, parameters]);
    expect(writer.where({ tags: { $not: condition } })).toEqual([fails, parameters]);
  });

  it.each(others.map((operator) => [operator.token, operator] as const))('refuses %s', (token, operator) => {
    const refused = writer.refusal({ tags: { [token]: operandOf(operator, probes.text.values) } });
    expect(refused).toBe('operator_not_allowed');
  });

  it('refuses an element with a comma, which would be two', () => {
    expect(writer.refusal({ tags: { $has: 'a,b' } })).toBe('invalid_value');
    expect(writer.refusal({ tags: { $hasSome: ['a', ','] } })).toBe('invalid_value');
  });
});
