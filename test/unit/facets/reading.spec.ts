import { type Rows, answer, answers, issuesOf, parse, pieces, serviceFor } from '../parse/asking.js';

import { Brand, Ware, wares } from './model.js';
import { rowsOf } from '../../support/table.js';

const asking = { of: Ware, by: wares };
const both = 'facets[color]=true&facets[brand.name]=true';

const rows = (list: Rows) => answers(list, asking);

describe('the forms of facets', () => {
  rows(`
    facets=color                                         -> facets[color]=true                                   # one name
    facets=color,brand.name                              -> ${both}                                              # a comma list
    facets=color%2Cbrand.name                            -> ${both}                                              # a comma is a comma, encoded or not
    facets[0]=color&facets[1]=brand.name                 -> ${both}                                              # an indexed list
    facets[1]=brand.name&facets[0]=color                 -> ${both}                                              # whose indexes decide, not their arrival
    facets[]=color&facets[]=brand.name                   -> ${both}                                              # a list without indexes
    facets[0]=color,brand.name                           -> ${both}                                              # a comma splits in a list, too
    facets=color&facets=brand.name                       -> ${both}                                              # a repeated key
    facets[color]=true&facets[brand.name]=true           -> ${both}                                              # an object, whose names have dots in one bracket
    facets[color][limit]=3                               -> facets[color][limit]=3                               # with an option
    facets[color][limit]=3&facets[color][search]=re&facets[brand.name]=true -> facets[color][limit]=3&facets[color][search]=re&facets[brand.name]=true # with both, and a name beside it
    facets={"color":{"limit":3},"brand.name":true}       -> facets[color][limit]=3&facets[brand.name]=true       # JSON text
    facets=["color","brand.name"]                        -> ${both}                                              # JSON text of a list
    facets[color]={"limit":3}                            -> facets[color][limit]=3                               # JSON text of the options
    facets={"color":{"limit":"3"}}                       -> facets[color][limit]=3                               # a number as text in it
    {"facets":["color","brand.name"]}                    -> ${both}                                              # a list in code
    {"facets":"color,brand.name"}                        -> ${both}                                              # a text in code
    {"facets":{"color":true,"brand.name":{}}}            -> ${both}                                              # an object in code, where options may be none
    {"facets":{"color":{"limit":3,"search":"%"}}}        -> facets[color][limit]=3&facets[color][search]=%       # options in code
    facets=                                              -> ""                                                   # nothing is no facet
    {"facets":[]}                                        -> ""                                                   # an empty list in code
    {"facets":{}}                                        -> ""                                                   # an empty object in code
    facets={}                                            -> ""                                                   # an empty object of JSON
    facets=[]                                            -> ""                                                   # an empty list of JSON
    facets                                               -> expected_value /facets                               # no value at all
    facets[color]                                        -> expected_value /facets/color                         # no value of a facet
    facets[color]=                                       -> expected_value /facets/color                         # an empty one
    facets[color]=false                                  -> expected_value /facets/color                         # false is not the opposite of true
    facets[color]=1                                      -> expected_value /facets/color                         # nor is 1 true
    facets[color][0]=true                                -> expected_value /facets/color                         # a list in the place of options
    facets[color]=true&facets[color]=true                -> duplicate_key /facets/color                          # a name repeated
    facets[color]=true&facets[color][limit]=3            -> duplicate_key /facets/color                          # a leaf and a branch
    facets[0]=color&facets[2]=price                      -> expected_list /facets                                # a gap in the indexes
    facets[0][color]=true                                -> expected_value /facets/0                             # an object in a list
    facets.color=true                                    -> malformed_key /facets                                # a broken key
    facets={"color":true                                 -> expected_object /facets                              # JSON that is cut off
    facets={"color":true,"color":true}                   -> duplicate_key /facets/color                          # a name twice in JSON
    {"facets":null}                                      -> expected_value /facets                               # null in code
    {"facets":5}                                         -> expected_value /facets                               # a number in code
    {"facets":["color",null]}                            -> expected_value /facets/1                             # null in a list
  `);
  rows([
    [{ facets: undefined }, ['expected_value /facets'], 'undefined in code, which a serializer would drop'],
    [{ facets: { color: undefined } }, ['expected_value /facets/color'], 'undefined of a facet'],
    [{ facets: { color: { limit: undefined } } }, ['invalid_value /facets/color/limit'], 'undefined of an option'],
  ]);
});

