import { answer, answers, answersBy, pieces } from './asking.js';
import { Author } from './model.js';

describe('the shorthand', () => {
  answers(`
    filters[title]=a                        -> filters[title][$eq]=a                             # one value is $eq
    filters[title]=                         -> filters[title][$eq]=                              # the empty text is a value
    filters[title][0]=a&filters[title][1]=b -> filters[title][$in][0]=a&filters[title][$in][1]=b # a list is $in
    filters[title][]=a&filters[title][]=b   -> filters[title][$in][0]=a&filters[title][$in][1]=b # without indexes
    filters[title][0]=a                     -> filters[title][$in][0]=a                          # a list of one is a list
    filters[title]=a,b                      -> filters[title][$eq]=a,b                           # a comma is a comma
    filters[title][$in]=a,b                 -> filters[title][$in][0]=a,b                        # in a list, too
    filters[title]=a&filters[title]=b       -> duplicate_key /filters/title                      # a key given twice
    filters[title][0]=a&filters[title][2]=b -> expected_list /filters/title                      # a gap
    filters[title][1]=a                     -> expected_list /filters/title                      # no beginning
    filters[title][12]=a                    -> expected_list /filters/title                      # no beginning, in two digits
    filters[title][0][$eq]=a                -> expected_value /filters/title/0                   # a list of operators
    filters[title][0][0]=a                  -> expected_value /filters/title/0                   # a list in a list
    {"filters":{"title":[]}}                -> expected_list /filters/title                      # an empty list
    {"filters":{"title":{}}}                -> expected_object /filters/title                    # an empty object
  `);
});

describe('lists', () => {
  const list = 'filters[title][$in][0]=a&filters[title][$in][1]=b';

  answers(`
    filters[title][$in][0]=a&filters[title][$in][1]=b    -> ${list}                                              # with indexes
    filters[title][$in][1]=b&filters[title][$in][0]=a    -> ${list}                                              # which arrive in any order
    filters[title][$in][0]=b&filters[title][$in][1]=a    -> ${list}                                              # and mean nothing to a set
    filters[title][$in][]=b&filters[title][$in][]=a      -> ${list}                                              # without
    filters[title][$in]=b&filters[title][$in]=a          -> ${list}                                              # as a repeated key
    filters[title][$in]=a&filters[title][$in]=b&filters[title][$in]=a -> ${list}                                              # a member given twice is one
    filters[views][$in][]=10&filters[views][$in][]=9&filters[views][$in][]=09 -> filters[views][$in][0]=10&filters[views][$in][1]=9   # a value in two spellings is one
    filters[title][$in][0]=a&filters[title][$in][0]=b    -> duplicate_key /filters/title/$in/0                   # one index twice
    filters[title][$in][0]=a&filters[title][$in][]=b     -> duplicate_key /filters/title/$in                     # with and without
    filters[title][$in][0]=a&filters[title][$in]=b       -> duplicate_key /filters/title/$in                     # a list and a value
    filters[title][$in][01]=a                            -> expected_list /filters/title/$in                     # an index in another spelling
    filters[title][$in][]                                -> expected_value /filters/title/$in/0                  # null as a member
    filters[title][$in]&filters[title][$in]=a            -> expected_value /filters/title/$in/0                  # null as one of several
    filters[title][$in]=                                 -> filters[title][$in][0]=                              # the empty text as a member
    filters[views][$in][]=1&filters[views][$in][]=x&filters[views][$in][]=y -> invalid_value /filters/views/$in/1; invalid_value /filters/views/$in/2 # every member is read
    filters[views][$in]=x                                -> invalid_value /filters/views/$in                     # a value alone stands at the key itself
    filters[views][$in]=1&filters[views][$in]=x          -> invalid_value /filters/views/$in/1                   # one of several has a position
    {"filters":{"title":{"$in":[]}}}                     -> expected_list /filters/title/$in                     # an empty list
    {"filters":{"title":{"$in":["a",null]}}}             -> expected_value /filters/title/$in/1                  # null in code
  `);
  // prettier-ignore
  answers([
    [{ filters: { title: { $in: ['a', undefined] } } }, ['expected_value /filters/title/$in/1'], 'undefined in code'],
    [{ filters: { title: { $in: new Array(2) } } }, ['expected_value /filters/title/$in/0', 'expected_value /filters/title/$in/1'], 'holes in code'],
    [{ filters: { title: { $in: new Set(['a']) } } }, ['expected_list /filters/title/$in'], 'a set is no list'],
  ]);

  it.each([19, 20, 21, 22, 99, 100])('of %i members are lists, whatever qs makes of them', (count) => {
    const query = pieces(count, (index) => `filters[views][$in][${index}]=${index + 1_000}`);
    expect(answer(query)).toBe(query);
  });
});

