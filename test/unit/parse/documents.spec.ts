import { answers, answersBy, issuesOf } from './asking.js';
import { asking } from './wares.js';

const red = 'filters[specs][color][$eq]=red';
const wide = 'filters[specs][size][width][$gte]=3';

describe('a document', () => {
  const paths = ['color', 'size', 'mass', 'ratio', 'big', 'on', 'made', 'code', 'labels', 'ab'];
  const all = [...paths, '$null', '$notNull', '$not'];

  answersBy(asking)(`
    filters[specs][$null]=true                           -> filters[specs][$null]=true                     # is there or not
    filters[specs][$null]=false                          -> filters[specs][$notNull]=true                  # is there
    filters[specs][$not][$null]=true                     -> filters[specs][$not][$null]=true               # negated
    filters[specs][$null]=false&filters[specs][color]=red -> filters[specs][$notNull]=true&${red}           # and a path
    filters[specs]=red                                   -> operator_not_allowed /filters/specs            # has no value
    filters[specs]=                                      -> operator_not_allowed /filters/specs            # not even an empty one
    filters[specs]                                       -> operator_not_allowed /filters/specs            # null is $eq, which it does not take
    filters[specs][]=red                                 -> operator_not_allowed /filters/specs            # is no list
    filters[specs][0][color]=red                         -> operator_not_allowed /filters/specs            # nor one of documents
    filters[specs][$eq]=red                              -> operator_not_allowed /filters/specs/$eq        # takes no comparison
    filters[specs][$has]=red                             -> operator_not_allowed /filters/specs/$has       # has no elements
    filters[specs][$exists]=true                         -> operator_not_allowed /filters/specs/$exists    # is no relation
    filters[specs][$nul]=true                            -> unknown_operator /filters/specs/$nul           # knows no typos
    filters[specs][$or][0][color]=red                    -> unknown_operator /filters/specs/$or            # has no groups
    filters[specs][$and][0][color]=red                   -> unknown_operator /filters/specs/$and           # of either sort
    filters[specs][$not][color]=red                      -> unknown_operator /filters/specs/$not/color     # $not is for its operators
    filters[specs]=a&filters[specs][color]=b             -> duplicate_key /filters/specs                   # is no value beside its paths
    filters[remarks][$notNull]=true                      -> operator_not_allowed /filters/remarks/$notNull # with operators of a rule
    filters[remarks][$null]=false                        -> filters[remarks][$null]=false                  # whose opposite is not among them
    filters[plain][$null]=true                           -> filters[plain][$null]=true                     # without paths
    filters[plain][color]=red                            -> unknown_operator /filters/plain/color          # which then has none
    {"filters":{"specs":null}}                           -> operator_not_allowed /filters/specs            # null in code
    {"filters":{"specs":{}}}                             -> expected_object /filters/specs                 # an empty object in code
    {"filters":{"specs":{"size":{}}}}                    -> expected_object /filters/specs/size            # below it, too
    {"filters":{"specs":[]}}                             -> operator_not_allowed /filters/specs            # a list in code
    {"filters":{"specs":{"color":"red","size":{"width":{"$gte":3}}}}} -> ${red}&${wide}                                 # paths in code
    {"filters":{"specs":"{\\"color\\":\\"red\\"}"}}      -> operator_not_allowed /filters/specs            # a text in code
  `);
  answers([[{ filters: { specs: new Date(0) } }, ['operator_not_allowed /filters/specs'], 'a date in code']], asking);

  it.each([
    ['filters[specs][colour]=red', 'unknown_field', all],
    ['filters[specs][secret]=red', 'unknown_field', all],
    ['filters[specs][$eq]=red', 'operator_not_allowed', all],
    ['filters[specs]=red', 'operator_not_allowed', all],
    ['filters[specs][size][depth]=1', 'unknown_field', ['width', 'height']],
    ['filters[specs][size][$null]=true', 'unknown_operator', ['width', 'height']],
    ['filters[remarks][buy]=Ann', 'unknown_field', ['by', '$null', '$not']],
  ])('tells what there is: %s', (request, code, allowed) => {
    expect(issuesOf(request, asking)).toMatchObject([{ code, allowed }]);
  });

  it('suggests a path that is near', () => {
    expect(issuesOf('filters[specs][colour]=red', asking)[0]?.message).toMatch(
      /^filters\[specs\]\[colour\] is not a filterable field; did you mean 'color'\? Use one of: color, size/,
    );
  });
});

