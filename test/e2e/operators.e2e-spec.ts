import type { DataSource, ObjectLiteral } from 'typeorm';
import { builtInOperators } from 'nestjs-filterable';
import { operatorSuits } from '../../lib/operators/index.js';
import { type ValueKindName, valueKinds } from '../../lib/values/index.js';
import { type EngineName, engines } from '../support/databases.js';
import { onEngines } from '../support/engines.js';
import { type SampleColumn, sampleColumns, specialColumns } from '../support/samples/columns.js';
import { hasCitext, insertRaw } from '../support/samples/database.js';
import { entityOf } from '../support/samples/entities.js';
import { sampleRows } from '../support/samples/rows.js';
import { textColumns, texts as textRows } from '../support/samples/texts.js';
import { Transformed, transformedRows } from '../support/samples/transformed.js';
import { cases, idsIn } from '../support/table.js';
import {
  type OperatorCase,
  filledTexts,
  foreignTextCases,
  nullCases,
  operatorCases,
  sampleTextCases,
  specialCases,
  textCases,
} from './operators/cases.js';
import { faultsOf, found, open, refusalOf, written } from './operators/samples.js';

const citext = engines.includes('postgres') && (await hasCitext());

function columnsOfText(engine: EngineName): Readonly<Record<string, SampleColumn>> {
  const columns: Record<string, SampleColumn> = { ...textColumns[engine] };
  if (!citext) delete columns['citext'];
  return columns;
}

/** The kind of a sample column is its name, but for the second date-time. */
function kindOf(column: string): ValueKindName {
  return column === 'instant' ? 'datetime' : (column as ValueKindName);
}

/** Columns whose values a virtual column has a second time; a virtual enum has no members. */
const virtualColumns = Object.keys(operatorCases).filter((column) => !['enum', 'opaque'].includes(column));

function modelOf(engine: EngineName) {
  const sampled: Readonly<Record<string, SampleColumn>> = { ...sampleColumns[engine], ...specialColumns[engine] };
  const virtual = virtualColumns.map((name): [string, SampleColumn] => {
    const quoted = engine === 'mariadb' ? `\`${name}\`` : `"${name}"`;
    const query = (alias: string) => `SELECT inside.${quoted} FROM sample inside WHERE inside.id = ${alias}.id`;
    return [name, { type: sampled[name]?.type, kind: kindOf(name), query }];
  });
  return {
    sampled,
    Sample: entityOf('sample', sampled),
    Virtual: entityOf('virtual', Object.fromEntries(virtual)),
    Text: entityOf('texts', columnsOfText(engine)),
  };
}

const models = { sqlite: modelOf('sqlite'), postgres: modelOf('postgres'), mariadb: modelOf('mariadb') } as const;

async function seed(source: DataSource, engine: EngineName): Promise<void> {
  const rows = sampleRows(engine, Object.keys(models[engine].sampled));
  await insertRaw(source, 'sample', rows);
  await insertRaw(
    source,
    'virtual',
    rows.map(({ id = null }) => ({ id })),
  );
  await insertRaw(source, 'transformed', transformedRows(engine));
  const columns = Object.keys(columnsOfText(engine));
  const texts = textRows.map((text, index) => ({
    id: String(index + 1),
    ...Object.fromEntries(columns.map((column) => [column, text])),
  }));
  await insertRaw(source, 'texts', texts);
  // A collation that a migration gave the column and the entity says nothing of.
  if (engine !== 'postgres') return;
  await source.query('ALTER TABLE "texts" ALTER COLUMN "undeclared" TYPE varchar COLLATE ignoring_case');
}

/** Conditions in the words of the property, and the rows that hold what a transformer makes of them. */
const transformedCases = cases(`
  filters[price][$eq]=2 -> 2
  filters[price][$ne]=2 -> 1 3
  filters[price][$gt]=2 -> 3
  filters[price][$in][0]=2&filters[price][$in][1]=7 -> 2 3
  filters[price][$notIn][0]=2&filters[price][$notIn][1]=7 -> 1
  filters[price][$between][0]=1&filters[price][$between][1]=2 -> 1 2
  filters[large]=9007199254740993 -> 1
  filters[large][$gt]=9007199254740993 -> 2
  filters[code]=beta -> 2
  filters[code][$eqc]=alpha -> 1
  filters[code][$startsWith]=alpha -> 1 3
  filters[code][$containsc]=alphab -> 3
  filters[code][$not][$containsc]=alphab -> 1 2
  filters[tag][$eq]=red -> 1
  filters[tag][$in][0]=green&filters[tag][$in][1]=blue -> 2 3
  filters[active]=true -> 1 3
  filters[active]=0 -> 2
  filters[active][$ne]=true -> 2
  filters[active][$in][0]=false -> 2
  filters[happenedAt]=2024-03-01T12:00:00Z -> 2
  filters[happenedAt]=2024-03-01 -> 1 2
  filters[happenedAt][$gt]=2024-03-01 -> 3
  filters[happenedAt][$lt]=2024-03-01T12:00:00Z -> 1
  filters[happenedAt][$lte]=2024-03-01T12:00:00.000000Z -> 1 2
  filters[size]=red -> 1
  filters[size][$gt]=four -> 2
  filters[size][$null]=true -> 3
`);

