import { type Rows, answer, answers, issuesOf, serviceFor } from '../parse/asking.js';
import { Chef, Place, type User, entities, places } from './model.js';
import { rowsOf } from '../../support/table.js';

const asking = { of: Place, by: places };
const admin = { ...asking, overrides: { context: { isAdmin: true } satisfies User } };
const both = 'populate[cook]=true&populate[tags]=true';
const nested = 'populate[cook][populate][home]=true';

const rows = (list: Rows) => answers(list, asking);

describe('the forms of populate', () => {
  rows(`
    populate=cook                                        -> populate[cook]=true                                  # one name
    populate=cook,tags                                   -> ${both}                                              # a comma list
    populate=tags,cook                                   -> ${both}                                              # whose order means nothing
    populate=cook%2Ctags                                 -> ${both}                                              # a comma is a comma, encoded or not
    populate[0]=cook&populate[1]=tags                    -> ${both}                                              # an indexed list
    populate[]=cook&populate[]=tags                      -> ${both}                                              # a list without indexes
    populate[0]=cook,tags                                -> ${both}                                              # a comma splits in a list, too
    populate=cook&populate=tags                          -> ${both}                                              # a repeated key
    populate[cook]=true&populate[tags]=true              -> ${both}                                              # an object
    populate=cook.home                                   -> ${nested}                                            # a path
    populate[cook][populate]=home                        -> ${nested}                                            # the same in brackets
    populate[cook][populate][0]=home                     -> ${nested}                                            # as a list
    populate[cook][populate][home]=true                  -> ${nested}                                            # as an object
    populate[cook.home]=true                             -> ${nested}                                            # a path in one bracket
    populate=cook,cook.home                              -> ${nested}                                            # a relation and one below it are one tree
    populate=cook.home,cook                              -> ${nested}                                            # in either order
    populate=cook.home,cook.places                       -> populate[cook][populate][home]=true&populate[cook][populate][places]=true # two below one
    populate=address.city                                -> populate[address.city]=true                          # a relation in an embedded object
    populate[address.city][fields]=name                  -> populate[address.city][fields][0]=name               # with an option
    populate=                                            -> ""                                                   # nothing is none
    populate[cook]=false                                 -> ""                                                   # false is none
    populate[cook]=false&populate[tags]=true             -> populate[tags]=true                                  # beside another
    populate={"cook":true,"tags":{}}                     -> ${both}                                              # JSON text
    populate=["cook","tags"]                             -> ${both}                                              # JSON text of a list
    populate[cook]={"populate":["home"]}                 -> ${nested}                                            # JSON text of the options
    populate[cook][populate]={"home":true}               -> ${nested}                                            # JSON text below a relation
    populate={}                                          -> ""                                                   # an empty object of JSON
    {"populate":"cook"}                                  -> populate[cook]=true                                  # a text in code
    {"populate":["cook","tags"]}                         -> ${both}                                              # a list in code
    {"populate":{"cook":true,"tags":{},"reviews":false}} -> ${both}                                              # an object in code, where options may be none
    {"populate":{"cook":{"populate":{"home":true}}}}     -> ${nested}                                            # nested in code
    {"populate":[]}                                      -> ""                                                   # an empty list in code
    {"populate":{}}                                      -> ""                                                   # an empty object in code
    populate                                             -> expected_value /populate                             # no value at all
    populate[cook]                                       -> expected_value /populate/cook                        # no value of a relation
    populate[cook]=                                      -> expected_value /populate/cook                        # an empty one
    populate[cook]=1                                     -> expected_value /populate/cook                        # a number is neither true nor options
    populate[cook][0]=home                               -> expected_value /populate/cook                        # a list in the place of options
    populate[cook]=true&populate[cook]=true              -> duplicate_key /populate/cook                         # a name repeated
    populate[cook]=true&populate[cook][fields]=name      -> duplicate_key /populate/cook                         # a leaf and a branch
    populate[0]=cook&populate[2]=tags                    -> expected_list /populate                              # a gap in the indexes
    populate[0]=cook&populate[tags][limit]=1             -> expected_object /populate                            # a list beside names with options
    populate=cook&populate[tags][limit]=1                -> duplicate_key /populate                              # one key both ways
    populate[0][cook]=true                               -> expected_value /populate/0                           # an object in a list
    populate.cook=true                                   -> malformed_key /populate                              # a broken key
    populate={"cook":true                                -> expected_object /populate                            # JSON that is cut off
    populate={"cook":true,"cook":true}                   -> duplicate_key /populate/cook                         # a name twice in JSON
    populate={"cook":true,"cook.home":true}              -> ${nested}                                            # one tree of JSON
    {"populate":null}                                    -> expected_value /populate                             # null in code
    {"populate":5}                                       -> expected_value /populate                             # a number in code
    {"populate":["cook",null]}                           -> expected_value /populate/1                           # null in a list
    {"populate":{"cook":[]}}                             -> expected_value /populate/cook                        # a list of a relation
  `);
  rows([
    [{ populate: undefined }, ['expected_value /populate'], 'undefined in code, which a serializer would drop'],
    [{ populate: { cook: undefined } }, ['expected_value /populate/cook'], 'undefined of a relation'],
  ]);
});

