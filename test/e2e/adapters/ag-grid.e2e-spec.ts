import { fromAgGrid } from 'nestjs-filterable/client';
import type { AgGridOptions } from 'nestjs-filterable/client';
import { type Post, PostStatus } from '../../support/blog/entities.js';
import { aboutPosts } from './posts.js';

/** What the grid's own filters let through, as its code and documentation say, for each model. */
interface Row {
  readonly filterModel: Readonly<Record<string, unknown>>;
  readonly passes: (post: Post) => boolean;
  readonly options?: AgGridOptions;
  readonly why?: string;
}

const text = (type: string, filter?: string) => ({ filterType: 'text', type, filter });
const number = (type: string, filter?: number, filterTo?: number) => ({ filterType: 'number', type, filter, filterTo });
const date = (type: string, dateFrom?: string, dateTo?: string) => ({ filterType: 'date', type, dateFrom, dateTo });
const combined = (operator: string, conditions: readonly { filterType: string }[]) => ({
  ...{ filterType: conditions[0]?.filterType, operator, conditions },
});

const slug = ({ slug: value }: Post) => value?.toLowerCase() ?? '';
const has = (value: unknown) => value !== null && value !== undefined;
const onDay = ({ publishedOn }: Post, passes: (day: string) => boolean) => publishedOn !== null && passes(publishedOn);

