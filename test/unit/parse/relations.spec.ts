import { answers } from './asking.js';
import { Author, Comment, Tag } from './model.js';

describe('conditions on related rows', () => {
  answers(`
    filters[author][name]=a                              -> filters[author][name][$eq]=a                         # to one
    filters[comments][body]=a                            -> filters[comments][body][$eq]=a                       # to many: some
    filters[comments][$some][body]=a                     -> filters[comments][body][$eq]=a                       # the same said aloud
    filters[comments][$every][approved]=true             -> filters[comments][$every][approved][$eq]=true        # every
    filters[comments][$none][approved]=true              -> filters[comments][$none][approved][$eq]=true         # none
    filters[author][country][name]=a                     -> filters[author][country][name][$eq]=a                # two hops
    filters[author][address][city]=a                     -> filters[author][address][city][$eq]=a                # an embedded column there
    filters[comments][author][country][code]=no          -> filters[comments][author][country][code][$eq]=no     # three hops
    filters[tags][$none][posts][title]=a                 -> filters[tags][$none][posts][title][$eq]=a            # a relation inside a quantifier
    filters[comments][approved]=true&filters[comments][stars][$gte]=4 -> filters[comments][approved][$eq]=true&filters[comments][stars][$gte]=4 # two conditions on one row
    filters[comments][approved]=true&filters[comments][$some][stars][$gte]=4 -> filters[comments][$some][stars][$gte]=4&filters[comments][approved][$eq]=true # two rows
    filters[$and][0][tags][name]=red&filters[$and][1][tags][name]=blue -> filters[tags][$some][name][$eq]=red&filters[tags][name][$eq]=blue # two rows, in two objects
    filters[comments][$some][body]=a&filters[comments][$every][approved]=true&filters[comments][$none][stars]=1 -> filters[comments][$every][approved][$eq]=true&filters[comments][$none][stars][$eq]=1&filters[comments][body][$eq]=a # each quantifier is a predicate
    filters[comments][$or][0][stars]=1&filters[comments][$or][1][stars]=5 -> filters[comments][$or][0][stars][$eq]=1&filters[comments][$or][1][stars][$eq]=5 # groups about one row
    filters[comments][$not][approved]=true               -> filters[comments][approved][$not][$eq]=true          # a negation about one row
    filters[$not][comments][approved]=true               -> filters[$not][comments][approved][$eq]=true          # a negation about the rows
  `);
});

describe('what a relation refuses', () => {
  answers(`
    filters[author][nam]=a                        -> unknown_field /filters/author/nam                # a name that does not exist
    filters[author][secretHash]=a                 -> unknown_field /filters/author/secretHash         # a field that is not exposed there
    filters[author][name][first]=a                -> unknown_operator /filters/author/name/first      # a field of a field
    filters[author][$regex]=a                     -> unknown_operator /filters/author/$regex          # an invented operator
    filters[author][$some][name]=a                -> operator_not_allowed /filters/author/$some       # a quantifier of one row
    filters[author][$every][name]=a               -> operator_not_allowed /filters/author/$every      # likewise
    filters[author][$none][name]=a                -> operator_not_allowed /filters/author/$none       # likewise
    filters[author][$count]=1                     -> operator_not_allowed /filters/author/$count      # a count of one row
    filters[comments][$where][body]=a             -> operator_not_allowed /filters/comments/$where    # $where without $count
    filters[comments][$contains]=1                -> operator_not_allowed /filters/comments/$contains # not for the key
    filters[editions][$eq]=1                      -> operator_not_allowed /filters/editions/$eq       # a key of two columns
    filters[attachments][$eq]=1                   -> operator_not_allowed /filters/attachments/$eq    # a key that is not exposed
    filters[comments][$some]=a                    -> expected_object /filters/comments/$some          # a value for a quantifier
    filters[comments][$some]                      -> expected_object /filters/comments/$some          # nothing for a quantifier
    filters[comments][$some][0][body]=a           -> expected_object /filters/comments/$some          # a list for a quantifier
    filters[comments][0][body]=a                  -> expected_object /filters/comments                # a list of conditions
    filters[comments][0]=1&filters[comments][2]=2 -> expected_list /filters/comments                  # a list with a gap
    filters[comments][$or][0][$some][body]=a      -> unknown_operator /filters/comments/$or/0/$some   # a quantifier in a group
    filters[comments][$or][0][$count]=1           -> unknown_operator /filters/comments/$or/0/$count  # a count in a group
    filters[comments][$not][$exists]=true         -> unknown_operator /filters/comments/$not/$exists  # existence in a group
    {"filters":{"author":{}}}                     -> expected_object /filters/author                  # an empty object
    {"filters":{"comments":{"$some":{}}}}         -> expected_object /filters/comments/$some          # an empty quantifier
  `);
  answers([[{ filters: { author: new Map([['name', 'a']]) } }, ['expected_object /filters/author'], 'a map']]);
});

