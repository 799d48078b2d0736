import { jest } from '@jest/globals';
import { FilterConfigurationError, FilterService, type FilterModuleOptions, type PageOptions } from 'nestjs-filterable';
import type { SelectQueryBuilder } from 'typeorm';
import { RawSqlResultsToEntityTransformer } from 'typeorm/query-builder/transformer/RawSqlResultsToEntityTransformer.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { seedBlog } from '../../support/blog/data.js';
import { timesCalled } from '../../support/counting.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { textsWritten } from '../pages/written.js';
import { StatementSpy } from '../../support/spy.js';

type Hydration = 'compiled' | 'typeorm' | undefined;

/** Where `hydration` is said: for the module, the handler and the call; and whose code makes the entities then. */
const said: readonly (readonly [module: Hydration, handler: Hydration, call: Hydration, by: Hydration])[] = [
  ['compiled', undefined, undefined, 'compiled'],
  ['typeorm', undefined, undefined, 'typeorm'],
  ['compiled', 'typeorm', undefined, 'typeorm'],
  ['typeorm', 'compiled', undefined, 'compiled'],
  ['compiled', undefined, 'typeorm', 'typeorm'],
  ['typeorm', undefined, 'compiled', 'compiled'],
  ['compiled', 'compiled', 'typeorm', 'typeorm'],
  ['typeorm', 'typeorm', 'compiled', 'compiled'],
];

type Builder = SelectQueryBuilder<Post>;

const builders: readonly (readonly [name: string, prepare: (builder: Builder) => Builder])[] = [
  ['the entity alone', (builder) => builder],
  ['a joined relation', (builder) => builder.leftJoinAndSelect('post.author', 'author')],
  ['joins that multiply rows', (builder) => builder.leftJoinAndSelect('post.tags', 'tag')],
  ['some columns', (builder) => builder.select(['post.title', 'post.createdAt'])],
  ['deleted rows', (builder) => builder.withDeleted()],
  ['a comment, which is not prepared', (builder) => builder.comment('by hand')],
];

const queries = [
  'pagination[pageSize]=4',
  'sort=createdAt:desc&pagination[page]=2&pagination[pageSize]=3',
  'filters[tags][name][$contains]=a&sort=author.name&pagination[pageSize]=5',
  'sort=id&pagination[after]=&pagination[pageSize]=3',
  'filters[id]=0',
];

describe.each(engines)('`hydration` on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities, logger: spy });
    await seedBlog(database.source);
  });
  afterAll(() => database.close());

  const serviceOf = (options: FilterModuleOptions = {}) =>
    FilterService.forDataSource(database.source, { context: undefined, ...options });
  const posts = () => database.source.createQueryBuilder(Post, 'post');

  /** Counts how often TypeORM's own code makes entities. */
  const timesTransformed = (work: () => Promise<unknown>) =>
    timesCalled(RawSqlResultsToEntityTransformer.prototype, 'transform', work);

  it.each(said)('module %s, handler %s, call %s: %s', async (module, handler, call, by) => {
    const service = serviceOf({ hydration: module });
    const query = service.parse(Post, queries[0] ?? '', handler && { hydration: handler });
    const options: PageOptions | undefined = call && { hydration: call };
    const once = by === 'typeorm' ? 1 : 0;
    expect(await timesTransformed(() => service.page(posts(), query, options))).toBe(once);
  });

  it.each(['compiled', 'typeorm'] as const)(
    '%s: each() is read by the builder itself, whatever is said',
    async (by) => {
      const service = serviceOf();
      const all = service.parse(Post, '', { pagination: false });
      const ids: number[] = [];
      const chunks = async () => {
        for await (const { id } of service.each(posts(), all, { chunk: 5, hydration: by })) ids.push(id);
      };
      expect(await timesTransformed(chunks)).toBe(Math.ceil((await posts().getCount()) / 5));
      expect(ids).toHaveLength(await posts().getCount());
    },
  );

  it.each(builders.flatMap(([name, prepare]) => queries.map((query) => [name, query, prepare] as const)))(
    'makes the same entities by the same statements, with %s: %s',
    async (_, query, prepare) => {
      const service = serviceOf();
      const read = async (hydration: Hydration) => {
        const request = service.parse(Post, encodeURI(query));
        return spy.during(() => service.page(prepare(posts()), request, { hydration }));
      };
      // What is asked about a list is remembered.
      await read('compiled');
      await read('compiled');
      const [compiled, own] = [await read('compiled'), await read('typeorm')];
      expect(own.result).toStrictEqual(compiled.result);
      expect(own.result.data.every((post) => post instanceof Post)).toBe(true);
      expect(own.statements).toEqual(compiled.statements);
    },
  );

  it('needs no other statement: what is prepared serves either', async () => {
    const service = serviceOf();
    const read = (hydration: Hydration) =>
      service.page(posts(), service.parse(Post, 'filters[id][$gte]=2&pagination[pageSize]=2'), { hydration });
    for (let time = 0; time < 3; time += 1) await read('compiled');
    expect(await textsWritten(() => read('typeorm'))).toBe(0);
  });

  it('has what an application patched in the code of TypeORM', async () => {
    const { prototype } = RawSqlResultsToEntityTransformer;
    const patched = jest.spyOn(prototype, 'transform').mockImplementation(() => [{ title: 'patched' }]);
    try {
      const service = serviceOf();
      const request = service.parse(Post, 'pagination[pageSize]=2');
      const { data } = await service.page(posts(), request, { hydration: 'typeorm' });
      expect(data).toEqual([{ title: 'patched' }]);
    } finally {
      patched.mockRestore();
    }
  });

  it.each<readonly [options: object, message: RegExp]>([
    [{ hydration: 'typeorn' }, /`hydration` must be compiled or typeorm, not typeorn; did you mean typeorm\?/],
    [{ hydration: true }, /`hydration` must be compiled or typeorm, not true/],
    [{ hydrate: 'typeorm' }, /the option `hydrate` does not exist/],
  ])('is checked: %j', async (options, message) => {
    const service = serviceOf();
    const whole = service.parse(Post, '', { pagination: false });
    const wrong = [
      () => serviceOf(options),
      () => service.parse(Post, '', options),
      () => service.each(posts(), whole, options),
    ];
    for (const work of wrong) {
      expect(work).toThrow(FilterConfigurationError);
      expect(work).toThrow(message);
    }
    await expect(service.page(posts(), service.parse(Post, ''), options)).rejects.toThrow(message);
  });

  it('is no option of what reads no entities', async () => {
    const service = serviceOf();
    const query = service.parse(Post, '');
    const options = { hydration: 'typeorm' };
    await expect(service.count(posts(), query, options as object)).rejects.toThrow(/`hydration` does not exist/);
  });
});
