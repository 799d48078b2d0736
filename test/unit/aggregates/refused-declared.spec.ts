import type { ObjectLiteral } from 'typeorm';
import { FilterException, FilterService, type FilterModuleOptions } from 'nestjs-filterable';
import { marketModels } from '../../e2e/aggregates/model.js';
import { describeEntities } from '../../support/metadata.js';
import { cases } from '../../support/table.js';

const { Stall, entities } = marketModels.sqlite;

async function serviceWith(options: FilterModuleOptions = {}): Promise<FilterService> {
  return FilterService.forDataSource(await describeEntities('sqlite', entities), options);
}

/** The codes of the issues of a request for stalls, with the limits that are exceeded. */
function codesOf(filters: FilterService, request: string): string {
  try {
    filters.parse<ObjectLiteral>(Stall, request, { select: true });
    return 'none';
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    expect(JSON.stringify(error.issues)).not.toContain('"secretCost"');
    return error.issues.map(({ code, limit, max }) => (limit === undefined ? code : `${code} ${limit} ${max}`)).join();
  }
}

it.each(
  cases(`
    filters[reviewCount]=1.5 -> invalid_value
    filters[reviewCount]=9223372036854775808 -> invalid_value
    filters[averageStars]=NaN -> invalid_value
    filters[averageStars]=1e999 -> invalid_value
    filters[firstAt]=2024-02-30 -> invalid_value
    filters[reviewCount][$contains]=1 -> operator_not_allowed
    filters[reviewCount][$where][approved]=true -> operator_not_allowed
    filters[reviewCount][$count]=1 -> operator_not_allowed
    filters[reviewCount][id]=1 -> unknown_operator
    filters[lastWord]=so -> unknown_field
    filters[averagestars]=1 -> unknown_field
    filters[reviews][approvedCount]=1 -> unknown_field
    filters[vans][$count]=1 -> unknown_field
    sort=secretCost -> not_sortable
    fields=reviewCount,reviewCount -> duplicate_key
    fields=reviewCount.id -> unknown_field
    facets=sumStars -> unknown_field
    filters[secretCost][$gt]=1 -> unknown_field  # hidden
    fields=secretCost -> unknown_field
  `),
)('%s -> %s', async (request, codes) => {
  expect(codesOf(await serviceWith(), request)).toBe(codes);
});

it('a declared aggregate spends a statement for each relation and condition, and a subquery for each comparison', async () => {
  const few = await serviceWith({ limits: { aggregatedRelations: 1, relationConditions: 2 } });
  const two = 'filters[reviewCount][$gte]=1&filters[sumStars][$gte]=1';
  expect(codesOf(few, 'fields=reviewCount,sumStars,firstAt')).toBe('none');
  expect(codesOf(few, 'fields=reviewCount,tagCount')).toBe('limit_exceeded aggregatedRelations 1');
  expect(codesOf(few, two)).toBe('none');
  expect(codesOf(few, `${two}&sort=tagCount`)).toBe('limit_exceeded relationConditions 2');
  const { cost } = few.parse<ObjectLiteral>(Stall, 'fields=reviewCount', { select: true });
  expect(cost.parts).toEqual({ aggregatedRelations: 8 });
});
