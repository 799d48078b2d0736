import { builtInOperators } from 'nestjs-filterable';
import { type Dialect, dialects } from '../../../lib/dialects/index.js';
import { valueKinds } from '../../../lib/values/index.js';
import type { EngineName } from '../../support/databases.js';
import { type SampleColumn, sampleColumns } from '../../support/samples/columns.js';
import { mysql } from './operators/mysql.js';
import { notAllowed } from './operators/not-allowed.js';
import { postgres } from './operators/postgres.js';
import { type Probe, probes } from './operators/probes.js';
import { sqlite } from './operators/sqlite.js';
import type { OperatorTable } from './operators/table.js';
import { Writer, operandOf } from './operators/writer.js';

/** Columns of an engine, values that they are compared with, and the SQL that is expected of each comparison. */
interface Literals {
  readonly engine: EngineName;
  readonly columns: Readonly<Record<string, SampleColumn>>;
  readonly probes: Readonly<Record<string, Probe>>;
  readonly table: OperatorTable;
}

const ofText = (column: string): Probe => ({ column, values: probes.text.values });

const literals: Readonly<Record<Dialect['name'], Literals>> = {
  sqlite: { engine: 'sqlite', columns: sampleColumns.sqlite, probes, table: sqlite },
  postgres: {
    engine: 'postgres',
    columns: {
      ...sampleColumns.postgres,
      citext: { type: 'citext' },
      collated: { type: 'varchar', collation: 'ignoring_case' },
      ascii: { type: 'varchar', collation: 'C' },
    },
    probes: { ...probes, citext: ofText('citext'), collated: ofText('collated'), ascii: ofText('ascii') },
    table: postgres,
  },
  mysql: { engine: 'mariadb', columns: sampleColumns.mariadb, probes, table: mysql },
};

/** Names of the rows of `lib/dialects`; drivers of one engine that bind otherwise have one name. */
const names = [...new Set(dialects.map(({ name }) => name))];

function literalsOf(name: string): Literals {
  const row: Literals | undefined = new Map<string, Literals>(Object.entries(literals)).get(name);
  if (row === undefined) throw new Error(`lib/dialects has a row ${name}; add its SQL to test/unit/sql/operators`);
  return row;
}

function isAllowed(token: string, kind: string): boolean {
  const refused: readonly string[] | undefined = new Map(Object.entries(notAllowed)).get(kind);
  return refused !== undefined && !refused.includes(token);
}

describe.each(names)('%s', (name) => {
  const expected = literalsOf(name);
  let writer: Writer;

  beforeAll(async () => {
    writer = await Writer.of(expected.engine, expected.columns);
  });

  it('has a column of every kind', () => {
    const probed = Object.values(expected.probes).map(({ column }) => writer.kinds.get(column));
    expect(Object.keys(valueKinds).filter((kind) => !probed.includes(kind))).toEqual([]);
  });

  it('has a row for every operator and every kind that allows it, and no other', () => {
    const due = builtInOperators.flatMap(({ token }) =>
      Object.entries(expected.probes)
        .filter(([, { column }]) => isAllowed(token, writer.kinds.get(column) ?? ''))
        .map(([probe]) => `${token} ${probe}`),
    );
    const there = Object.entries(expected.table).flatMap(([token, row]) =>
      Object.keys(row).map((probe) => `${token} ${probe}`),
    );
    expect(there.sort()).toEqual(due.sort());
  });

  const rows = builtInOperators.flatMap((operator) =>
    Object.entries(expected.table[operator.token] ?? {}).map(
      ([probe, row]) => [operator.token, probe, operator, row] as const,
    ),
  );

  it.each(rows)('compiles %s of %s', (token, probed, operator, [holds, fails, parameters]) => {
    const probe = expected.probes[probed];
    if (probe === undefined) throw new Error(`there is no probe ${probed}`);
    const condition = { [token]: operandOf(operator, probe.values) };
    expect(writer.where({ [probe.column]: condition })).toEqual([holds, parameters]);
    expect(writer.where({ [probe.column]: { $not: condition } })).toEqual([fails, parameters]);
  });

  const refusals = builtInOperators.flatMap((operator) =>
    Object.entries(probes)
      .filter(([, { column }]) => !isAllowed(operator.token, kindNamed(column)))
      .map(([name, probe]) => [operator.token, name, operator, probe] as const),
  );

  it.each(refusals)('refuses %s of %s', (token, _name, operator, probe) => {
    expect(writer.refusal({ [probe.column]: { [token]: operandOf(operator, probe.values) } })).toBe(
      'operator_not_allowed',
    );
  });
});

/** The columns are named after their kinds, except for the second date-time. */
function kindNamed(column: string): string {
  return column === 'instant' ? 'datetime' : column;
}