describe('names of populate', () => {
  rows(`
    populate=chef                                        -> unknown_field /populate/0                            # the program’s name, where clients have another
    populate=cook,tagz                                   -> unknown_field /populate/1                            # a name of nothing
    populate[tagz]=true                                  -> unknown_field /populate/tagz                         # in an object
    populate[tagz]=false                                 -> unknown_field /populate/tagz                         # also where none is wanted
    populate[tagz][limit]=1                              -> unknown_field /populate/tagz                         # with options, which are then not read
    populate=name                                        -> unknown_field /populate/0                            # a field
    populate=address                                     -> unknown_field /populate/0                            # an embedded object
    populate[address][city]=true                         -> unknown_field /populate/address                      # a path of one relation in two brackets
    populate=cook.tagz                                   -> unknown_field /populate/0                            # a name of nothing below a relation
    populate=tags.name                                   -> unknown_field /populate/0                            # below one with none
    populate[reviews][populate]=place                    -> unknown_field /populate/reviews/populate/0           # a relation that is not declared
    populate=cook,,tags                                  -> unknown_field /populate/1                            # an empty name
    populate=cook.                                       -> unknown_field /populate/0                            # at the end of a path
    populate=.cook                                       -> unknown_field /populate/0                            # at its beginning
    populate=*                                           -> unknown_field /populate/0                            # all
    populate=guests                                      -> unknown_field /populate/0                            # a relation that this client may not populate
    populate=staff                                       -> unknown_field /populate/0                            # one that this client may not see
    populate=cook.boss                                   -> unknown_field /populate/0                            # below a relation
    populate=constructor                                 -> unknown_field /populate/0                            # a name of every object
    populate[__proto__]=true                             -> unknown_field /populate/__proto__                    # the name of the prototype
    populate=cook,cook                                   -> duplicate_key /populate/1                            # a relation twice
    populate=cook.home,cook.home                         -> duplicate_key /populate/1                            # a path twice
    populate[cook][populate]=home&populate[cook.home]=true -> duplicate_key /populate/cook.home                    # in two forms
    populate=tagz,nam                                    -> unknown_field /populate/0; unknown_field /populate/1 # everything wrong is told
  `);

  it.each(['guests', 'staff', 'cook.boss'])('are seen by whom `when` shows them to: %s', (name) => {
    expect(answer(`populate=${name}`, admin)).not.toEqual(expect.any(Array));
  });

  it.each([
    ['populate=NAME', 'staff', 'staph'],
    ['populate[0]=NAME', 'guests', 'guezts'],
    ['populate[NAME]=true', 'staff', 'staph'],
    ['populate[NAME]=false', 'staff', 'staph'],
    ['populate[NAME][limit]=1', 'staff', 'staph'],
    ['populate={"NAME":{"start":1}}', 'staff', 'staph'],
    ['populate=NAME.home', 'staff', 'staph'],
    ['populate=cook.NAME', 'boss', 'bozz'],
    ['populate[cook][populate][NAME]=true', 'boss', 'bozz'],
    ['populate[reviews][fields]=NAME', 'note', 'nott'],
    ['populate[reviews][filters][NAME]=a', 'note', 'nott'],
    ['populate[reviews][sort]=NAME', 'note', 'nott'],
    ['populate[cook][filters][NAME]=1', 'salary', 'salaru'],
    ['populate[cook][fields][0]=NAME', 'secret', 'secred'],
  ])('that are hidden answer like invented ones: %s', (request, hidden, invented) => {
    const told = (name: string) =>
      JSON.stringify(issuesOf(request.replace('NAME', name), asking)).replaceAll(name, 'NAME');
    expect(told(hidden)).toContain('NAME');
    expect(told(hidden)).toBe(told(invented));
  });
});

