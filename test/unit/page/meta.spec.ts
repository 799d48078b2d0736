import { FilterException, type FilterModuleOptions, FilterService } from 'nestjs-filterable';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { cell, readTable } from '../../support/table.js';
import { rowsOf, scripted } from '../../support/scripted.js';

type Pagination = NonNullable<FilterModuleOptions['pagination']>;

/** A list of so many rows: the numbers and totals of its pages come from their statements. */
async function listOf(rows: number) {
  const all = Array.from({ length: rows }, (_, index) => ({ id: index + 1, title: 'a', tenantId: 1 }));
  const { source, sent } = await scripted('sqlite', blogEntities, (sql) => rowsOf(sql, all));
  return async (request: string, pagination: Pagination, own?: Pagination) => {
    sent.length = 0;
    const filters = FilterService.forDataSource(source, { pagination });
    const query = filters.parse(Post, request, own && { pagination: own });
    const { data, meta } = await filters.page(source.createQueryBuilder(Post, 'post'), query);
    return { rows: data.length, meta: meta.pagination, statements: sent.length };
  };
}

/**
 * What the `meta` of a page of a list with 29 rows says, by what its handler counts, and in how many statements. `…`
 * stands for a cursor.
 */
const table = readTable(`
  count  | request                              | statements | meta
  exact  | page=1&pageSize=10                   | 2 | page=1 pageSize=10 pageCount=3 total=29
  exact  | pageSize=10                          | 2 | page=1 pageSize=10 pageCount=3 total=29
  exact  | page=2&pageSize=10                   | 2 | page=2 pageSize=10 pageCount=3 total=29
  exact  | page=3&pageSize=10                   | 1 | page=3 pageSize=10 pageCount=3 total=29
  exact  | page=9&pageSize=10                   | 2 | page=9 pageSize=10 pageCount=3 total=29
  exact  | pageSize=40                          | 1 | page=1 pageSize=40 pageCount=1 total=29
  exact  | start=5&limit=4                      | 2 | start=5 limit=4 total=29
  exact  | start=28&limit=4                     | 1 | start=28 limit=4 total=29
  exact  | page=1&pageSize=10&withCount=false   | 1 | page=1 pageSize=10 hasNext=true
  exact  | page=3&pageSize=10&withCount=false   | 1 | page=3 pageSize=10 hasNext=false
  none   | page=1&pageSize=10                   | 1 | page=1 pageSize=10 hasNext=true
  none   | start=20&limit=9                     | 1 | start=20 limit=9 hasNext=false
  none   | start=20&limit=8                     | 1 | start=20 limit=8 hasNext=true
  20     | page=1&pageSize=10                   | 2 | page=1 pageSize=10 pageCount=2 total=20 totalIsCapped=true hasNext=true
  29     | page=1&pageSize=10                   | 2 | page=1 pageSize=10 pageCount=3 total=29
  3      | start=0&limit=3                      | 2 | start=0 limit=3 total=3 totalIsCapped=true hasNext=true
  3      | start=1&limit=3                      | 2 | start=1 limit=3 total=4 totalIsCapped=true
  3      | start=2&limit=3                      | 2 | start=2 limit=3 total=5 totalIsCapped=true
  3      | page=3&pageSize=3                    | 2 | page=3 pageSize=3 pageCount=3 total=9 totalIsCapped=true
  3      | start=40&limit=3                     | 2 | start=40 limit=3 total=3 totalIsCapped=true hasNext=false
  3      | page=3&pageSize=10                   | 1 | page=3 pageSize=10 pageCount=3 total=29
  exact  | after=&pageSize=10                   | 1 | pageSize=10 next=… previous=null
  exact  | after=&pageSize=30                   | 1 | pageSize=30 next=null previous=null
  exact  | before=&pageSize=10                  | 1 | pageSize=10 next=null previous=…
  exact  | after=&pageSize=5&withCount=true     | 2 | pageSize=5 total=29 next=… previous=null
  exact  | before=&pageSize=30&withCount=true   | 1 | pageSize=30 total=29 next=null previous=null
  3      | after=&pageSize=5&withCount=true     | 2 | pageSize=5 total=5 totalIsCapped=true next=… previous=null
`).map((row) => [cell(row, 'count'), cell(row, 'request'), cell(row, 'statements'), cell(row, 'meta')] as const);

describe('the meta of a page', () => {
  const list = listOf(29);

  it.each(table)('counted %s, of %s, in %s statements: %s', async (count, request, statements, expected) => {
    const page = await list;
    const mode = /^\d/.test(count) ? { capped: Number(count) } : (count as 'exact' | 'none');
    const query = request.split('&').map((pair) => pair.replace(/^(\w+)=/, 'pagination[$1]='));
    // By the module, and by the handler in place of the module.
    for (const [module, handler] of [[{ count: mode }], [{ count: { capped: 1 } }, { count: mode }]] as const) {
      const found = await page(query.join('&'), module, handler);
      const text = Object.entries(found.meta).map(([name, value]) => {
        const isCursor = typeof value === 'string';
        return `${name}=${isCursor ? '…' : String(value)}`;
      });
      expect([text.join(' '), found.statements]).toEqual([expected, Number(statements)]);
    }
  });

  it('of an empty list is found by one statement', async () => {
    const page = await listOf(0);
    expect(await page('pagination[page]=1&pagination[pageSize]=10', {})).toEqual({
      rows: 0,
      meta: { page: 1, pageSize: 10, pageCount: 0, total: 0 },
      statements: 1,
    });
  });

  it('has no total where the handler never counts, and a client that wants one is refused', async () => {
    const page = await list;
    const refused = page('pagination[page]=1&pagination[withCount]=true', { count: 'none' });
    await expect(refused).rejects.toThrow(FilterException);
    await expect(refused).rejects.toMatchObject({
      issues: [{ code: 'invalid_pagination', pointer: '/pagination/withCount' }],
    });
  });
});
