import { answers } from './asking.js';
import { outlineOf } from './outline.js';
import { rowsOf } from '../../support/table.js';

const eq = (field: string, value: string): string => `filters${field}[$eq]=${value}`;

describe('$and', () => {
  answers(`
    filters[$and][][title]=a                             -> malformed_key /filters/$and/0                        # brackets before the end say no index
    filters[$and][0][title]=a&filters[$and][1][slug]=b   -> filters[slug][$eq]=b&filters[title][$eq]=a           # of two fields needs no group
    filters[$and][0][title][$ne]=a&filters[$and][1][title][$ne]=b -> filters[$and][0][title][$ne]=b&filters[title][$ne]=a # of one operator twice needs it
    filters[$and]=a                                      -> expected_list /filters/$and                          # a value
    filters[$and]                                        -> expected_list /filters/$and                          # nothing
    filters[$and][title]=a                               -> expected_list /filters/$and                          # an object: only $or can be one
    filters[$and][0]=a                                   -> expected_object /filters/$and/0                      # a value as a member
    filters[$and][1][title]=a                            -> expected_list /filters/$and                          # a gap
    filters[$and][0][title]=a&filters[$and][2][title]=a  -> expected_list /filters/$and                          # a gap further on
    {"filters":{"$and":[]}}                              -> expected_list /filters/$and                          # an empty list
    {"filters":{"$and":{}}}                              -> expected_list /filters/$and                          # an empty object
    {"filters":{"$and":[{}]}}                            -> expected_object /filters/$and/0                      # an empty member
    {"filters":{"$and":[null]}}                          -> expected_object /filters/$and/0                      # null as a member
  `);
  answers([
    ['filters[$and][0][title]=a', eq('[title]', 'a'), 'of one is that one'],
    [{ filters: { $and: [undefined] } }, ['expected_object /filters/$and/0'], 'undefined as a member'],
  ]);
});

describe('$or', () => {
  const both = 'filters[$or][0][slug][$eq]=b&filters[$or][1][title][$eq]=a';

  answers(`
    filters[$or][0][title]=a&filters[$or][1][slug]=b     -> ${both}                                              # a list
    filters[$or][1][slug]=b&filters[$or][0][title]=a     -> ${both}                                              # whose indexes arrive in any order
    filters[$or][0][slug]=b&filters[$or][1][title]=a     -> ${both}                                              # and mean nothing
    filters[$or][title]=a&filters[$or][slug]=b           -> ${both}                                              # an object has an alternative for each key
    filters[$or][title][$eq]=a&filters[$or][slug][$eq]=b -> ${both}                                              # the same with operators
    filters[$or][views][$lt]=1&filters[$or][views][$gt]=5 -> filters[views][$gt]=5&filters[views][$lt]=1          # the operators of one key still hold together
    filters[$or][0][title]=a&filters[$or][0][slug]=b&filters[$or][1][views]=1 -> filters[$or][0][slug][$eq]=b&filters[$or][0][title][$eq]=a&filters[$or][1][views][$eq]=1 # members of several conditions
    ${both}&filters[views]=1                             -> ${both}&filters[views][$eq]=1                        # beside a field, with which it holds
    filters[$or][0][$or][0][title]=a&filters[$or][0][$or][1][slug]=b&filters[$or][1][views]=1 -> ${both}&filters[$or][2][views][$eq]=1                # in one another, they are one
    filters[$or][title]=a&filters[$or][$and][0][slug]=b&filters[$or][$and][1][views]=1 -> filters[$or][0][slug][$eq]=b&filters[$or][0][views][$eq]=1&filters[$or][1][title][$eq]=a # a group as the alternative of an object
    filters[$or]=a                                       -> expected_list /filters/$or                           # a value
    filters[$or]=a&filters[$or]=b                        -> expected_list /filters/$or                           # several values
    filters[$or][0]=a&filters[$or][1][title]=b           -> expected_object /filters/$or/0                       # a value as a member
    filters[$or][0][$eq]=a                               -> unknown_operator /filters/$or/0/$eq                  # an operator of no field
    filters[$or][1][title]=a                             -> expected_list /filters/$or                           # a gap
    filters[$or][0][title]=a&filters[$or][slug]=b        -> unknown_field /filters/$or/0                         # a list and an object
    {"filters":{"$or":[]}}                               -> expected_list /filters/$or                           # an empty list
    {"filters":{"$or":{}}}                               -> expected_list /filters/$or                           # an empty object
    {"filters":{"$or":[{"title":"a"},{}]}}               -> expected_object /filters/$or/1                       # an empty alternative is not true
    {"filters":{"$or":{"title":{}}}}                     -> expected_object /filters/$or/title                   # nor is one of an object
  `);
  answers([
    ['filters[$or][0][title]=a', eq('[title]', 'a'), 'of one is that one'],
    ['filters[$or][title]=a', eq('[title]', 'a'), 'an object of one, too'],
  ]);
});