describe('options', () => {
  rows(`
    populate[reviews][limit]=20                          -> populate[reviews][limit]=20                          # as many as the declaration allows
    populate[reviews][limit]=21                          -> limit_exceeded /populate/reviews/limit (populatedPerRow 20) # one more
    populate[tags][limit]=10                             -> populate[tags][limit]=10                             # as many as the limit has
    populate[tags][limit]=11                             -> limit_exceeded /populate/tags/limit (populatedPerRow 10) # one more
    populate[cook][populate][places][limit]=3            -> limit_exceeded /populate/cook/populate/places/limit (populatedPerRow 2) # the declared limit is the most
    populate[tags][limit]=0                              -> invalid_value /populate/tags/limit                   # none
    populate[tags][limit]=-1                             -> invalid_value /populate/tags/limit                   # fewer
    populate[tags][limit]=1.5                            -> invalid_value /populate/tags/limit                   # a half
    populate[tags][limit]=                               -> invalid_value /populate/tags/limit                   # an empty one
    populate[tags][limit]=1&populate[tags][limit]=1      -> duplicate_key /populate/tags/limit                   # twice
    populate[cook][limit]=1                              -> operator_not_allowed /populate/cook/limit            # of one row
    populate[cook][sort]=name                            -> operator_not_allowed /populate/cook/sort             # an order of one row
    populate[reviews][start]=1                           -> unknown_parameter /populate/reviews/start            # rows that are skipped
    populate[reviews][pagination][page]=1                -> unknown_parameter /populate/reviews/pagination       # pages
    populate[reviews][search]=a                          -> unknown_parameter /populate/reviews/search           # a search
    populate[reviews][on]=a&populate[reviews][count]=true -> unknown_parameter /populate/reviews/on; unknown_parameter /populate/reviews/count # everything else is told
    populate[reviews][sort]=stars                        -> populate[reviews][sort][0]=stars:asc                 # an order
    populate[reviews][sort]=stars:desc,id                -> populate[reviews][sort][0]=stars:desc&populate[reviews][sort][1]=id:asc # of two keys
    populate[reviews][sort][stars]=desc                  -> populate[reviews][sort][0]=stars:desc                # as an object
    populate[reviews][sort]=author.name                  -> populate[reviews][sort][0]=author.name:asc           # through a relation
    populate[reviews][sort]=                             -> populate[reviews]=true                               # no order is the declared one
    populate[reviews][sort]=rank                         -> not_sortable /populate/reviews/sort/0                # a field that is no sort key
    populate[reviews][sort]=approved                     -> not_sortable /populate/reviews/sort/0                # a field that is not exposed
    populate[reviews][sort]=stars,stars                  -> duplicate_sort /populate/reviews/sort/1              # a key twice
    populate[reviews][fields]=stars,text                 -> populate[reviews][fields][0]=stars&populate[reviews][fields][1]=text # fields
    populate[reviews][fields][0]=stars&populate[reviews][fields][1]=text -> populate[reviews][fields][0]=stars&populate[reviews][fields][1]=text # as a list
    populate[reviews][fields]=rank                       -> unknown_field /populate/reviews/fields/0             # a field outside of the declared ones
    populate[reviews][fields]=approved                   -> unknown_field /populate/reviews/fields/0             # one that is not exposed
    populate[reviews][fields]=                           -> expected_value /populate/reviews/fields              # none
    populate[reviews][filters][stars][$gte]=4            -> populate[reviews][filters][stars][$gte]=4            # conditions
    populate[reviews][filters][stars]=4                  -> populate[reviews][filters][stars][$eq]=4             # in short
    populate[reviews][filters][author][name]=a           -> populate[reviews][filters][author][name][$eq]=a      # through a relation
    populate[reviews][filters][$or][0][stars]=4&populate[reviews][filters][$or][1][stars]=5 -> populate[reviews][filters][$or][0][stars][$eq]=4&populate[reviews][filters][$or][1][stars][$eq]=5 # in groups
    populate[reviews][filters][stars][$in]=4&populate[reviews][filters][stars][$in]=5 -> populate[reviews][filters][stars][$in][0]=4&populate[reviews][filters][stars][$in][1]=5 # a repeated key of a list operator
    populate[reviews][filters][stars]=x                  -> invalid_value /populate/reviews/filters/stars        # a wrong value
    populate[reviews][filters][approved]=true            -> unknown_field /populate/reviews/filters/approved     # a column that is not exposed
    populate[reviews][filters][place][id]=1              -> unknown_field /populate/reviews/filters/place        # a relation that is not exposed
    populate[reviews][filters]=                          -> expected_object /populate/reviews/filters            # a text
    populate[cook][filters][name]=a                      -> populate[cook][filters][name][$eq]=a                 # of one row
    populate[reviews]={"limit":2,"sort":["stars:desc"],"filters":{"stars":{"$gte":4}},"fields":["stars"]} -> populate[reviews][filters][stars][$gte]=4&populate[reviews][sort][0]=stars:desc&populate[reviews][limit]=2&populate[reviews][fields][0]=stars # all as JSON
    {"populate":{"reviews":{"limit":2,"filters":{"stars":4},"sort":{"stars":"desc"},"fields":["stars"]}}} -> populate[reviews][filters][stars][$eq]=4&populate[reviews][sort][0]=stars:desc&populate[reviews][limit]=2&populate[reviews][fields][0]=stars # all in code
    {"populate":{"reviews":{"filters":{}}}}              -> populate[reviews]=true                               # no condition in code
  `);
  rows([
    [
      { populate: { reviews: { filters: undefined } } },
      ['expected_object /populate/reviews/filters'],
      'undefined of an option',
    ],
  ]);

  it.each(
    rowsOf(
      `
    populate=tagz                        | populate: 'tagz' is not a relation that can be populated; did you mean 'tags'? Use one of: cook, reviews, tags, address.city
    populate[tagz]=true                  | populate[tagz] is not a relation that can be populated; did you mean 'tags'? Use one of: cook, reviews, tags, address.city
    populate=cook.hone                   | populate: 'cook.hone' is not a relation that can be populated; did you mean 'home'? Use one of: home, places
    populate=cook,cook                   | populate: 'cook' is listed more than once
    populate[cook][limit]=1              | populate[cook][limit] is an option for relations to many rows; use one of: filters, fields, populate
    populate[tags][limt]=1               | populate[tags][limt] is not an option of a populated relation; did you mean 'limit'? Use one of: filters, sort, limit, fields, populate
    populate[tags]=5                     | populate[tags] must be true, or its options: filters, sort, limit, fields, populate
    populate[tags][limit]=11             | populate[tags][limit] exceeds a limit: at most 10 related rows of one row (limits.populatedPerRow)
    populate[0]=cook&populate[tags]=true | populate mixes a list of names with names that have options; write name[name]=true
  `,
      'request',
      'message',
    ),
  )('%s is refused in words: %s', (request, message) => {
    expect(issuesOf(request, asking).map((issue) => issue.message)).toEqual([message]);
  });
});

