import { jest } from '@jest/globals';
import { type DataSource, SelectQueryBuilder } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import { missingInternals } from '../../../lib/typeorm/index.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, openDatabase } from '../../support/databases.js';

/** What a later TypeORM may leave out or rename: the owner, and a member that it has no more. */
const doctored: readonly (readonly [name: string, owner: (source: DataSource) => object, member: string])[] = [
  ['QueryExpressionMap.joinAttributes', (source) => source.createQueryBuilder().expressionMap, 'joinAttributes'],
  ['SelectQueryBuilder.relationMetadatas', (source) => source.createQueryBuilder(), 'relationMetadatas'],
  ['SelectQueryBuilder.getQueryAndParameters', (source) => source.createQueryBuilder(), 'getQueryAndParameters'],
  ['Driver.escapeQueryWithParameters', ({ driver }) => driver, 'escapeQueryWithParameters'],
  ['Driver.prepareHydratedValue', ({ driver }) => driver, 'prepareHydratedValue'],
  ['DataSource.defaultReplicationModeForReads', (source) => source, 'defaultReplicationModeForReads'],
  ['EntityMetadata.lazyRelations', ({ entityMetadatas: [first] }) => first ?? {}, 'lazyRelations'],
];

describe('what is used of TypeORM beside its methods', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await openDatabase('sqlite', { entities: blogEntities });
  });
  afterEach(() => database.close());

  it('is all there', () => {
    expect(missingInternals(database.source)).toEqual([]);
  });

  it.each(doctored)('is named where it is missing: %s', (name, owner, member) => {
    const { source } = database;
    const part = owner(source);
    const without: unknown = new Proxy(part, {
      get: (target, key) => (key === member ? undefined : (Reflect.get(target, key) as unknown)),
    });
    expect(missingInternals(withPart(source, part, without))).toEqual([name]);
  });

  it.each([
    ['all is there', true, 0],
    ['a part is missing', false, 1],
  ])('reads a page by the builder itself as often as it has to where %s', async (_, isWhole, times) => {
    const { source } = database;
    if (!isWhole) Object.assign(source.driver, { prepareHydratedValue: undefined });
    expect(missingInternals(source)).toEqual(isWhole ? [] : ['Driver.prepareHydratedValue']);
    const read = jest.spyOn(SelectQueryBuilder.prototype, 'getRawAndEntities');
    const filters = FilterService.forDataSource(source);
    const { data } = await filters.page(source.getRepository(Post), filters.parse(Post, 'filters[title]=none'));
    expect(data).toEqual([]);
    expect(read).toHaveBeenCalledTimes(times);
    read.mockRestore();
  });
});

/** Returns a data source that has another part in the place of one. */
function withPart(source: DataSource, part: object, other: unknown): DataSource {
  const builder = source.createQueryBuilder();
  const { expressionMap } = builder;
  const isOf = (one: object) => one.constructor === part.constructor;
  if (isOf(source)) return other as DataSource;
  const replaced: Record<string, unknown> = {};
  if (isOf(source.driver)) replaced['driver'] = other;
  if (isOf(builder)) replaced['createQueryBuilder'] = () => other;
  if (isOf(expressionMap)) {
    replaced['createQueryBuilder'] = () =>
      new Proxy(builder, {
        get: (target, key) => (key === 'expressionMap' ? other : (Reflect.get(target, key) as unknown)),
      });
  }
  const [first, ...rest] = source.entityMetadatas;
  if (first !== undefined && isOf(first)) replaced['entityMetadatas'] = [other, ...rest];
  return new Proxy(source, {
    get: (target, key) =>
      typeof key === 'string' && key in replaced ? replaced[key] : (Reflect.get(target, key) as unknown),
  });
}
