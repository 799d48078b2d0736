import { FilterService, type FilterModuleOptions, type PageOptions } from 'nestjs-filterable';
import type { SelectQueryBuilder } from 'typeorm';
import { RawSqlResultsToEntityTransformer } from 'typeorm/query-builder/transformer/RawSqlResultsToEntityTransformer.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { seedBlog } from '../../support/blog/data.js';
import { timesCalled } from '../../support/counting.js';
import { onEngines } from '../../support/engines.js';

type Hydration = 'compiled' | 'typeorm' | undefined;
type Builder = SelectQueryBuilder<Post>;

/** Where `hydration` is said: for the module, the handler and the call; and whose code makes the entities then. */
const said: readonly (readonly [module: Hydration, handler: Hydration, call: Hydration, by: Hydration])[] = [
  ['typeorm', undefined, undefined, 'typeorm'],
  ['compiled', 'typeorm', undefined, 'typeorm'],
  ['typeorm', 'compiled', undefined, 'compiled'],
  ['compiled', 'compiled', 'typeorm', 'typeorm'],
  ['typeorm', 'typeorm', 'compiled', 'compiled'],
];

const builders: readonly (readonly [name: string, prepare: (builder: Builder) => Builder])[] = [
  ['the entity alone', (builder) => builder],
  ['a joined relation', (builder) => builder.leftJoinAndSelect('post.author', 'author')],
  ['joins that multiply rows', (builder) => builder.leftJoinAndSelect('post.tags', 'tag')],
  ['some columns', (builder) => builder.select(['post.title', 'post.createdAt'])],
  ['a comment, which is not prepared', (builder) => builder.comment('by hand')],
];

const queries = [
  'sort=createdAt:desc&pagination[page]=2&pagination[pageSize]=3',
  'filters[tags][name][$contains]=a&sort=author.name&pagination[pageSize]=5',
  'sort=id&pagination[after]=&pagination[pageSize]=3',
];

/** What the options may be is in test/unit/page/refusals. */
onEngines('`hydration`', { entities: blogEntities, seed: seedBlog }, (world) => {
  const serviceOf = (options: FilterModuleOptions) => FilterService.forDataSource(world.source, options);
  const posts = () => world.source.createQueryBuilder(Post, 'post');

  it.each(said)('module %s, handler %s, call %s: %s', async (module, handler, call, by) => {
    const service = serviceOf({ hydration: module });
    const query = service.parse(Post, 'pagination[pageSize]=4', handler && { hydration: handler });
    const options: PageOptions | undefined = call && { hydration: call };
    const read = () => service.page(posts(), query, options);
    const times = await timesCalled(RawSqlResultsToEntityTransformer.prototype, 'transform', read);
    expect(times > 0).toBe(by === 'typeorm');
  });

  it.each(builders)('makes the same entities by the same statements, with %s', async (_, prepare) => {
    for (const query of queries) {
      const read = (hydration: Hydration) => {
        const request = world.filters.parse(Post, encodeURI(query));
        return world.spy.during(() => world.filters.page(prepare(posts()), request, { hydration }));
      };
      // What is asked about a list is remembered.
      for (let time = 0; time < 2; time += 1) await read('compiled');
      const [compiled, own] = [await read('compiled'), await read('typeorm')];
      expect(own).toStrictEqual(compiled);
      expect(own.result.data.every((post) => post instanceof Post)).toBe(true);
    }
  });
});
