import type { DataSource, ObjectLiteral } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { DriverName } from '../support/databases.js';
import { type World, type WorldOptions, idsOf, onEngines } from '../support/engines.js';
import { type SampleColumn, sampleColumns, specialColumns } from '../support/samples/columns.js';
import { insertRaw } from '../support/samples/database.js';
import { entityOf } from '../support/samples/entities.js';
import { sampleRows, sampleValues } from '../support/samples/rows.js';
import { textColumns, texts } from '../support/samples/texts.js';
import { filledTexts, operatorCases, sampleTextCases, specialCases, textCases } from './operators/cases.js';
import { ofDocuments } from './operators/documents.js';
import { delimitedOn, documentsIn, ofLists } from './operators/lists.js';
import { faultsOf, open } from './operators/samples.js';
import { walks, wholeOf } from './pages/walk.js';

/**
 * The second drivers of two engines: sql.js, and a data source of the type mysql. They speak to an engine that other
 * suites try, so that only what they bind and read can differ: values of every kind, as they are written, bound by each
 * operator, read back, kept in cursors, and bound in lists.
 */

/** Columns whose ends the database answers. */
const numbers = ['tinyint', 'smallint', 'mediumint', 'integer', 'bigint', 'decimal', 'real', 'float'];

function modelOf(engine: 'sqlite' | 'mariadb') {
  const sampled: Readonly<Record<string, SampleColumn>> = { ...sampleColumns[engine], ...specialColumns[engine] };
  const Sample = entityOf('sample', sampled);
  Filterable({
    aggregates: Object.fromEntries(numbers.map((name) => [name, ['min', 'max', 'count']])),
    facets: numbers.map((name) => ({ name, type: 'range' })),
  } as object)(Sample);
  const Text = entityOf('texts', { plain: textColumns[engine].plain });
  return { engine, sampled, Sample, Text };
}

type Model = ReturnType<typeof modelOf>;

const drivers = { sqljs: modelOf('sqlite'), mysql: modelOf('mariadb') } as const satisfies Partial<
  Record<DriverName, Model>
>;

function worldOf(driver: keyof typeof drivers): WorldOptions {
  const { engine, sampled, Sample, Text } = drivers[driver];
  const seed = async (source: DataSource) => {
    await insertRaw(source, 'sample', sampleRows(engine, Object.keys(sampled)));
    await insertRaw(
      source,
      'texts',
      texts.map((plain, index) => ({ id: String(index + 1), plain })),
    );
  };
  return { on: [driver], entities: [Sample, Text], seed, open };
}

/** Columns that requests can sort by. */
const isSortable = (column: string) => !['json', 'opaque'].includes(column);

function tests(driver: keyof typeof drivers) {
  const { engine, sampled, Sample, Text } = drivers[driver];
  const cases = { ...operatorCases, ...specialCases };
  const columns = Object.keys(sampled).filter((column) => Object.hasOwn(cases, column));

  return (world: World) => {
    const entity: new () => ObjectLiteral = Sample;

    it.each(columns)('%s is bound by every operator', async (column) => {
      const rows = [...(cases[column as 'text'] ?? []), ...(column === 'text' ? sampleTextCases : [])];
      expect(rows.length).toBeGreaterThan(2);
      expect(await faultsOf(world, { entity, path: `[${column}]`, rows, by: [driver, engine] })).toEqual([]);
    });

    it('texts are bound by every operator', async () => {
      const asked = { entity: Text, path: '[plain]', rows: textCases, values: filledTexts, empty: 19 };
      expect(await faultsOf(world, { ...asked, by: ['plain', driver, engine] })).toEqual([]);
    });

    it.each(columns)('%s is read as TypeORM reads it, and written again it is found', async (column) => {
      const rows = await world.repository(entity).find({ order: { id: 'asc' } });
      const { data } = await world.page(entity, 'sort=id');
      expect(data.map((row) => row[column] as unknown)).toEqual(rows.map((row) => row[column] as unknown));
      if (column === 'opaque' || column === 'json') return;
      // A value that a program has read is a condition, and what a program writes is found by it. The others have more
      // digits than a number of JavaScript, or than a Date.
      for (const { id, [column]: value } of rows.slice(2, 4)) {
        if (Number.isInteger(value) && !Number.isSafeInteger(value)) continue;
        await world.repository(entity).insert({ id: 100, [column]: value as unknown });
        try {
          const found = idsOf(
            await world.filters.filter(entity, { filters: { [column]: value as unknown } }).getMany(),
          );
          expect(found).toContain(100);
          if (id === 3) expect(found).toContain(3);
        } finally {
          await world.repository(entity).delete(100);
        }
      }
    });

    // MySQL orders TEXT by its beginning alone, so that no cursor carries it.
    const carried = columns.filter((column) => isSortable(column) && !(driver === 'mysql' && column === 'unicode'));

    it.each(carried)('%s is kept in cursors', async (column) => {
      for (const sort of [[column], [`${column}:desc:nullsFirst`]]) {
        const listing = { filters: world.filters, entity, builder: () => world.builder(entity), request: { sort } };
        const whole = idsOf(await wholeOf(listing, ['id']));
        expect(whole).toHaveLength(8);
        expect(idsOf((await walks.forwards(listing, 1)).flat())).toEqual(whole);
        expect(idsOf((await walks.backwards(listing, 3)).flat())).toEqual(whole);
      }
    });

    it.each(columns.filter(isSortable))('%s is bound in a list of one and in a long one', async (column) => {
      const [first] = (cases[column as 'text'] ?? []).filter(({ operator }) => operator === '$in');
      if (first === undefined) return;
      const operands = [first.operand].flat();
      const many = Array.from({ length: 40 }, (_, index) => operands[index % operands.length]);
      const found = async (values: readonly unknown[]) =>
        idsOf((await world.page(entity, { filters: { [column]: { $in: values } }, sort: 'id' })).data);
      expect(await found(many)).toEqual(first.finds);
      const each = await Promise.all(operands.map((operand) => found([operand])));
      expect(each.flat().sort((a, b) => a - b)).toEqual(first.finds);
    });

    it.each(numbers)('%s is answered in aggregates and facets as in rows', async (column) => {
      const rows = await world.repository(entity).find({ order: { [column]: 'asc' } });
      const shown = rows.map((row) => row[column] as unknown).filter((value) => value !== null);
      // Rows of MySQL show six digits of a single; facets and aggregates all of them.
      const values = driver === 'mysql' && column === 'real' ? shown.map((value) => Math.fround(Number(value))) : shown;
      // The rows of sql.js have whole numbers beyond 2^53 as doubles, as facets do; an aggregate has their digits.
      const ends = column === 'bigint' ? sampleValues.bigint : values;
      const [min, max] = [ends[0], ends.at(-1)];
      const { meta } = await world.page(
        entity,
        `aggregates=${column}:min,${column}:max,${column}:count&facets=${column}`,
      );
      expect(meta.aggregates).toEqual({ [column]: { min, max, count: 7 } });
      expect(meta.facets).toEqual({ [column]: { min: values[0], max: values.at(-1) } });
    });
  };
}

for (const driver of ['sqljs', 'mysql'] as const) {
  onEngines('values', worldOf(driver), tests(driver));
  onEngines('lists', ...ofLists(delimitedOn(driver)));
}
onEngines('documents', ...ofDocuments('sqljs text'));
onEngines('lists in documents', ...ofLists(documentsIn('sqljs text')));
