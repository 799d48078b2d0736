import { Column, DataSource, type DataSourceOptions, Entity, EntitySchema, PrimaryColumn } from 'typeorm';
import { entityMaker } from '../../../../lib/typeorm/hydration/entity-maker.js';

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
