import { FilterConfigurationError, FilterException, FilterService } from 'nestjs-filterable';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

/** An application can load the CommonJS build and the ES modules of this package, and then has every class twice. */
async function anotherCopy(): Promise<typeof import('nestjs-filterable')> {
  const secondTime = 'nestjs-filterable?copy=2';
  return (await import(secondTime)) as typeof import('nestjs-filterable');
}

const source = await describeEntities('sqlite', blogEntities);
const here = FilterService.forDataSource(source);
const other = await anotherCopy();
const there = other.FilterService.forDataSource(source);

/** What a function throws. */
function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new TypeError('nothing was thrown');
}

describe('a second copy of the package', () => {
  it('is one', () => {
    expect(other.FilterService).not.toBe(FilterService);
    expect(other.FilterException).not.toBe(FilterException);
  });

  it('takes the queries of the first', () => {
    const request = 'filters[title]=a&filters[comments][stars][$gte]=2&sort=author.name';
    const query = here.parse(Post, request);
    const builder = () => source.createQueryBuilder(Post, 'post');
    const expected = here.apply(builder(), query).getQueryAndParameters();
    expect(there.apply(builder(), query).getQueryAndParameters()).toEqual(expected);
    expect(there.and(query, { views: 7 }).toString()).toBe(query.toString());
  });

  it('has exceptions that are those of the first', () => {
    const refused = thrownBy(() => there.parse(Post, 'filters[nam]=a'));
    expect(refused).toBeInstanceOf(FilterException);
    expect(refused).not.toBeInstanceOf(FilterConfigurationError);
    const wrong = thrownBy(() => there.filter(Post, { filters: { nam: 1 } as never }, { trusted: true }));
    expect(wrong).toBeInstanceOf(FilterConfigurationError);
    expect(wrong).not.toBeInstanceOf(FilterException);
  });

  it('does not make every exception one of a class that extends it', () => {
    class Mine extends FilterException {}
    const refused = thrownBy(() => here.parse(Post, 'filters[nam]=a'));
    expect(refused).toBeInstanceOf(FilterException);
    expect(refused).not.toBeInstanceOf(Mine);
    expect(new Mine([])).toBeInstanceOf(Mine);
    expect(new Mine([])).toBeInstanceOf(other.FilterException);
  });

  it('binds under names that the first does not use', () => {
    const ask = (filters: FilterService) => filters.filter(Post, { filters: { title: 'a' } }).getParameters();
    const names = [here, there, here, there].flatMap((filters) => Object.keys(ask(filters)));
    expect(new Set(names).size).toBe(4);
  });
});

it('takes no look-alike for a query', () => {
  const lookAlike = { toString: () => '', toJSON: () => ({}) };
  expect(() => here.apply(source.createQueryBuilder(Post, 'post'), lookAlike as never)).toThrow(
    'This is not a FilterQuery',
  );
});
