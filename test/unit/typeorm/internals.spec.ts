import type { DataSource } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import { missingInternals } from '../../../lib/typeorm/index.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';
import { rowsOf, scripted } from '../../support/scripted.js';

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
  it.each(['sqlite', 'postgres', 'mariadb'] as const)('is all there: %s', async (engine) => {
    expect(missingInternals(await describeEntities(engine, blogEntities))).toEqual([]);
  });

  it.each(doctored)('is named where it is missing: %s', async (name, owner, member) => {
    const source = await describeEntities('sqlite', blogEntities);
    const part = owner(source);
    const without: unknown = new Proxy(part, {
      get: (target, key) => (key === member ? undefined : (Reflect.get(target, key) as unknown)),
    });
    expect(missingInternals(withPart(source, part, without))).toEqual([name]);
  });

  it('is not needed for a page, which the builder itself reads where a part is missing', async () => {
    const { source } = await scripted('sqlite', blogEntities, (sql) => rowsOf(sql, []));
    Object.assign(source.driver, { prepareHydratedValue: undefined });
    expect(missingInternals(source)).toEqual(['Driver.prepareHydratedValue']);
    const filters = FilterService.forDataSource(source);
    const { data } = await filters.page(source.getRepository(Post), filters.parse(Post, 'filters[title]=none'));
    expect(data).toEqual([]);
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
