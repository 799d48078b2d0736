import { answers, answersBy } from './asking.js';
import { asking } from './wares.js';

const red = 'filters[specs][color][$eq]=red';
const wide = 'filters[specs][size][width][$gte]=3';

describe('a path', () => {
  answersBy(asking)(`
    filters[specs][color]=red                            -> ${red}                                               # one value is $eq
    filters[specs][color][]=red&filters[specs][color][]=blue -> filters[specs][color][$in][0]=blue&filters[specs][color][$in][1]=red # a list is $in
    filters[specs][color]                                -> filters[specs][color][$null]=true                    # null is $null
    filters[specs][size][width][$gte]=3                  -> ${wide}                                              # below an object
    filters[specs][size][width][0]=3                     -> filters[specs][size][width][$in][0]=3                # an index is that of a list
    filters[specs][size][width][$gte]=3&filters[specs][color]=red -> ${red}&${wide}                                       # two of one document
    filters[specs][mass]=1.50                            -> filters[specs][mass][$eq]=1.5                        # by its alias
    filters[specs][ab]=x                                 -> filters[specs][ab][$eq]=x                            # by the alias of its keys
    filters[remarks][by]=Ann                             -> filters[remarks][by][$eq]=Ann                        # below the alias of a document
    filters[specs][labels]=x                             -> filters[specs][labels][$has]=x                       # a list of values: one
    filters[specs][labels][]=x&filters[specs][labels][]=y -> filters[specs][labels][$hasSome][0]=x&filters[specs][labels][$hasSome][1]=y # a list of values: several
    filters[$not][specs][color]=red                      -> filters[specs][color][$not][$eq]=red                 # negated
    filters[specs][color][$not][$eq]=red                 -> filters[specs][color][$not][$eq]=red                 # negated below
    filters[$or][0][specs][color]=red&filters[$or][1][specs][$null]=true -> filters[$or][0][specs][$null]=true&filters[$or][1][specs][color][$eq]=red # in alternatives
    filters[$or][specs][color]=red&filters[$or][specs][ab]=x -> filters[specs][ab][$eq]=x&filters[specs][color][$eq]=red # the document is one alternative
  `);
});

describe('the values of a path', () => {
  answersBy(asking)(`
    filters[specs][size][width]=3.5                      -> invalid_value /filters/specs/size/width              # a fraction for a whole number
    filters[specs][big]=9223372036854775807              -> filters[specs][big][$eq]=9223372036854775807         # the greatest
    filters[specs][big]=9223372036854775808              -> invalid_value /filters/specs/big                     # one more
    filters[specs][ratio]=1e3                            -> filters[specs][ratio][$eq]=1000                      # an exponent
    filters[specs][mass]=1e-7                            -> filters[specs][mass][$eq]=0.0000001                  # of a decimal, as JSON writes it
    filters[specs][mass]=1e3                             -> invalid_value /filters/specs/mass                    # which no decimal has
    filters[specs][on]=1                                 -> filters[specs][on][$eq]=true                         # a boolean
    filters[specs][on]=yes                               -> invalid_value /filters/specs/on                      # another word
    filters[specs][on][$ne]=true                         -> operator_not_allowed /filters/specs/on/$ne           # an operator that it has not
    filters[specs][on]                                   -> operator_not_allowed /filters/specs/on               # null is $null, which it has not either
    filters[specs][made]=2024-02-29                      -> filters[specs][made][$eq]=2024-02-29                 # a day
    filters[specs][made]=2024-02-30                      -> invalid_value /filters/specs/made                    # none of the calendar
    filters[specs][code]=3F2504E0-4F89-41D3-9A0C-0305E82C3301 -> filters[specs][code][$eq]=3f2504e0-4f89-41d3-9a0c-0305e82c3301 # a uuid in capitals
    filters[specs][code]=x                               -> invalid_value /filters/specs/code                    # no uuid
    filters[specs][color]=a%00b                          -> invalid_value /filters/specs/color                   # NUL
    filters[specs][labels][$has]=a%00b                   -> invalid_value /filters/specs/labels/$has             # NUL in an element
    filters[specs][color][$contains]=                    -> invalid_value /filters/specs/color/$contains         # an empty needle
    filters[specs][labels][$eq]=x                        -> operator_not_allowed /filters/specs/labels/$eq       # a list is no value
    filters[specs][labels][0][$has]=x                    -> expected_value /filters/specs/labels/0               # an element has no operators
  `);
});

describe('what is no path', () => {
  const unknown = (path: string): readonly string[] => [`unknown_field /filters/${path}`];

  answersBy(asking)(`
    filters[specs][size]=3              -> expected_object /filters/specs/size             # the object on the way
    filters[specs][size]                -> expected_object /filters/specs/size             # which is never NULL
    filters[specs][size][0]=3           -> expected_object /filters/specs/size             # nor a list
    filters[specs][size][$gte]=3        -> unknown_operator /filters/specs/size/$gte       # nor a value
    filters[specs][size][$not][width]=3 -> unknown_operator /filters/specs/size/$not       # nor a group
    filters[specs][color][name]=red     -> unknown_operator /filters/specs/color/name      # below a value
    filters[specs][color][0][name]=red  -> expected_value /filters/specs/color/0           # through an index
    filters[specs][labels][0][name]=red -> expected_value /filters/specs/labels/0          # through an element
    filters[specs][color][__proto__]=x  -> unknown_operator /filters/specs/color/__proto__ # below a value
  `);
  // prettier-ignore
  answers(
    [
      ['filters[specs][weight]=1', unknown('specs/weight'), 'the property, where there is an alias'],
      ['filters[specs][odd]=x', unknown('specs/odd'), 'the path of a name that has another'],
      ["filters[specs][a.b][it's]=x", unknown('specs/a.b'), 'the keys, where there is an alias'],
      ['filters[notes][by]=Ann', unknown('notes'), 'the property of a document with an alias'],
      ['filters[specs][Color]=red', unknown('specs/Color'), 'in another case'],
      ['filters[specs][ color]=red', unknown('specs/ color'), 'with a space'],
      ['filters[specs][0]=a&filters[specs][color]=red', unknown('specs/0'), 'an index beside a path'],
      ['filters[specs.color]=red', unknown('specs.color'), 'with a dot'],
      ['filters[specs][size.width]=3', unknown('specs/size.width'), 'with a dot below the document'],
      ['filters[specs][secret]=x', unknown('specs/secret'), 'hidden'],
      ['filters[secretVault][color]=x', unknown('secretVault'), 'in a hidden document'],
      ['filters[secretVault][$null]=true', unknown('secretVault'), 'nor whether that is there'],
      ['filters[specs][__proto__]=x', unknown('specs/__proto__'), 'a name of a prototype'],
      ['filters[specs][__proto__][color]=x', unknown('specs/__proto__'), 'and below it'],
      ['filters[specs][constructor][name]=x', unknown('specs/constructor'), 'likewise'],
      ['filters[specs][toString]=x', unknown('specs/toString'), 'likewise'],
      ['filters[specs][size][hasOwnProperty]=x', unknown('specs/size/hasOwnProperty'), 'deeper'],
      [{ filters: { specs: JSON.parse('{"__proto__":{"color":"x"}}') as object } }, unknown('specs/__proto__'), 'in a body'],
      ['filters[specs][colour]=a&filters[specs][size][depth]=1&filters[specs][$foo]=1', [...unknown('specs/colour'),...unknown('specs/size/depth'), 'unknown_operator /filters/specs/$foo'], 'all of them are told'],
    ],
    asking,
  );
});