describe('null', () => {
  answers(`
    filters[slug]                                -> filters[slug][$null]=true              # the shorthand: IS NULL
    filters[slug][$eq]                           -> filters[slug][$null]=true              # $eq: IS NULL
    filters[slug][$ne]                           -> filters[slug][$notNull]=true           # $ne: IS NOT NULL
    {"filters":{"slug":null}}                    -> filters[slug][$null]=true              # in code
    {"filters":{"slug":{"$eq":null}}}            -> filters[slug][$null]=true              # in code, with $eq
    {"filters":{"slug":{"$ne":null}}}            -> filters[slug][$notNull]=true           # in code, with $ne
    {"filters":{"meta":null}}                    -> operator_not_allowed /filters/meta     # a column without equality: say $null
    {"filters":{"slug":{"$gt":null}}}            -> expected_value /filters/slug/$gt       # no other operator takes it
    {"filters":{"slug":{"$eqi":null}}}           -> expected_value /filters/slug/$eqi      # not even another equality
    {"filters":{"slug":{"$contains":null}}}      -> expected_value /filters/slug/$contains # nor a text match
    {"filters":{"slug":{"$null":null}}}          -> expected_boolean /filters/slug/$null   # nor the flag
    filters[slug]=null                           -> filters[slug][$eq]=null                # the word is a word
    filters[slug][$eq]&filters[slug][$null]=true -> filters[slug][$null]=true              # said twice is said once
  `);
});

describe('nothing', () => {
  answers(`
    ""                   -> ""                       # no query string
    {}                   -> ""                       # no parameters
    {"filters":{}}       -> ""                       # an empty object in code is not a condition
    filters=             -> expected_object /filters # empty on the wire
    filters              -> expected_object /filters # null on the wire
    filters[]=a          -> expected_object /filters # a list
    filters=a&filters=b  -> duplicate_key /filters   # twice
    filters={"title":"a" -> expected_object /filters # JSON that is cut off
    {"filters":null}     -> expected_object /filters # null in code
    {"filters":[]}       -> expected_object /filters # a list in code
    {"filters":"title"}  -> expected_object /filters # a text in code
  `);
  answers([
    [{ filters: undefined }, ['expected_object /filters'], 'undefined in code'],
    [{ filters: new Map([['title', 'a']]) }, ['expected_object /filters'], 'a map in code'],
    [{ filters: { title: undefined } }, ['expected_value /filters/title'], 'an undefined condition'],
    [{ filters: { title: { $eq: undefined } } }, ['expected_value /filters/title/$eq'], 'an undefined value'],
    [{ filters: { title: { $not: undefined } } }, ['expected_object /filters/title/$not'], 'an undefined negation'],
    [{ filters: { author: undefined } }, ['expected_object /filters/author'], 'an undefined relation'],
    [{ filters: { title: () => 'a' } }, ['expected_value /filters/title'], 'a function'],
    [{ filters: { title: Symbol('a') } }, ['expected_value /filters/title'], 'a symbol'],
  ]);
});

