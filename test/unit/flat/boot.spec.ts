import { FilterConfigurationError, type FilterModuleOptions, FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User, adminEntities } from '../../support/admin/entities.js';
import { describeEntities } from '../../support/metadata.js';

const source = await describeEntities('sqlite', adminEntities);

@Entity()
class Crate {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}
@Entity()
@Filterable({ fields: ['id'], relations: ['crate'] })
class Bottle {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Crate) crate!: Relation<Crate>;
}

/** Overrides as a program without types could write them, and the error of the boot. */
const handlers: readonly (readonly [overrides: object, error: RegExp])[] = [
  [{ flat: { page: 'sort' } }, /`flat` names sort, which is a parameter of the list itself/],
  [{ flat: { filters: { search: 'username' } } }, /names search, which is a parameter of the list itself/],
  [{ flat: { page: 'p', pageSize: 'p' } }, /names p, which is listed twice/],
  [{ flat: { page: ['p', 'p'] } }, /names p, which is listed twice/],
  [{ flat: { page: 'p', filters: { p: 'age' } } }, /names p, which is listed twice/],
  [{ flat: { sort: { field: 'by', direction: 'by' } } }, /names by, which is listed twice/],
  [{ flat: { page: 'p[0]' } }, /names p\[0\], which is not a name; use letters, digits, _ and -/],
  [{ flat: { filters: { password: true } } }, /`flat.filters.password` names password, which is not an exposed field/],
  [{ flat: { filters: { nam: '$contains' } } }, /names nam, which is not an exposed field/],
  [{ flat: { filters: { deptId: 'dept.code' } } }, /names dept.code, which is not an exposed field/],
  [{ flat: { filters: { deptId: 'dept' } } }, /names dept, which is a relation, not a field/],
  [{ flat: { filters: { age: '$contains' } } }, /means \$contains, which age does not accept/],
  [
    { flat: { filters: { age: { operator: '$gte', separator: ',' } } } },
    /has a separator, and \$gte accepts one value/,
  ],
  [
    { flat: { filters: { age: { operator: '$in', separator: '' } } } },
    /`flat.filters.age.separator` must be a text such as a/,
  ],
  [{ flat: { filters: { age: { fields: 'age' } } } }, /`flat.filters.age.fields` does not exist; did you mean field\?/],
  [{ flat: { filters: { age: { dates: 'moment' } } } }, /`dates` is for date-times, and age has the kind integer/],
  [{ flat: { filters: { createdAt: { operator: '$notNull', dates: 'moment' } } } }, /and \$notNull accepts no date/],
  [{ flat: { filters: { dept: { operator: '$null', dates: 'moment' } } } }, /has dates, and dept is a relation/],
  [{ flat: { filters: { createdAt: { dates: 'day' } } } }, /`flat.filters.createdAt.dates` must be moment/],
  [{ flat: { filters: { age: { values: [1] } } } }, /`values` is for enums, and its kind is integer/],
  [{ flat: { filters: { dept: { operator: '$null', values: ['a'] } } } }, /has values, and dept is a relation/],
  [{ fields: ['id', { name: 'age', values: [1] }] }, /age: `values` is for enums, and its kind is integer/],
  [{ flat: { sort: { by: 'x' } } }, /`flat.sort.by` does not exist/],
  [{ flat: { pages: 'page' } }, /`flat.pages` does not exist; did you mean page\?/],
  [{ flat: { empty: 'null' } }, /`flat.empty` must be value/],
  [{ flat: { page: 'page' }, source: 'body' }, /`flat` is read in query strings, and this list reads a body/],
  [{ flat: { page: 'page' }, pagination: false }, /`flat.page` names a page, and this list has none/],
  [{ flat: { page: 'page' }, allowParameters: ['page'] }, /`allowParameters` lists page, which this list reads/],
];

const modules: readonly (readonly [options: object, error: RegExp])[] = [
  [{ flat: { filters: { name: true } } }, /`flat.filters` is for one list; set it at its handler/],
  [{ flat: { offset: 'skip' } }, /`flat.offset` does not exist/],
];

describe('flat names that are wrong', () => {
  const filters = FilterService.forDataSource(source, { context: undefined });

  it.each(handlers)('of a handler: %j', (overrides, error) => {
    expect(() => filters.parse(User, '', overrides)).toThrow(FilterConfigurationError);
    expect(() => filters.parse(User, '', overrides)).toThrow(error);
  });

  it.each(modules)('of the module: %j', (options, error) => {
    expect(() => FilterService.forDataSource(source, options as FilterModuleOptions)).toThrow(error);
  });

  it.each([{ filters: { crate: 'crate.name' } }, { sort: { field: 'by', keys: { crate: 'crate.name' } } }])(
    'names the class of a relation that exposes nothing: %j',
    async (flat: object) => {
      const filters = FilterService.forDataSource(await describeEntities('sqlite', [Bottle, Crate]));
      expect(() => filters.parse(Bottle, '', { flat })).toThrow(
        'Crate exposes no fields; decorate the class with @Filterable()',
      );
    },
  );

  it('may be those of a parameter that the list does not read', () => {
    expect(() => filters.parse(User, 'facets=1', { flat: { filters: { facets: 'age' } } })).not.toThrow();
  });
});

describe('the description of flat names', () => {
  it('has what each means, in the names of clients', () => {
    const filters = FilterService.forDataSource(source, { context: undefined });
    const overrides = {
      flat: {
        page: 'page',
        sort: { field: 'by', direction: 'order' },
        filters: { username: '$contains', ids: { field: 'roles.id', operator: '$in', separator: ',' }, salary: true },
      },
    } as const;
    const known = [
      { name: 'page', parameter: 'pagination', means: 'page' },
      { name: 'by', parameter: 'sort', means: 'field' },
      { name: 'order', parameter: 'sort', means: 'direction' },
      { name: 'username', parameter: 'filters', means: 'login', operator: '$contains', kind: 'text', takes: 'needle' },
      {
        ...{ name: 'ids', parameter: 'filters', means: 'roles.id', operator: '$in', kind: 'integer', takes: 'list' },
        separator: ',',
      },
    ];
    const salary = {
      name: 'salary',
      parameter: 'filters',
      means: 'salary',
      operator: '$eq',
      kind: 'integer',
      takes: 'value',
    };
    expect(filters.describe(User, overrides).flat).toEqual(known);
    expect(filters.describe(User, { ...overrides, context: 'hr' }).flat).toEqual([...known, salary]);
    expect(filters.describe(User).flat).toEqual([]);
  });
});
