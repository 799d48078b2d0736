import { FilterConfigurationError, FilterException, Filterable, type FilterService } from 'nestjs-filterable';
import { filterServiceFor } from 'nestjs-filterable/testing';
import type { EngineName } from '../../support/databases.js';
import { share } from '../../support/thorough.js';
import { onEngines } from '../../support/engines.js';
import { sampleColumns, specialColumns } from '../../support/samples/columns.js';
import { entityOf } from '../../support/samples/entities.js';

/** Values at the ends of each kind's range, as a client writes them. */
const edges: Readonly<Record<string, readonly string[]>> = {
  text: ['', 'a', '1', '-1', '1e400', '9'.repeat(30), '2024-02-30', "'", '%', '😀', 'true', '12:00', 'small'],
  tinyint: ['-128', '127', '0', '3'],
  smallint: ['-32768', '32767', '128', '-1'],
  mediumint: ['-8388608', '8388607', '32768'],
  integer: ['-2147483648', '2147483647', '8388608', '32768', '2'],
  bigint: ['-9223372036854775808', '9223372036854775807', '2147483648', '0'],
  decimal: ['0.5', '-1.000000000000000000000000000001', '9'.repeat(40), '123456789012345678901234567890', '1'],
  real: ['3.4e38', '1e-45', '-0', '16777217', '0.5'],
  float: ['1.7976931348623157e308', '5e-324', '3.5e38', '1e300', '9007199254740993', '0.1'],
  boolean: ['true', 'false'],
  date: ['0001-01-01', '9999-12-31', '2024-02-29', 'now', 'now/M', 'now-7d'],
  datetime: ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z', '2024-02-29', 'now', 'now/d', '1960-01-01 00:00'],
  time: ['00:00', '23:59:59.999999', '12:00'],
  uuid: ['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-ffff-4fff-bfff-ffffffffffff'],
};

const shapes: Readonly<Record<string, (value: unknown) => unknown>> = {
  in: (value) => ({ $in: [value] }),
  gte: (value) => ({ $gte: value }),
  between: (value) => ({ $between: [value, value] }),
  contains: (value) => ({ $contains: value }),
  number: (value) => Number(value),
  text: (value) => ({ $eq: String(value) }),
};

interface Pair {
  readonly name: string;
  readonly kind: string;
  readonly where: (value: unknown) => object;
}

const isNumber = (kind: string) => !/^(text|boolean|date|datetime|time|uuid)$/.test(kind);

/** Equality, and some of the other shapes that do not make a constant of the value. */
const shapesOf = (kind: string, turn: number) =>
  [
    ['eq', (value: unknown) => value] as const,
    ...share(
      Object.entries(shapes).filter(([shape]) => {
        if (shape === 'number') return isNumber(kind);
        return shape !== 'text' || (kind !== 'boolean' && kind !== 'datetime');
      }),
      5,
      turn,
    ),
  ].map(([shape, put]) => ({ shape, put }));

/** Named filters whose value meets each column. */
function pairsOn(engine: EngineName): readonly Pair[] {
  const columns = Object.keys({ ...sampleColumns[engine], ...specialColumns[engine] });
  return columns.flatMap((column, row) =>
    Object.keys(edges).flatMap((kind, turn) =>
      shapesOf(kind, row + turn).map(({ shape, put }) => ({
        name: `${kind}_${column}_${shape}`,
        kind,
        where: (value: unknown) => ({ [column]: put(value) }),
      })),
    ),
  );
}

function entityWith(engine: EngineName, pairs: readonly Pair[]) {
  const entity = entityOf('named_kinds', { ...sampleColumns[engine], ...specialColumns[engine] });
  const named = Object.fromEntries(pairs.map(({ name, kind, where }) => [name, { kind, where }]));
  Filterable({ named: named as never })(entity);
  return entity;
}

const types = { sqlite: 'better-sqlite3', postgres: 'postgres', mariadb: 'mysql' } as const;

/** The pairs that boot refuses. */
async function refusedAtBoot(engine: EngineName): Promise<readonly string[]> {
  try {
    await filterServiceFor([entityWith(engine, pairsOn(engine))], { type: types[engine] });
    return [];
  } catch (error) {
    if (!(error instanceof FilterConfigurationError)) throw error;
    return error.faults.map((fault) => /The named filter (\w+) of/.exec(fault)?.[1] ?? fault);
  }
}

const refused: Partial<Record<EngineName, readonly string[]>> = {};
for (const engine of ['sqlite', 'postgres', 'mariadb'] as const) refused[engine] = await refusedAtBoot(engine);
const pairsLeft = (engine: EngineName) => pairsOn(engine).filter(({ name }) => !refused[engine]?.includes(name));
const entities = new Map<EngineName, ReturnType<typeof entityOf>>();
const entityOn = (engine: EngineName) => {
  const entity = entities.get(engine) ?? entityWith(engine, pairsLeft(engine));
  entities.set(engine, entity);
  return entity;
};

onEngines('named filters of every kind', { entities: (engine) => [entityOn(engine)] }, (world) => {
  const answer = async (filters: FilterService, request: string): Promise<string> => {
    try {
      const entity = entityOn(world.engine);
      await filters.count(world.repository(entity), filters.parse(entity, request));
      return 'found';
    } catch (error) {
      return error instanceof FilterException ? 'refused' : `${request}: ${String(error)}`;
    }
  };

  it('meet columns of every kind without a failure', async () => {
    const failures: string[] = [];
    const seen = { found: 0, refused: 0 };
    for (const { name, kind } of pairsLeft(world.engine)) {
      for (const value of edges[kind] ?? []) {
        const found = await answer(world.filters, `filters[${name}]=${encodeURIComponent(value)}`);
        if (found === 'found' || found === 'refused') seen[found] += 1;
        else failures.push(found);
      }
    }
    expect(failures).toEqual([]);
    expect(seen.found).toBeGreaterThan(500);
    expect(seen.refused).toBeGreaterThan(300);
  });

  it('are refused at boot where no value of the kind fits the column', () => {
    const names = refused[world.engine] ?? [];
    for (const name of ['integer_text_eq', 'datetime_text_eq', 'boolean_integer_eq', 'uuid_date_eq', 'date_json_eq'])
      expect(names).toContain(name);
    for (const name of ['text_integer_eq', 'bigint_smallint_eq', 'integer_level_eq', 'date_datetime_eq'])
      expect(names).not.toContain(name);
  });
});
