import { FilterService } from 'nestjs-filterable';
import { describeOn, drivers, engineOf } from '../support/databases.js';
import { sampleColumns } from '../support/samples/columns.js';
import { insertRaw, openSamples } from '../support/samples/database.js';
import { entityOf } from '../support/samples/entities.js';
import { sampleRows } from '../support/samples/rows.js';
import { type Ids, type OperatorCase, empty, filled } from './operators/case.js';
import { type NamedCase, Samples, named, others, written } from './operators/samples.js';
import { timeCases } from './operators/times.js';

/** The questions about date-times whose operands are days alone, and those that have no operand. */
const days = timeCases.datetime.filter(([, operand]) => ![operand].flat().join().includes('T'));

/** The same rows by the days of Kathmandu, where the first five are on March 1 and the last two on March 2. */
const daysInKathmandu: readonly OperatorCase[] = [
  ['$eq', '2024-02-29', []],
  ['$eq', '2024-03-01', [1, 2, 3, 4, 5]],
  ['$ne', '2024-03-01', [6, 7]],
  ['$in', ['2024-02-29', '2024-03-02'], [6, 7]],
  ['$notIn', ['2024-02-29', '2024-03-02'], [1, 2, 3, 4, 5]],
  ['$lt', '2024-03-02', [1, 2, 3, 4, 5]],
  ['$lte', '2024-03-01', [1, 2, 3, 4, 5]],
  ['$gt', '2024-03-01', [6, 7]],
  ['$gte', '2024-03-02', [6, 7]],
  ['$between', ['2024-02-29', '2024-03-01'], [1, 2, 3, 4, 5]],
  ['$notBetween', ['2024-02-29', '2024-03-01'], [6, 7]],
];

describe.each(drivers)('a date that is declared for a date-time, on %s', (driver) => {
  const { datetime, instant } = sampleColumns[engineOf(driver)];
  const Moment = entityOf('moments', {
    datetime: { ...datetime, kind: 'date' },
    instant: { ...instant, kind: 'date' },
  });
  let samples: Samples;
  let service: FilterService;
  let inKathmandu: Samples;

  beforeAll(async () => {
    const database = await openSamples(driver, [Moment]);
    await insertRaw(database.source, 'moments', sampleRows(engineOf(driver), ['datetime', 'instant']));
    service = FilterService.forDataSource(database.source);
    samples = new Samples(database, service);
    inKathmandu = new Samples(database, FilterService.forDataSource(database.source, { timezone: 'Asia/Kathmandu' }));
  });

  afterAll(() => samples.close());

  const cases = (rows: readonly OperatorCase[]) =>
    ['datetime', 'instant'].flatMap((column) => rows.map((row) => named(column, row)));

  async function finds({ column, operator, operand, finds }: NamedCase, within: Samples): Promise<void> {
    expect(await within.find(Moment, written(`[${column}]`, operator, operand))).toEqual(finds);
    const rest = others(operator, finds, filled, empty);
    expect(await within.find(Moment, written(`[${column}][$not]`, operator, operand))).toEqual(rest);
  }

  it('stays a date to those who ask', () => {
    expect([...samples.kinds(Moment)]).toEqual(expect.arrayContaining([['datetime', 'date']]));
  });

  it.each(cases(days))('is the whole day: $column $operator $operand', (row) => finds(row, samples));

  it.each(cases(daysInKathmandu))('is the whole day of the zone: $column $operator $operand', (row) =>
    finds(row, inKathmandu),
  );

  it.each(['2024-03-01T00:00:00Z', '2024-03-01 10:00:00', '10:00:00'])('refuses %s, which is no date', (text) => {
    const refusal = samples.refusal(Moment, written('[datetime]', '$eq', text));
    expect(refusal).toEqual({ code: 'invalid_value', status: 400 });
  });

  it('is the whole day on pages, whose statements are used again', async () => {
    const idsOf = async (day: string): Promise<Ids> => {
      const query = service.parse(Moment, { filters: { datetime: day, instant: { $lte: day } }, sort: 'datetime' });
      const { data } = await service.page(samples.source.getRepository(Moment), query);
      return data.map(({ id }) => id);
    };
    const found = [];
    for (const day of ['2024-02-29', '2024-03-02', '2024-03-03', '2024-02-29']) found.push(await idsOf(day));
    expect(found).toEqual([[1], [7], [], [1]]);
  });
});

describeOn('postgres', 'mariadb')('a double that is declared for a column of single precision, on %s', (driver) => {
  const { real } = sampleColumns[engineOf(driver)];
  const Number = entityOf('numbers', { real: { ...real, kind: 'float' } });
  let samples: Samples;

  beforeAll(async () => {
    samples = new Samples(await openSamples(driver, [Number]));
    await insertRaw(samples.source, 'numbers', sampleRows(engineOf(driver), ['real']));
  });

  afterAll(() => samples.close());

  it.each<[operator: string, operand: string | readonly string[], finds: Ids]>([
    ['$eq', '0.1', [4]],
    ['$ne', '0.1', [1, 2, 3, 5, 6, 7]],
    ['$in', ['0.1', '1e3'], [4, 6]],
    ['$lte', '0.1', [1, 2, 3, 4]],
    ['$gt', '-0.1', [3, 4, 5, 6, 7]],
    ['$between', ['-0.1', '0.1'], [2, 3, 4]],
  ])('is compared as the column keeps it: %s %j', async (operator, operand, finds) => {
    expect(await samples.find(Number, written('[real]', operator, operand))).toEqual(finds);
  });

  it.each(['1e39', '-1e300'])('refuses %s, which the column cannot hold', (text) => {
    const refusal = samples.refusal(Number, written('[real]', '$lt', text));
    expect(refusal).toEqual({ code: 'invalid_value', status: 400 });
  });
});