describe('lists in lists', () => {
  it.each(
    rowsOf(
      `
    filters[$or][0][0][title]=a&filters[$or][0][1][title]=b&filters[$or][1][title]=c | ((title $eq "a" AND title $eq "b") OR title $eq "c") | in $or: all of its members
    filters[$and][0][0][title]=a&filters[$and][0][1][title]=b&filters[$and][1][title]=c | (title $eq "a" AND title $eq "b" AND title $eq "c")  | in $and: all of its members
    filters[$or][0][0][0][title]=a&filters[$or][0][1][title]=b&filters[$or][1][title]=c | ((title $eq "a" AND title $eq "b") OR title $eq "c") | in one another
  `,
      'query',
      'outline',
      'third',
    ),
  )('%s: %s (%s)', (query, outline) => {
    expect(outlineOf(query)).toBe(outline);
  });

  answers(`
    {"filters":{"$or":[[]]}}    -> expected_list /filters/$or/0     # an empty one
    {"filters":{"$or":[["a"]]}} -> expected_object /filters/$or/0/0 # of values
    filters[0][title]=a         -> expected_object /filters         # the filters themselves are no list
  `);
});

describe('$not', () => {
  answers(`
    filters[$not][title]=a                               -> filters[title][$not][$eq]=a                          # of one field stands under it
    filters[title][$not][$eq]=a                          -> filters[title][$not][$eq]=a                          # written there
    filters[views][$not][$gte]=1&filters[views][$not][$lt]=5 -> filters[views][$not][$gte]=1&filters[views][$not][$lt]=5 # of two operators negates both together
    filters[$not][title]=a&filters[$not][slug]=b         -> filters[$not][slug][$eq]=b&filters[$not][title][$eq]=a # of two fields negates both together
    filters[views][$not][$gte]=1&filters[views][$lt]=5   -> filters[views][$lt]=5&filters[views][$not][$gte]=1   # beside operators of the field, which hold
    filters[$not][$or][0][title]=a&filters[$not][$or][1][slug]=b -> filters[$not][$or][0][slug][$eq]=b&filters[$not][$or][1][title][$eq]=a # of alternatives
    filters[$not][$or][title]=a&filters[$not][$or][slug]=b -> filters[$not][$or][0][slug][$eq]=b&filters[$not][$or][1][title][$eq]=a # of alternatives as an object
    filters[$not]=a                                      -> expected_object /filters/$not                        # a value
    filters[$not]                                        -> expected_object /filters/$not                        # nothing
    filters[$not][0][title]=a                            -> expected_object /filters/$not                        # a list
    filters[title][$not]=a                               -> expected_object /filters/title/$not                  # a value under a field: say $ne
    filters[title][$not]                                 -> expected_object /filters/title/$not                  # nothing under a field
    filters[title][$not][0]=a                            -> expected_object /filters/title/$not                  # a list under a field
    filters[title][$not][slug]=a                         -> unknown_operator /filters/title/$not/slug            # conditions under a field
    {"filters":{"$not":{}}}                              -> expected_object /filters/$not                        # an empty object
    {"filters":{"title":{"$not":{}}}}                    -> expected_object /filters/title/$not                  # an empty object under a field
  `);
  answers([
    ['filters[title][$not][$not][$eq]=a', eq('[title]', 'a'), 'twice is not at all'],
    ['filters[$not][$not][title]=a', eq('[title]', 'a'), 'likewise'],
    ['filters[$not][title][$not][$eq]=a', eq('[title]', 'a'), 'likewise'],
  ]);
});

describe('groups that do not exist', () => {
  answers(`
    filters[$nor][0][title]=a -> unknown_operator /filters/$nor # an invented one
    filters[$eq]=a            -> unknown_operator /filters/$eq  # an operator of no field
    filters[or][0][title]=a   -> unknown_field /filters/or      # without its sign
    filters[$Or][0][title]=a  -> unknown_operator /filters/$Or  # in another case
  `);
});
