import { FilterException } from 'nestjs-filterable';
import {
  type AdaptedQuery,
  fromAgGrid,
  fromMuiDataGrid,
  fromQueryBuilder,
  fromTanStackTable,
} from 'nestjs-filterable/client';
import { PostServer } from '../../../support/adapted.js';

/** A condition on a column of any name, as each adapter reads it, and the order by it. */
const adapters: Readonly<Record<string, (name: string) => AdaptedQuery>> = {
  fromTanStackTable: (id) => fromTanStackTable({ columnFilters: [{ id, value: 'x' }] }),
  fromAgGrid: (id) => {
    const filterModel = Object.fromEntries([[id, { filterType: 'text', type: 'equals', filter: 'x' }]]);
    return fromAgGrid({ filterModel, startRow: 0, endRow: 1 });
  },
  fromMuiDataGrid: (field) => fromMuiDataGrid({ filterModel: { items: [{ field, operator: 'equals', value: 'x' }] } }),
  fromQueryBuilder: (field) => fromQueryBuilder({ combinator: 'and', rules: [{ field, operator: '=', value: 'x' }] }),
};

const sorters: Readonly<Record<string, (name: string) => AdaptedQuery>> = {
  fromTanStackTable: (id) => fromTanStackTable({ sorting: [{ id, desc: false }] }),
  fromAgGrid: (colId) => fromAgGrid({ sortModel: [{ colId, sort: 'asc' }], startRow: 0, endRow: 1 }),
  fromMuiDataGrid: (field) => fromMuiDataGrid({ sortModel: [{ field, sort: 'asc' }] }),
};

const notNames = [
  '',
  '.',
  'a.',
  '.a',
  'a..b',
  '$or',
  '$not.title',
  '$and',
  'author.$exists',
  'tags.$none.name',
  '$count',
];

describe.each(Object.entries(adapters))('the names of columns in %s', (adapter, adapt) => {
  let server: PostServer;
  beforeAll(async () => {
    server = await PostServer.open();
  });

  it.each(notNames)('%j are refused, which a request would read as something else', (name) => {
    expect(() => adapt(name)).toThrow(TypeError);
    expect(() => adapt(name)).toThrow(`${adapter}: the column ${name} is not the name of a field`);
  });

  it.each(['__proto__', 'constructor', 'toString', 'author.__proto__', '__proto__.polluted', 'title.0', '0', 'tags.0'])(
    '%s is a name like any other, for the server to refuse',
    (name) => {
      const query = adapt(name);
      expect(() => server.accepted(query)).toThrow(FilterException);
      expect({}).not.toHaveProperty('polluted');
    },
  );

  it('with dots are paths', () => {
    expect(adapt('author.country.name').filters).toEqual({
      author: { country: { name: expect.anything() as unknown } },
    });
  });
});

describe.each(Object.entries(sorters))('the names of sorted columns in %s', (adapter, sort) => {
  it.each([...notNames, 'a,b', 'a:desc'])('%j are refused', (name) => {
    expect(() => sort(name)).toThrow(`${adapter}: the column ${name} is no`);
  });

  it('may be a number of related rows', () => {
    expect(sort('comments.$count').sort).toEqual(['comments.$count:asc']);
  });
});

it('keeps two conditions on one name apart', () => {
  const items = [
    { field: 'tags.name', operator: 'equals', value: 'red' },
    { field: 'tags.name', operator: 'equals', value: 'blue' },
    { field: 'title', operator: 'equals', value: 'a' },
  ];
  expect(fromMuiDataGrid({ filterModel: { items } }).filters).toEqual({
    $and: [{ tags: { name: { $eqi: 'red' } } }, { tags: { name: { $eqi: 'blue' } } }, { title: { $eqi: 'a' } }],
  });
});
