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
import { describeEntities } from '../../support/metadata.js';

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
  readonly bushes: Repository<Bush>;
  readonly page: FilterQuery<Bush>;
  readonly every: FilterQuery<Bush>;
}

const ofList = 'A list of Bush';

/** Every method that needs a connection, and how it calls itself. */
const calls: readonly (readonly [name: string, subject: string, call: (asking: Asking) => unknown])[] = [
  ['page()', ofList, ({ filters, bushes, page }) => filters.page(bushes, page)],
  ['page() of a builder', ofList, ({ filters, bushes, page }) => filters.page(bushes.createQueryBuilder('b'), page)],
  ['count()', ofList, ({ filters, bushes, page }) => filters.count(bushes, page)],
  ['facets()', ofList, ({ filters, bushes, page }) => filters.facets(bushes, page)],
  ['aggregates()', ofList, ({ filters, bushes, page }) => filters.aggregates(bushes, page)],
  ['populate()', ofList, ({ filters, bushes, page }) => filters.populate(bushes, [bushes.create({ id: 1 })], page)],
  ['each()', ofList, ({ filters, bushes, every }) => filters.each(bushes, every).next()],
  ['explain()', 'explain()', ({ filters, bushes, page }) => filters.explain(bushes, page)],
  ['indexes()', 'indexes()', ({ filters }) => filters.indexes()],
  ['indexes() of an entity', 'indexes()', ({ filters }) => filters.indexes(Bush)],
];

function asking(source: DataSource): Asking {
  const filters = FilterService.forDataSource(source);
  const page = filters.parse(Bush, 'filters[name]=x&populate=twigs&facets=name&aggregates[height]=avg');
  return { filters, bushes: source.getRepository(Bush), page, every: filters.parse(Bush, 'filters[name]=x') };
}

describe.each(['sqlite', 'postgres', 'mariadb'] as const)('a data source of %s that is not connected', (engine) => {
  const asked = describeEntities(engine, [Bush, Twig]).then(asking);

  it.each(calls)('is named by %s', async (_, subject, call) => {
    const answers = await asked;
    const refused = Promise.resolve(answers).then(call);
    await expect(refused).rejects.toThrow(FilterConfigurationError);
    await expect(refused).rejects.toThrow(
      `${subject} reads the database, and the data source is not connected; call its initialize() first`,
    );
  });

  it('is asked nothing for the related rows of no rows', async () => {
    const { filters, bushes, page } = await asked;
    expect(await filters.populate(bushes, [], page)).toEqual({});
  });
});
