import { fromAgGrid } from 'nestjs-filterable/client';
import type { AgGridOptions } from 'nestjs-filterable/client';
import { type Post, PostStatus } from '../../support/blog/entities.js';
import { aboutPosts } from './posts.js';

/** A model, what the grid's own filters let through, as its code and documentation say, and options. */
type Row = readonly [
  filterModel: Readonly<Record<string, unknown>>,
  passes: (post: Post) => boolean,
  options?: AgGridOptions,
];

const text = (type: string, filter?: string) => ({ filterType: 'text', type, filter });
const number = (type: string, filter?: number, filterTo?: number) => ({ filterType: 'number', type, filter, filterTo });
const date = (type: string, dateFrom?: string, dateTo?: string) => ({ filterType: 'date', type, dateFrom, dateTo });
const set = (...values: readonly (string | null)[]) => ({ filterType: 'set', values });
const combined = (operator: string, conditions: readonly { filterType: string }[]) => ({
  ...{ filterType: conditions[0]?.filterType, operator, conditions },
});

const slug = ({ slug: value }: Post) => value?.toLowerCase() ?? '';
const has = (value: unknown) => value !== null && value !== undefined;
const onDay = ({ publishedOn }: Post, passes: (day: string) => boolean) => publishedOn !== null && passes(publishedOn);

const viewed = (passes: (views: number) => boolean) => (post: Post) => post.views !== null && passes(post.views);

// prettier-ignore
const rows: readonly Row[] = [
  // Blanks neither contain a text nor equal it, and the empty text is blank.
  [{ slug: text('contains', 'WIN') }, (post) => slug(post).includes('win')],
  [{ slug: text('notContains', 'in') }, (post) => !slug(post).includes('in')],
  [{ slug: text('equals', 'WINTER') }, (post) => slug(post) === 'winter'],
  [{ slug: text('notEqual', 'WINTER') }, (post) => slug(post) !== 'winter'],
  [{ slug: text('startsWith', 'W') }, (post) => slug(post).startsWith('w')],
  [{ slug: text('endsWith', '-2') }, (post) => slug(post).endsWith('-2')],
  [{ slug: text('blank') }, (post) => slug(post) === ''],
  [{ slug: text('notBlank') }, (post) => slug(post) !== ''],
  [{ title: text('equals', 'SPRING') }, ({ title }) => title === 'SPRING', { caseSensitive: ['title'] }],
  [{ title: text('notContains', 'ain') }, ({ title }) => !title.includes('ain'), { caseSensitive: true }],
  [{ 'author.name': text('notEqual', 'kai') }, ({ author }) => author?.name.toLowerCase() !== 'kai'],
  [{ 'author.name': text('blank') }, ({ author }) => author === null],
  // Blanks are not numbers, and a range is without its ends.
  [{ views: number('equals', 7) }, viewed((views) => views === 7)],
  [{ views: number('notEqual', 7) }, viewed((views) => views !== 7)],
  [{ views: number('lessThan', 10) }, viewed((views) => views < 10)],
  [{ views: number('lessThanOrEqual', 10) }, viewed((views) => views <= 10)],
  [{ views: number('greaterThan', 50) }, viewed((views) => views > 50)],
  [{ views: number('greaterThanOrEqual', 50) }, viewed((views) => views >= 50)],
  [{ views: number('inRange', 7, 50) }, viewed((views) => views > 7 && views < 50)],
  [{ views: number('inRange', 7, 50) }, viewed((views) => views >= 7 && views <= 50), { inRangeInclusive: ['views'] }],
  [{ views: number('blank') }, ({ views }) => views === null],
  [{ views: number('notBlank') }, ({ views }) => views !== null],
  [{ visits: { filterType: 'bigint', type: 'equals', filter: '100' } }, ({ visits }) => String(visits) === '100'],
  // A day is the whole day, and midnight is a time of day where times are shown.
  [{ publishedOn: date('equals', '2024-03-01 00:00:00') }, (post) => onDay(post, (day) => day === '2024-03-01')],
  [{ publishedOn: date('notEqual', '2024-03-01') }, (post) => onDay(post, (day) => day !== '2024-03-01')],
  [{ publishedOn: date('inRange', '2024-02-29 00:00:00', '2024-03-02 00:00:00') }, (post) => onDay(post, (day) => day === '2024-03-01')],
  [{ publishedAt: date('equals', '2024-03-01 00:00:00') }, ({ publishedAt }) => publishedAt?.toISOString().startsWith('2024-03-01') === true],
  [{ publishedAt: date('greaterThan', local('2024-03-02T12:30:14Z')) }, ({ publishedAt }) => publishedAt !== null && publishedAt > new Date('2024-03-02T12:30:14Z')],
  [{ publishedAt: date('equals', local('2024-03-02T00:00:00Z')) }, ({ publishedAt }) => publishedAt?.getTime() === Date.UTC(2024, 2, 2), { includeTime: ['publishedAt'] }],
  [{ publishedAt: date('blank') }, ({ publishedAt }) => publishedAt === null],
  [{ status: set('draft', 'archived') }, ({ status }) => has(status) && status !== PostStatus.Published],
  [{ status: set('draft', null) }, ({ status }) => status === PostStatus.Draft || status === null],
  [{ status: set(null) }, ({ status }) => status === null],
  [{ slug: combined('OR', [text('startsWith', 'w'), text('blank')]) }, (post) => slug(post).startsWith('w') || slug(post) === ''],
  [{ views: combined('AND', [number('greaterThan', 7), number('notEqual', 42), number('lessThan', 99)]) }, viewed((views) => views > 7 && views !== 42 && views < 99)],
  [{ slug: { filterType: 'multi', filterModels: [text('contains', 'r'), null, set('winter')] } }, (post) => slug(post) === 'winter'],
  [{ slug: text('contains', 'in'), views: number('greaterThan', 10), status: null }, (post) => slug(post).includes('in') && viewed((views) => views > 10)(post)],
];

/** Writes an instant as a browser here does. */
function local(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace('T', ' ');
}

const all = { startRow: 0, endRow: 100 };

aboutPosts((posts) => {
  it.each(rows.map((row) => ({ row, model: JSON.stringify(row[0]) })))('$model', async ({ row }) => {
    const [filterModel, passes, options] = row;
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