/** Values that a transformer throws at, or makes nothing of, and microseconds, which its Date does not have. */
const untransformable = [
  ...['thrown', 'nothing', 'null', 'NaN', 'undated'].flatMap((value) => [
    `filters[size]=${value}`,
    `filters[size][$ne]=${value}`,
    `filters[size][$lt]=${value}`,
    `filters[size][$in][0]=red&filters[size][$in][1]=${value}`,
    `filters[size][$between][0]=red&filters[size][$between][1]=${value}`,
    `filters[size][$not][$eq]=${value}`,
    `filters[$or][0][size]=red&filters[$or][1][size]=${value}`,
  ]),
  ...['', '[$ne]', '[$gt]', '[$lte]', '[$in][0]', '[$not][$eq]'].map(
    (operator) => `filters[happenedAt]${operator}=2024-03-01T12:00:00.000001Z`,
  ),
];

it('every operator is tried on every kind that takes it', () => {
  const asked = new Set(
    Object.entries(operatorCases).flatMap(([column, rows]) =>
      rows.map(({ operator }) => `${operator} ${kindOf(column)}`),
    ),
  );
  for (const { operator } of [...textCases, ...foreignTextCases]) asked.add(`${operator} text`);
  const due = Object.values(valueKinds).flatMap((kind) =>
    builtInOperators.filter((operator) => operatorSuits(operator, kind)).map(({ token }) => `${token} ${kind.name}`),
  );
  expect([...asked].sort()).toEqual(due.sort());
});

onEngines(
  'operators',
  {
    entities: (engine) => [models[engine].Sample, models[engine].Virtual, models[engine].Text, Transformed],
    seed,
    open,
  },
  (world) => {
    const { engine } = world;
    const { sampled, Sample, Virtual, Text } = models[engine];
    const special = Object.entries(specialCases).filter(([column]) => Object.hasOwn(sampled, column));
    const asked: readonly (readonly [string, readonly OperatorCase[]])[] = [
      ...Object.entries(operatorCases),
      ...special,
    ];

    it('find rows by columns of every kind', () => {
      const kinds = new Set(world.filters.describe<ObjectLiteral>(Sample).fields.map(({ kind }) => kind));
      expect([...kinds].sort()).toEqual(Object.keys(valueKinds).sort());
    });

    it.each(asked)('find the right rows by a column: %s', async (column, rows) => {
      expect(await faultsOf(world, { entity: Sample, path: `[${column}]`, rows, by: [engine] })).toEqual([]);
    });

    it.each(virtualColumns)('find the right rows by a virtual column: %s', async (column) => {
      const own = column === 'json' ? nullCases : operatorCases[column as 'text'];
      const rows = column === 'text' ? [...own, ...sampleTextCases] : own;
      expect(await faultsOf(world, { entity: Virtual, path: `[${column}]`, rows, by: [engine] })).toEqual([]);
    });

    const columns = Object.entries(columnsOfText(engine));
    const texts = { entity: Text, values: filledTexts, empty: 19 };

    it.each(columns)('find the right texts in %s', async (column, { charset }) => {
      const holdsAll = charset !== 'latin1' && charset !== 'utf8mb3';
      const rows = [...textCases, ...(holdsAll ? foreignTextCases : [])];
      expect(await faultsOf(world, { ...texts, path: `[${column}]`, rows, by: [column, engine] })).toEqual([]);
      // What the column cannot hold is refused.
      if (holdsAll) return;
      for (const { operator, operand } of foreignTextCases) {
        const refusal = refusalOf(world.filters, Text, written(`[${column}]`, operator, operand));
        expect([operator, refusal]).toEqual([operator, '400 invalid_value']);
      }
    });

    it.each(transformedCases)('%s -> %s, as it is stored', async (request, verdict) => {
      expect(await found(world, Transformed, request)).toEqual(idsIn(verdict));
    });

    it('refuse what a transformer makes nothing of', () => {
      for (const request of untransformable) {
        expect([request, refusalOf(world.filters, Transformed, request)]).toEqual([request, '400 invalid_value']);
      }
    });
  },
);
