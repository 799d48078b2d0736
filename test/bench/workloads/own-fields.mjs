import { among } from '../sql.mjs';
import { everyTurn, momentAt } from './parameters.mjs';

const newest = [
  ['publishedAt', 'DESC'],
  ['id', 'DESC'],
];

const ownFields = {
  name: 'own fields, a range, newest first',
  parameters: (posts) =>
    everyTurn((turn) => ({
      status: 'published',
      from: turn * 5_000,
      to: turn * 5_000 + 9_999,
      since: momentAt(posts / 2, posts),
    })),
  filters: ({ status, from, to, since }) => ({
    status,
    views: { $between: [from, to] },
    publishedAt: { $gte: since.toISOString() },
  }),
  sort: ['publishedAt:desc', 'id:desc'],
  order: newest,
  hand: {
    where: (builder, p) =>
      builder
        .where('post.status = :status', p)
        .andWhere('post.views BETWEEN :from AND :to', p)
        .andWhere('post.publishedAt >= :since', p),
  },
  raw: {
    where: (sql, p, tail) =>
      sql`SELECT p.* FROM post p WHERE p.status = ${p.status} AND p.views BETWEEN ${p.from} AND ${p.to} AND p.published_at >= ${p.since} ORDER BY p.published_at DESC, p.id DESC ${tail}`,
  },
  peers: {
    paginate: ({ status, from, to, since }) => ({
      filter: { status: `$eq:${status}`, views: `$btw:${from},${to}`, publishedAt: `$gte:${since.toISOString()}` },
      sortBy: newest,
    }),
    nestjsQuery: ({ status, from, to, since }) => ({
      filter: { status: { eq: status }, views: { between: { lower: from, upper: to } }, publishedAt: { gte: since } },
      sorting: newest,
    }),
    crud: ({ status, from, to, since }) => ({
      s: { status, views: { $between: [from, to] }, publishedAt: { $gte: since.toISOString() } },
      sort: newest,
    }),
  },
};

/** The end of a range of date-times is the millisecond that rows show, of which a column may keep a thousand parts. */
const dateTimes = {
  name: 'a range of date-times, newest first',
  parameters: (posts) =>
    everyTurn((turn) => ({
      since: momentAt(posts - 1, posts),
      until: momentAt(posts / 2 + turn, posts),
      next: new Date(momentAt(posts / 2 + turn, posts).getTime() + 1),
    })),
  filters: ({ since, until }) => ({ publishedAt: { $between: [since.toISOString(), until.toISOString()] } }),
  sort: ['publishedAt:desc', 'id:desc'],
  order: newest,
  hand: {
    between: (builder, p) => builder.where('post.publishedAt BETWEEN :since AND :until', p),
    'half open': (builder, p) => builder.where('post.publishedAt >= :since AND post.publishedAt < :next', p),
  },
  raw: {
    between: (sql, p, tail) =>
      sql`SELECT p.* FROM post p WHERE p.published_at BETWEEN ${p.since} AND ${p.until} ORDER BY p.published_at DESC, p.id DESC ${tail}`,
    'half open': (sql, p, tail) =>
      sql`SELECT p.* FROM post p WHERE p.published_at >= ${p.since} AND p.published_at < ${p.next} ORDER BY p.published_at DESC, p.id DESC ${tail}`,
  },
  peers: {
    paginate: ({ since, until }) => ({
      filter: { publishedAt: `$btw:${since.toISOString()},${until.toISOString()}` },
      sortBy: newest,
    }),
    nestjsQuery: ({ since, until }) => ({
      filter: { publishedAt: { between: { lower: since, upper: until } } },
      sorting: newest,
    }),
    crud: ({ since, until }) => ({
      s: { publishedAt: { $between: [since.toISOString(), until.toISOString()] } },
      sort: newest,
    }),
  },
};

const members = {
  name: '500 members',
  parameters: (posts) =>
    everyTurn((turn) => ({ ids: Array.from({ length: 500 }, (_, index) => ((index * 193 + turn * 7) % posts) + 1) })),
  filters: ({ ids }) => ({ id: { $in: ids } }),
  sort: ['publishedAt:desc', 'id:desc'],
  order: newest,
  hand: {
    in: (builder, { ids }) => builder.where('post.id IN (:...ids)', { ids }),
  },
  raw: {
    in: (sql, { ids }, tail) =>
      sql`SELECT p.* FROM post p WHERE p.id ${among(ids)} ORDER BY p.published_at DESC, p.id DESC ${tail}`,
  },
  peers: {
    paginate: ({ ids }) => ({ filter: { id: `$in:${ids.join(',')}` }, sortBy: newest }),
    nestjsQuery: ({ ids }) => ({ filter: { id: { in: ids } }, sorting: newest }),
    crud: ({ ids }) => ({ s: { id: { $in: ids } }, sort: newest }),
  },
};

export const ownFieldWorkloads = [ownFields, dateTimes, members];
export { newest, ownFields };
