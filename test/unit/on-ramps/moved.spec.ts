import { FilterConfigurationError, FilterException, FilterService, type OnRamp } from 'nestjs-filterable';
import { crud } from 'nestjs-filterable/on-ramps/crud';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';
import { cases } from '../../support/table.js';

/* Columns that are elsewhere now, and dates that are moments, in the requests of other libraries. */

const filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities));
const shared = { keys: { writer: 'author.name', heading: 'title', day: 'publishedOn' }, dates: 'moment' } as const;

function read(onRamp: OnRamp, query: string): string {
  const list = { onRamp, search: ['title', 'author.name'], select: ['id', 'title'] } as const;
  try {
    return decodeURIComponent(filters.parse(Post, query, list).toString());
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    return error.issues.map(({ code, path }) => `${code} ${path}`).join(', ');
  }
}

describe('columns that were moved, and dates as moments', () => {
  it.each(
    cases(`
      filter.writer=Ann -> filters[author][name][$eq]=Ann
      filter.writer=$not:$eq:Ann -> filters[author][name][$ne]=Ann
      filter.writer=Ann&filter.author.id=3 -> filters[author][id][$eq]=3&filters[author][name][$eq]=Ann
      filter.author.name=Ann -> filters[author][name][$eq]=Ann
      filter=writer=Ann -> filters[author][name][$eq]=Ann
      sortBy=writer:DESC -> sort[0]=author.name:desc
      sortBy=writer:DESC&sortBy=author.name:ASC -> duplicate_sort sortBy
      search=a&searchBy=writer -> filters[author][name][$contains]=a
      search=a&searchBy=writer&searchBy=heading -> search=a
      select=id,heading -> fields[0]=id&fields[1]=title
      filter.publishedAt=$lte:2024-03-01 -> filters[publishedAt][$lte]=2024-03-01T00:00:00Z
      filter.publishedAt=$btw:2024-03-01,2024-03-02 -> filters[publishedAt][$between][0]=2024-03-01T00:00:00Z&filters[publishedAt][$between][1]=2024-03-02T00:00:00Z
      filter.publishedOn=$lte:2024-03-01 -> filters[publishedOn][$lte]=2024-03-01
      filter.day=$lte:2024-03-01 -> filters[publishedOn][$lte]=2024-03-01
      filter.title=2024-03-01 -> filters[title][$eq]=2024-03-01
      filter.writers=Ann -> unknown_field filter.writers
      filter.writer=$gte -> expected_value filter.writer
      filter.day=x -> invalid_value filter.day
      filter.constructor=x -> unknown_field filter.constructor
      filters[publishedAt][$lte]=2024-03-01 -> filters[publishedAt][$lte]=2024-03-01
    `),
  )('of nestjs-paginate: %s -> %s', (query, expected) => {
    expect(read(nestjsPaginate(shared), query)).toBe(expected);
  });

  it.each(
    cases(`
      filter=writer||$eq||Ann -> filters[author][name][$eq]=Ann
      s={"writer":"Ann","publishedAt":{"$lte":"2024-03-01"}} -> filters[author][name][$eq]=Ann&filters[publishedAt][$lte]=2024-03-01T00:00:00Z
      s={"day":"2024-03-01"} -> filters[publishedOn][$eq]=2024-03-01
      sort=writer,ASC -> sort[0]=author.name:asc
      fields=id,heading -> fields[0]=id&fields[1]=title
      filter=writers||$eq||Ann -> unknown_field filter
    `),
  )('of crud: %s -> %s', (query, expected) => {
    expect(read(crud(shared), query)).toBe(expected);
  });

  it('changes nothing without options', () => {
    expect(read(nestjsPaginate(), 'filter.publishedAt=$lte:2024-03-01')).toBe('filters[publishedAt][$lte]=2024-03-01');
    expect(read(nestjsPaginate(), 'filter.writer=Ann')).toBe('unknown_field filter.writer');
  });

  it.each([{ keys: {} }, { keys: { a: '' } }, { keys: { a: 'b..c' } }, { keys: ['a'] }, { dates: 'day' }])(
    'is refused at boot where it is wrong: %j',
    (options) => {
      for (const make of [nestjsPaginate, crud]) {
        expect(() => make(options as object)).toThrow(FilterConfigurationError);
        expect(() => make(options as object)).toThrow(/`(keys|dates)` must be/);
      }
    },
  );

  it('are in documents', () => {
    const parameters = nestjsPaginate(shared).parameters(filters.describe(Post));
    expect(parameters.map(({ name }) => name)).toContain('filter.writer');
    expect(JSON.stringify(parameters)).toContain('writer:DESC');
  });
});