const rows: readonly Row[] = [
  { filterModel: { slug: text('contains', 'WIN') }, passes: (post) => slug(post).includes('win') },
  {
    filterModel: { slug: text('notContains', 'in') },
    passes: (post) => !slug(post).includes('in'),
    why: 'blanks do not contain it',
  },
  { filterModel: { slug: text('equals', 'WINTER') }, passes: (post) => slug(post) === 'winter' },
  {
    filterModel: { slug: text('notEqual', 'WINTER') },
    passes: (post) => slug(post) !== 'winter',
    why: 'blanks are not equal to it',
  },
  { filterModel: { slug: text('startsWith', 'W') }, passes: (post) => slug(post).startsWith('w') },
  { filterModel: { slug: text('endsWith', '-2') }, passes: (post) => slug(post).endsWith('-2') },
  { filterModel: { slug: text('blank') }, passes: (post) => slug(post) === '', why: 'no text, or the empty one' },
  { filterModel: { slug: text('notBlank') }, passes: (post) => slug(post) !== '' },
  {
    filterModel: { title: text('equals', 'SPRING') },
    options: { caseSensitive: ['title'] },
    passes: ({ title }) => title === 'SPRING',
  },
  {
    filterModel: { title: text('notContains', 'ain') },
    options: { caseSensitive: true },
    passes: ({ title }) => !title.includes('ain'),
  },
  {
    filterModel: { 'author.name': text('notEqual', 'kai') },
    passes: ({ author }) => author?.name.toLowerCase() !== 'kai',
    why: 'a post without an author has no name',
  },
  { filterModel: { 'author.name': text('blank') }, passes: ({ author }) => author === null },
  { filterModel: { views: number('equals', 7) }, passes: ({ views }) => views === 7 },
  {
    filterModel: { views: number('notEqual', 7) },
    passes: ({ views }) => has(views) && views !== 7,
    why: 'blanks are not numbers',
  },
  { filterModel: { views: number('lessThan', 10) }, passes: ({ views }) => views !== null && views < 10 },
  { filterModel: { views: number('lessThanOrEqual', 10) }, passes: ({ views }) => views !== null && views <= 10 },
  { filterModel: { views: number('greaterThan', 50) }, passes: ({ views }) => views !== null && views > 50 },
  { filterModel: { views: number('greaterThanOrEqual', 50) }, passes: ({ views }) => views !== null && views >= 50 },
  {
    filterModel: { views: number('inRange', 7, 50) },
    passes: ({ views }) => views !== null && views > 7 && views < 50,
    why: 'without its ends',
  },
  {
    filterModel: { views: number('inRange', 7, 50) },
    options: { inRangeInclusive: ['views'] },
    passes: ({ views }) => views !== null && views >= 7 && views <= 50,
  },
  { filterModel: { views: number('blank') }, passes: ({ views }) => views === null },
  { filterModel: { views: number('notBlank') }, passes: ({ views }) => views !== null },
  {
    filterModel: { visits: { filterType: 'bigint', type: 'equals', filter: '100' } },
    passes: ({ visits }) => String(visits) === '100',
  },
  {
    filterModel: { publishedOn: date('equals', '2024-03-01 00:00:00') },
    passes: (post) => onDay(post, (day) => day === '2024-03-01'),
  },
  {
    filterModel: { publishedOn: date('notEqual', '2024-03-01') },
    passes: (post) => onDay(post, (day) => day !== '2024-03-01'),
  },
  {
    filterModel: { publishedOn: date('inRange', '2024-02-29 00:00:00', '2024-03-02 00:00:00') },
    passes: (post) => onDay(post, (day) => day === '2024-03-01'),
  },
  {
    filterModel: { publishedAt: date('equals', '2024-03-01 00:00:00') },
    passes: ({ publishedAt }) => publishedAt?.toISOString().startsWith('2024-03-01') === true,
    why: 'a day is the whole day',
  },
  {
    filterModel: { publishedAt: date('greaterThan', local('2024-03-02T12:30:14Z')) },
    passes: ({ publishedAt }) => publishedAt !== null && publishedAt > new Date('2024-03-02T12:30:14Z'),
  },
  {
    filterModel: { publishedAt: date('equals', local('2024-03-02T00:00:00Z')) },
    options: { includeTime: ['publishedAt'] },
    passes: ({ publishedAt }) => publishedAt?.getTime() === Date.UTC(2024, 2, 2),
    why: 'midnight is a time of day',
  },
  { filterModel: { publishedAt: date('blank') }, passes: ({ publishedAt }) => publishedAt === null },
  {
    filterModel: { status: { filterType: 'set', values: ['draft', 'archived'] } },
    passes: ({ status }) => has(status) && status !== PostStatus.Published,
  },
  {
    filterModel: { status: { filterType: 'set', values: ['draft', null] } },
    passes: ({ status }) => status === PostStatus.Draft || status === null,
  },
  { filterModel: { status: { filterType: 'set', values: [null] } }, passes: ({ status }) => status === null },
  {
    filterModel: { slug: combined('OR', [text('startsWith', 'w'), text('blank')]) },
    passes: (post) => slug(post).startsWith('w') || slug(post) === '',
  },
  {
    filterModel: { views: combined('AND', [number('greaterThan', 7), number('notEqual', 42), number('lessThan', 99)]) },
    passes: ({ views }) => views !== null && views > 7 && views !== 42 && views < 99,
  },
  {
    filterModel: {
      slug: {
        filterType: 'multi',
        filterModels: [text('contains', 'r'), null, { filterType: 'set', values: ['winter'] }],
      },
    },
    passes: (post) => slug(post) === 'winter',
  },
  {
    filterModel: { slug: text('contains', 'in'), views: number('greaterThan', 10), status: null },
    passes: (post) => slug(post).includes('in') && post.views !== null && post.views > 10,
  },
];

/** Writes an instant as a browser here does. */
function local(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace('T', ' ');
}

const all = { startRow: 0, endRow: 100 };

aboutPosts((posts) => {
  it.each(rows)('$filterModel $options: $why', async ({ filterModel, options, passes }) => {
    expect(await posts.find(fromAgGrid({ filterModel, ...all }, options))).toEqual(posts.idsWhere(passes));
    expect(posts.idsWhere(passes)).not.toEqual([]);
  });

  it('finds nothing where nothing is selected', async () => {
    const filterModel = { status: { filterType: 'set', values: [] } };
    expect(await posts.find(fromAgGrid({ filterModel, ...all }))).toEqual([]);
  });

  it('sorts, and takes rows from anywhere', async () => {
    const sortModel = [
      { colId: 'title', sort: 'desc' as const },
      { colId: 'id', sort: 'asc' as const },
    ];
    const filterModel = { title: text('startsWith', 'r') };
    expect(await posts.find(fromAgGrid({ filterModel, sortModel, startRow: 1, endRow: 3 }))).toEqual(
      await posts.byHand(`SELECT id FROM [post] WHERE title LIKE 'R%' ORDER BY title DESC, id LIMIT 2 OFFSET 1`),
    );
  });
});
