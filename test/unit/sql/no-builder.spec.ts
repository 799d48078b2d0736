import { FilterConfigurationError, FilterService } from 'nestjs-filterable';
import type { DataSource, Repository } from 'typeorm';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

const noBuilder = (given: string) =>
  new FilterConfigurationError(
    `Pass a query builder, such as repository.createQueryBuilder('post'), not ${given}; ` +
      'page() and count() also accept a repository.',
  );
const noQuery = new TypeError(
  'This is not a FilterQuery: pass the object that @FilterQuery() or FilterService.parse() returned',
);

describe('what a query cannot be applied to', () => {
  let source: DataSource;
  let posts: Repository<Post>;
  let filters: FilterService;
  beforeAll(async () => {
    source = await describeEntities('sqlite', blogEntities);
    posts = source.getRepository(Post);
    filters = FilterService.forDataSource(source);
  });

  const query = () => filters.parse(Post, 'filters[id]=1');

  it('a repository, by apply()', () => {
    expect(() => filters.apply(posts as never, query())).toThrow(noBuilder('an object (Repository)'));
  });

  it.each<[what: string, given: () => unknown, told: string]>([
    ['an entity', () => Post, 'the function Post'],
    ['a manager', () => source.manager, 'an object (EntityManager)'],
    ['nothing', () => undefined, 'undefined'],
  ])('%s', async (_, given, told) => {
    expect(() => filters.apply(given() as never, query())).toThrow(noBuilder(told));
    await expect(filters.page(given() as never, query())).rejects.toThrow(noBuilder(told));
    await expect(filters.count(given() as never, query())).rejects.toThrow(noBuilder(told));
  });

  it.each<[what: string, given: () => unknown]>([
    ['DeleteQueryBuilder', () => posts.createQueryBuilder().delete()],
    ['UpdateQueryBuilder', () => posts.createQueryBuilder().update({ title: 'changed' })],
    ['SoftDeleteQueryBuilder', () => posts.createQueryBuilder().softDelete()],
    ['InsertQueryBuilder', () => posts.createQueryBuilder().insert()],
    ['RelationQueryBuilder', () => posts.createQueryBuilder().relation('tags')],
  ])('a %s, which changes rows', async (what, given) => {
    const refusal = new FilterConfigurationError(
      `Pass a query builder that selects, not an object (${what}); ` +
        'select the keys of its rows, and change the rows by these.',
    );
    const builder = given() as never;
    expect(() => filters.apply(builder, query())).toThrow(refusal);
    await expect(filters.page(builder, query())).rejects.toThrow(refusal);
    await expect(filters.explain(builder, query())).rejects.toThrow(refusal);
    await expect(filters.facets(builder, query())).rejects.toThrow(refusal);
    await expect(filters.aggregates(builder, query())).rejects.toThrow(refusal);
    await expect(filters.count(builder, query())).rejects.toThrow(refusal);
    await expect(filters.populate(builder, [], query())).rejects.toThrow(refusal);
    expect(() => filters.each(builder, query())).toThrow(refusal);
  });

  // prettier-ignore
  it.each<[what: string, given: () => unknown]>([
    ['no table', () => source.createQueryBuilder()],
    ['a table without an entity', () => source.createQueryBuilder().select().from('elsewhere', 'post')],
    ['a subquery', () => source.createQueryBuilder().select().from((from) => from.select('1').from(Post, 'p'), 'post')],
  ])('a builder of %s', async (_, given) => {
    const refusal = new FilterConfigurationError('The query is for Post, but the builder selects from no entity.');
    expect(() => filters.apply(given() as never, query())).toThrow(refusal);
    await expect(filters.page(given() as never, query())).rejects.toThrow(refusal);
    await expect(filters.count(given() as never, query())).rejects.toThrow(refusal);
    expect(() => filters.each(given() as never, query())).toThrow(refusal);
  });

  it.each<[given: unknown]>([[undefined], [null], ['filters[id]=1'], [{}], [{ filters: {} }]])(
    'the query %j',
    async (given) => {
      expect(() => filters.apply(posts.createQueryBuilder(), given as never)).toThrow(noQuery);
      await expect(filters.page(posts, given as never)).rejects.toThrow(noQuery);
      expect(() => filters.and(given as never, { id: 1 })).toThrow(noQuery);
    },
  );

  it('an entity that is not there yet', () => {
    expect(() => filters.parse(undefined as never, '')).toThrow(
      /^undefined is an entity of no data source; there are: /,
    );
  });
});
