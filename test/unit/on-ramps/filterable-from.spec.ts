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
    select: ['id', 'name', '*', 'home.name'],
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
  limits: { pageSize: 10 },
  onRamp: nestjsPaginate({ all: { max: 10000 }, multiWordSearch: true }),
})
`);
});

it('prints what little a configuration has', () => {
  expect(filterableFrom({ sortableColumns: ['id'], maxLimit: 5_000 })).toBe(`@Filterable({
  fields: [],
  sort: ['id'],
})
@FilterQuery(Entity, {
  limits: { pageSize: 20, maxPageSize: 1000 },
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
  select: true,
  onRamp: crud({ all: { max: 10000 } }),
})
`);
});