describe('names of facets', () => {
  rows(`
    facets=colour                                   -> unknown_field /facets/0                          # the program’s name, where clients have another
    facets=color,titel                              -> unknown_field /facets/1                          # a name of nothing
    facets[titel]=true                              -> unknown_field /facets/titel                      # in an object
    facets=id                                       -> unknown_field /facets/0                          # a field that is no facet
    facets=brand                                    -> unknown_field /facets/0                          # a relation
    facets[brand][name]=true                        -> unknown_field /facets/brand                      # a path in two brackets
    facets=color,,title                             -> unknown_field /facets/1                          # an empty name
    facets[0]=                                      -> unknown_field /facets/0                          # in a list
    facets=cost                                     -> unknown_field /facets/0                          # a field that this client may not see
    facets=constructor                              -> unknown_field /facets/0                          # a name of every object
    facets=color,color                              -> duplicate_key /facets/1                          # a facet twice
    facets[0]=color&facets[1]=title&facets[2]=color -> duplicate_key /facets/2                          # in a list
    facets=titel,nam                                -> unknown_field /facets/0; unknown_field /facets/1 # everything wrong is told
  `);

  it('are seen by whom `when` shows them to', () => {
    expect(answer('facets=cost', { ...asking, overrides: { context: { isAdmin: true } } })).toBe('facets[cost]=true');
  });

  it.each(['facets=', 'facets[0]=', 'facets[', '{"'])('that are hidden answer like invented ones: %s', (start) => {
    const end = start.endsWith('[') ? ']=true' : start.endsWith('"') ? '":true}' : '';
    const of = (name: string) => (start.startsWith('{') ? `facets=${start}${name}${end}` : `${start}${name}${end}`);
    const told = (name: string) => JSON.stringify(issuesOf(of(name), asking)).replaceAll(name, 'NAME');
    expect(told('cost')).toBe(told('cosy'));
  });

  it.each(
    rowsOf(
      `
    facets=titel           | facets: 'titel' is not a facet; did you mean 'title'? Use one of: color, tags, brand.name, sales, price, title
    facets[titel]=true     | facets[titel] is not a facet; did you mean 'title'? Use one of: color, tags, brand.name, sales, price, title
    facets=color,color     | facets: 'color' is listed more than once
    facets[price][limit]=1 | facets[price][limit] is not an option of this facet, which accepts only true
    facets[color][limt]=1  | facets[color][limt] is not an option of this facet; did you mean 'limit'? Use one of: limit, search
    facets[color]=5        | facets[color] must be true, or its options: limit, search
    facets[price]=5        | facets[price] must be true
    facets[color][limit]=6 | facets[color][limit] exceeds a limit: at most 5 values of one facet (limits.facetValues)
    facets[color][limit]=x | facets[color][limit] must be a whole number from 1
  `,
      'request',
      'message',
    ),
  )('%s is refused in words: %s', (request, message) => {
    expect(issuesOf(request, asking).map((issue) => issue.message)).toEqual([message]);
  });
});

describe('options', () => {
  rows(`
    facets[color][limit]=5                               -> facets[color][limit]=5                               # as many values as are declared
    facets[color][limit]=6                               -> limit_exceeded /facets/color/limit (facetValues 5)   # one more
    facets[tags][limit]=20                               -> facets[tags][limit]=20                               # as many as the limit has
    facets[tags][limit]=21                               -> limit_exceeded /facets/tags/limit (facetValues 20)   # one more
    facets[title][limit]=21                              -> limit_exceeded /facets/title/limit (facetValues 20)  # the smaller of both
    facets[color][limit]=0                               -> invalid_value /facets/color/limit                    # none
    facets[color][limit]=-1                              -> invalid_value /facets/color/limit                    # fewer
    facets[color][limit]=1.5                             -> invalid_value /facets/color/limit                    # a half
    facets[color][limit]=1e1                             -> invalid_value /facets/color/limit                    # with an exponent
    facets[color][limit]=                                -> invalid_value /facets/color/limit                    # an empty one
    facets[color][limit]=9007199254740993                -> invalid_value /facets/color/limit                    # beyond exact numbers
    facets[color][limit]=1&facets[color][limit]=1        -> duplicate_key /facets/color/limit                    # twice
    facets[color][limit][0]=1                            -> invalid_value /facets/color/limit                    # a list
    facets={"color":{"limit":3.0}}                       -> invalid_value /facets/color/limit                    # a number of JSON is read by its digits
    facets={"color":{"limit":3.5}}                       -> invalid_value /facets/color/limit                    # a half, too
    facets[color][search]=                               -> invalid_value /facets/color/search                   # an empty text
    facets[color][search]=%00                            -> invalid_value /facets/color/search                   # a text with NUL
    facets[color][search]=${'a'.repeat(101)}             -> limit_exceeded /facets/color/search (needleLength 100) # a long one
    facets[color][search]=a&facets[color][search]=b      -> duplicate_key /facets/color/search                   # two
    {"facets":{"color":{"search":5}}}                    -> invalid_value /facets/color/search                   # a number
    {"facets":{"color":{"search":null}}}                 -> expected_value /facets/color/search                  # null
    facets[tags][search]=a                               -> facets[tags][search]=a                               # a list of text
    facets[sales][search]=a                              -> unknown_parameter /facets/sales/search               # no text
    facets[price][limit]=1                               -> unknown_parameter /facets/price/limit                # a range has two values
    facets[price][search]=1                              -> unknown_parameter /facets/price/search               # and nothing to look for
    facets[color][sort]=a                                -> unknown_parameter /facets/color/sort                 # an option of nothing
    facets[color][search]=a&facets[title][search]=a&facets[tags][search]=a&facets[brand.name][search]=a&filters[title][$contains]=a -> limit_exceeded /facets (unanchoredNeedles 4)         # texts to look for are counted with those of the filters
  `);

  it('beyond the number of facets are refused before one is looked up', () => {
    const asked = pieces(9, (index) => `facets[${index}]=no${index}`);
    expect(answer(asked, asking)).toEqual(['limit_exceeded /facets (facets 8)']);
    expect(answer({ facets: Array.from({ length: 100_000 }, () => 'color') }, asking)).toEqual([
      'limit_exceeded /facets (facets 8)',
    ]);
  });

  it('of an empty text are none in strapi mode, which has empty search boxes', async () => {
    const by = await serviceFor([Ware, Brand], { compatibility: 'strapi' });
    expect(answer('facets[color][search]=', { of: Ware, by })).toBe('facets[color]=true');
  });
});

