import { among } from '../sql.mjs';
import { everyTurn } from './parameters.mjs';
import { newest } from './own-fields.mjs';

const newestFirst = { sort: ['publishedAt:desc', 'id:desc'], order: newest };

const comments = {
  ...newestFirst,
  filters: ({ score }) => ({ comments: { approved: true, score: { $gte: score } } }),
  hand: {
    exists: (builder, p) =>
      builder.where(
        'EXISTS (SELECT 1 FROM comment c WHERE c.post_id = post.id AND c.approved = :approved AND c.score >= :score)',
        p,
      ),
    in: (builder, p) =>
      builder.where(
        'post.id IN (SELECT c.post_id FROM comment c WHERE c.approved = :approved AND c.score >= :score)',
        p,
      ),
  },
  raw: {
    exists: (sql, { approved, score }, tail) =>
      sql`SELECT p.* FROM post p WHERE EXISTS (SELECT 1 FROM comment c WHERE c.post_id = p.id AND c.approved = ${approved} AND c.score >= ${score}) ORDER BY p.published_at DESC, p.id DESC ${tail}`,
    in: (sql, { approved, score }, tail) =>
      sql`SELECT p.* FROM post p WHERE p.id IN (SELECT c.post_id FROM comment c WHERE c.approved = ${approved} AND c.score >= ${score}) ORDER BY p.published_at DESC, p.id DESC ${tail}`,
  },
  peers: {
    paginate: ({ score }) => ({
      filter: { 'comments.approved': '$eq:1', 'comments.score': `$gte:${score}` },
      sortBy: newest,
    }),
    nestjsQuery: ({ score }) => ({
      filter: { comments: { approved: { is: true }, score: { gte: score } } },
      sorting: newest,
    }),
    crud: ({ score }) => ({
      s: { 'comments.approved': true, 'comments.score': { $gte: score } },
      join: ['comments'],
      sort: newest,
    }),
  },
};

const commentsRare = {
  ...comments,
  name: 'two conditions on one to-many row, rare',
  parameters: () => everyTurn((turn) => ({ approved: true, score: 9_980 + turn })),
};

const commentsOften = {
  ...comments,
  name: 'two conditions on one to-many row, 10 % match',
  parameters: () => everyTurn((turn) => ({ approved: true, score: 9_300 - turn })),
};

const tags = {
  ...newestFirst,
  filters: ({ names }) => ({ tags: { name: { $in: names } } }),
  hand: {
    exists: (builder, p) =>
      builder.where(
        'EXISTS (SELECT 1 FROM post_tag x JOIN tag t ON t.id = x.tag_id WHERE x.post_id = post.id AND t.name IN (:...names))',
        p,
      ),
    in: (builder, p) =>
      builder.where(
        'post.id IN (SELECT x.post_id FROM post_tag x JOIN tag t ON t.id = x.tag_id WHERE t.name IN (:...names))',
        p,
      ),
    nested: (builder, p) =>
      builder.where(
        'post.id IN (SELECT x.post_id FROM post_tag x WHERE x.tag_id IN (SELECT t.id FROM tag t WHERE t.name IN (:...names)))',
        p,
      ),
  },
  raw: {
    in: (sql, { names }, tail) =>
      sql`SELECT p.* FROM post p WHERE p.id IN (SELECT x.post_id FROM post_tag x JOIN tag t ON t.id = x.tag_id WHERE t.name ${among(names)}) ORDER BY p.published_at DESC, p.id DESC ${tail}`,
    exists: (sql, { names }, tail) =>
      sql`SELECT p.* FROM post p WHERE EXISTS (SELECT 1 FROM post_tag x JOIN tag t ON t.id = x.tag_id WHERE x.post_id = p.id AND t.name ${among(names)}) ORDER BY p.published_at DESC, p.id DESC ${tail}`,
    nested: (sql, { names }, tail) =>
      sql`SELECT p.* FROM post p WHERE p.id IN (SELECT x.post_id FROM post_tag x WHERE x.tag_id IN (SELECT t.id FROM tag t WHERE t.name ${among(names)})) ORDER BY p.published_at DESC, p.id DESC ${tail}`,
    /** Two statements: the keys of the tags, then the posts that have one. */
    'keys first': (sql, { names }, tail) => [
      sql`SELECT t.id FROM tag t WHERE t.name ${among(names)}`,
      (rows) =>
        sql`SELECT p.* FROM post p WHERE p.id IN (SELECT x.post_id FROM post_tag x WHERE x.tag_id ${among(rows.map(({ id }) => id))}) ORDER BY p.published_at DESC, p.id DESC ${tail}`,
    ],
    'keys first, exists': (sql, { names }, tail) => [
      sql`SELECT t.id FROM tag t WHERE t.name ${among(names)}`,
      (rows) =>
        sql`SELECT p.* FROM post p WHERE EXISTS (SELECT 1 FROM post_tag x WHERE x.post_id = p.id AND x.tag_id ${among(rows.map(({ id }) => id))}) ORDER BY p.published_at DESC, p.id DESC ${tail}`,
    ],
  },
  peers: {
    paginate: ({ names }) => ({ filter: { 'tags.name': `$in:${names.join(',')}` }, sortBy: newest }),
    nestjsQuery: ({ names }) => ({ filter: { tags: { name: { in: names } } }, sorting: newest }),
    crud: ({ names }) => ({ s: { 'tags.name': { $in: names } }, join: ['tags'], sort: newest }),
  },
};

const named = (first, range) => (turn) => ({
  names: [0, 1, 2].map((step) => `tag ${first + ((turn * 3 + step) % range)}`),
});

export const tagsPopular = {
  ...tags,
  name: 'many-to-many, member of three, popular',
  parameters: () => everyTurn(named(1, 10)),
};

const tagsRare = {
  ...tags,
  name: 'many-to-many, member of three, rare',
  parameters: () => everyTurn(named(101, 100)),
};

export const toManyWorkloads = [commentsRare, commentsOften, tagsPopular, tagsRare];