describe('existence', () => {
  const some = 'filters[author][$exists]=true';
  const none = 'filters[author][$exists]=false';

  answers(`
    filters[author][$exists]=true                        -> ${some}                                  # there is one
    filters[author][$exists]=false                       -> ${none}                                  # there is none
    filters[author][$null]=true                          -> ${none}                                  # NULL is none
    filters[author][$null]=false                         -> ${some}                                  # not NULL is one
    filters[author][$notNull]=true                       -> ${some}                                  # likewise
    filters[author][$notNull]=false                      -> ${none}                                  # likewise
    filters[author]                                      -> ${none}                                  # null itself
    filters[author][$eq]                                 -> ${none}                                  # null itself, with $eq
    filters[author][$ne]                                 -> ${some}                                  # null itself, with $ne
    {"filters":{"author":null}}                          -> ${none}                                  # null in code
    filters[comments]                                    -> filters[comments][$exists]=false         # of many
    filters[comments][$exists]=true                      -> filters[comments][$exists]=true          # of many
    filters[comments][$null]=true                        -> filters[comments][$exists]=false         # of many
    filters[editions]                                    -> filters[editions][$exists]=false         # whatever the key
    filters[author][$exists]=true&filters[author][$null]=false -> ${some}                                  # said twice is said once
    filters[author][$exists]=1                           -> expected_boolean /filters/author/$exists # a number
    filters[author][$exists]                             -> expected_boolean /filters/author/$exists # nothing
    filters[author][$null]=                              -> expected_boolean /filters/author/$null   # empty
    filters[author][$exists]=true&filters[author][$exists]=true -> duplicate_key /filters/author/$exists    # twice
    filters[editions][$eq]                               -> filters[editions][$exists]=false         # null is no key, so the key may be of two columns
  `);
});

describe('the related key', () => {
  answers(`
    filters[author]=3                                 -> filters[author][id][$eq]=3                           # one value
    filters[author][$eq]=3                            -> filters[author][id][$eq]=3                           # $eq
    filters[author][0]=3&filters[author][1]=4         -> filters[author][id][$in][0]=3&filters[author][id][$in][1]=4 # a list
    filters[author][$in][]=3&filters[author][$in][]=4 -> filters[author][id][$in][0]=3&filters[author][id][$in][1]=4 # $in
    filters[author][$in]=3&filters[author][$in]=4     -> filters[author][id][$in][0]=3&filters[author][id][$in][1]=4 # a repeated key
    filters[author][$ne]=3                            -> filters[author][id][$ne]=3                           # $ne
    filters[author][$gt]=3                            -> filters[author][id][$gt]=3                           # whatever the key takes
    filters[author][id]=3                             -> filters[author][id][$eq]=3                           # by its name
    filters[author][country]=NO                       -> filters[author][country][code][$eq]=NO               # a key that is not called id
    filters[tags]=1                                   -> filters[tags][id][$eq]=1                             # of many: some row has it
    filters[tags][]=1&filters[tags][]=2               -> filters[tags][id][$in][0]=1&filters[tags][id][$in][1]=2 # of many: a list
    filters[author][$eq]=3&filters[author][name]=a    -> filters[author][id][$eq]=3&filters[author][name][$eq]=a # about the same row as the rest
    {"filters":{"author":3}}                          -> filters[author][id][$eq]=3                           # a native value
    filters[author]=x                                 -> invalid_value /filters/author                        # no key
    filters[author]=                                  -> invalid_value /filters/author                        # empty
    filters[author][]=1&filters[author][]=x           -> invalid_value /filters/author/1                      # no key in a list
    filters[author]=1&filters[author]=2               -> duplicate_key /filters/author                        # twice
    filters[author]=1&filters[author][name]=a         -> duplicate_key /filters/author                        # a leaf and a branch
    filters[editions]=1                               -> expected_object /filters/editions                    # a key of two columns
    filters[attachments]=1                            -> expected_object /filters/attachments                 # a key that is not exposed
    {"filters":{"author":[]}}                         -> expected_list /filters/author                        # an empty list
    {"filters":{"author":[null]}}                     -> expected_value /filters/author/0                     # null in a list
  `);
  answers([
    [{ filters: { author: [3n, 4] } }, 'filters[author][id][$in][0]=3&filters[author][id][$in][1]=4', 'native values'],
    [{ filters: { author: new Date(0) } }, ['invalid_value /filters/author'], 'a Date'],
  ]);
});

