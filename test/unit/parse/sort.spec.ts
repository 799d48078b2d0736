import { FilterException, FilterService } from 'nestjs-filterable';
import { planOf } from '../../../lib/ast/index.js';
import { User, adminEntities } from '../../support/admin/entities.js';
import { describeEntities } from '../../support/metadata.js';
import { answers, answersBy, issuesOf, parse, told } from './asking.js';
import { Author, Country } from './model.js';

describe('the forms of a sort', () => {
  const byTwo = 'sort[0]=title:desc&sort[1]=views:asc';

  answers(`
    sort=title                              -> sort[0]=title:asc                    # one key
    sort=title:desc                         -> sort[0]=title:desc                   # with a direction
    sort=title:desc,views                   -> ${byTwo}                             # a comma list
    sort=title:desc%2Cviews                 -> ${byTwo}                             # a comma is a comma, encoded or not
    sort[0]=title:desc&sort[1]=views        -> ${byTwo}                             # an indexed list
    sort[1]=views&sort[0]=title:desc        -> ${byTwo}                             # whose indexes decide, not their arrival
    sort[]=title:desc&sort[]=views          -> ${byTwo}                             # a list without indexes
    sort=title:desc&sort=views              -> ${byTwo}                             # a repeated key
    sort[title]=desc&sort[views]=asc        -> ${byTwo}                             # an object
    sort[views]=asc&sort[title]=desc        -> sort[0]=views:asc&sort[1]=title:desc # whose keys keep their order of arrival
    sort[0][title]=desc&sort[1][views]=asc  -> ${byTwo}                             # a list of objects
    sort[0][title]=desc&sort[0][views]=asc  -> ${byTwo}                             # of which one has two keys
    sort[0]=title:desc&sort[1][views]=asc   -> ${byTwo}                             # a list of both
    sort[0]=title:desc,views                -> ${byTwo}                             # a comma splits in a list, too
    sort[0]=title:desc,views&sort[1]=rating -> ${byTwo}&sort[2]=rating:asc          # and what follows in the list comes after it
    sort=                                   -> ""                                   # nothing is no order
    {"sort":"title:desc,views"}             -> ${byTwo}                             # a text in code
    {"sort":["title:desc","views"]}         -> ${byTwo}                             # a list in code
    {"sort":{"title":"desc","views":"asc"}} -> ${byTwo}                             # an object in code
    {"sort":[{"title":"desc"},"views"]}     -> ${byTwo}                             # a list of both in code
    {"sort":""}                             -> ""                                   # an empty text in code
  `);
});

describe('directions', () => {
  answers(`
    sort=title:asc              -> sort[0]=title:asc             # ascending
    sort=title:ASC              -> sort[0]=title:asc             # in any case
    sort=title:dEsC             -> sort[0]=title:desc            # in any case
    sort[title]=DESC            -> sort[0]=title:desc            # in an object, too
    sort=views:desc:nullsLast   -> sort[0]=views:desc:nullsLast  # with a place for NULL
    sort=views:asc:nullsFirst   -> sort[0]=views:asc:nullsFirst  # with the other place
    sort=views:nullsLast        -> sort[0]=views:asc:nullsLast   # a place alone
    sort[views]=desc:nullsFirst -> sort[0]=views:desc:nullsFirst # in an object
    sort[views]=nullsFirst      -> sort[0]=views:asc:nullsFirst  # alone in an object
    sort=title:nullsLast        -> sort[0]=title:asc:nullsLast   # where it can never matter
    sort=title:sideways         -> invalid_direction /sort/0     # no direction
    sort=title:                 -> invalid_direction /sort/0     # an empty one
    sort=title:desc:            -> invalid_direction /sort/0     # an empty suffix
    sort=title:desc:asc         -> invalid_direction /sort/0     # two
    sort=title:nullsLast:desc   -> invalid_direction /sort/0     # the other way round
    sort=title:desc:nullslast   -> invalid_direction /sort/0     # a suffix has a case
    sort=title:desc:nullsLast:x -> invalid_direction /sort/0     # too much
    sort=title: desc            -> invalid_direction /sort/0     # with a space
    sort=-title                 -> not_sortable /sort/0          # a sign is part of the name
    sort[title]=sideways        -> invalid_direction /sort/title # in an object
    sort[0][title]=sideways     -> invalid_direction /sort/0     # in a list of objects
    sort=views,title:sideways   -> invalid_direction /sort/1     # the second
  `);
});

