import { FilterService } from 'nestjs-filterable';
import { describeEntities } from '../../support/metadata.js';
import { answer, answers, answersBy, issuesOf } from './asking.js';
import { model } from './model.js';

const page = (page: number, size: number) => `pagination[page]=${page}&pagination[pageSize]=${size}`;
const slice = (start: number, limit: number) => `pagination[start]=${start}&pagination[limit]=${limit}`;

describe('pages', () => {
  answers(`
    {"pagination":{"page":1.5}}               -> invalid_pagination /pagination/page                  # no whole number in code
    {"pagination":{"pageSize":0.5}}           -> invalid_pagination /pagination/pageSize              # half a row
    pagination[page]=0                        -> invalid_pagination /pagination/page                  # they count from 1
    pagination[page]=-1                       -> invalid_pagination /pagination/page                  # below zero
    pagination[page]=1.5                      -> invalid_pagination /pagination/page                  # not whole
    pagination[page]=1e1                      -> invalid_pagination /pagination/page                  # with an exponent
    pagination[page]=                         -> invalid_pagination /pagination/page                  # empty
    pagination[page]                          -> invalid_pagination /pagination/page                  # nothing
    pagination[page]=two                      -> invalid_pagination /pagination/page                  # a word
    pagination[page]= 2                       -> invalid_pagination /pagination/page                  # a space
    pagination[page]=9999999999999999         -> invalid_pagination /pagination/page                  # beyond what a number can tell
    pagination[page][0]=2                     -> invalid_pagination /pagination/page                  # a list
    pagination[page]=1&pagination[page]=2     -> duplicate_key /pagination/page                       # twice
    pagination[pageSize]=0                    -> invalid_pagination /pagination/pageSize              # of no rows
    pagination[page]=0&pagination[pageSize]=x -> invalid_pagination /pagination/pageSize; invalid_pagination /pagination/page # both wrong
  `);
  answers([
    [{ pagination: { page: NaN } }, ['invalid_pagination /pagination/page'], 'no number in code'],
    [{ pagination: { page: Infinity } }, ['invalid_pagination /pagination/page'], 'no end in code'],
    [{ pagination: { page: 2 ** 53 } }, ['invalid_pagination /pagination/page'], 'a number that may be another'],
    ['pagination[page]=2&pagination[pageSize]=10', page(2, 10), 'both'],
    ['pagination[pageSize]=10&pagination[page]=2', page(2, 10), 'in any order'],
    ['pagination[page]=2', page(2, 25), 'of the usual size'],
    ['pagination[pageSize]=10', page(1, 10), 'the first'],
    ['pagination[page]=1&pagination[pageSize]=1', page(1, 1), 'of one row'],
    ['pagination[page]=007', page(7, 25), 'with zeros before it'],
    [{ pagination: { page: 2, pageSize: 10 } }, page(2, 10), 'as numbers'],
    [{ pagination: { page: NaN } }, ['invalid_pagination /pagination/page'], 'NaN in code'],
    [{ pagination: { page: 2n } }, ['invalid_pagination /pagination/page'], 'a bigint in code'],
    [{ pagination: { page: undefined } }, ['invalid_pagination /pagination/page'], 'undefined in code'],
  ]);
});

describe('offsets', () => {
  answers(`
    pagination[start]=-1 -> invalid_pagination /pagination/start # below zero
    pagination[limit]=0  -> invalid_pagination /pagination/limit # of no rows
    pagination[limit]=-1 -> invalid_pagination /pagination/limit # all rows, as some would have it
  `);
  answers([
    ['pagination[start]=20&pagination[limit]=10', slice(20, 10), 'both'],
    ['pagination[start]=20', slice(20, 25), 'of the usual size'],
    ['pagination[limit]=10', slice(0, 10), 'from the first'],
    ['pagination[start]=0&pagination[limit]=1', slice(0, 1), 'one row'],
  ]);
});

