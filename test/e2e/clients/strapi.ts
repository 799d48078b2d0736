import type { ClientCase } from './case.js';

function find(params: object, found: ClientCase['found'], title: string, outcome?: object): ClientCase {
  const call = { client: 'strapi', method: 'find', args: [params] } as const;
  return outcome === undefined ? { title, call, found } : { title, call, found, outcome };
}

function filtered(filters: object, found: ClientCase['found'], title: string): ClientCase {
  return find({ filters }, found, title);
}

/** Every operator that Strapi's documentation has, and this library's beyond them. */
const operators: readonly ClientCase[] = [
  filtered({ title: 'Autumn walk' }, [3], 'shorthand'),
  filtered({ title: { $eq: 'Autumn walk' } }, [3], '$eq'),
  filtered({ title: { $eqi: 'autumn WALK' } }, [3], '$eqi'),
  filtered({ status: { $ne: 'published' } }, [3, 4], '$ne'),
  filtered({ title: { $nei: 'autumn WALK' } }, [1, 2, 4, 5, 6], '$nei'),
  filtered({ views: { $lt: 20 } }, [1], '$lt'),
  filtered({ views: { $lte: 20 } }, [1, 2, 6], '$lte'),
  filtered({ views: { $gt: 20 } }, [3, 4], '$gt'),
  filtered({ views: { $gte: 20 } }, [2, 3, 4, 6], '$gte'),
  filtered({ id: { $in: [1, 3] } }, [1, 3], '$in'),
  filtered({ id: [1, 3] }, [1, 3], '$in by shorthand'),
  filtered({ views: { $notIn: [20, 30] } }, [1, 4], '$notIn'),
  filtered({ title: { $contains: 'spring' } }, [2, 6], '$contains'),
  filtered({ title: { $notContains: 'spring' } }, [1, 3, 4, 5], '$notContains'),
  filtered({ title: { $containsi: 'spring' } }, [1, 2, 4, 6], '$containsi'),
  filtered({ title: { $notContainsi: 'spring' } }, [3, 5], '$notContainsi'),
  filtered({ slug: { $null: true } }, [3, 5], '$null'),
  filtered({ slug: { $null: false } }, [1, 2, 4, 6], '$null: false'),
  filtered({ slug: { $notNull: true } }, [1, 2, 4, 6], '$notNull'),
  filtered({ views: { $between: [20, 30] } }, [2, 3, 6], '$between'),
  filtered({ title: { $startsWith: 'spring' } }, [2], '$startsWith'),
  filtered({ title: { $startsWithi: 'spring' } }, [1, 2, 4], '$startsWithi'),
  filtered({ title: { $endsWith: 'spring' } }, [6], '$endsWith'),
  filtered({ title: { $endsWithi: 'OSLO' } }, [1], '$endsWithi'),
  filtered({ $or: [{ id: 1 }, { id: { $eq: 2 } }] }, [1, 2], '$or'),
  filtered({ $and: [{ views: 20 }, { slug: 'days' }] }, [6], '$and'),
  filtered({ $not: { views: { $gte: 20 } } }, [1], '$not'),
  filtered({ title: { $not: { $containsi: 'spring' } } }, [3, 5], '$not under a field'),
  filtered({ comments: { $count: { $gte: 2 } } }, [1], '$count'),
  filtered({ comments: { $none: { approved: true } } }, [3, 4, 5], '$none'),
];

const values: readonly ClientCase[] = [
  filtered({ isFeatured: true }, [1, 4, 6], 'a boolean'),
  filtered({ isFeatured: 't' }, [1, 4, 6], 'a boolean of Strapi’s'),
  filtered({ slug: { $null: 't' } }, [3, 5], 'a flag of Strapi’s'),
  filtered({ title: { $eq: ['Autumn walk', 'SPRINGTIME'] } }, [3, 4], 'any of a list'),
  filtered({ title: 'a&b=c[d]' }, [], 'a value that looks like a query string'),
  filtered({ title: { $containsi: '100%' } }, [5], 'a percent sign'),
  filtered({ slug: null }, [], 'null, which the client sends as an empty text'),
  filtered({ id: { $in: [] } }, 400, 'a list of nothing, which the client sends as []'),
  filtered({ id: { $in: Array.from({ length: 60 }, (_, id) => id + 5) } }, [5, 6], 'a list that is long'),
  filtered({ publishedAt: { $gte: '2024-04-01T00:00:00.000Z' } }, [2, 5, 6], 'a moment'),
];

const groups: readonly ClientCase[] = [
  filtered(
    { $or: [{ views: 10 }, { $and: [{ author: { name: 'Ada' } }, { $or: [{ slug: 'days' }, { id: 5 }] }] }] },
    [1, 6],
    '$or in $and in $or',
  ),
  filtered({ author: { country: { code: { $in: ['GB', 'NO'] } } } }, [1, 2, 3, 6], 'a relation of a relation'),
  filtered({ comments: { approved: true, stars: { $lt: 5 } } }, [2, 6], 'two conditions on one related row'),
  filtered({ author: { id: { $null: true } } }, [5], 'no related row, said of its key'),
  filtered({ author: { $null: true } }, [5], 'no related row'),
];

