import { Brackets, type DataSource, In, NotBrackets, type SelectQueryBuilder } from 'typeorm';
import { Post } from '../../support/blog/entities.js';

type Posts = SelectQueryBuilder<Post>;

/** A handler's builder of posts, made for one tenant. */
type MakeBuilder = (posts: Posts, tenant: number) => Posts;

/** Builders whose statements differ, or have a value of the tenant in a place of its own. */
const builders = {
  'no condition': (posts) => posts,
  'a tenant': (posts, tenant) => posts.where('post.tenantId = :tenant', { tenant }),
  'a tenant as a text': (posts, tenant) => posts.where('post.tenantId = :tenant', { tenant: String(tenant) }),
  'a tenant twice': (posts, tenant) =>
    posts.where('post.tenantId = :tenant').andWhere('post.tenantId + 0 = :tenant', { tenant }),
  'one of several tenants': (posts, tenant) =>
    posts.where('post.tenantId IN (:...tenants)', { tenants: Array.from({ length: tenant }, () => tenant) }),
  'a condition as an object': (posts, tenant) => posts.where({ tenantId: tenant }),
  'an operator in an object': (posts, tenant) => posts.where({ tenantId: In(tenant === 1 ? [1] : [2, 2]) }),
  brackets: (posts, tenant) =>
    posts.where(
      new Brackets((inner) =>
        inner.where('post.tenantId = :tenant', { tenant }).orWhere('post.id = :none', { none: -1 }),
      ),
    ),
  'brackets that are negated': (posts, tenant) =>
    posts.where(new NotBrackets((inner) => inner.where('post.tenantId <> :tenant', { tenant }))),
  'a subquery': (posts, tenant) =>
    posts.where((outer) => {
      const ids = outer.subQuery().select('own.id').from(Post, 'own').where('own.tenantId = :tenant', { tenant });
      return `post.id IN ${ids.getQuery()}`;
    }),
  'a selected subquery': (posts, tenant) =>
    posts
      .addSelect(
        (outer) => outer.select('COUNT(*)').from(Post, 'own').where('own.tenantId = :own', { own: tenant }),
        'n',
      )
      .where('post.tenantId = :tenant', { tenant }),
  'a condition of a join': (posts, tenant) =>
    posts.innerJoinAndSelect('post.author', 'author', 'author.id > :least AND post.tenantId = :tenant', {
      least: 0,
      tenant,
    }),
  'joined relations': (posts, tenant) =>
    posts
      .leftJoinAndSelect('post.author', 'author')
      .leftJoinAndSelect('author.country', 'country')
      .leftJoin('post.updatedBy', 'editor')
      .where('post.tenantId = :tenant', { tenant }),
  'a parameter that is set later': (posts, tenant) =>
    posts.where('post.tenantId = :tenant', { tenant: -1 }).setParameter('tenant', tenant),
  'a parameter of our name': (posts, tenant) => posts.where('post.tenantId = :nf_p1', { nf_p1: tenant }),
  'a parameter that is a part of another': (posts, tenant) =>
    posts.where('post.tenantId = :t AND post.id > :t1', { t: tenant, t1: tenant }),
  'parameters that nothing names': (posts, tenant) =>
    posts.where('post.tenantId = :tenant', { tenant, unused: tenant, others: [tenant] }),
  'values that look like parameters': (posts, tenant) =>
    posts.where('post.tenantId = :tenant AND post.title <> :text', { text: tenant === 1 ? ':tenant' : '$1 ?', tenant }),
  'NULL and undefined': (posts, tenant) =>
    posts.where('(post.title = :nothing OR post.slug = :missing OR post.tenantId = :tenant)', {
      nothing: tenant === 1 ? null : undefined,
      missing: tenant === 1 ? undefined : 'spring',
      tenant,
    }),
  'a boolean': (posts, tenant) => posts.where('post.isFeatured = :featured', { featured: tenant === 1 }),
  'a moment': (posts, tenant) =>
    posts.where('post.createdAt >= :from', { from: new Date(tenant === 1 ? '2024-01-05T00:00:00Z' : '2024-01-20') }),
  'numbers of both kinds': (posts, tenant) =>
    posts.where('post.tenantId = :tenant AND post.score > :score', { tenant, score: tenant === 1 ? -3.5 : 7 }),
  'deleted rows': (posts, tenant) => posts.withDeleted().where('post.tenantId = :tenant', { tenant }),
  'an order of its own': (posts, tenant) =>
    posts.where('post.tenantId = :tenant', { tenant }).orderBy('post.status', 'DESC').addOrderBy('post.views'),
  'a part of the columns': (posts, tenant) =>
    posts.select(['post.title', 'post.status']).where('post.tenantId = :tenant', { tenant }),
  'an expression beside': (posts, tenant) =>
    posts
      .addSelect('post.tenantId + :more', 'sum')
      .setParameter('more', tenant)
      .where('post.tenantId = :tenant', { tenant }),
  'a slice of its own': (posts, tenant) => posts.where('post.tenantId = :tenant', { tenant }).take(tenant).skip(1),
} as const satisfies Readonly<Record<string, MakeBuilder>>;

export type BuilderName = keyof typeof builders;

export const builderNames = Object.keys(builders) as BuilderName[];

/** Makes a builder of posts. */
export function postsOf(source: DataSource, name: BuilderName, tenant: number): Posts {
  return builders[name](source.getRepository(Post).createQueryBuilder('post'), tenant);
}

/** Requests of several shapes, each with values of its own. */
const texts: readonly ((value: number) => string)[] = [
  () => '',
  (value) => `pagination[page]=${value}&pagination[pageSize]=${value + 1}`,
  (value) => `filters[title][$containsi]=${'aeiou'[value % 5]}&sort=title:desc,id`,
  (value) => `filters[id][$in]=${Array.from({ length: value }, (_, id) => id * value + 1).join('&filters[id][$in]=')}`,
  (value) => `filters[views][$gte]=${value}&filters[author][name][$ne]=Kai${value}&sort=author.name:asc:nullsLast`,
  (value) => `filters[comments][stars][$gte]=${value}&sort=publishedAt:desc&pagination[start]=${value}`,
  (value) => `filters[isFeatured]=${value % 2 === 0}&pagination[after]=&pagination[pageSize]=${value}&sort=views`,
  (value) => `filters[tags][name]=${value % 2 === 0 ? 'red' : 'blue'}&sort=comments.$count:desc`,
];

/** The numbers of the requests. */
export const requests = [...texts.keys()];

/** Returns a request by its number, with a value from 1 to 5. */
export function requestOf(index: number, value: number): string {
  const text = texts[index]?.(value) ?? '';
  return `pagination[withCount]=false&${text}`;
}
