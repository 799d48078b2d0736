import { filterableFrom as fromCrud } from 'nestjs-filterable/on-ramps/crud';
import { filterableFrom } from 'nestjs-filterable/on-ramps/nestjs-paginate';

/** The lines that are comments: what is dropped without one narrows nothing, and nobody hears of it. */
function commentsIn(printed: string): readonly string[] {
  return printed.split('\n').filter((line) => line.startsWith('//'));
}

it.each([
  ['conditions', { where: { tenantId: 1 } }, 'where', 'give its conditions to `filters.and()`, or to a `scope` of'],
  ['alternatives', { where: [{ tenantId: 1 }, { isPublic: true }] }, 'where', 'give its conditions to'],
  ['deleted rows', { withDeleted: true }, 'withDeleted', 'call `withDeleted()` on the builder'],
  ['relations', { relations: ['home'] }, 'relations', 'join them in the builder'],
  ['nested relations', { relations: { home: { pillows: true } } }, 'relations', 'join them in the builder'],
  ['inner joins', { defaultJoinMethod: 'innerJoinAndSelect' }, 'joinMethods', 'an inner join of the builder'],
  ['an inner join', { joinMethods: { home: 'innerJoinAndSelect' } }, 'joinMethods', 'an inner join of the builder'],
  ['NULL last', { nullSort: 'last' as const }, 'nullSort', "set `nulls: 'last'` in `forRoot()`"],
  ['no eager relations', { loadEagerRelations: false }, 'loadEagerRelations', 'give a builder to `page()`'],
  ['cursors', { paginationType: 'cursor' }, 'paginationType', 'pages have numbers'],
  ['an origin', { origin: 'https://cats.example' }, 'origin', 'links have the host'],
  ['a count', { buildCountQuery: () => undefined }, 'buildCountQuery', 'totals count the rows of the list'],
  ['a bound', { filterExpressionMaxComplexity: 9 }, 'filterExpressionMaxComplexity', 'the limits of all conditions'],
])('of nestjs-paginate, %s are told where nothing is printed for them', (_, config, name, todo) => {
  expect(commentsIn(filterableFrom(config))).toEqual([
    expect.stringContaining(`// \`${name}\` is not printed: ${todo}`),
  ]);
});

it.each([
  ['no conditions', { where: {}, relations: [] }],
  ['what is off', { withDeleted: false, loadEagerRelations: true, paginationType: 'take' }],
  ['outer joins', { defaultJoinMethod: 'leftJoinAndSelect', joinMethods: { home: 'leftJoinAndSelect' } }],
  ['all columns, where clients choose none', { select: ['*'], ignoreSelectInQueryParam: true }],
  ['columns of the row itself', { select: ['id', '(size.height)'] }],
])('of nestjs-paginate, %s need no comment', (_, config) => {
  expect(commentsIn(filterableFrom(config))).toEqual([]);
});

it.each([
  ['a column of a relation', ['toys.name'], '// toys.name of `select` is left out: the builder loads related rows.'],
  ['all of them', ['id', 'toys.*'], '// toys.* of `select` is left out: the builder loads related rows.'],
  [
    'an embedded one',
    ['toys.(size.height)'],
    '// toys.(size.height) of `select` is left out: the builder loads related rows.',
  ],
  ['all embedded', ['(size.*)'], '// (size.*) of `select` is left out: name the columns that * stands for.'],
])('of nestjs-paginate, %s in `select` is told', (_, select, comment) => {
  expect(commentsIn(filterableFrom({ select }))).toEqual([comment]);
});

it('of nestjs-paginate, columns that clients cannot choose are left to the builder', () => {
  const config = { select: ['id', 'toys.name'], ignoreSelectInQueryParam: true };
  const comment = '// The builder chooses the columns of the answer, which are id, toys.name there.';
  expect(commentsIn(filterableFrom(config))).toEqual([comment]);
});

const conditions = "`query.filter` is not printed: name its conditions in `defaults.filters` with `when: 'always'`";

// prettier-ignore
it.each([
  ['conditions', { query: { filter: { active: true } } }, conditions],
  ['listed conditions', { query: { filter: [{ field: 'active', operator: '$eq', value: true }] } }, conditions],
  ['made conditions', { query: { filter: () => ({ active: true }) } }, conditions],
  ['parameters', { params: { companyId: { field: 'company.id' } } }, 'The parameter companyId is a condition on company.id'],
  ['columns that always come', { query: { persist: ['id'] } }, '`query.persist` is not printed: primary keys always'],
  ['kept answers', { query: { cache: 2_000 } }, '`query.cache` is not printed: keep answers by `query.cacheKey()`'],
  ['own operators', { operators: { custom: { '!array': {} } } }, '`operators.custom` is not printed: give them'],
  ['classes of answers', { serialize: { getMany: class {} } }, '`serialize` is not printed: the handler maps'],
  ['joins that narrow', { query: { join: { home: { required: true } } } }, 'Rows without home are not found there'],
  ['closed columns of a relation', { query: { join: { home: { exclude: ['key'] } } } }, 'The entity of home exposes all but key.'],
  ['allowed columns of a relation', { query: { join: { home: { allow: ['a', 'b'], exclude: ['b'] } } } }, 'The entity of home exposes a.'],
  ['no columns of a relation', { query: { join: { home: { allow: ['b'], exclude: ['b'] } } } }, 'The entity of home exposes none.'],
])('of @Crud(), %s are told where nothing is printed for them', (_, options, comment) => {
  const told = commentsIn(fromCrud(options)).filter((line) => !line.startsWith('// Name in `fields`'));
  expect(told).toEqual([expect.stringContaining(`// ${comment}`)]);
});

it.each([
  ['the parameter of one row', { params: { id: { field: 'id', primary: true } } }],
  ['a parameter that is disabled', { params: { companyId: { disabled: true } } }],
  ['what is off', { query: { allow: ['id'], filter: {}, persist: [], cache: false as const, join: { home: {} } } }],
])('of @Crud(), %s needs no comment', (_, options) => {
  expect(commentsIn(fromCrud(options))).toEqual([]);
});