describe('cursors', () => {
  answers(`
    pagination[after]=                           -> pagination[after]=&pagination[pageSize]=25   # from the first row
    pagination[before]=&pagination[pageSize]=5   -> pagination[before]=&pagination[pageSize]=5   # before the last
    pagination[after]=abc&pagination[pageSize]=5 -> pagination[after]=abc&pagination[pageSize]=5 # after one: page() reads it
    pagination[after]                            -> invalid_pagination /pagination/after         # nothing
    pagination[after][]=a                        -> invalid_pagination /pagination/after         # a list
    {"pagination":{"after":null}}                -> invalid_pagination /pagination/after         # null: the end was reached
    {"pagination":{"after":5}}                   -> invalid_pagination /pagination/after         # a number
  `);
});

describe('totals', () => {
  answers(`
    pagination[withCount]=false                    -> ${page(1, 25)}&pagination[withCount]=false           # alone, it is the first page
    pagination[page]=2&pagination[withCount]=true  -> ${page(2, 25)}&pagination[withCount]=true            # with a page
    pagination[start]=2&pagination[withCount]=true -> ${slice(2, 25)}&pagination[withCount]=true           # with an offset
    pagination[after]=&pagination[withCount]=true  -> pagination[after]=&pagination[pageSize]=25&pagination[withCount]=true # with a cursor
    {"pagination":{"withCount":false}}             -> ${page(1, 25)}&pagination[withCount]=false           # as a boolean
    pagination[withCount]=0                        -> expected_boolean /pagination/withCount               # a number
    pagination[withCount]=                         -> expected_boolean /pagination/withCount               # empty
    pagination[withCount]                          -> expected_boolean /pagination/withCount               # nothing
  `);
});

describe('what does not go together', () => {
  answers(`
    pagination[page]=1&pagination[start]=1               -> invalid_pagination /pagination                       # a page and an offset
    pagination[pageSize]=1&pagination[limit]=1           -> invalid_pagination /pagination                       # their sizes
    pagination[page]=1&pagination[limit]=1               -> invalid_pagination /pagination                       # the number of one, the size of the other
    pagination[after]=&pagination[page]=1                -> invalid_pagination /pagination                       # a cursor and a page
    pagination[after]=&pagination[start]=1               -> invalid_pagination /pagination                       # a cursor and an offset
    pagination[after]=&pagination[limit]=1               -> invalid_pagination /pagination                       # a cursor and the size of an offset
    pagination[after]=&pagination[before]=               -> invalid_pagination /pagination                       # two cursors
    pagination[page]=1&pagination[start]=1&pagination[offset]=1 -> invalid_pagination /pagination/offset; invalid_pagination /pagination # and a key that does not exist
  `);
});

describe('what is no pagination', () => {
  answers(`
    pagination[offset]=1                    -> invalid_pagination /pagination/offset                # a key that does not exist
    pagination[offset]=1&pagination[page]=0 -> invalid_pagination /pagination/offset; invalid_pagination /pagination/page # beside another mistake
    pagination[__proto__]=1                 -> invalid_pagination /pagination/__proto__             # a name of a prototype
    pagination[PageSize]=1                  -> invalid_pagination /pagination/PageSize              # in another case
    pagination=2                            -> expected_object /pagination                          # a value
    pagination=                             -> expected_object /pagination                          # empty
    pagination                              -> expected_object /pagination                          # nothing
    pagination[0]=2                         -> expected_object /pagination                          # a list
    {"pagination":{}}                       -> expected_object /pagination                          # an empty object
    {"pagination":null}                     -> expected_object /pagination                          # null
  `);
  answers([[{ pagination: undefined }, ['expected_object /pagination'], 'undefined']]);

  it('is told with what there is', () => {
    expect(issuesOf('pagination[offset]=1')).toEqual([
      {
        code: 'invalid_pagination',
        path: 'pagination[offset]',
        pointer: '/pagination/offset',
        message:
          'pagination[offset] is not a pagination parameter; ' +
          'use one of: page, pageSize, start, limit, after, before, withCount',
        allowed: ['page', 'pageSize', 'start', 'limit', 'after', 'before', 'withCount'],
      },
    ]);
  });
});

