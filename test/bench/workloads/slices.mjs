import { depthOf, everyTurn, momentAt, pageSize } from './parameters.mjs';
import { newest, ownFields } from './own-fields.mjs';
import { toOne } from './to-one.mjs';
import { tagsPopular } from './to-many.mjs';

const newestFirst = { sort: ['publishedAt:desc', 'id:desc'], order: newest };
const everything = { filters: () => undefined, hand: { all: (builder) => builder } };

const deepPage = {
  name: 'deep page, by offset',
  ...newestFirst,
  ...everything,
  parameters: (posts) => everyTurn((turn) => ({ skip: depthOf(posts) + turn * pageSize })),
  raw: {
    plain: (sql, p, tail) => sql`SELECT p.* FROM post p ORDER BY p.published_at DESC, p.id DESC ${tail}`,
    'keys inside': (sql, p, tail) =>
      sql`SELECT p.* FROM post p JOIN (SELECT id FROM post ORDER BY published_at DESC, id DESC ${tail}) k ON k.id = p.id ORDER BY p.published_at DESC, p.id DESC`,
  },
  peers: {
    paginate: () => ({ sortBy: newest }),
    nestjsQuery: () => ({ sorting: newest }),
    crud: () => ({ sort: newest }),
  },
};

/** From where skipped rows begin to count. */
const deeperPage = {
  ...deepPage,
  name: 'page by offset, from row 1,000',
  parameters: () => everyTurn((turn) => ({ skip: 1_000 + turn * pageSize })),
};

/** The same rows as the deep page, by what the last row before them holds. */
const keysetPage = {
  name: 'keyset page at the same depth',
  ...newestFirst,
  ...everything,
  reads: 'keyset',
  parameters: (posts) =>
    everyTurn((turn) => ({
      place: depthOf(posts) + turn * pageSize,
      at: momentAt(depthOf(posts) + turn * pageSize - 1, posts),
    })),
  /** The row before the page, whose values a cursor holds. */
  async prepare(p, { rowAt }) {
    const { id } = await rowAt(p.place - 1);
    return { ...p, id };
  },
  hand: {
    chain: (builder, p) =>
      builder.where(
        'post.publishedAt <= :at AND (post.publishedAt < :at OR (post.publishedAt = :at AND post.id < :id))',
        p,
      ),
    row: (builder, p) => builder.where('(post.publishedAt, post.id) < (:at, :id)', p),
  },
  raw: {
    chain: (sql, { at, id }, tail) =>
      sql`SELECT p.* FROM post p WHERE p.published_at <= ${at} AND (p.published_at < ${at} OR (p.published_at = ${at} AND p.id < ${id})) ORDER BY p.published_at DESC, p.id DESC ${tail}`,
    row: (sql, { at, id }, tail) =>
      sql`SELECT p.* FROM post p WHERE (p.published_at, p.id) < (${at}, ${id}) ORDER BY p.published_at DESC, p.id DESC ${tail}`,
  },
  peers: {
    paginate: (p) => ({ sortBy: newest, cursor: cursorOf(p) }),
    nestjsQuery: undefined,
    crud: undefined,
  },
};

/** As nestjs-paginate's documentation describes it: the moment in fifteen digits, the id in eleven and four. */
function cursorOf({ at, id }) {
  return `V${String(at.getTime()).padStart(15, '0')}V${String(id).padStart(11, '0')}V0000`;
}

const withTotal = (workload, name) => ({ ...workload, name, reads: 'total' });

const shortPage = withTotal(
  { ...toOne, filters: ({ name, views }) => ({ author: { name }, views: { $gte: views } }) },
  'page with its total, short',
);
shortPage.parameters = (posts) => toOne.parameters(posts).map((p) => ({ ...p, views: 95_000 }));
shortPage.hand = {
  join: (builder, p) => toOne.hand.join(builder, p).andWhere('post.views >= :views', p),
  in: (builder, p) => toOne.hand.in(builder, p).andWhere('post.views >= :views', p),
};
shortPage.raw = {
  join: (sql, { name, views }, tail) =>
    sql`SELECT p.* FROM post p JOIN author a ON a.id = p.author_id WHERE a.name = ${name} AND p.views >= ${views} ORDER BY p.published_at DESC, p.id DESC ${tail}`,
};
shortPage.peers = {
  paginate: ({ name, views }) => ({ filter: { 'author.name': `$eq:${name}`, views: `$gte:${views}` }, sortBy: newest }),
  nestjsQuery: ({ name, views }) => ({
    filter: { author: { name: { eq: name } }, views: { gte: views } },
    sorting: newest,
  }),
  crud: ({ name, views }) => ({ s: { 'author.name': name, views: { $gte: views } }, join: ['author'], sort: newest }),
};

export const sliceWorkloads = [
  deepPage,
  deeperPage,
  keysetPage,
  withTotal(ownFields, 'page with its total, own fields'),
  withTotal(toOne, 'page with its total, to-one'),
  withTotal(tagsPopular, 'page with its total, popular tags'),
  shortPage,
];