describe('the JSON text of conditions on a document', () => {
  answersBy(asking)(`
    filters[specs]={"color":"red"}                       -> ${red}                                          # at the document
    filters={"specs":{"color":"red","size":{"width":{"$gte":3}}}} -> ${red}&${wide}                                  # for all filters
    filters[specs][size]={"width":{"$gte":3}}            -> ${wide}                                         # at an object on the way
    filters[specs][size][width]={"$gte":3}               -> ${wide}                                         # operators at a path
    filters[specs][color]={"red":1}                      -> filters[specs][color][$eq]={"red":1}            # a value at a path
    filters[specs]={"$null":false}                       -> filters[specs][$notNull]=true                   # an operator of the document
    filters[specs]={"$null":false,"color":"red"}         -> filters[specs][$notNull]=true&${red}            # and a path
    filters[specs]={"big":9223372036854775807}           -> filters[specs][big][$eq]=9223372036854775807    # a number
    filters[specs]={"mass":0.10000000000000000550}       -> filters[specs][mass][$eq]=0.1000000000000000055 # digits
    filters[specs]={"size":{"width":1.0}}                -> invalid_value /filters/specs/size/width         # a fraction
    filters[specs]={"color":5}                           -> invalid_value /filters/specs/color              # a number is no text
    filters[specs]={"color":null}                        -> filters[specs][color][$null]=true               # null
    filters[specs]={"labels":["x"]}                      -> filters[specs][labels][$hasSome][0]=x           # a list
    filters[specs]={"color":"a","color":"b"}             -> duplicate_key /filters/specs/color              # a name twice
    filters[specs]={"colour":"red"}                      -> unknown_field /filters/specs/colour             # a typo
    filters[specs]={"__proto__":{"color":"x"}}           -> unknown_field /filters/specs/__proto__          # a prototype
    filters[specs]={"$or":[{"color":"red"}]}             -> unknown_operator /filters/specs/$or             # a group
    filters[specs]={"color":                             -> expected_object /filters/specs                  # cut off
    filters[specs]=["color"]                             -> expected_object /filters/specs                  # a list
    filters[specs]={}                                    -> expected_object /filters/specs                  # no condition
    filters[specs]=5                                     -> operator_not_allowed /filters/specs             # a number is a value
    filters[specs][$null]={"color":"red"}                -> expected_boolean /filters/specs/$null           # under an operator
    filters[plain]={"a":1}                               -> operator_not_allowed /filters/plain             # where no path is declared
  `);
});

describe('a sort by a path', () => {
  answersBy(asking)(`
    sort=specs.color                             -> sort[0]=specs.color:asc                              # with a dot
    sort=specs.color:desc,letters                -> sort[0]=specs.color:desc&sort[1]=letters:asc         # beside a virtual column
    sort=specs.size.width:desc:nullsLast         -> sort[0]=specs.size.width:desc:nullsLast              # two deep
    sort[specs][size][width]=desc                -> sort[0]=specs.size.width:desc                        # as an object
    sort[0][specs][color]=asc                    -> sort[0]=specs.color:asc                              # in a list
    {"sort":{"specs":{"color":"desc"}}}          -> sort[0]=specs.color:desc                             # in code
    sort=specs.mass,specs.ab,remarks.by          -> sort[0]=specs.mass:asc&sort[1]=specs.ab:asc&sort[2]=remarks.by:asc # by alias
    sort=specs.weight                            -> not_sortable /sort/0                                 # not by the property
    sort=notes.by                                -> not_sortable /sort/0                                 # nor by that of the document
    sort=specs.odd                               -> not_sortable /sort/0                                 # nor by a path with another name
    sort=specs.size.height                       -> not_sortable /sort/0                                 # not where the rule says so
    sort=specs                                   -> not_sortable /sort/0                                 # a document has no order
    sort=specs.size                              -> not_sortable /sort/0                                 # nor has an object in it
    sort=specs.labels                            -> not_sortable /sort/0                                 # nor a list
    sort=specs.color.x                           -> not_sortable /sort/0                                 # nothing is below a value
    sort=color                                   -> not_sortable /sort/0                                 # a path alone
    sort=specs.secret                            -> not_sortable /sort/0                                 # hidden
    sort=secretVault.color                       -> not_sortable /sort/0                                 # in a hidden document
    sort=specs.__proto__                         -> not_sortable /sort/0                                 # a prototype
    sort[specs][__proto__]=asc                   -> not_sortable /sort/specs                             # as an object
    sort=specs.color,specs.color                 -> duplicate_sort /sort/1                               # twice
    sort=specs.color,specs.mass&sort=specs.color -> duplicate_sort /sort/2                               # twice in a list
  `);

  it('has every key of a value that is sortable, and none that is hidden', () => {
    const keys = ['color', 'size.width', 'mass', 'ratio', 'big', 'on', 'made', 'code', 'ab'];
    expect(issuesOf('sort=specs', asking)[0]?.allowed).toEqual([
      'id',
      'name',
      'letters',
      ...keys.map((key) => `specs.${key}`),
      'remarks.by',
      'maker.id',
      'maker.name',
    ]);
  });
});
