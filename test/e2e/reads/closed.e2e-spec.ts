import { FilterConfigurationError, type FilterQuery, FilterService, Filterable } from 'nestjs-filterable';
import {
  Column,
  type DataSource,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  type Repository,
} from 'typeorm';
import { describeOn, engines, openDatabase } from '../../support/databases.js';

@Entity()
@Filterable({ populate: ['twigs'], facets: ['name'], aggregates: { height: ['avg'] } })
class Bush {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column('integer') height!: number;
  @OneToMany(() => Twig, (twig) => twig.bush) twigs!: Relation<Twig>[];
}

@Entity()
@Filterable()
class Twig {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Bush, (bush) => bush.twigs) bush!: Relation<Bush>;
}

interface Asking {
  readonly filters: FilterService;
  readonly repository: Repository<Bush>;
  readonly page: FilterQuery<Bush>;
  readonly every: FilterQuery<Bush>;
}

const calls: readonly (readonly [name: string, call: (asking: Asking) => Promise<unknown>])[] = [
  ['page()', ({ filters, repository, page }) => filters.page(repository, page)],
  ['page() by a builder', ({ filters, repository, page }) => filters.page(repository.createQueryBuilder('b'), page)],
  ['count()', ({ filters, repository, page }) => filters.count(repository, page)],
  ['facets()', ({ filters, repository, page }) => filters.facets(repository, page)],
  ['aggregates()', ({ filters, repository, page }) => filters.aggregates(repository, page)],
  ['populate()', ({ filters, repository, page }) => filters.populate(repository, [repository.create({ id: 1 })], page)],
  ['each()', async ({ filters, repository, every }) => filters.each(repository, every).next()],
];

const notConnected =
  'A list of Bush asks the database, and the data source is not connected; call its initialize() before';

function asking(source: DataSource): Asking {
  const filters = FilterService.forDataSource(source);
  const page = filters.parse(Bush, 'filters[name]=x&populate=twigs&facets=name&aggregates[height]=avg');
  return { filters, repository: source.getRepository(Bush), page, every: filters.parse(Bush, 'filters[name]=x') };
}

describe.each(engines)('a data source of %s that was closed', (engine) => {
  let asked: Asking;
  beforeAll(async () => {
    const database = await openDatabase(engine, { entities: [Bush, Twig] });
    asked = asking(database.source);
    await database.close();
  });

  it.each(calls)('is named by %s', async (_, call) => {
    const error: unknown = await call(asked).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(FilterConfigurationError);
    expect(error).toMatchObject({ message: notConnected, cause: expect.any(Error) });
  });

  it('is asked nothing for the related rows of no rows', async () => {
    expect(await asked.filters.populate(asked.repository, [], asked.page)).toEqual({});
  });
});

describeOn('postgres', 'mariadb')('a data source of %s that was closed, in a snapshot', (engine) => {
  it('is named by page() and each()', async () => {
    const database = await openDatabase(engine, { entities: [Bush, Twig] });
    const { filters, repository, page, every } = asking(database.source);
    await database.close();
    const reads = { consistency: 'snapshot' } as const;
    await expect(filters.page(repository, page, { reads })).rejects.toThrow(notConnected);
    expect(() => filters.each(repository, every, { reads })).toThrow(/^each\(\) asks the database, .* not connected/);
  });
});

describe('a data source that is open', () => {
  it('is not blamed for the failure of a statement', async () => {
    const database = await openDatabase('sqlite', { entities: [Bush, Twig] });
    try {
      const { filters, repository, page } = asking(database.source);
      await database.source.query('DROP TABLE bush');
      await expect(filters.page(repository, page)).rejects.toThrow(/no such table: bush/);
    } finally {
      await database.close();
    }
  });
});