describe('a direction, and the place of NULL', () => {
  const rows: readonly (readonly [suffix: string, direction: string, nulls: string | undefined])[] = [
    ['', 'asc', undefined],
    [':asc', 'asc', undefined],
    [':desc', 'desc', undefined],
    [':nullsFirst', 'asc', 'first'],
    [':nullsLast', 'asc', 'last'],
    [':asc:nullsFirst', 'asc', 'first'],
    [':asc:nullsLast', 'asc', 'last'],
    [':ASC:nullsLast', 'asc', 'last'],
    [':desc:nullsFirst', 'desc', 'first'],
    [':desc:nullsLast', 'desc', 'last'],
    [':DESC:nullsLast', 'desc', 'last'],
  ];

  it.each(rows)('views%s is %s, %s', (suffix, direction, nulls) => {
    expect(planOf(parse(`sort=views${suffix}`)).asked.sort).toMatchObject([{ direction, nulls }]);
  });
});

describe('keys through relations', () => {
  answers(`
    sort=author.name                             -> sort[0]=author.name:asc                        # to one
    sort=comments.stars:desc                     -> sort[0]=comments.stars:desc                    # to many
    sort=comments.$count:desc                    -> sort[0]=comments.$count:desc                   # how many
    sort=author.address.city                     -> sort[0]=author.address.city:asc                # an embedded column there
    sort[author][name]=desc                      -> sort[0]=author.name:desc                       # in an object
    sort[0][author][name]=desc                   -> sort[0]=author.name:desc                       # in a list of objects
    {"sort":{"author":{}}}                       -> expected_object /sort/author                   # in an object, nothing of it
    {"sort":["id",{"author":{}}]}                -> expected_object /sort/1                        # in a list of objects, nothing of it
    sort[author.name]=desc                       -> sort[0]=author.name:desc                       # with a dot in an object
    sort[comments][$count]=desc                  -> sort[0]=comments.$count:desc                   # how many, in an object
    sort[author][name]=desc&sort[author][id]=asc -> sort[0]=author.name:desc&sort[1]=author.id:asc # two of one relation
    sort=author                                  -> not_sortable /sort/0                           # a relation is no key
    sort=author.$count                           -> not_sortable /sort/0                           # one row is not counted
    sort=$count                                  -> not_sortable /sort/0                           # nor are the rows themselves
    sort=title.$count                            -> not_sortable /sort/0                           # nor a field
    sort=comments.$count.id                      -> not_sortable /sort/0                           # a count has no fields
    sort=comments.$sum                           -> not_sortable /sort/0                           # nor is there anything else
    sort=title.length                            -> not_sortable /sort/0                           # a field has no fields
  `);

  answersBy({ of: Author })(`
    sort=address.city        -> sort[0]=address.city:asc  # an embedded column is no relation
    sort[address][city]=desc -> sort[0]=address.city:desc # in an object
    sort=address             -> not_sortable /sort/0      # the property is no key
    sort=city                -> not_sortable /sort/0      # nor is the column alone
    sort=address.secretCode  -> not_sortable /sort/0      # nor what is not exposed
  `);
});

describe('keys too deep', () => {
  const two = { overrides: { limits: { sortHops: 2 } } };

  answers(`
    sort=author.country.name           -> sort_too_deep /sort/0      # a relation of a relation
    sort[author][country][name]=asc    -> sort_too_deep /sort/author # in an object
    sort[0][author][country][name]=asc -> sort_too_deep /sort/0      # in a list of objects
    sort=author.country.nam            -> sort_too_deep /sort/0      # what lies beyond is not told
    sort=author.nam.name               -> not_sortable /sort/0       # what lies before is looked at first
    sort=comments.replies.$count       -> sort_too_deep /sort/0      # a count beyond
  `);
  answersBy(two)(`
    sort=author.country.name            -> sort[0]=author.country.name:asc # raised: through to-one relations
    sort=author.country.nam             -> not_sortable /sort/0            # raised: what lies beyond is told
    sort=comments.author.name           -> sort_too_deep /sort/0           # raised: not through to-many
    sort=author.posts.title             -> sort_too_deep /sort/0           # raised: not to to-many
    sort=author.country.citizens.$count -> sort_too_deep /sort/0           # raised: not further
  `);
});

