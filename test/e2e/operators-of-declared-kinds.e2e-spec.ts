import type { ObjectLiteral } from 'typeorm';
import { idsOf, onEngines } from '../support/engines.js';
import { sampleColumns } from '../support/samples/columns.js';
import { insertRaw } from '../support/samples/database.js';
import { entityOf } from '../support/samples/entities.js';
import { sampleRows } from '../support/samples/rows.js';
import { nullCases, operatorCases, read } from './operators/cases.js';
import { faultsOf, open, refusalOf, written } from './operators/samples.js';

/** The questions about date-times whose operands are days alone, and those that have no operand. */
const days = operatorCases.datetime.filter(({ operand }) => ![operand].flat().join().includes('T'));

/** The same rows by the days of Kathmandu, where the first five are on March 1 and the last two on March 2. */
const daysInKathmandu = read(`
  $eq 2024-02-29 -> -
  $eq 2024-03-01 -> 1 2 3 4 5
  $ne 2024-03-01 -> 6 7
  $in 2024-02-29 | 2024-03-02 -> 6 7
  $notIn 2024-02-29 | 2024-03-02 -> 1 2 3 4 5
  $lt 2024-03-02 -> 1 2 3 4 5
  $lte 2024-03-01 -> 1 2 3 4 5
  $gt 2024-03-01 -> 6 7
  $gte 2024-03-02 -> 6 7
  $between 2024-02-29 | 2024-03-01 -> 1 2 3 4 5
  $notBetween 2024-02-29 | 2024-03-01 -> 6 7
`);

const doubles = read(`
  $eq 0.1 -> 4
  $ne 0.1 -> 1 2 3 5 6 7
  $in 0.1 | 1e3 -> 4 6
  $lte 0.1 -> 1 2 3 4
  $gt -0.1 -> 3 4 5 6 7
  $between -0.1 | 0.1 -> 2 3 4
`);

function declaredFor(engine: keyof typeof sampleColumns) {
  const { datetime, instant, real } = sampleColumns[engine];
  return entityOf('declared', {
    datetime: { ...datetime, kind: 'date' },
    instant: { ...instant, kind: 'date' },
    real: { ...real, kind: 'float' },
  });
}

const models = {
  sqlite: declaredFor('sqlite'),
  postgres: declaredFor('postgres'),
  mariadb: declaredFor('mariadb'),
} as const;

onEngines(
  'a kind that is declared for a column of another',
  {
    entities: (engine) => [models[engine]],
    seed: (source, engine) => insertRaw(source, 'declared', sampleRows(engine, ['datetime', 'instant', 'real'])),
    open,
  },
  (world) => {
    const Declared: new () => ObjectLiteral = models[world.engine];

    it('is the kind of the field', () => {
      const kinds = world.filters.describe(Declared).fields.map(({ name, kind }) => `${name} ${kind}`);
      expect(kinds).toEqual(expect.arrayContaining(['datetime date', 'instant date']));
    });

    it.each(['datetime', 'instant'])('a date of %s is the whole day, in UTC and in a zone', async (column) => {
      const asked = { entity: Declared, path: `[${column}]` };
      expect(await faultsOf(world, { ...asked, rows: [...days, ...nullCases] })).toEqual([]);
      const filters = world.filtersWith({ timezone: 'Asia/Kathmandu' });
      expect(await faultsOf(world, { ...asked, rows: daysInKathmandu, filters })).toEqual([]);
      for (const text of ['2024-03-01T00:00:00Z', '2024-03-01 10:00:00', '10:00:00']) {
        const refusal = refusalOf(world.filters, Declared, written(`[${column}]`, '$eq', text));
        expect([text, refusal]).toEqual([text, '400 invalid_value']);
      }
    });

    it('a date is the whole day on pages, whose statements are used again', async () => {
      const found = [];
      for (const day of ['2024-02-29', '2024-03-02', '2024-03-03', '2024-02-29']) {
        const request = { filters: { datetime: day, instant: { $lte: day } }, sort: 'datetime' };
        found.push(idsOf((await world.page(Declared, request)).data));
      }
      expect(found).toEqual([[1], [7], [], [1]]);
    });

    it('a double of a column of single precision is compared as the column keeps it', async () => {
      // SQLite keeps doubles.
      if (world.engine === 'sqlite') return;
      expect(await faultsOf(world, { entity: Declared, path: '[real]', rows: doubles })).toEqual([]);
      for (const text of ['1e39', '-1e300']) {
        expect(refusalOf(world.filters, Declared, written('[real]', '$lt', text))).toBe('400 invalid_value');
      }
    });
  },
);
