import type { ClientCase } from './case.js';

interface Filter {
  readonly operator: string;
  readonly field?: string;
  readonly value?: unknown;
}

function list(params: object, found: ClientCase['found'], title: string, outcome?: object): ClientCase {
  const call = { client: 'refine', method: 'getList', args: [{ resource: 'posts', ...params }] } as const;
  return outcome === undefined ? { title, call, found } : { title, call, found, outcome };
}

function filtered(filters: readonly Filter[], found: ClientCase['found'], title: string): ClientCase {
  return list({ filters }, found, title);
}

type OperatorRow = readonly [operator: string, field: string, value: unknown, found: ClientCase['found'], why?: string];

/** Every operator that Refine has; how each is sent, the provider decides. */
const operatorRows: readonly OperatorRow[] = [
  ['eq', 'title', 'Autumn walk', [3]],
  ['ne', 'status', 'published', [3, 4]],
  ['eqs', 'title', 'SPRINGTIME', [4]],
  ['eqs', 'title', 'Springtime', [], 'the case matters'],
  ['nes', 'title', 'SPRINGTIME', [1, 2, 3, 5, 6]],
  ['nes', 'title', 'Springtime', [1, 2, 3, 4, 5, 6], 'the case matters'],
  ['lt', 'views', 20, [1]],
  ['lte', 'views', 20, [1, 2, 6]],
  ['gt', 'views', 20, [3, 4]],
  ['gte', 'views', 20, [2, 3, 4, 6]],
  ['in', 'id', [1, 3, 5], [1, 3, 5]],
  ['nin', 'views', [20, 30], [1, 4], 'NULL is not among the others'],
  ['ina', 'title', ['a'], 400, 'there are no array columns'],
  ['nina', 'title', ['a'], 400, 'there are no array columns'],
  ['contains', 'title', 'SPRING', [1, 2, 4, 6], 'whatever the case'],
  ['ncontains', 'title', 'SPRING', [3, 5], 'whatever the case'],
  ['containss', 'title', 'spring', [2, 6], 'the case matters'],
  ['ncontainss', 'title', 'spring', [1, 3, 4, 5], 'the case matters'],
  ['between', 'views', [20, 30], [2, 3, 6]],
  ['nbetween', 'views', [20, 30], [1, 4]],
  ['null', 'slug', true, [3, 5]],
  ['null', 'slug', null, [3, 5], 'as the value of null is mostly written'],
  ['null', 'slug', undefined, [3, 5], 'or left out'],
  ['null', 'slug', false, [1, 2, 4, 6], 'a value that says no'],
  ['null', 'slug', 'maybe', 400, 'a value that says nothing'],
  ['nnull', 'slug', true, [1, 2, 4, 6]],
  ['nnull', 'slug', undefined, [1, 2, 4, 6]],
  ['startswith', 'title', 'Spring', [1], 'the provider asks for the operator that minds the case'],
  ['nstartswith', 'title', 'Spring', [3, 5, 6], 'whatever the case'],
  ['startswiths', 'title', 'spring', [2], 'the case matters'],
  ['nstartswiths', 'title', 'spring', [1, 3, 4, 5, 6], 'the case matters'],
  ['endswith', 'title', 'spring', [6]],
  ['nendswith', 'title', 'SPRING', [1, 2, 3, 4, 5], 'whatever the case'],
  ['endswiths', 'title', 'SPRING', [], 'the case matters'],
  ['nendswiths', 'title', 'SPRING', [1, 2, 3, 4, 5, 6], 'the case matters'],
];

export const operatorsTried: ReadonlySet<string> = new Set(operatorRows.map(([operator]) => operator));

const operators = operatorRows.map(([operator, field, value, found, why]) =>
  filtered(
    [{ field, operator, value }],
    found,
    `${operator} ${String(value)} of ${field}${why === undefined ? '' : `: ${why}`}`,
  ),
);

const values: readonly ClientCase[] = [
  filtered([{ field: 'isFeatured', operator: 'eq', value: true }], [1, 4, 6], 'a boolean'),
  filtered([{ field: 'rating', operator: 'gte', value: 4.5 }], [1, 4, 6], 'a decimal'),
  filtered([{ field: 'publishedAt', operator: 'gte', value: '2024-04-01' }], [2, 5, 6], 'a day'),
  filtered([{ field: 'publishedAt', operator: 'lt', value: '2024-04-01T00:00:00.000Z' }], [1, 4], 'a moment'),
  filtered([{ field: 'title', operator: 'contains', value: '100%' }], [5], 'a percent sign'),
  filtered([{ field: 'title', operator: 'eq', value: ['Autumn walk', 'SPRINGTIME'] }], [3, 4], 'any of a list'),
  filtered(
    [{ field: 'id', operator: 'in', value: Array.from({ length: 30 }, (_, id) => id) }],
    [1, 2, 3, 4, 5, 6],
    '30',
  ),
  filtered([{ field: 'views', operator: 'gt', value: 'many' }], 400, 'no number'),
];

