import { authorName, everyTurn } from './parameters.mjs';
import { newest } from './own-fields.mjs';

const newestFirst = { sort: ['publishedAt:desc', 'id:desc'], order: newest };

export const toOne = {
  name: 'to-one',
  ...newestFirst,
  parameters: (posts) => everyTurn((turn) => ({ name: authorName(turn, posts) })),
  filters: ({ name }) => ({ author: { name } }),
  hand: {
    join: (builder, p) => builder.innerJoin('post.author', 'author').where('author.name = :name', p),
    in: (builder, p) => builder.where('post.authorId IN (SELECT a.id FROM author a WHERE a.name = :name)', p),
  },
  raw: {
    join: (sql, { name }, tail) =>
      sql`SELECT p.* FROM post p JOIN author a ON a.id = p.author_id WHERE a.name = ${name} ORDER BY p.published_at DESC, p.id DESC ${tail}`,
  },
  peers: {
    paginate: ({ name }) => ({ filter: { 'author.name': `$eq:${name}` }, sortBy: newest }),
    nestjsQuery: ({ name }) => ({ filter: { author: { name: { eq: name } } }, sorting: newest }),
    crud: ({ name }) => ({ s: { 'author.name': name }, join: ['author'], sort: newest }),
  },
};

const toOneOfToOne = {
  name: 'to-one of to-one',
  ...newestFirst,
  parameters: () => everyTurn((turn) => ({ code: `c${turn * 3 + 1}` })),
  filters: ({ code }) => ({ author: { country: { code } } }),
  hand: {
    join: (builder, p) =>
      builder
        .innerJoin('post.author', 'author')
        .innerJoin('author.country', 'country')
        .where('country.code = :code', p),
    in: (builder, p) =>
      builder.where(
        'post.authorId IN (SELECT a.id FROM author a JOIN country c ON c.id = a.country_id WHERE c.code = :code)',
        p,
      ),
  },
  raw: {
    join: (sql, { code }, tail) =>
      sql`SELECT p.* FROM post p JOIN author a ON a.id = p.author_id JOIN country c ON c.id = a.country_id WHERE c.code = ${code} ORDER BY p.published_at DESC, p.id DESC ${tail}`,
  },
  peers: {
    paginate: ({ code }) => ({ filter: { 'author.country.code': `$eq:${code}` }, sortBy: newest }),
    nestjsQuery: ({ code }) => ({ filter: { author: { country: { code: { eq: code } } } }, sorting: newest }),
    crud: ({ code }) => ({ s: { 'country.code': code }, join: ['author', 'author.country'], sort: newest }),
  },
};

const either = {
  name: '$or across root and to-one',
  ...newestFirst,
  parameters: (posts) => everyTurn((turn) => ({ views: 99_900 - turn, name: authorName(turn, posts) })),
  filters: ({ views, name }) => ({ $or: [{ views: { $gte: views } }, { author: { name } }] }),
  hand: {
    join: (builder, p) =>
      builder.innerJoin('post.author', 'author').where('(post.views >= :views OR author.name = :name)', p),
    in: (builder, p) =>
      builder.where('(post.views >= :views OR post.authorId IN (SELECT a.id FROM author a WHERE a.name = :name))', p),
  },
  raw: {
    in: (sql, { views, name }, tail) =>
      sql`SELECT p.* FROM post p WHERE p.views >= ${views} OR p.author_id IN (SELECT a.id FROM author a WHERE a.name = ${name}) ORDER BY p.published_at DESC, p.id DESC ${tail}`,
    union: (sql, { views, name }, tail) =>
      sql`SELECT p.* FROM post p WHERE p.id IN (SELECT id FROM post WHERE views >= ${views} UNION SELECT q.id FROM post q JOIN author a ON a.id = q.author_id WHERE a.name = ${name}) ORDER BY p.published_at DESC, p.id DESC ${tail}`,
  },
  peers: {
    paginate: ({ views, name }) => ({ expression: `views=$gte:${views} OR author.name=$eq:"${name}"`, sortBy: newest }),
    nestjsQuery: ({ views, name }) => ({
      filter: { or: [{ views: { gte: views } }, { author: { name: { eq: name } } }] },
      sorting: newest,
    }),
    crud: ({ views, name }) => ({
      s: { $or: [{ views: { $gte: views } }, { 'author.name': name }] },
      join: ['author'],
      sort: newest,
    }),
  },
};

const byAuthor = [
  ['author.name', 'ASC'],
  ['id', 'ASC'],
];

const sortByToOne = {
  name: 'sort by to-one',
  sort: ['author.name:asc', 'id:asc'],
  parameters: () => everyTurn((turn) => ({ views: turn * 500 })),
  filters: ({ views }) => ({ views: { $gte: views } }),
  order: byAuthor,
  hand: {
    join: (builder, p) => builder.innerJoin('post.author', 'author').where('post.views >= :views', p),
  },
  raw: {
    join: (sql, { views }, tail) =>
      sql`SELECT p.* FROM post p JOIN author a ON a.id = p.author_id WHERE p.views >= ${views} ORDER BY a.name, p.id ${tail}`,
  },
  peers: {
    paginate: ({ views }) => ({ filter: { views: `$gte:${views}` }, sortBy: byAuthor }),
    nestjsQuery: undefined,
    crud: ({ views }) => ({ s: { views: { $gte: views } }, join: ['author'], sort: byAuthor }),
  },
};

export const toOneWorkloads = [toOne, toOneOfToOne, either, sortByToOne];
