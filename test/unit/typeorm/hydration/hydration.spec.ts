import {
  Column,
  DataSource,
  type DataSourceOptions,
  Entity,
  EntitySchema,
  type ObjectLiteral,
  PrimaryColumn,
} from 'typeorm';
import { type ColumnReader, columnReader, entityMaker, momentOf, rowReader } from '../../../../lib/typeorm/hydrator.js';
import { describeEntities } from '../../../support/metadata.js';

class Frame {
  @Column() wood!: string;
}

@Entity()
class Picture {
  @PrimaryColumn() id!: number;
  @Column({ type: 'simple-array', nullable: true }) words!: string[] | null;
  @Column({ nullable: true, type: 'text' }) title!: string | null;
  @Column(() => Frame) frame!: Frame;
  @Column({ nullable: true }) paintedAt?: Date;
}

const source = await describeEntities('sqlite', [Picture]);
const readers: readonly ColumnReader[] = source
  .getMetadata(Picture)
  .columns.map((column) => columnReader(column, column.databaseName, source.driver));
const read = rowReader(readers);

const row = { id: 1, words: 'a,b', title: 'Sea', frameWood: 'oak' };
/** TypeORM has the columns of embedded entities last. */
const whole = { id: 1, words: ['a', 'b'], title: 'Sea', frame: { wood: 'oak' } };

function reading(of: object): { readonly hasData: boolean; readonly entity: ObjectLiteral } {
  const entity: ObjectLiteral = {};
  const hasData = read(of as Readonly<Record<string, unknown>>, entity);
  return { hasData, entity };
}

/** The keys of a row in every order in which one of them comes first. */
const orders = [0, 1, 2, 3].map((by) => {
  const keys = Object.entries(row);
  return Object.fromEntries([...keys.slice(by), ...keys.slice(0, by)]);
});

describe('the columns of a row', () => {
  it.each([
    ...orders,
    Object.fromEntries(Object.entries(row).reverse()),
    { ...row, more: 1, further: 2 },
    { before: 1, ...row },
    { id: 1, between: 0, words: 'a,b', title: 'Sea', frameWood: 'oak' },
    Object.assign(Object.create(null) as object, row),
    Object.assign(Object.create({ words: 'inherited', other: 1 }) as object, row),
  ])('are read wherever they stand: %j', (of) => {
    const { hasData, entity } = reading(of);
    expect({ hasData, entity }).toEqual({ hasData: true, entity: whole });
    expect(Object.keys(entity)).toEqual(Object.keys(whole));
  });

  it.each<[of: object, entity: object, hasData: boolean]>([
    [{ id: 1, words: 'a,b' }, { id: 1, words: ['a', 'b'] }, true],
    [{ id: 1, title: 'Sea' }, { id: 1, title: 'Sea' }, true],
    [{ ...row, words: undefined }, { id: 1, title: 'Sea', frame: { wood: 'oak' } }, true],
    [{ id: 0, title: '' }, { id: 0, title: '' }, true],
    [{ id: null, words: null, title: null }, { id: null, words: null, title: null }, false],
    [{ id: null, words: null, frameWood: 'oak' }, { id: null, words: null, frame: { wood: 'oak' } }, true],
    [{}, {}, false],
  ])('may be missing, or NULL: %j', (of, entity, hasData) => {
    expect(reading(of)).toEqual({ hasData, entity });
    expect(Object.keys(reading(of).entity)).toEqual(Object.keys(entity));
  });
});

/** An entity whose constructor sets a property. */
@Entity()
class Painter {
  @PrimaryColumn() id!: number;
  @Column() name: string = 'unnamed';
}

const Sketch = new EntitySchema({ name: 'Sketch', columns: { id: { type: Number, primary: true } } });

const settings: readonly (readonly [why: string, options: Partial<DataSourceOptions>])[] = [
  ['as usual', {}],
  ['whose constructors are called', { entitySkipConstructor: false }],
  ['whose constructors are skipped', { entitySkipConstructor: true }],
  ['that have the name of their type', { typename: '__typename' }],
  ['without constructors, and with names', { entitySkipConstructor: true, typename: 'kind' }],
];

describe.each(settings)('empty entities %s', (_, options) => {
  const source = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities: [Painter, Sketch],
    ...options,
  } as DataSourceOptions);

  beforeAll(() => source.initialize());
  afterAll(() => source.destroy());

  it.each([Painter, Sketch])('are those of TypeORM', (target) => {
    const metadata = source.getMetadata(target);
    const make = entityMaker(metadata, source.driver);
    const expected: unknown = metadata.create(undefined, { fromDeserializer: true });
    const [one, other] = [make(), make()];
    expect(one).toStrictEqual(expected);
    expect(Object.getPrototypeOf(one)).toBe(Object.getPrototypeOf(expected));
    expect(one).not.toBe(other);
  });
});

describe('date-times of SQLite', () => {
  const column = source.getMetadata(Picture).columns.find(({ propertyName }) => propertyName === 'paintedAt');
  if (column === undefined) throw new Error('there is no date-time');
  const { convert } = columnReader(column, 'paintedAt', source.driver);
  const byTypeOrm = (raw: unknown): unknown => source.driver.prepareHydratedValue(raw, column);
  // No two invalid dates are equal.
  const shown = (value: unknown) => (value instanceof Date ? `Date ${value.getTime()}` : value);
  const two = (number: number) => String(number).padStart(2, '0');

  // Every day of years with and without a 29 February, and days that no month has.
  const days = ['0099', '0100', '1900', '1969', '2000', '2023', '2024', '9999'].flatMap((year) =>
    Array.from({ length: 13 * 33 }, (_, n) => `${year}-${two(Math.floor(n / 33))}-${two(n % 33)} 23:59:59.999`),
  );
  const times = Array.from(
    { length: 25 * 61 },
    (_, n) => `2024-02-29 ${two(Math.floor(n / 61))}:${two(n % 61)}:07.080`,
  );

  it('are those of TypeORM, for every day and every time in its own spelling', () => {
    for (const text of [...days, ...times])
      expect([text, shown(convert?.(text))]).toEqual([text, shown(byTypeOrm(text))]);
    expect([...days, ...times].filter((text) => momentOf(text) !== undefined).length).toBeGreaterThan(4_000);
  });

  it.each([
    ...['2024-01-05 10:00:60.000', '2024-01-05 10:00:00', '2024-01-05T10:00:00.000', '2024-01-05 10:00:00.000Z', ''],
    ...['2024-01-05 10:00:00.123456', '2024-01-05 10:00:00.12a', '+024-01-05 10:00:00.000', '2024-01-05', 'yesterday'],
    ...[' 024-01-05 10:00:00.000', '2024-01-05 10:00:00,000', '2024-1-05 10:00:00.0000', 1_704_448_800_000, 0, null],
  ])('are those of TypeORM in any other spelling: %j', (raw) => {
    expect(momentOf(raw)).toBeUndefined();
    expect(shown(convert?.(raw))).toEqual(shown(byTypeOrm(raw)));
  });
});