describe('where facets are not declared', () => {
  it('the parameter is the host’s', () => {
    expect(answer('facets=name', { of: Brand, by: wares })).toBe('');
    expect(answer('facets=color', { ...asking, overrides: { facets: false } })).toBe('');
  });

  it('code has no host', () => {
    expect(() => wares.filter(Brand, { facets: ['name'] } as never)).toThrow(/facets is not a part of a query/);
  });
});

describe('a query with facets', () => {
  const query = 'facets[color][limit]=3&facets[color][search]=%25 %C3%A4&facets[brand.name]=true';

  it('prints what is read as itself', () => {
    const once = parse(query, asking);
    expect(parse(once.toString(), asking).toString()).toBe(once.toString());
    expect(parse(once.toJSON(), asking).toJSON()).toEqual(once.toJSON());
    expect(once.toJSON()).toEqual({ facets: { color: { limit: '3', search: '% ä' }, 'brand.name': 'true' } });
  });

  it('has a cache key of its own', () => {
    const keyOf = (facets: string, overrides?: object) =>
      parse(facets, { ...asking, ...(overrides && { overrides }) }).cacheKey();
    const keys = ['', 'facets=color', 'facets[color][limit]=3', 'facets[color][search]=a', 'facets=title'].map(
      (facets) => keyOf(facets),
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(keyOf('facets=color')).toBe(keyOf('facets[color]=true'));
    expect(keyOf('facets=price', { facets: ['price'] })).not.toBe(
      keyOf('facets=price', { facets: [{ name: 'price', type: 'range' }] }),
    );
    expect(keyOf('facets=title', { facets: [{ name: 'title', limit: 3 }] })).not.toBe(
      keyOf('facets=title', { facets: ['title'] }),
    );
  });

  it('is no query for a builder', () => {
    const told = () => wares.filter(Ware, { facets: ['colour'] });
    expect(told).toThrow('facets is not read here; only pages have facets');
    expect(() => wares.filter(Ware, { facets: ['colour'] }, { trusted: true })).toThrow(
      'filter(): facets is not read here; only pages have facets',
    );
    expect(wares.filter(Ware, { facets: [] }).getQuery()).toContain('SELECT');
  });
});

describe('describe()', () => {
  const facetsFor = (overrides?: object) => wares.describe(Ware, overrides).facets;

  it('lists the facets in the names of clients', () => {
    expect(facetsFor()).toEqual([
      { name: 'color', type: 'values', kind: 'text', limit: 5, search: true },
      { name: 'tags', type: 'values', kind: 'text', list: true, limit: 20, search: true },
      { name: 'brand.name', type: 'values', kind: 'text', limit: 20, search: true },
      { name: 'sales', type: 'values', kind: 'integer', limit: 20, search: false },
      { name: 'price', type: 'range', kind: 'decimal', search: false },
      { name: 'title', type: 'values', kind: 'text', limit: 20, search: true },
    ]);
  });

  it('lists what the context shows, and none where there are none', () => {
    expect(facetsFor({ context: { isAdmin: true } }).map(({ name }) => name)).toContain('cost');
    expect(facetsFor({ facets: false })).toEqual([]);
    expect(facetsFor({ fields: ['title'] }).map(({ name }) => name)).toEqual(['brand.name', 'title']);
  });
});
