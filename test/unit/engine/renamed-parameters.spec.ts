import { FilterException, FilterService } from 'nestjs-filterable';
import { RequestBody } from '../../../lib/wire/index.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

const params = { filters: 'where', pagination: 'slice' };
const asked = 'where[title][$eq]=a&sort[0]=id%3Aasc&slice[page]=2&slice[pageSize]=25';

/** What clients call the parameters must not be what becomes of a condition that was written in code. */
describe('where clients call the parameters otherwise', () => {
  let filters: FilterService;

  beforeAll(async () => {
    filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities), { params });
  });

  const read = (input: string | object) => filters.parse(Post, input).toString();

  it('code keeps the usual names', () => {
    expect(filters.filter(Post, { filters: { title: 'a' } }).getQuery()).toMatch(/"title" = :nf_p\d+/);
    expect(() => filters.filter(Post, { filters: { titel: 'a' } } as object)).toThrow(FilterException);
  });

  it('what a query is printed as reads as the same query', () => {
    const query = filters.parse(Post, asked);
    expect(query.toString()).toBe(asked);
    expect(read(query.toString())).toBe(asked);
    expect(read(query.toJSON())).toBe(asked);
    expect(read(JSON.parse(JSON.stringify(query)) as object)).toBe(asked);
  });

  it.each([
    [{ where: { title: 'a' } }, 'where[title][$eq]=a'],
    [{ filters: { title: 'a' } }, 'where[title][$eq]=a'],
    [{ filters: { title: 'a' }, slice: { page: 1 } }, 'where[title][$eq]=a&slice[page]=1&slice[pageSize]=25'],
  ])('an object is read: %j', (input, expected) => {
    expect(read(input)).toBe(expected);
  });

  it('an object that names a parameter twice is refused', () => {
    expect(() => read({ where: { title: 'a' }, filters: { title: 'b' } })).toThrow(FilterException);
  });

  it("a client's body has the client's names, and the others are the host's", () => {
    expect(read(new RequestBody({ where: { title: 'a' }, filters: { titel: 'b' } }))).toBe('where[title][$eq]=a');
    expect(read('where[title]=a&filters[titel]=b')).toBe('where[title][$eq]=a');
  });
});

describe('where the names are exchanged', () => {
  it('each has one meaning', async () => {
    const exchanged = { params: { filters: 'sort', sort: 'filters' } };
    const filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities), exchanged);
    expect(filters.parse(Post, { sort: { title: 'a' }, filters: 'id' }).toJSON()).toEqual({
      filters: { title: { $eq: 'a' } },
      sort: ['id:asc'],
    });
  });
});
