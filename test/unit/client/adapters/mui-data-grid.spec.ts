import { type MuiDataGridModels, fromMuiDataGrid } from 'nestjs-filterable/client';
import { PostServer } from '../../../support/adapted.js';

const columns = [
  { field: 'title' },
  { field: 'slug', type: 'longText' },
  { field: 'author.name', type: 'string' },
  { field: 'views', type: 'number' },
  { field: 'isFeatured', type: 'boolean' },
  { field: 'status', type: 'singleSelect' },
  { field: 'publishedOn', type: 'date' },
  { field: 'publishedAt', type: 'dateTime' },
  { field: 'actions', type: 'actions' },
];

const ofItem = (field: string, operator: string, value?: unknown): MuiDataGridModels => ({
  filterModel: { items: [{ field, operator, value }] },
});

const day = new Date('2024-03-01T00:00:00Z');
const time = new Date('2024-03-01T10:30:45Z');

describe('fromMuiDataGrid', () => {
  let server: PostServer;
  beforeAll(async () => {
    server = await PostServer.open();
  });

  // prettier-ignore
  it.each<[field: string, operator: string, value: unknown, text: string]>([
    ['title', 'contains', ' a ', 'filters[title][$containsi]=a'],
    ['title', 'doesNotContain', 'a', 'filters[$not][title][$notNull]=true&filters[$not][title][$containsi]=a'],
    ['title', 'equals', 'a', 'filters[title][$eqi]=a'],
    ['slug', 'doesNotEqual', 'a', 'filters[$not][slug][$notNull]=true&filters[$not][slug][$eqi]=a'],
    ['title', 'startsWith', 'a', 'filters[title][$startsWithi]=a'],
    ['title', 'endsWith', 'a', 'filters[title][$endsWithi]=a'],
    ['title', 'isEmpty', undefined, 'filters[$not][title][$notNull]=true&filters[$not][title][$ne]='],
    ['title', 'isNotEmpty', undefined, 'filters[title][$notNull]=true&filters[title][$ne]='],
    ['title', 'isAnyOf', ['a'], 'filters[title][$eqi]=a'],
    ['title', 'isAnyOf', ['a', 'b'], 'filters[$or][0][title][$eqi]=a&filters[$or][1][title][$eqi]=b'],
    ['author.name', 'equals', 'a', 'filters[author][name][$eqi]=a'],
    ['views', '=', 0, 'filters[views][$eq]=0'],
    ['views', '!=', '5', 'filters[$not][views][$notNull]=true&filters[$not][views][$eq]=5'],
    ['views', '>', 5, 'filters[views][$gt]=5'],
    ['views', '>=', 5, 'filters[views][$gte]=5'],
    ['views', '<', 5, 'filters[views][$lt]=5'],
    ['views', '<=', 5, 'filters[views][$lte]=5'],
    ['views', 'isEmpty', undefined, 'filters[views][$null]=true'],
    ['views', 'isNotEmpty', undefined, 'filters[views][$notNull]=true'],
    ['views', 'isAnyOf', ['1', 2], 'filters[views][$in][0]=1&filters[views][$in][1]=2'],
    ['isFeatured', 'is', 'true', 'filters[isFeatured][$eq]=true'],
    ['isFeatured', 'is', 'False', 'filters[$not][isFeatured][$notNull]=true&filters[$not][isFeatured][$eq]=true'],
    ['status', 'is', 'draft', 'filters[status][$eq]=draft'],
    ['status', 'is', { value: 'draft', label: 'Draft' }, 'filters[status][$eq]=draft'],
    ['status', 'not', 'draft', 'filters[$not][status][$notNull]=true&filters[$not][status][$eq]=draft'],
    ['status', 'isAnyOf', ['draft', null], 'filters[$or][0][status][$in][0]=draft&filters[$or][1][status][$null]=true'],
    ['publishedOn', 'is', day, 'filters[publishedOn][$eq]=2024-03-01'],
    ['publishedOn', 'not', '2024-03-01', 'filters[publishedOn][$ne]=2024-03-01'],
    ['publishedOn', 'after', day, 'filters[publishedOn][$gt]=2024-03-01'],
    ['publishedOn', 'onOrAfter', day, 'filters[publishedOn][$gte]=2024-03-01'],
    ['publishedOn', 'before', day, 'filters[publishedOn][$lt]=2024-03-01'],
    ['publishedOn', 'onOrBefore', day, 'filters[publishedOn][$lte]=2024-03-01'],
    ['publishedOn', 'isEmpty', '', 'filters[publishedOn][$null]=true'],
    [...(['publishedAt', 'is', time] as const), 'filters[publishedAt][$gte]=2024-03-01T10:30:00.000Z&filters[publishedAt][$lt]=2024-03-01T10:31:00.000Z'],
    [...(['publishedAt', 'not', time] as const), 'filters[$or][0][publishedAt][$lt]=2024-03-01T10:30:00.000Z&filters[$or][1][publishedAt][$gte]=2024-03-01T10:31:00.000Z'],
    ['publishedAt', 'after', time, 'filters[publishedAt][$gt]=2024-03-01T10:30:00.000Z'],
    ['publishedAt', 'onOrAfter', time.toISOString(), 'filters[publishedAt][$gte]=2024-03-01T10:30:00.000Z'],
    ['publishedAt', 'before', time, 'filters[publishedAt][$lt]=2024-03-01T10:30:00.000Z'],
    ['publishedAt', 'onOrBefore', time, 'filters[publishedAt][$lte]=2024-03-01T10:30:00.000Z'],
    ['title', 'contains', '', ''],
    ['title', 'contains', undefined, ''],
    ['title', 'isAnyOf', [], ''],
    ['isFeatured', 'is', '', ''],
  ])('%s %s %j: %s', (field, operator, value, text) => {
    expect(server.accepted(fromMuiDataGrid(ofItem(field, operator, value), { columns }))).toBe(text);
  });

  it.each<[operator: string, value: unknown, filters: object]>([
    ['contains', 'a', { $containsi: 'a' }],
    ['doesNotEqual', 'a', {}],
    ['>=', 5, { $gte: 5 }],
  ])('needs no columns for %s, which one type has', (operator, value, condition) => {
    const { filters } = fromMuiDataGrid(ofItem('a', operator, value));
    expect(filters).toMatchObject(operator === 'doesNotEqual' ? { $not: { a: { $eqi: 'a' } } } : { a: condition });
  });

  it('leaves a Date as it was', () => {
    const value = new Date('2024-03-01T10:30:45Z');
    fromMuiDataGrid(ofItem('publishedAt', 'is', value), { columns });
    expect(value.toISOString()).toBe('2024-03-01T10:30:45.000Z');
  });

  it.each([
    ['and', 'filters[title][$containsi]=a&filters[views][$gt]=5'],
    ['or', 'filters[$or][0][title][$containsi]=a&filters[$or][1][views][$gt]=5'],
    [undefined, 'filters[title][$containsi]=a&filters[views][$gt]=5'],
  ])('joins items by %s, without those that are not complete', (logicOperator, text) => {
    const items = [
      { id: 1, field: 'title', operator: 'contains', value: 'a' },
      { id: 2, field: 'views', operator: '>', value: 5 },
      { id: 3, field: 'views', operator: '<', value: undefined },
    ];
    expect(server.accepted(fromMuiDataGrid({ filterModel: { items, logicOperator } }, { columns }))).toBe(text);
  });

  it('reads the order and the page', () => {
    const sortModel = [
      { field: 'views', sort: 'desc' as const },
      { field: 'title', sort: null },
      { field: 'author.name', sort: 'asc' as const },
    ];
    const models = { filterModel: { items: [] }, sortModel, paginationModel: { page: 0, pageSize: 25 } };
    expect(server.accepted(fromMuiDataGrid(models))).toBe(
      'sort[0]=views:desc&sort[1]=author.name:asc&pagination[page]=1&pagination[pageSize]=25',
    );
  });

  it.each<[values: unknown[], search: string | undefined]>([
    [['thai', 'soup'], 'thai soup'],
    [['hot pot', 2024], '"hot pot" 2024'],
    [['hot\u0085pot'], '"hot\u0085pot"'],
    [['hot\u00a0pot', 'a\tb'], '"hot\u00a0pot" "a\tb"'],
    [['hot\ufeffpot'], 'hot\ufeffpot'],
    [['', 0, null], undefined],
    [[], undefined],
  ])('searches for the words of the quick filter: %j', (quickFilterValues, search) => {
    const query = fromMuiDataGrid({ filterModel: { items: [], quickFilterValues } });
    expect(query).toEqual(search === undefined ? {} : { search });
  });

  it.each<[models: MuiDataGridModels, message: string]>([
    [ofItem('title', 'fuzzy', 'a'), 'fuzzy of title has no meaning here; use one of: contains, doesNotContain,'],
    [ofItem('title', 'constructor', 'a'), 'constructor of title has no meaning here'],
    [ofItem('title', '>', 5), '> of title has no meaning here; use one of: contains'],
    [ofItem('title', 'contains', '  '), 'contains of title needs a text that is not empty'],
    [ofItem('title', 'contains', {}), 'contains of title needs a text'],
    [ofItem('title', 'isAnyOf', 'a'), 'isAnyOf of title needs a list'],
    [ofItem('views', '=', 'abc'), '= of views needs a number'],
    [ofItem('views', '=', NaN), '= of views needs a value'],
    [ofItem('status', 'is', NaN), 'is of status needs a value'],
    [ofItem('views', 'isAnyOf', [null]), 'isAnyOf of views needs a number'],
    [ofItem('isFeatured', 'is', 'maybe'), 'is of isFeatured needs true or false'],
    [ofItem('status', 'is', ['draft']), 'is of status needs a value'],
    [ofItem('publishedOn', 'is', 'soon'), 'is of publishedOn needs a Date, or its text'],
    [ofItem('publishedAt', 'after', 5), 'after of publishedAt needs a Date, or its text'],
    [ofItem('actions', 'is', 'a'), 'is of actions is of the type actions; only string, longText,'],
    [ofItem('other', 'isEmpty'), 'isEmpty of other depends on the type of the column; pass the columns of the grid'],
    [ofItem('other', 'is', 'a'), 'is of other depends on the type of the column'],
    [ofItem('other', 'after', day), 'after of other depends on the type of the column'],
    [ofItem('other', 'fuzzy', 'a'), 'fuzzy of other has no meaning here; use an operator of the grid'],
    [{ filterModel: { items: [], logicOperator: 'xor' } }, 'the logicOperator xor is unknown; use one of: and, or'],
    [
      { filterModel: { items: [], quickFilterValues: ['a', 'b'], quickFilterLogicOperator: 'or' } },
      'the quickFilterLogicOperator or has no meaning here',
    ],
    [{ filterModel: { items: [], quickFilterValues: ['5"'] } }, 'a value of the quick filter is not a word'],
    [{ filterModel: { items: [], quickFilterValues: [{}] } }, 'a value of the quick filter is not a word'],
    [{ filterModel: { items: [], quickFilterValues: ['a', ' '] } }, 'a value of the quick filter is not a word'],
    [{ filterModel: { items: [], quickFilterValues: ['\t\u0085'] } }, 'a value of the quick filter is not a word'],
    [{ paginationModel: { page: 0, pageSize: -1 } }, 'the page 0 of -1 rows is not a page'],
  ])('refuses %j: %s', (models, message) => {
    const adapt = () => fromMuiDataGrid(models, { columns });
    expect(adapt).toThrow(TypeError);
    expect(adapt).toThrow(`fromMuiDataGrid: ${message}`);
  });

  it('reads the aggregates of all rows', () => {
    const { aggregates } = fromMuiDataGrid({ aggregationModel: { price: 'sum', rating: 'avg' } }, { columns });
    expect(aggregates).toEqual(['price:sum', 'rating:avg']);
    expect(() => fromMuiDataGrid({ aggregationModel: { price: 'size' } }, { columns })).toThrow(
      'fromMuiDataGrid: the aggregate size of price has no meaning here; use sum, avg, min or max',
    );
  });
});