const groups: readonly ClientCase[] = [
  filtered(
    [
      { field: 'views', operator: 'gte', value: 20 },
      { field: 'status', operator: 'eq', value: 'published' },
    ],
    [2, 6],
    'two filters',
  ),
  filtered(
    [
      {
        operator: 'or',
        value: [
          { field: 'views', operator: 'lt', value: 20 },
          { field: 'slug', operator: 'eq', value: 'time' },
        ],
      },
    ],
    [1, 4],
    'or',
  ),
  filtered(
    [
      {
        operator: 'or',
        value: [
          { field: 'id', operator: 'eq', value: 5 },
          {
            operator: 'and',
            value: [
              { field: 'author.name', operator: 'eq', value: 'Ada' },
              {
                operator: 'or',
                value: [
                  { field: 'tags.name', operator: 'eq', value: 'blue' },
                  { field: 'slug', operator: 'nendswiths', value: 'ing' },
                ],
              },
            ],
          },
        ],
      },
      { field: 'status', operator: 'eq', value: 'published' },
    ],
    [5, 6],
    'or in and in or, beside a filter',
  ),
  filtered(
    [
      {
        operator: 'or',
        value: Array.from({ length: 25 }, (_, index) => ({ field: 'id', operator: 'eq', value: index + 5 })),
      },
    ],
    [5, 6],
    'more alternatives than qs makes a list of',
  ),
];

const relations: readonly ClientCase[] = [
  filtered([{ field: 'author.name', operator: 'eq', value: 'Kai' }], [1, 3], 'to one'),
  filtered([{ field: 'author.country.code', operator: 'in', value: ['GB'] }], [2, 6], 'to one of to one'),
  filtered([{ field: 'author.id', operator: 'nin', value: [1] }], [2, 4, 6], 'not of to one'),
  filtered([{ field: 'author', operator: 'eq', value: 2 }], [2, 6], 'the key of to one'),
  filtered([{ field: 'author', operator: 'null', value: true }], [5], 'none'),
  filtered([{ field: 'tags.name', operator: 'in', value: ['red'] }], [1, 2, 6], 'many to many'),
  filtered(
    [
      { field: 'comments.approved', operator: 'eq', value: true },
      { field: 'comments.stars', operator: 'eq', value: 4 },
    ],
    [6],
    'two filters on one relation are about one row',
  ),
  filtered([{ field: 'comments.$count', operator: 'nbetween', value: [1, 1] }], [1, 3, 4, 5], 'a count'),
  filtered([{ field: 'author.email', operator: 'contains', value: 'a' }], 400, 'a field that is not exposed'),
];

const pages: readonly ClientCase[] = [
  list({}, [1, 2, 3, 4, 5, 6], 'nothing asked', { total: 6 }),
  list({ filters: [], sorters: [] }, [1, 2, 3, 4, 5, 6], 'nothing asked, in so many words'),
  list({ pagination: { currentPage: 2, pageSize: 4 } }, [5, 6], 'the second page', { total: 6 }),
  list({ pagination: { currentPage: 3, pageSize: 4 } }, [], 'a page beyond the last'),
  list({ pagination: { pageSize: 1000 } }, [1, 2, 3, 4, 5, 6], 'a page that is too large', { total: 6 }),
  list({ pagination: { pageSize: 0 } }, [1], 'a page that is too small', { total: 6 }),
  list({ pagination: { mode: 'off' } }, [1, 2, 3, 4, 5, 6], 'no pages'),
  list(
    { pagination: { pageSize: 2 }, filters: [{ field: 'status', operator: 'eq', value: 'published' }] },
    [1, 2],
    'a page of what is found',
    { total: 4 },
  ),
];

const sorters: readonly ClientCase[] = [
  list({ sorters: [{ field: 'id', order: 'desc' }] }, [6, 5, 4, 3, 2, 1], 'one key'),
  list(
    {
      sorters: [
        { field: 'status', order: 'asc' },
        { field: 'id', order: 'desc' },
      ],
    },
    [4, 3, 6, 5, 2, 1],
    'two keys',
  ),
  list(
    {
      sorters: [{ field: 'author.name', order: 'asc' }],
      filters: [{ field: 'author', operator: 'nnull', value: true }],
    },
    [2, 6, 1, 3, 4],
    'through a relation',
  ),
  list({ sorters: [{ field: 'secretNote', order: 'asc' }] }, 400, 'a key that is not exposed'),
];

/** Parameters of that family which are the host's own matter. */
const meta = {
  locale: 'en',
  publicationState: 'preview',
  fields: ['title', 'slug'],
  populate: { author: { fields: ['name'] }, tags: '*' },
};

const kaisPost = { author: { id: 1, name: 'Kai' }, tags: [{ name: 'red' }, { name: 'blue' }] };

// prettier-ignore
const others: readonly ClientCase[] = [
  { ...list({ meta }, [1, 2, 3, 4, 5, 6], 'what is the host’s is left alone, and related rows are there'), outcome: { data: [kaisPost, {}, {}, {}, { author: null, tags: [] }, {}] } },
  { title: 'many by their ids', call: { client: 'refine', method: 'getMany', args: [{ resource: 'posts', ids: [4, 2], meta }] }, found: [2, 4], outcome: { data: [{ author: { name: 'Ada' } }, { author: { name: 'Noor' }, tags: [] }] } },
  { title: 'one by its id', call: { client: 'refine', method: 'getOne', args: [{ resource: 'posts', id: 3, meta }] }, found: [3] },
];

/**
 * A request of the program's own, with the provider's filters and sorters. The URL is completed by the runner's call.
 */
export function customCase(baseUrl: string): ClientCase {
  const args = [
    {
      url: `${baseUrl}/posts`,
      method: 'get',
      filters: [{ field: 'views', operator: 'between', value: [20, 40] }],
      sorters: [{ field: 'views', order: 'desc' }],
      query: { pagination: { start: 1, limit: 2 }, filters: { title: { $containsi: 'SPRING' } } },
    },
  ];
  return { title: 'a custom request', call: { client: 'refine', method: 'custom', args }, found: [2, 6] };
}

export const refineCases: Readonly<Record<string, readonly ClientCase[]>> = {
  operators,
  values,
  groups,
  relations,
  pages,
  sorters,
  others,
};
