import { fromMuiDataGrid } from 'nestjs-filterable/client';
import type { Post } from '../../support/blog/entities.js';
import { gridOperators, passes } from '../../support/mui.js';
import { aboutPosts } from './posts.js';

/** A column of the grid, with the value that the grid reads of a row, and the items that filter it. */
interface Column {
  readonly field: string;
  readonly type: string;
  readonly valueOf: (post: Post) => unknown;
  readonly items: readonly (readonly [operator: string, value?: unknown])[];
}

// prettier-ignore
const columns: readonly Column[] = [
  { field: 'slug', type: 'string', valueOf: ({ slug }) => slug, items: [['contains', ' WIN '], ['doesNotContain', 'in'], ['equals', 'Winter'], ['doesNotEqual', 'WINTER'], ['startsWith', 'SNOW'], ['endsWith', '-2'], ['isEmpty'], ['isNotEmpty'], ['isAnyOf', ['WINTER ', 'mud']], ['contains', '']] },
  { field: 'author.name', type: 'string', valueOf: ({ author }) => author?.name, items: [['doesNotEqual', 'ulf'], ['isEmpty'], ['isNotEmpty'], ['isAnyOf', ['KAI']]] },
  { field: 'views', type: 'number', valueOf: ({ views }) => views, items: [['=', 300], ['!=', 300], ['>', 50], ['>=', 50], ['<', 50], ['<=', 50], ['isEmpty'], ['isNotEmpty'], ['isAnyOf', [7, 42]]] },
  { field: 'isFeatured', type: 'boolean', valueOf: ({ isFeatured }) => isFeatured, items: [['is', 'true'], ['is', false], ['is', '']] },
  { field: 'status', type: 'singleSelect', valueOf: ({ status }) => status, items: [['is', 'draft'], ['not', 'draft'], ['isAnyOf', ['draft', { value: 'archived', label: 'Archived' }]], ['isAnyOf', ['draft', null]]] },
  { field: 'publishedOn', type: 'date', valueOf: ({ publishedOn }) => publishedOn && new Date(`${publishedOn}T00:00:00`), items: [['is', new Date('2024-03-01')], ['not', new Date('2024-03-01')], ['after', new Date('2024-03-01')], ['onOrAfter', '2024-03-01T00:00:00.000Z'], ['before', new Date('2024-03-01')], ['onOrBefore', new Date('2024-03-01')], ['isEmpty'], ['isNotEmpty']] },
  { field: 'publishedAt', type: 'dateTime', valueOf: ({ publishedAt }) => publishedAt, items: [['is', new Date('2024-03-02T12:30:00Z')], ['not', new Date('2024-03-02T12:30:00Z')], ['after', new Date('2024-03-02T12:30:00Z')], ['onOrAfter', '2024-03-02T12:30:45.000Z'], ['before', new Date('2024-03-01T10:00:00Z')], ['onOrBefore', new Date('2024-03-01T10:00:00Z')], ['isEmpty'], ['isNotEmpty']] },
];

const rows = columns.flatMap((column) =>
  column.items.map(([operator, value]) => ({ ...column, item: { field: column.field, operator, value } })),
);

aboutPosts((posts) => {
  let operators: Awaited<ReturnType<typeof gridOperators>>;
  beforeAll(async () => {
    operators = await gridOperators();
  });

  it.each(rows)('$item.operator of $field: $item.value', async ({ item, type, valueOf }) => {
    const expected = posts.idsWhere((post) => passes(operators, type, item, valueOf(post)));
    expect(await posts.find(fromMuiDataGrid({ filterModel: { items: [item] } }, { columns }))).toEqual(expected);
    expect(expected).not.toEqual([]);
  });

  it.each(['and', 'or'])('joins its items by %s', async (logicOperator) => {
    const items = [
      { field: 'slug', operator: 'contains', value: 'in' },
      { field: 'slug', operator: 'doesNotContain', value: 'win' },
      { field: 'slug', operator: 'equals', value: undefined },
    ];
    const pass = ({ slug }: Post) => items.map((item) => passes(operators, 'string', item, slug)).slice(0, 2);
    const expected = posts.idsWhere((post) =>
      logicOperator === 'and' ? pass(post).every(Boolean) : pass(post).some(Boolean),
    );
    expect(await posts.find(fromMuiDataGrid({ filterModel: { items, logicOperator } }, { columns }))).toEqual(expected);
    expect(expected).not.toEqual([]);
  });
});