describe('limits of populate', () => {
  const few = (limits: object) => ({ ...asking, overrides: { limits } });

  // prettier-ignore
  it.each([
    [{ populate: 2 }, 'populate=cook,tags', []],
    [{ populate: 1 }, 'populate=cook,tags', ['limit_exceeded /populate (populate 1)']],
    [{ populate: 1 }, 'populate=cook.home', ['limit_exceeded /populate (populate 1)']],
    [{ populateHops: 1 }, 'populate=cook', []],
    [{ populateHops: 1 }, 'populate=cook.home', ['limit_exceeded /populate/0 (populateHops 1)']],
    [{ populateHops: 1 }, 'populate[cook][populate][home]=true', ['limit_exceeded /populate/cook/populate/home (populateHops 1)']],
    [{ populatedPerRow: 5 }, 'populate[tags][limit]=6', ['limit_exceeded /populate/tags/limit (populatedPerRow 5)']],
    [{ populatedPerRow: 5 }, 'populate[reviews][limit]=20', []],
    [{ populatedRows: 250 }, 'populate=tags', []],
    [{ populatedRows: 249 }, 'populate=tags', ['limit_exceeded /populate (populatedRows 249)']],
    [{ populatedRows: 249 }, 'populate=tags&pagination[pageSize]=24', []],
    [{ populatedRows: 249 }, 'populate=tags&pagination[limit]=24', []],
    [{ populatedRows: 249 }, 'populate[tags][limit]=9', []],
    [{ populatedRows: 75 }, 'populate[cook][populate]=places', []],
    [{ populatedRows: 74 }, 'populate[cook][populate]=places', ['limit_exceeded /populate (populatedRows 74)']],
    [{ populatedRows: 150 }, 'populate[reviews][populate]=author', []],
    [{ populatedRows: 149 }, 'populate[reviews][populate]=author', ['limit_exceeded /populate (populatedRows 149)']],
    [{ cost: 11 }, 'populate=cook', []],
    [{ cost: 10 }, 'populate=cook', ['limit_exceeded /populate (cost 10)']],
    [{ conditions: 1 }, 'filters[name]=a&populate[reviews][filters][stars]=1', ['limit_exceeded /populate/reviews/filters (conditions 1)']],
    [{ sortKeys: 1 }, 'populate[reviews][sort]=stars,id', ['limit_exceeded /populate/reviews/sort (sortKeys 1)']],
  ] as const)('%j: %s', (limits, request, expected) => {
    const issues = issuesOf(request, few(limits));
    expect(issues.map(({ code, pointer, limit, max }) => `${code} ${pointer} (${limit} ${max})`)).toEqual(expected);
  });

  it('end the path of an object that holds itself', () => {
    const endless: Record<string, unknown> = {};
    endless['cook'] = { populate: { places: { populate: endless } } };
    expect(issuesOf({ populate: endless }, asking).map(({ limit }) => limit)).toContain('populateHops');
  });
});

