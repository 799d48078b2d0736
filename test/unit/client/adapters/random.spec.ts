import fc from 'fast-check';
import { FilterException, type FilterService } from 'nestjs-filterable';
import { filterServiceFor } from 'nestjs-filterable/testing';
import {
  type AdaptedQuery,
  fromAgGrid,
  fromMuiDataGrid,
  fromQueryBuilder,
  fromTanStackTable,
  toQueryString,
} from 'nestjs-filterable/client';
import { Post } from '../../../support/blog/entities.js';
import { agGrid, group, mui, muiColumns, pages, tanStack } from './random-models.js';
import { factor } from '../../../support/thorough.js';

/** Any model is refused with a TypeError that names what is wrong, or its request is one that the server accepts. */

const runs = 50 * factor;

describe('a random model', () => {
  let filters: FilterService;
  const told = { refused: 0, accepted: 0 };
  beforeAll(async () => {
    filters = await filterServiceFor([Post]);
  });
  beforeEach(() => Object.assign(told, { refused: 0, accepted: 0 }));
  afterEach(() => {
    expect(told.refused).toBeGreaterThan(runs / 20);
    expect(told.accepted).toBeGreaterThan(runs / 20);
  });

  function holds(adapter: string, adapt: () => AdaptedQuery): void {
    let query: AdaptedQuery;
    try {
      query = adapt();
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toMatch(new RegExp(`^TypeError: ${adapter}: \\S+`));
      told.refused += 1;
      return;
    }
    expect(refusalsOf(query)).toEqual([]);
    told.accepted += 1;
  }

  /** A grid does not know that the field of a related row is never NULL. */
  function refusalsOf(query: AdaptedQuery): readonly string[] {
    try {
      filters.parse(Post, toQueryString(query));
      return [];
    } catch (error) {
      if (!(error instanceof FilterException)) throw error;
      return error.issues.map(({ message }) => message).filter((message) => !message.includes('is never NULL; use'));
    }
  }

  it('of TanStack Table', () => {
    const property = fc.property(tanStack, pages, ({ columnFilters, filterFns }, { page, pageSize }) => {
      const pagination = { pageIndex: Math.max(page, 0), pageSize: Math.max(pageSize, 1) };
      holds('fromTanStackTable', () => fromTanStackTable({ columnFilters, pagination }, { filterFns }));
    });
    fc.assert(property, { numRuns: runs });
  });

  it('of AG Grid', () => {
    const property = fc.property(agGrid, fc.boolean(), (filterModel, inRangeInclusive) => {
      holds('fromAgGrid', () => fromAgGrid({ filterModel, startRow: 7, endRow: 20 }, { inRangeInclusive }));
    });
    fc.assert(property, { numRuns: runs });
  });

  it('of MUI X Data Grid', () => {
    const property = fc.property(mui, fc.constantFrom('and', 'or', undefined), pages, (items, logicOperator, page) => {
      const models = { filterModel: { items, logicOperator }, ...(page.page > 0 && { paginationModel: page }) };
      holds('fromMuiDataGrid', () => fromMuiDataGrid(models, { columns: muiColumns }));
    });
    fc.assert(property, { numRuns: runs });
  });

  it('of React Query Builder', () => {
    const property = fc.property(group, (query) => {
      holds('fromQueryBuilder', () => fromQueryBuilder(query as Parameters<typeof fromQueryBuilder>[0]));
    });
    fc.assert(property, { numRuns: runs });
  });
});