const pages: readonly ClientCase[] = [
  find({}, [1, 2, 3, 4, 5, 6], 'nothing asked', {
    meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 6 } },
  }),
  find({ pagination: { page: 2, pageSize: 4 } }, [5, 6], 'page and pageSize', {
    meta: { pagination: { page: 2, pageSize: 4, pageCount: 2, total: 6 } },
  }),
  find({ pagination: { start: 1, limit: 2 } }, [2, 3], 'start and limit', {
    meta: { pagination: { start: 1, limit: 2, total: 6 } },
  }),
  find({ pagination: { pageSize: 500 } }, [1, 2, 3, 4, 5, 6], 'a page that is too large', {
    meta: { pagination: { page: 1, pageSize: 100, pageCount: 1, total: 6 } },
  }),
  find({ pagination: { limit: 0 } }, [1], 'a slice that is too small', {
    meta: { pagination: { start: 0, limit: 1, total: 6 } },
  }),
  find({ pagination: { page: 1, pageSize: 2, withCount: false } }, [1, 2], 'no total', {
    meta: { pagination: { page: 1, pageSize: 2, hasNext: true } },
  }),
  find({ pagination: { page: 1, pageSize: 2, withCount: 0 } }, [1, 2], 'no total, in digits', {
    meta: { pagination: { page: 1, pageSize: 2, hasNext: true } },
  }),
  find({ pagination: { page: 1, limit: 2 } }, 400, 'two styles at once'),
  find({ sort: 'views:DESC', filters: { views: { $notNull: true } } }, [4, 3, 2, 6, 1], 'a direction in capitals'),
  find({ sort: ['status', 'id:desc'] }, [4, 3, 6, 5, 2, 1], 'several keys'),
  find({ sort: 'status:asc,id:desc' }, [4, 3, 6, 5, 2, 1], 'several keys in one text'),
];

const [red, blue] = [
  { id: 1, name: 'red' },
  { id: 2, name: 'blue' },
];
const first = { filters: { id: 1 } };

/** Requests for related rows, in each form that Strapi's documentation has. */
const populated: readonly ClientCase[] = [
  find({ ...first, populate: '*' }, [1], 'all', { data: [{ author: { name: 'Kai' }, tags: [red, blue] }] }),
  find({ ...first, populate: true }, 400, 'a boolean, which the client sends as text'),
  find({ ...first, populate: 'tags' }, [1], 'one name', { data: [{ tags: [red, blue] }] }),
  find({ ...first, populate: ['author', 'tags'] }, [1], 'names', {
    data: [{ author: { name: 'Kai' }, tags: [red, blue] }],
  }),
  find({ ...first, populate: { tags: { fields: ['name'], sort: ['name:desc'] } } }, [1], 'options', {
    data: [{ tags: [red, blue] }],
  }),
  find({ ...first, populate: { tags: { filters: { name: { $eq: 'blue' } } } } }, [1], 'conditions', {
    data: [{ tags: [blue] }],
  }),
  find({ ...first, populate: { author: { filters: { name: { $eq: 'Ada' } } } } }, [1], 'one that is hidden', {
    data: [{ author: null }],
  }),
  find({ ...first, populate: { tags: { limit: 1 } } }, [1], 'a limit', {
    data: [{ tags: [red] }],
    meta: { populate: { tags: { limit: 1, hasMore: true } } },
  }),
  find({ ...first, populate: { author: { populate: '*' } } }, [1], 'all below, where nothing is declared', {
    data: [{ author: { name: 'Kai' } }],
  }),
  find({ ...first, populate: { comments: true } }, 400, 'a relation that is not declared'),
  find({ ...first, populate: { author: { on: {} } } }, [1], 'an option without a value, which the client leaves out'),
];

const others: readonly ClientCase[] = [
  find(
    {
      locale: 'de',
      status: 'published',
      fields: ['title'],
      populate: { author: { fields: ['name'], filters: { name: { $eq: 'Kai' } } }, tags: { sort: ['name:asc'] } },
      filters: { id: 1 },
    },
    [1],
    'what is the host’s is left alone',
    { data: [{ author: { id: 1, name: 'Kai' }, tags: [blue, red] }] },
  ),
  {
    title: 'one by its id',
    call: { client: 'strapi', method: 'findOne', args: ['3', { populate: ['author', 'tags'], locale: 'de' }] },
    found: [3],
  },
  find({ filters: { titel: 'a' }, sort: 'nothing' }, 400, 'a refusal reads like one of Strapi’s', {
    name: 'HTTPBadRequestError',
    body: {
      data: null,
      error: {
        status: 400,
        name: 'ValidationError',
        message: expect.stringMatching(
          /^filters\[titel\] is not a filterable field; did you mean 'title'\? Use one of: id, title, /,
        ),
        details: {
          errors: [
            expect.objectContaining({ path: ['filters', 'titel'], name: 'ValidationError', code: 'unknown_field' }),
            expect.objectContaining({ path: ['sort', '0'], name: 'ValidationError', code: 'not_sortable' }),
          ],
        },
      },
    },
  }),
];

export const strapiCases: Readonly<Record<string, readonly ClientCase[]>> = {
  operators,
  values,
  groups,
  pages,
  populated,
  others,
};