describe('keys that are none', () => {
  answers(`
    sort=titel                      -> not_sortable /sort/0                       # a name that does not exist
    sort=secretNote                 -> not_sortable /sort/0                       # one that is not exposed
    sort=author.secretHash          -> not_sortable /sort/0                       # one that is not exposed there
    sort=secretEditor.name          -> not_sortable /sort/0                       # a relation that is not exposed
    sort=language                   -> not_sortable /sort/0                       # a field that says so
    sort=meta                       -> not_sortable /sort/0                       # a kind without an order
    sort=Title                      -> not_sortable /sort/0                       # in another case
    sort=Post.title                 -> not_sortable /sort/0                       # with its entity
    sort=author..name               -> not_sortable /sort/0                       # two dots
    sort=.title                     -> not_sortable /sort/0                       # a dot before
    sort=title.                     -> not_sortable /sort/0                       # a dot after
    sort= title                     -> not_sortable /sort/0                       # a space
    sort=,                          -> not_sortable /sort/0; not_sortable /sort/1 # nothing, twice
    sort=title,                     -> not_sortable /sort/1                       # nothing at the end
    sort=__proto__                  -> not_sortable /sort/0                       # a name of a prototype
    sort=constructor.name           -> not_sortable /sort/0                       # likewise
    sort[__proto__]=asc             -> not_sortable /sort/__proto__               # in an object
    sort=toString,titel             -> not_sortable /sort/0; not_sortable /sort/1 # each is told
    sort[0]=title,titel&sort[1]=nam -> not_sortable /sort/1; not_sortable /sort/2 # positions count over the whole sort
    sort[titel]=asc&sort[title]=asc -> not_sortable /sort/titel                   # in an object, by its key
    sort[0]=                        -> not_sortable /sort/0                       # an empty member
  `);

  it('are written as the client wrote them', () => {
    expect(issuesOf('sort[0]=title,titel&sort[1]=nam').map(({ path }) => path)).toEqual(['sort[0]', 'sort[1]']);
    expect(issuesOf('sort=title,titel').map(({ path }) => path)).toEqual(['sort']);
    expect(issuesOf('sort[author][nam]=asc').map(({ path }) => path)).toEqual(['sort[author][nam]']);
  });
});

describe('a key given twice', () => {
  answers(`
    sort=title,title                              -> duplicate_sort /sort/1                            # in a text
    sort=title:asc,title:desc                     -> duplicate_sort /sort/1                            # in both directions
    sort[0]=title&sort[1]=title                   -> duplicate_sort /sort/1                            # in a list
    sort[0][author][name]=asc&sort[1]=author.name -> duplicate_sort /sort/1                            # in two forms
    sort=comments.$count,comments.$count          -> duplicate_sort /sort/1                            # a count
    sort=author.name,reviewer.name                -> sort[0]=author.name:asc&sort[1]=reviewer.name:asc # one column by two ways is two keys
    sort=title,titel,title                        -> not_sortable /sort/1; duplicate_sort /sort/2      # beside another mistake
    sort[title]=asc&sort[title]=desc              -> duplicate_key /sort/title                         # in an object
  `);
});

