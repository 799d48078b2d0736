import type { ObjectLiteral } from 'typeorm';
import { FilterException, FilterService, type FilterModuleOptions, type ParseOverrides } from 'nestjs-filterable';
import { columnsModels } from '../../e2e/columns/model.js';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';
import { cases } from '../../support/table.js';

/** Handlers that expose a part of the lists, documents and virtual columns of products, each by a word. */
const handlers: Readonly<Record<string, ParseOverrides<ObjectLiteral>>> = {
  any: {},
  color: { fields: ['id', 'attributes.color'] },
  specs: { fields: ['id', { name: 'attributes', as: 'specs' }] },
  paths: { fields: [{ name: 'attributes', as: 'a', paths: { 'size.width': 'decimal', 'size.height': 'integer' } }] },
  equal: {
    fields: [
      { name: 'attributes.color', operators: ['$eq'] },
      { name: 'tags', operators: ['$hasSome'] },
    ],
  },
  aliased: { fields: [{ name: 'tags', as: 'words' }] },
  sorts: { sort: ['attributes.color', 'lineCount', 'maker.productCount'] },
  // The compiler has no relations of these classes.
  narrow: { relations: [{ name: 'maker', fields: ['langs', 'profile.country'] }] } as object,
};

async function issuesOf(engine: EngineName, request: string, handler = 'any', options: FilterModuleOptions = {}) {
  const { Product, entities } = columnsModels[engine];
  const filters = FilterService.forDataSource(await describeEntities(engine, entities), options);
  try {
    filters.parse<ObjectLiteral>(Product, request, handlers[handler] ?? {});
    return 'none';
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    return error.issues.map(({ code, path, limit }) => `${code} ${limit ?? path}`).join(', ');
  }
}

describe('a handler that exposes a part of an entity refuses the rest', () => {
  it.each(
    cases(`
      color filters[attributes][size][width]=3 -> unknown_field filters[attributes][size]
      color filters[tags]=art -> unknown_field filters[tags]
      color sort=attributes.weight -> not_sortable sort
      specs filters[attributes][color]=blue -> unknown_field filters[attributes]
      specs sort=attributes.color -> not_sortable sort
      paths filters[a][color]=red -> unknown_field filters[a][color]
      equal filters[attributes][color][$ne]=blue -> operator_not_allowed filters[attributes][color][$ne]
      equal filters[tags]=old -> operator_not_allowed filters[tags]
      aliased filters[tags]=old -> unknown_field filters[tags]
      any filters[attributes][secret]=lock -> unknown_field filters[attributes][secret]
      any sort=attributes.secret -> not_sortable sort
      sorts sort=total -> not_sortable sort
      sorts sort=maker.profile.staff -> not_sortable sort
      narrow filters[maker][profile][staff]=10 -> unknown_field filters[maker][profile][staff]
      narrow filters[maker][productCount]=3 -> unknown_field filters[maker][productCount]
      any filters[attributes][size][height]=128 -> invalid_value filters[attributes][size][height]
      any filters[attributes][made]=2024-13-01 -> invalid_value filters[attributes][made]
      any filters[attributes][code]=none -> invalid_value filters[attributes][code]
      any filters[sizes][$hasSome][0]=9223372036854775808 -> invalid_value filters[sizes][$hasSome][0]
      any filters[lineCount]=many -> invalid_value filters[lineCount]
      any filters[lastSold]=2024-02-30 -> invalid_value filters[lastSold]
      any filters[lines][notes]=gift,red -> invalid_value filters[lines][notes]  # a list behind a relation
      any filters[lines][$not][notes][$hasSome][0]=gift,red -> invalid_value filters[lines][$not][notes][$hasSome][0]
      any sort=lines.notes -> not_sortable sort
    `),
  )('%s -> %s', async (asked, verdict) => {
    const [handler, request = ''] = asked.split(/ (.*)/s);
    expect(await issuesOf('sqlite', request, handler)).toBe(verdict);
  });
});

it.each([
  ['sqlite', 'invalid_value filters[tags]'],
  ['mariadb', 'invalid_value filters[tags]'],
  ['postgres', 'none'],
] as const)(
  'a comma in an element of a list of text is refused where commas part the elements: %s',
  async (engine, issues) => {
    expect(await issuesOf(engine, 'filters[tags]=smart,party')).toBe(issues);
    expect(await issuesOf(engine, 'filters[attributes][labels]=smart,party')).toBe('none');
  },
);

it('each use of a virtual column counts as a condition on a relation', async () => {
  const of = (request: string) => issuesOf('sqlite', request, 'any', { limits: { relationConditions: 2 } });
  const two = 'filters[lineCount][$gte]=1&sort=total';
  expect(await of(two)).toBe('none');
  for (const three of [`${two},lastSold`, `${two}&filters[total][$null]=true`, `${two}&filters[lines][notes]=gift`]) {
    expect(await of(three)).toBe('limit_exceeded relationConditions');
  }
});

it('the elements of lists that no index can serve count by tens', async () => {
  const elements = (length: number) =>
    Array.from({ length }, (_, index) => `filters[lines][notes][${index}]=${index}`).join('&');
  const of = (length: number) => issuesOf('sqlite', elements(length), 'any', { limits: { unanchoredNeedles: 1 } });
  expect(await of(10)).toBe('none');
  expect(await of(11)).toBe('limit_exceeded unanchoredNeedles');
});