describe('$count', () => {
  const count = 'filters[comments][$count]';
  const where = `${count}[$where][approved]`;

  answers(`
    ${count}=5                                           -> ${count}[$eq]=5                                      # short
    ${count}[$eq]=5                                      -> ${count}[$eq]=5                                      # said aloud
    ${count}[$gte]=2&${count}[$lt]=5                     -> ${count}[$gte]=2&${count}[$lt]=5                     # two comparisons of one count
    ${count}[$between][]=2&${count}[$between][]=5        -> ${count}[$between][0]=2&${count}[$between][1]=5      # a range
    ${count}[]=5&${count}[]=2                            -> ${count}[$in][0]=2&${count}[$in][1]=5                # a list
    ${count}[$in]=5&${count}[$in]=2                      -> ${count}[$in][0]=2&${count}[$in][1]=5                # a repeated key
    ${count}[$notIn]=5                                   -> ${count}[$notIn][0]=5                                # a list of one
    ${count}[$ne]=0                                      -> ${count}[$ne]=0                                      # zero
    filters[tags][$count][$gt]=1                         -> filters[tags][$count][$gt]=1                         # across a junction
    ${count}=5&filters[comments][body]=a                 -> ${count}[$eq]=5&filters[comments][body][$eq]=a       # beside a condition on some row
    ${where}=true                                        -> expected_value /filters/comments/$count              # $where alone
    ${count}[$gte]=2&${count}[$where]=x                  -> expected_object /filters/comments/$count/$where      # $where of a value
    ${count}[$gte]=2&${count}[$where][nam]=x             -> unknown_field /filters/comments/$count/$where/nam    # $where of a wrong name
    ${count}=x                                           -> invalid_value /filters/comments/$count               # no number
    ${count}=1.5                                         -> invalid_value /filters/comments/$count               # no whole number
    ${count}                                             -> expected_value /filters/comments/$count              # nothing
    ${count}=1&${count}=2                                -> duplicate_key /filters/comments/$count               # twice
    ${count}[0]=1&${count}[2]=2                          -> expected_list /filters/comments/$count               # a list with a gap
    ${count}[$gte][0]=1                                  -> expected_value /filters/comments/$count/$gte         # a list for one value
    ${count}[$between]=1                                 -> expected_pair /filters/comments/$count/$between      # one value for a pair
    ${count}[$null]=true                                 -> operator_not_allowed /filters/comments/$count/$null  # a number is never NULL
    ${count}[$contains]=1                                -> operator_not_allowed /filters/comments/$count/$contains # nor a text
    ${count}[body]=1                                     -> unknown_operator /filters/comments/$count/body       # a field beside it belongs into $where
    ${count}[$not][$eq]=1                                -> unknown_operator /filters/comments/$count/$not       # no group
    {"filters":{"comments":{"$count":{}}}}               -> expected_value /filters/comments/$count              # an empty object
    {"filters":{"comments":{"$count":[]}}}               -> expected_list /filters/comments/$count               # an empty list
    {"filters":{"comments":{"$count":5}}}                -> ${count}[$eq]=5                                      # a native number
    {"filters":{"comments":{"$count":{"$gte":5,"$where":{}}}}} -> expected_object /filters/comments/$count/$where      # an empty $where
  `);
  answers([
    [
      `${where}=true&${count}[$gte]=5`,
      `${where}[$eq]=true&${count}[$gte]=5`.split('&').reverse().join('&'),
      'with a condition',
    ],
    [
      { filters: { comments: { $count: { $gte: 5, $where: undefined } } } },
      ['expected_object /filters/comments/$count/$where'],
      'an undefined $where',
    ],
  ]);
});

describe('of other entities', () => {
  answers([['filters[posts][title]=a', 'filters[posts][title][$eq]=a', 'the way back']], { of: Author });
  answers([['filters[posts][tags][name]=a', 'filters[posts][tags][name][$eq]=a', 'and on']], { of: Tag });
  answers(
    [
      ['filters[parent][parent][body]=a', 'filters[parent][parent][body][$eq]=a', 'to itself'],
      ['filters[replies][$none][replies][body]=a', 'filters[replies][$none][replies][body][$eq]=a', 'from itself'],
    ],
    { of: Comment },
  );
});
