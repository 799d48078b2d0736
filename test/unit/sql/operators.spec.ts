import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import { FilterException, FilterService, type Operator, builtInOperators } from 'nestjs-filterable';
import { valueKinds } from '../../../lib/values/index.js';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';
import { type SampleColumn, sampleColumns } from '../../support/samples/columns.js';
import { entityOf } from '../../support/samples/entities.js';
import { mysql } from './operators/mysql.js';
import { notAllowed } from './operators/not-allowed.js';
import { postgres } from './operators/postgres.js';
import { type Probe, probes } from './operators/probes.js';
import { sqlite } from './operators/sqlite.js';
import type { OperatorTable } from './operators/table.js';

interface Engine {
  readonly name: EngineName;
  readonly columns: Readonly<Record<string, SampleColumn>>;
  readonly probes: Readonly<Record<string, Probe>>;
  readonly table: OperatorTable;
}

const ofText = (column: string): Probe => ({ column, values: probes.text.values });

const engines: readonly Engine[] = [
  { name: 'sqlite', columns: sampleColumns.sqlite, probes, table: sqlite },
  {
    name: 'postgres',
    columns: {
      ...sampleColumns.postgres,
      citext: { type: 'citext' },
      collated: { type: 'varchar', collation: 'ignoring_case' },
      ascii: { type: 'varchar', collation: 'C' },
    },
    probes: { ...probes, citext: ofText('citext'), collated: ofText('collated'), ascii: ofText('ascii') },
    table: postgres,
  },
  { name: 'mariadb', columns: sampleColumns.mariadb, probes, table: mysql },
];

/** An entity with a column of every kind, and the SQL of conditions on it. */
class Writer {
  readonly kinds: ReadonlyMap<string, string>;

  constructor(
    private readonly source: DataSource,
    private readonly entity: EntityTarget<ObjectLiteral>,
    private readonly service = FilterService.forDataSource(source),
  ) {
    this.kinds = new Map(service.describe(entity).fields.map(({ name, kind }) => [name, kind]));
  }

  /** The WHERE of a statement without its outer brackets, and the parameters. */
  where(filters: object): readonly [string, readonly unknown[]] {
    const query = this.service.parse(this.entity, { filters });
    const builder = this.source.createQueryBuilder(this.entity, 's').select('s.id');
    const [bare] = builder.getQueryAndParameters();
    const [text, parameters] = this.service.apply(builder, query).getQueryAndParameters();
    expect(text.slice(0, bare.length + 8)).toBe(`${bare} WHERE (`);
    return [text.slice(bare.length + 8, -1), parameters];
  }

  /** The code with which a condition is refused. */
  refusal(filters: object): string | undefined {
    try {
      this.service.parse(this.entity, { filters });
      return undefined;
    } catch (error) {
      return error instanceof FilterException ? error.issues[0]?.code : String(error);
    }
  }
}

async function writerFor({ name, columns }: Engine): Promise<Writer> {
  const Sample = entityOf('sample', columns);
  return new Writer(await describeEntities(name, [Sample]), Sample);
}

function operandOf({ takes }: Operator, { values }: Probe): unknown {
  switch (takes) {
    case 'boolean':
      return 'true';
    case 'value':
    case 'needle':
      return values[0];
    case 'list':
    case 'pair':
      return values;
  }
}

function isAllowed(token: string, kind: string): boolean {
  const refused: readonly string[] | undefined = new Map(Object.entries(notAllowed)).get(kind);
  return refused !== undefined && !refused.includes(token);
}

describe.each(engines)('$name', (engine) => {
  let writer: Writer;

  beforeAll(async () => {
    writer = await writerFor(engine);
  });

  it('has a column of every kind', () => {
    const probed = Object.values(engine.probes).map(({ column }) => writer.kinds.get(column));
    expect(Object.keys(valueKinds).filter((kind) => !probed.includes(kind))).toEqual([]);
  });

  it('has a row for every operator and every kind that allows it, and no other', () => {
    const due = builtInOperators.flatMap(({ token }) =>
      Object.entries(engine.probes)
        .filter(([, { column }]) => isAllowed(token, writer.kinds.get(column) ?? ''))
        .map(([probe]) => `${token} ${probe}`),
    );
    const there = Object.entries(engine.table).flatMap(([token, row]) =>
      Object.keys(row).map((probe) => `${token} ${probe}`),
    );
    expect(there.sort()).toEqual(due.sort());
  });

  const rows = builtInOperators.flatMap((operator) =>
    Object.entries(engine.table[operator.token] ?? {}).map(
      ([name, row]) => [operator.token, name, operator, row] as const,
    ),
  );

  it.each(rows)('compiles %s of %s', (token, name, operator, [holds, fails, parameters]) => {
    const probe = engine.probes[name];
    if (probe === undefined) throw new Error(`nothing is known of ${name}`);
    const said = { [token]: operandOf(operator, probe) };
    expect(writer.where({ [probe.column]: said })).toEqual([holds, parameters]);
    expect(writer.where({ [probe.column]: { $not: said } })).toEqual([fails, parameters]);
  });

  const refusals = builtInOperators.flatMap((operator) =>
    Object.entries(probes)
      .filter(([, { column }]) => !isAllowed(operator.token, kindNamed(column)))
      .map(([name, probe]) => [operator.token, name, operator, probe] as const),
  );

  it.each(refusals)('refuses %s of %s', (token, _name, operator, probe) => {
    expect(writer.refusal({ [probe.column]: { [token]: operandOf(operator, probe) } })).toBe('operator_not_allowed');
  });
});

/** The columns are named after their kinds, except for the second date-time. */
function kindNamed(column: string): string {
  return column === 'instant' ? 'datetime' : column;
}
