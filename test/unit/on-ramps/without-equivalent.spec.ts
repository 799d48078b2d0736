import { filterableFrom as fromCrud } from 'nestjs-filterable/on-ramps/crud';

/** The lines that are comments: what is dropped without one narrows nothing, and nobody hears of it. */
function commentsIn(printed: string): readonly string[] {
  return printed.split('\n').filter((line) => line.startsWith('//'));
}

const conditions = "`query.filter` is not printed: name its conditions in `defaults.filters` with `when: 'always'`";

it.each([
  ['conditions', { query: { filter: { active: true } } }, conditions],
  ['listed conditions', { query: { filter: [{ field: 'active', operator: '$eq', value: true }] } }, conditions],
  ['made conditions', { query: { filter: () => ({ active: true }) } }, conditions],
  [
    'parameters',
    { params: { companyId: { field: 'company.id' } } },
    'The parameter companyId is a condition on company.id',
  ],
  ['columns that always come', { query: { persist: ['id'] } }, '`query.persist` is not printed: primary keys always'],
  ['kept answers', { query: { cache: 2_000 } }, '`query.cache` is not printed: keep answers by `query.cacheKey()`'],
  ['own operators', { operators: { custom: { '!array': {} } } }, '`operators.custom` is not printed: give them'],
  ['classes of answers', { serialize: { getMany: class {} } }, '`serialize` is not printed: the handler maps'],
  ['joins that narrow', { query: { join: { home: { required: true } } } }, 'Rows without home are not found there'],
  [
    'closed columns of a relation',
    { query: { join: { home: { exclude: ['key'] } } } },
    'The entity of home exposes all but key.',
  ],
  [
    'allowed columns of a relation',
    { query: { join: { home: { allow: ['a', 'b'], exclude: ['b'] } } } },
    'The entity of home exposes a.',
  ],
  [
    'no columns of a relation',
    { query: { join: { home: { allow: ['b'], exclude: ['b'] } } } },
    'The entity of home exposes none.',
  ],
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
