import { filterableFrom as fromCrud } from 'nestjs-filterable/on-ramps/crud';
import { filterableFrom } from 'nestjs-filterable/on-ramps/nestjs-paginate';

it('prints the decorators for a configuration of nestjs-paginate', () => {
  const config = {
    sortableColumns: ['id', 'name', 'home.name'],
    searchableColumns: ['name', "o'clock", 'toys.(size.height)'],
    filterableColumns: {
      age: ['$gte', '$lte', '$not', '$null'],
      name: true as const,
      'size.height': ['$btw', '$not'],
      'home.name': ['$in'],
    },
    select: ['id', 'name', 'home.name', 'home.*'],
    defaultSortBy: [['age', 'DESC'] as const],
    defaultLimit: 10,
    maxLimit: -1,
    multiWordSearch: true,
  };
  expect(filterableFrom(config, { entity: 'Cat', embedded: ['size'] })).toBe(`@Filterable({
  fields: [{ name: 'age', operators: ['$eq', '$gte', '$lte', '$null', '$ne'] }, 'name', { name: 'size.height', operators: ['$eq', '$between', '$ne', '$notBetween'] }, 'o\\'clock'],
  relations: ['home', 'toys'],
  sort: ['id', 'name', 'home.name'],
  search: ['name', 'o\\'clock', 'toys.size.height'],
})
// The entity of home exposes name.
// The entity of toys.size exposes height.
@FilterQuery(Cat, {
  select: ['id', 'name'],
  defaults: { sort: ['age:desc'] },
  limits: { pageSize: 10, maxPageSize: 1000 },
  onRamp: nestjsPaginate({ all: { max: 10000 }, multiWordSearch: true }),
})
`);
});

it('exposes nothing that clients of nestjs-paginate could only sort by', () => {
  const config = { sortableColumns: ['id', 'home.name', 'toys.id'], filterableColumns: { name: true as const } };
  const printed = filterableFrom(config);
  expect(printed).toContain(`@Filterable({
  fields: ['name'],
  sort: ['id', 'home.name', 'toys.id'],
})
@FilterQuery(`);
});

it('prints what little a configuration has', () => {
  expect(filterableFrom({ sortableColumns: ['id'], maxLimit: 5_000 })).toBe(`@Filterable({
  fields: [],
  sort: ['id'],
})
@FilterQuery(Entity, {
  defaults: { sort: ['id:asc'] },
  limits: { pageSize: 20, maxPageSize: 1000 },
  onRamp: nestjsPaginate(),
})
`);
});

// prettier-ignore
it.each([
  ['the first sortable column is the order, as there', { sortableColumns: ['size.(height)', 'id'] }, "sort: ['size.height:asc']"],
  ['an order of none stays none', { sortableColumns: ['id'], defaultSortBy: [] }, 'limits: { pageSize: 20 }'],
  ['a page is no larger than the most rows', { maxLimit: 5 }, 'limits: { pageSize: 5, maxPageSize: 5 }'],
  ['without a limit, at most 100 rows', { defaultLimit: 500 }, 'limits: { pageSize: 100 }'],
  ['any number is at most 1000 rows', { defaultLimit: 5_000, maxLimit: -1 }, 'limits: { pageSize: 1000, maxPageSize: 1000 }'],
  ['a limit of 0 is none', { defaultLimit: 0, maxLimit: 0 }, 'limits: { pageSize: 20 }'],
  ['a default below 1 is that of the library', { defaultLimit: -1 }, 'limits: { pageSize: 20 }'],
  ['so it is for any number of rows', { defaultLimit: -1, maxLimit: -1 }, 'pageSize: 20, maxPageSize: 1000 }'],
  ['a maximum below -1 is none', { defaultLimit: 5, maxLimit: -2 }, 'limits: { pageSize: 5 }'],
  ['an embedded column may be chosen', { select: ['(size.height)'] }, "  select: ['size.height'],\n"],
  ['deleted rows may be asked for', { allowWithDeletedInQuery: true }, '  deleted: true,\n'],
  ['all columns are to be named', { select: ['*', 'id'] }, '// Name in `select` the columns that * stands for.\n'],
  ['all but those are printed', { select: ['*', 'id'] }, "  select: ['id'],\n"],
  ['searchBy is read here', { ignoreSearchByInQueryParam: true }, '// `searchBy` of a client is read here.\n'],
])('of nestjs-paginate, %s', (_, config, printed) => {
  expect(filterableFrom(config)).toContain(printed);
});