describe('a handler that reads one style', () => {
  const asking = { overrides: { pagination: { styles: ['page' as const] } } };
  answersBy(asking)(`
    pagination[page]=2&pagination[withCount]=true -> ${page(2, 25)}&pagination[withCount]=true # its own
    pagination[start]=1                           -> invalid_pagination /pagination/start      # none of another
    pagination[after]=&pagination[page]=1         -> invalid_pagination /pagination/after      # nor beside its own
  `);

  it('says which', () => {
    expect(issuesOf('pagination[start]=1', asking)).toEqual([
      {
        code: 'invalid_pagination',
        path: 'pagination[start]',
        pointer: '/pagination/start',
        message: 'pagination[start] is not read here; use one of: page, pageSize, withCount',
        allowed: ['page', 'pageSize', 'withCount'],
      },
    ]);
  });
});

describe('limits', () => {
  answers(`
    pagination[pageSize]=101                       -> limit_exceeded /pagination/pageSize (maxPageSize 100) # one row more
    pagination[limit]=101                          -> limit_exceeded /pagination/limit (maxPageSize 100)   # one row more
    pagination[after]=&pagination[pageSize]=101    -> limit_exceeded /pagination/pageSize (maxPageSize 100) # with a cursor
    pagination[start]=100001                       -> limit_exceeded /pagination/start (offset 100000)     # one row further
    pagination[page]=4002                          -> limit_exceeded /pagination/page (offset 100000)      # one page further
    pagination[page]=1002&pagination[pageSize]=100 -> limit_exceeded /pagination/page (offset 100000)      # one page further
    pagination[page]=999999999999999               -> limit_exceeded /pagination/page (offset 100000)      # beyond all numbers
  `);
  answers([
    ['pagination[pageSize]=100', page(1, 100), 'the largest page'],
    ['pagination[limit]=100', slice(0, 100), 'the largest slice'],
    ['pagination[start]=100000', slice(100_000, 25), 'the furthest slice'],
    ['pagination[page]=4001', page(4001, 25), 'the furthest page'],
    ['pagination[page]=1001&pagination[pageSize]=100', page(1001, 100), 'the furthest large page'],
  ]);
  answers(
    [
      ['pagination[page]=1', page(1, 10), 'a handler that lowers the largest lowers the usual'],
      ['pagination[pageSize]=11', ['limit_exceeded /pagination/pageSize (maxPageSize 10)'], 'and refuses more'],
    ],
    { overrides: { limits: { maxPageSize: 10 } } },
  );
});

describe('a list without pages', () => {
  answersBy({ overrides: { pagination: false } })(`
    filters[title]=a   -> filters[title][$eq]=a          # reads the rest
    pagination[page]=1 -> invalid_pagination /pagination # refuses pagination
    pagination=x       -> invalid_pagination /pagination # whatever it is
  `);
});

describe('with sizes clamped, as the strapi mode has it', () => {
  it.each<[string, string | string[], string]>([
    ['pagination[pageSize]=500', page(1, 100), 'above the maximum'],
    ['pagination[pageSize]=0', page(1, 1), 'none'],
    ['pagination[pageSize]=-1', page(1, 1), 'below zero'],
    ['pagination[limit]=500', slice(0, 100), 'above the maximum'],
    ['pagination[limit]=-1', slice(0, 100), 'as many as are allowed, as Strapi has it'],
    ['pagination[start]=5&pagination[limit]=-1', slice(5, 100), 'from any row'],
    ['pagination[limit]=-2', slice(0, 1), 'below zero'],
    ['pagination[pageSize]=x', ['invalid_pagination /pagination/pageSize'], 'no number at all'],
    ['pagination[page]=0', ['invalid_pagination /pagination/page'], 'the number of a page is no size'],
    ['pagination[withCount]=0', `${page(1, 25)}&pagination[withCount]=false`, 'totals as that family writes them'],
  ])('%s: %s (%s)', async (query, expected) => {
    const by = FilterService.forDataSource(await describeEntities('sqlite', model), { compatibility: 'strapi' });
    expect(answer(query, { by })).toEqual(expected);
  });
});