describe('native values', () => {
  answers(`
    {"filters":{"views":5}}               -> filters[views][$eq]=5                  # a number for an integer
    {"filters":{"views":5.5}}             -> invalid_value /filters/views           # a fraction
    {"filters":{"views":true}}            -> invalid_value /filters/views           # a boolean
    {"filters":{"rating":1.5}}            -> filters[rating][$eq]=1.5               # a number for a decimal
    {"filters":{"rating":"1.50"}}         -> filters[rating][$eq]=1.5               # a decimal text
    {"filters":{"score":1000}}            -> filters[score][$eq]=1000               # a number for a float
    {"filters":{"isFeatured":false}}      -> filters[isFeatured][$eq]=false         # a boolean
    {"filters":{"isFeatured":0}}          -> invalid_value /filters/isFeatured      # a number for a boolean
    {"filters":{"publishedAt":0}}         -> invalid_value /filters/publishedAt     # an epoch
    {"filters":{"title":5}}               -> invalid_value /filters/title           # a number for a text
    {"filters":{"title":{"$contains":5}}} -> invalid_value /filters/title/$contains # a number to look for
  `);
  answers([
    [{ filters: { views: 5n } }, 'filters[views][$eq]=5', 'a bigint'],
    [{ filters: { views: NaN } }, ['invalid_value /filters/views'], 'NaN'],
    [{ filters: { visits: 9007199254740993n } }, 'filters[visits][$eq]=9007199254740993', 'a bigint beyond 2^53'],
    [{ filters: { visits: 2 ** 53 } }, ['invalid_value /filters/visits'], 'a number beyond it may be another already'],
    [{ filters: { publishedAt: new Date(0) } }, 'filters[publishedAt][$eq]=1970-01-01T00:00:00Z', 'a Date'],
    [{ filters: { publishedAt: new Date(NaN) } }, ['invalid_value /filters/publishedAt'], 'an invalid Date'],
    [{ filters: { publishedOn: new Date(0) } }, 'filters[publishedOn][$eq]=1970-01-01', 'a Date for a date'],
    [{ filters: { title: Object('a') as object } }, ['expected_value /filters/title'], 'a boxed text'],
  ]);
});

describe('embedded columns', () => {
  answersBy({ of: Author })(`
    filters[address][city]=a                             -> filters[address][city][$eq]=a                        # by the property they are under
    filters[address][zip][$null]=true&filters[address][city]=a -> filters[address][city][$eq]=a&filters[address][zip][$null]=true # several of them
    filters[$not][address][city]=a                       -> filters[address][city][$not][$eq]=a                  # negated
    filters[address]=a                                   -> expected_object /filters/address                     # they are no value
    filters[address]                                     -> expected_object /filters/address                     # and never NULL as a whole
    filters[address][0]=a                                -> expected_object /filters/address                     # nor a list
    filters[address][$exists]=true                       -> unknown_operator /filters/address/$exists            # nor a relation
    filters[address][$or][0][city]=a                     -> unknown_operator /filters/address/$or                # groups stand outside
    filters[address][$not][city]=a                       -> unknown_operator /filters/address/$not               # groups stand outside
    filters[address][secretCode]=a                       -> unknown_field /filters/address/secretCode            # not what is not exposed
    filters[address.city]=a                              -> unknown_field /filters/address.city                  # not with a dot
    filters[city]=a                                      -> unknown_field /filters/city                          # not alone
    {"filters":{"address":{}}}                           -> expected_object /filters/address                     # an empty object
  `);
});

describe('names', () => {
  answers(`
    filters[titel]=a              -> unknown_field /filters/titel        # one that does not exist
    filters[Title]=a              -> unknown_field /filters/Title        # in another case
    filters[ title]=a             -> unknown_field /filters/ title       # with a space
    filters[secretNote]=a         -> unknown_field /filters/secretNote   # one that is not exposed
    filters[authorId]=a           -> unknown_field /filters/authorId     # a foreign key
    filters[secretEditor][name]=a -> unknown_field /filters/secretEditor # a relation that is not exposed
    filters[__proto__]=a          -> unknown_field /filters/__proto__    # a name of a prototype
    filters[__proto__][title]=a   -> unknown_field /filters/__proto__    # and below it
    filters[constructor][name]=a  -> unknown_field /filters/constructor  # likewise
    filters[toString]=a           -> unknown_field /filters/toString     # likewise
    filters[0]=a                  -> expected_object /filters            # a number
    filters[a/b~c]=a              -> unknown_field /filters/a~1b~0c      # what JSON pointers escape
  `);
  answers([
    [
      { filters: JSON.parse('{"__proto__":{"title":"a"}}') as object },
      ['unknown_field /filters/__proto__'],
      'in a body',
    ],
  ]);
});
