/** A request, and what must come of it: ids in order, or anything else that the answer is looked at for. */
export interface Check {
  readonly path: string;
  readonly expected: unknown;
  readonly of?: (body: Body, status: number) => unknown;
}

interface Body {
  readonly data?: readonly { readonly id: number }[];
  readonly meta?: { readonly pagination: Readonly<Record<string, unknown>>; readonly facets?: unknown };
  readonly ids?: unknown;
  readonly issues?: readonly { readonly code: string; readonly pointer: string }[];
  readonly message?: unknown;
}

export function idsOf(body: unknown): number[] {
  const rows = (Array.isArray(body) ? body : (body as Body).data) as readonly { readonly id: number }[];
  return rows.map(({ id }) => id);
}

const asked = (query: string, expected: readonly number[]): Check => ({ path: `/books?${query}`, expected });

const refused = (query: string, issues: readonly (readonly [code: string, pointer: string])[]): Check => ({
  path: `/books?${query}`,
  expected: [400, issues],
  of: ({ issues: told = [] }, status) => [status, told.map(({ code, pointer }) => [code, pointer])],
});

export const checks: readonly Check[] = [
  asked('', [1, 2, 3, 4, 5]),
  asked('filters[title][$startsWith]=THE', [1, 2]),
  asked('filters[title][$containsc]=the', [2]),
  asked('filters[title][$contains]=100%25', [4]),
  asked('filters[price][$gte]=12.5', [1, 2, 5]),
  asked('filters[price][$null]=true', [3]),
  asked('filters[weight][$between][0]=0.5&filters[weight][$between][1]=1.25', [1, 2, 4]),
  asked('filters[code][$in][0]=00000000-0000-4000-8000-000000000003', [3]),
  asked('filters[createdAt]=2024-03-02', [2]),
  asked('filters[createdAt][$gt]=2024-03-03T10:00:00Z', [4, 5]),
  asked('filters[author][name]=Kai', [1, 4]),
  asked('filters[author]=2', [2, 3]),
  asked('filters[author][place][city][$ne]=Oslo', [2, 3]),
  asked('filters[author][$null]=true', [5]),
  asked('filters[$not][author][name]=Kai', [2, 3, 5]),
  asked('filters[reviews][approved]=true&filters[reviews][stars][$gte]=4', [1, 4]),
  asked('filters[reviews][$every][approved]=true', [3, 4, 5]),
  asked('filters[reviews][$none][stars]=5', [3, 4, 5]),
  asked('filters[reviews][$count]=1', [2, 4]),
  asked('filters[$and][0][shelves][name]=new&filters[$and][1][shelves][name]=old', [2]),
  asked('filters[author][books][reviews][stars]=4', [1, 4]),
  asked('filters[$or][0][title]=Poems&filters[$or][1][price][$lt]=10', [3, 4]),
  asked('sort=price:desc:nullsLast,id', [2, 5, 1, 4, 3]),
  asked('sort=author.name:desc:nullsLast,title:desc', [1, 4, 2, 3, 5]),
  asked('sort=author.place.city:asc:nullsFirst', [5, 2, 3, 1, 4]),
  asked('sort=reviews.$count:desc,id', [1, 2, 4, 3, 5]),
  asked('sort=reviews.stars:desc:nullsLast,id:desc', [2, 1, 4, 5, 3]),
  {
    path: '/books?sort=id:desc&pagination[page]=2&pagination[pageSize]=2',
    expected: [[3, 2], { page: 2, pageSize: 2, pageCount: 3, total: 5 }],
    of: (body) => [idsOf(body), body.meta?.pagination],
  },
  {
    path: '/books?pagination[start]=4&pagination[limit]=2&pagination[withCount]=false',
    expected: [[5], { start: 4, limit: 2, hasNext: false }],
    of: (body) => [idsOf(body), body.meta?.pagination],
  },
  refused('filters[titel]=a&filters[price][$contains]=1&sort=author.secret', [
    ['unknown_field', '/filters/titel'],
    ['operator_not_allowed', '/filters/price/$contains'],
    ['not_sortable', '/sort/0'],
  ]),
  refused('filters[code]=no-uuid', [['invalid_value', '/filters/code']]),
  refused('pagination[after]=nonsense', [['invalid_cursor', '/pagination/after']]),
  refused('filters[title', [['malformed_key', '/filters']]),
  { path: '/books/first-two?filters[title][$notContains]=fjord&sort=id:desc', expected: [4, 3] },
  { path: '/books/well-loved', expected: [1] },
  { path: '/books/every?sort=price:desc:nullsLast,id', expected: [2, 5, 1, 4, 3], of: ({ ids }) => ids },
  { path: '/books/chosen?search=kai', expected: [1, 4] },
  {
    path: '/books/chosen?fields=title&filters[id]=1&sort=price',
    expected: [['id', 'reviews', 'title']],
    of: ({ data = [] }) => data.map((row) => Object.keys(row).sort()),
  },
  {
    path: '/books/chosen?facets[author.name]=true&facets[weight]=true&filters[author][name]=Kai',
    expected: {
      values: [
        { value: 'Ada', count: 2 },
        { value: 'Kai', count: 2 },
      ],
      hasMore: false,
    },
    of: ({ meta }) => (meta!.facets as { 'author.name': unknown })['author.name'],
  },
  { path: '/books/count?filters[author][$exists]=true', expected: { count: 2 }, of: (body) => body },
  { path: '/books/dto?shop=1&filters[author][name]=Ada&sort=id:desc', expected: [3, 2] },
  {
    path: '/books/dto?shop=x&filters[nothing]=1',
    expected: [400, ['filters[nothing] is not a filterable field', 'shop must be an integer number']],
    of: ({ message }, status) => [status, (message as string[]).map((text) => text.replace(/;.*/, ''))],
  },
];
