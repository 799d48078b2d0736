import type { DataSource } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import { OpenComment, openBlogEntities } from '../../e2e/questions/open-blog.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { renumbered } from '../../support/parameters.js';
import { describeEntities } from '../../support/metadata.js';

/** A condition on the key of a to-one relation needs no other table, unless rows of that table can be hidden. */

const plain: readonly (readonly [query: string, sql: string])[] = [
  ['filters[author]=3', '"authorId" = :nf_p1'],
  ['filters[author][id]=3', '"authorId" = :nf_p1'],
  ['filters[author][$in][0]=3', '"authorId" IN (:...nf_p1)'],
  ['filters[author][$ne]=3', '"authorId" <> :nf_p1'],
  ['filters[$not][author]=3', '("authorId" <> :nf_p1 OR "authorId" IS NULL)'],
  ['filters[$not][author][$ne]=3', '("authorId" = :nf_p1 OR "authorId" IS NULL)'],
  [
    'filters[$not][author][$or][0][id]=3&filters[$not][author][$or][1][id][$gt]=7',
    '(("authorId" <> :nf_p1 AND "authorId" <= :nf_p2) OR "authorId" IS NULL)',
  ],
  ['filters[author][$exists]=true', '"authorId" IS NOT NULL'],
  ['filters[author][$null]=true', '"authorId" IS NULL'],
];

const subqueries: readonly (readonly [why: string, query: string])[] = [
  ['another field is asked for, too', 'filters[author][id]=3&filters[author][name]=Kai'],
  ['whether the key is NULL is asked of the row', 'filters[author][id][$notNull]=true'],
  ['a further relation is asked for', 'filters[author][country][name]=Norway'],
];

describe.each(['sqlite', 'postgres', 'mariadb'] as const)('a condition on the key of a relation on %s', (engine) => {
  let source: DataSource;
  let filters: FilterService;
  beforeAll(async () => {
    source = await describeEntities(engine, [...blogEntities, ...openBlogEntities]);
    filters = FilterService.forDataSource(source);
  });

  const whereOf = (query: string, overrides?: Parameters<typeof filters.parse<Post>>[2]) => {
    const sql = filters
      .apply(source.getRepository(Post).createQueryBuilder('post'), filters.parse(Post, query, overrides))
      .getQuery();
    const [, where = ''] = /WHERE (.*)/s.exec(sql) ?? [];
    return renumbered(where).replaceAll('`', '"').replaceAll('"post".', '');
  };

  it.each(plain)('%s is %s', (query, sql) => {
    expect(whereOf(query)).toBe(`( (${sql}) ) AND ( "deletedAt" IS NULL )`);
  });

  it('one comparison for several keys', () => {
    const several = engine === 'postgres' ? '"authorId" = ANY(:nf_p1)' : '"authorId" IN (:...nf_p1)';
    const where = whereOf('filters[author][$in][0]=3&filters[author][$in][1]=5');
    expect(where).toBe(`( (${several}) ) AND ( "deletedAt" IS NULL )`);
  });

  it.each(subqueries)('a subquery where %s', (_, query) => {
    expect(whereOf(`filters[$or][0][title]=x&${query}`)).toContain('SELECT');
  });

  it('a subquery where the relation says so', () => {
    const overrides = { relations: [{ name: 'author', strategy: 'exists' as const }] } as const;
    expect(whereOf('filters[author]=3', overrides)).toContain('EXISTS (SELECT');
  });

  it.each(['filters[post]=3', 'filters[$not][post]=3', 'filters[post][$exists]=true'])(
    'a subquery where the related row can be deleted: %s',
    (query) => {
      const builder = source.getRepository(OpenComment).createQueryBuilder('comment');
      const sql = filters.apply(builder, filters.parse(OpenComment, query)).getQuery();
      expect(sql.replaceAll('`', '"')).toMatch(/SELECT[^]*SELECT[^]*"nf_1"."deletedAt" IS NULL/);
    },
  );
});