describe('the compatibility mode strapi', () => {
  const strapi = serviceFor(entities, { compatibility: 'strapi' });
  const ask = async (request: string, of: typeof Place | typeof Chef = Place, overrides = {}) =>
    answer(request, { of, by: await strapi, overrides });

  it.each([
    ['populate=*', 'populate[address.city]=true&populate[cook]=true&populate[reviews]=true&populate[tags]=true'],
    ['populate[0]=*', 'populate[address.city]=true&populate[cook]=true&populate[reviews]=true&populate[tags]=true'],
    ['populate[cook]=*', 'populate[cook][populate][home]=true&populate[cook][populate][places]=true'],
    ['populate[cook][populate]=*', 'populate[cook][populate][home]=true&populate[cook][populate][places]=true'],
    ['populate=cook.*', 'populate[cook][populate][home]=true&populate[cook][populate][places]=true'],
    ['populate[tags][populate]=*', 'populate[tags]=true'],
    [
      'populate[reviews][sort][0]=stars:DESC&populate[reviews][fields][0]=stars',
      'populate[reviews][sort][0]=stars:desc&populate[reviews][fields][0]=stars',
    ],
    ['populate[0]=cook.home', nested],
    ['populate=tagz', ['unknown_field /populate/0']],
    ['populate=guests', ['unknown_field /populate/0']],
  ])('%s', async (request, expected) => {
    expect(await ask(request)).toEqual(expected);
  });

  // prettier-ignore
  it.each([
    [{ populate: 2 }, 'populate=*', 'populate[cook]=true&populate[reviews]=true'],
    [{ populate: 3 }, 'populate[0]=*&populate[1]=cook.home', 'populate[cook][populate][home]=true&populate[reviews]=true'],
    [{ populatedRows: 100 }, 'populate=*', 'populate[cook]=true&populate[reviews]=true'],
    [{ populatedRows: 99 }, 'populate=*', 'populate[address.city]=true&populate[cook]=true'],
    [{ populateHops: 1 }, 'populate=cook.*', 'populate[cook]=true'],
  ])('takes as many as the limits %j allow: %s', async (limits, request, expected) => {
    expect(await ask(request, Place, { limits })).toBe(expected);
  });

  it('reads populate where nothing is declared', async () => {
    expect(await ask('populate=*', Place, { populate: false })).toBe('');
    expect(await ask('populate=cook', Place, { populate: false })).toEqual(['unknown_field /populate/0']);
  });
});