describe('what is no sort', () => {
  answers(`
    sort                          -> expected_value /sort                         # null
    sort=title&sort               -> expected_value /sort/1                       # null among texts
    sort&sort=nam                 -> expected_value /sort/0; not_sortable /sort/1 # which takes its position
    sort[0]                       -> expected_value /sort/0                       # null in a list
    sort[comments][$count][x]=asc -> expected_object /sort                        # a count of something
    sort[comments][$count]=asc    -> sort[0]=comments.$count:asc                  # a count is a sort
    sort[1]=title                 -> expected_list /sort                          # a list with a gap
    sort[0]=title&sort[2]=views   -> expected_list /sort                          # further on
    sort[0][0]=title              -> expected_value /sort/0                       # a list in a list
    sort[a]=title:asc             -> expected_object /sort                        # names where indexes belong
    sort[a]=title&sort[b]=views   -> expected_object /sort                        # once for all of them
    sort[title][$eq]=desc         -> expected_object /sort                        # a filter
    sort[title]                   -> expected_value /sort/title                   # null in an object
    sort[title][0]=asc            -> expected_value /sort/title                   # a list in an object
    sort=title&sort[0]=views      -> duplicate_key /sort                          # a value and a list
    {"sort":null}                 -> expected_value /sort                         # null in code
    {"sort":[]}                   -> expected_list /sort                          # an empty list
    {"sort":{}}                   -> expected_object /sort                        # an empty object
    {"sort":{"author":{}}}        -> expected_object /sort/author                 # an empty object below
    {"sort":5}                    -> expected_value /sort                         # a number
    {"sort":["title",5]}          -> expected_value /sort/1                       # a number in a list
    {"sort":[5,"titel"]}          -> expected_value /sort/0; not_sortable /sort/1 # which takes its position
    {"sort":{"title":1}}          -> expected_value /sort/title                   # a number for a direction
  `);
  answers([
    [{ sort: undefined }, ['expected_value /sort'], 'undefined in code'],
    [{ sort: { title: undefined } }, ['expected_value /sort/title'], 'undefined for a direction'],
    [{ sort: new Map([['title', 'asc']]) }, ['expected_value /sort'], 'a map'],
  ]);

  it('is an object that is nested deeper than any key', () => {
    const nested = (depth: number): object => (depth === 0 ? { x: 'asc' } : { author: nested(depth - 1) });
    expect(issuesOf({ sort: nested(12) }).map(told)).toEqual(['not_sortable /sort/author']);
    expect(issuesOf({ sort: nested(13) }).map(({ code }) => code)).toEqual(['expected_object']);
  });

  it('is an object that holds itself, and is told ten times at most', () => {
    const circular: Record<string, unknown> = {};
    for (let key = 0; key < 30; key += 1) circular[`key${key}`] = circular;
    expect(issuesOf({ sort: circular })).toHaveLength(10);
  });

  it('may be nested as deep as it likes', () => {
    let deep: object = { title: 'asc' };
    for (let level = 0; level < 10_000; level += 1) deep = { author: deep };
    expect(issuesOf({ sort: deep }).map(({ code }) => code)).toEqual(['expected_object']);
  });
});

describe('what may be sorted by', () => {
  it('is told with the first key that may not', () => {
    const [issue] = issuesOf('sort=nam', { of: Country });
    expect(issue).toEqual({
      code: 'not_sortable',
      path: 'sort',
      pointer: '/sort/0',
      message:
        "sort: 'nam' is not sortable; did you mean 'name'? Use one of: code, name, citizens.id, citizens.name, citizens.address.city, " +
        'citizens.address.zip, citizens.$count',
      allowed: [
        'code',
        'name',
        'citizens.id',
        'citizens.name',
        'citizens.address.city',
        'citizens.address.zip',
        'citizens.$count',
      ],
    });
  });
});

const filters = FilterService.forDataSource(await describeEntities('sqlite', adminEntities), { context: undefined });

// prettier-ignore
const rows: readonly (readonly [sort: string, issues: readonly string[], why: string])[] = [
  ['-login', ["not_sortable sort: '-login' is not sortable; write login:desc"], 'a minus'],
  ['-password', ["not_sortable sort: '-password' is not sortable; write password:desc"], 'of a hidden name, alike'],
  ['-invented', ["not_sortable sort: '-invented' is not sortable; write invented:desc"], 'of none, alike'],
  ['login,DESC', ["not_sortable sort: 'DESC' is not sortable; a direction follows its key, as in title:desc"], 'a comma'],
  ['login DESC', ["not_sortable sort: 'login DESC' is not sortable; write login:desc"], 'a space'],
  ['login asc', ["not_sortable sort: 'login asc' is not sortable; write login:asc"], 'ascending'],
  ['[{"orderBy":"login","order":"DESC"}]', ['not_sortable sort must be keys such as name or rating:desc, not JSON'], 'a list'],
  ['{"login":"desc"}', ['not_sortable sort must be keys such as name or rating:desc, not JSON'], 'an object'],
  ['["login"]', ['not_sortable sort must be keys such as name or rating:desc, not JSON'], 'a list of texts'],
];

describe('the spellings of a sort that other APIs have', () => {
  it.each(rows)('sort=%s is refused with the form to write: %j, %s', (sort, issues) => {
    expect(messagesOf(`sort=${encodeURIComponent(sort)}`)).toEqual(issues);
  });
});

function messagesOf(text: string): readonly string[] {
  try {
    filters.parse(User, text);
    return [];
  } catch (error) {
    if (error instanceof FilterException) return error.issues.map(({ code, message }) => `${code} ${message}`);
    throw error;
  }
}
