import { FilterException, FilterService } from 'nestjs-filterable';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';
import { cases } from '../../support/table.js';

const filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities));
const overrides = { onRamp: nestjsPaginate(), select: ['id', 'title', 'secretNote'] } as const;

/* `*` is every column of the row. A name beside it is checked as any other. */
describe('select of nestjs-paginate', () => {
  it.each(
    cases(`
      select=id                ->  ["id"]
      select=*                 ->
      select=*,id              ->
      select=id,*&select=title ->
      select=secret            ->  unknown_field /select
      select=*,secret          ->  unknown_field /select
      select=*,nonsense        ->  unknown_field /select
      select=*&select=nonsense ->  unknown_field /select
      select=*,views           ->  unknown_field /select
      select=*,author.name     ->  malformed_key /select
    `),
  )('%s -> %s', (query, verdict) => {
    let read: string;
    try {
      read = JSON.stringify(filters.parse(Post, query, overrides).toJSON().fields) ?? '';
    } catch (error) {
      if (!(error instanceof FilterException)) throw error;
      read = error.issues.map(({ code, pointer }) => `${code} ${pointer}`).join(', ');
    }
    expect(read).toBe(verdict);
  });
});