it('of nestjs-paginate, a choice that is ignored there is none here', () => {
  const config = { select: ['id', 'name'], ignoreSelectInQueryParam: true };
  expect(filterableFrom(config)).not.toContain('select');
});

it('of nestjs-paginate, a group of columns is left out and told', () => {
  const config = {
    sortableColumns: ['a~b', 'id'],
    searchableColumns: ['c.d~e'],
    filterableColumns: { 'friend.age~foe.age': true as const },
    defaultSortBy: [[['a', 'b'], 'ASC'] as const, ['id', 'DESC'] as const],
  };
  expect(filterableFrom(config)).toBe(`@Filterable({
  fields: [],
  sort: ['id'],
})
// friend.age~foe.age is left out: of several columns, none is the first that is not NULL here.
// a~b is left out: of several columns, none is the first that is not NULL here.
// c.d~e is left out: of several columns, none is the first that is not NULL here.
@FilterQuery(Entity, {
  defaults: { sort: ['id:desc'] },
  limits: { pageSize: 20 },
  onRamp: nestjsPaginate(),
})
`);
});

it('prints the decorators for the options of @Crud()', () => {
  const query = {
    allow: ['id', 'name'],
    exclude: ['password'],
    join: { company: { eager: true, allow: ['name'] }, projects: {}, 'company.owner': {} },
    sort: [{ field: 'name', order: 'ASC' }],
    limit: 25,
    maxLimit: 50,
    alwaysPaginate: true,
  };
  expect(fromCrud({ query }, { entity: 'User' })).toBe(`// Name in \`fields\` all but password.
@Filterable({
  fields: ['id', 'name'],
  relations: ['company', 'projects'],
})
// The entity of company exposes name.
@FilterQuery(User, {
  defaults: { sort: ['name:asc'] },
  limits: { pageSize: 25, maxPageSize: 50 },
  select: true,
  onRamp: crud({ alwaysPaginate: true, joined: ['company'] }),
})
`);
});

it('prints them for no options at all: a bare decorator, and all rows', () => {
  expect(fromCrud({})).toBe(`@Filterable()
@FilterQuery(Entity, {
  limits: { maxPageSize: 1000 },
  select: true,
  onRamp: crud({ all: { max: 10000 } }),
})
`);
});

// prettier-ignore
it.each([
  ['deleted rows may be asked for', { softDelete: true }, '  deleted: true,\n'],
  ['a page is no larger than the most rows', { limit: 9, maxLimit: 5 }, 'limits: { pageSize: 5, maxPageSize: 5 }'],
  ['a limit is no maximum', { limit: 9 }, 'limits: { pageSize: 9, maxPageSize: 1000 }'],
  ['a limit of 0 is none', { limit: 0, maxLimit: 0 }, 'onRamp: crud({ all: { max: 10000 } })'],
  ['a limit below 1 is none', { limit: -1, maxLimit: -1 }, 'limits: { maxPageSize: 1000 },\n  select: true,\n  onRamp: crud({ all'],
])('of @Crud(), %s', (_, query, printed) => {
  expect(fromCrud({ query })).toContain(printed);
});

// prettier-ignore
it.each([
  ['only excluded columns', { exclude: ['password'] }, '// Name in `fields` all but password.', '[]', '[]'],
  ['an allowed column that is excluded', { allow: ['id', 'password'], exclude: ['password'] }, undefined, "['id']", '[]'],
  ['nothing but excluded columns allowed', { allow: ['password'], exclude: ['password'] }, undefined, '[]', '[]'],
  ['an empty list, which allows all there', { allow: [], join: { company: {} } }, 'these are all', '[]', "['company']"],
  [
    'a page alone',
    { limit: 9 },
    '// Name in `fields` the columns that clients may use: there, these are all.',
    '[]',
    '[]',
  ],
  ['a join alone', { join: { 'company.owner': {} } }, 'these are all', '[]', '[]'],
])('of @Crud(), %s opens nothing that is closed there', (_, query, comment = '@Filterable', fields, relations) => {
  const printed = fromCrud({ query });
  expect(printed).toContain(comment);
  expect(printed).toContain(`@Filterable({\n  fields: ${fields},\n  relations: ${relations},\n})\n`);
});
