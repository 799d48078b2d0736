import { type Operator, type OperatorTakes, builtInOperators } from 'nestjs-filterable';
import { answer, answers } from './asking.js';

/** A field that takes the operator, and two values of its kind. */
function sampleFor({ kinds }: Operator): { field: string; a: string; b: string } {
  return kinds === 'textual' ? { field: 'title', a: 'a', b: 'b' } : { field: 'views', a: '1', b: '2' };
}

/** How an operand can be written below its key. */
const shapes = {
  'one value': (key: string, a: string) => `${key}=${a}`,
  'a list of one': (key: string, a: string) => `${key}[0]=${a}`,
  'a list of two': (key: string, a: string, b: string) => `${key}[0]=${a}&${key}[1]=${b}`,
  'a list in brackets': (key: string, a: string, b: string) => `${key}[]=${a}&${key}[]=${b}`,
  'a list with a repetition': (key: string, a: string, b: string) => `${key}[0]=${a}&${key}[1]=${b}&${key}[2]=${a}`,
  'a list with a gap': (key: string, a: string, b: string) => `${key}[0]=${a}&${key}[2]=${b}`,
  'a repeated key': (key: string, a: string, b: string) => `${key}=${a}&${key}=${b}`,
  'an object': (key: string, a: string) => `${key}[x]=${a}`,
  'a list of objects': (key: string, a: string) => `${key}[0][x]=${a}`,
  'nothing after it': (key: string) => key,
} as const;

type Shape = keyof typeof shapes;

/** What an operand comes to: its canonical spelling below the operator, or a code and where it points from there. */
type Outcome = { readonly prints: string } | { readonly code: string; readonly below?: string };

const one: Outcome = { prints: '=A' };
const members: Outcome = { prints: '[0]=A&[1]=B' };

/** The same for every shape but those that are named. */
function outcomes(usual: string, exceptions: Partial<Record<Shape, Outcome>>): Record<Shape, Outcome> {
  const shapeNames = Object.keys(shapes) as Shape[];
  const all = shapeNames.map((shape) => [shape, exceptions[shape] ?? { code: usual }] as const);
  return Object.fromEntries(all) as Record<Shape, Outcome>;
}

const ofOneValue = outcomes('expected_value', { 'one value': one, 'a repeated key': { code: 'duplicate_key' } });

// prettier-ignore
const expected: Record<OperatorTakes, Record<Shape, Outcome>> = {
  value: ofOneValue,
  needle: ofOneValue,
  list: outcomes('expected_list', { 'one value': { prints: '[0]=A' }, 'a list of one': { prints: '[0]=A' }, 'a list of two': members, 'a list in brackets': members, 'a list with a repetition': members, 'a repeated key': members, 'a list of objects': { code: 'expected_value', below: '/0' } }),
  pair: outcomes('expected_pair', { 'a list of two': members, 'a list in brackets': members, 'a repeated key': members }),
  boolean: outcomes('expected_boolean', { 'a repeated key': { code: 'duplicate_key' } }),
};

/** `$eq` and `$ne` say something of a key with no value; every other operator refuses it. */
const nullMeanings = new Map([
  ['$eq', '$null'],
  ['$ne', '$notNull'],
]);

const operators = builtInOperators.filter((operator) => operator.list === undefined);

describe.each(operators.map((operator) => [operator.token, operator] as const))('%s', (token, operator) => {
  const { field, a, b } = sampleFor(operator);
  const key = `filters[${field}][${token}]`;
  const cases = (Object.keys(shapes) as Shape[]).map((shape) => [shape, expected[operator.takes][shape]] as const);

  it.each(cases.filter(([shape]) => shape !== 'nothing after it' || !nullMeanings.has(token)))(
    'given %s: %j',
    (shape, outcome) => {
      const asked = shapes[shape](key, a, b);
      if ('code' in outcome) {
        expect(answer(asked)).toEqual([`${outcome.code} /filters/${field}/${token}${outcome.below ?? ''}`]);
      } else {
        const operands = outcome.prints.split('&').map((text) => text.replace('A', a).replace('B', b));
        expect(answer(asked)).toBe(operands.map((text) => key + text).join('&'));
      }
    },
  );

  const meaning = nullMeanings.get(token);
  if (meaning !== undefined) {
    it('given nothing after it asks for NULL', () => {
      expect(answer(key)).toBe(`filters[${field}][${meaning}]=true`);
    });
  }
});

describe('flags', () => {
  answers(`
    filters[slug][$null]=true            -> filters[slug][$null]=true            # is NULL
    filters[slug][$null]=false           -> filters[slug][$notNull]=true         # false means the opposite
    filters[slug][$notNull]=true         -> filters[slug][$notNull]=true         # is not NULL
    filters[slug][$notNull]=false        -> filters[slug][$null]=true            # false means the opposite
    filters[slug][$null]=True            -> expected_boolean /filters/slug/$null # a letter has a case
    filters[slug][$null]=1               -> expected_boolean /filters/slug/$null # a boolean column takes 1, a flag does not
    filters[slug][$null]=                -> expected_boolean /filters/slug/$null # empty
    {"filters":{"slug":{"$null":false}}} -> filters[slug][$notNull]=true         # a native boolean
    {"filters":{"slug":{"$null":0}}}     -> expected_boolean /filters/slug/$null # a native number
    filters[meta][$null]=true            -> filters[meta][$null]=true            # json takes it
    filters[title][$null]=true           -> filters[title][$null]=true           # a column that cannot be NULL takes it
  `);
});

describe('several operators', () => {
  answers(`
    filters[views][$gte]=1&filters[views][$lt]=5         -> filters[views][$gte]=1&filters[views][$lt]=5         # both hold
    filters[views][$lt]=5&filters[views][$gte]=1         -> filters[views][$gte]=1&filters[views][$lt]=5         # in any order
    filters[views][$gte]=1&filters[title]=a              -> filters[title][$eq]=a&filters[views][$gte]=1         # of two fields
    filters[views][$between][0]=5&filters[views][$between][1]=1 -> filters[views][$between][0]=5&filters[views][$between][1]=1 # a pair keeps its order
    filters[views]=1&filters[views][$gt]=0               -> duplicate_key /filters/views                         # a key that is a leaf and a branch
    filters[views][$gte]=1&filters[views][]=2            -> unknown_operator /filters/views/0                    # a list and operators
    filters[views][$gte]=1&filters[views][0]=2           -> unknown_operator /filters/views/0                    # a member and operators
  `);
});

describe('operators that a field does not take', () => {
  answers(`
    filters[title][$regex]=a          -> unknown_operator /filters/title/$regex            # no operator at all
    filters[title][$EQ]=a             -> unknown_operator /filters/title/$EQ               # another case
    filters[title][eq]=a              -> unknown_operator /filters/title/eq                # without its sign
    filters[title][a1]=a              -> unknown_operator /filters/title/a1                # a name that ends like an index
    filters[title][1a]=a              -> unknown_operator /filters/title/1a                # a name that begins like one
    filters[title][constructor]=a     -> unknown_operator /filters/title/constructor       # a name of a prototype
    filters[title][__proto__]=a       -> unknown_operator /filters/title/__proto__         # a name of a prototype
    filters[title][name]=a            -> unknown_operator /filters/title/name              # a field is no relation
    filters[views][$contains]=1       -> operator_not_allowed /filters/views/$contains     # text only
    filters[isFeatured][$gt]=true     -> operator_not_allowed /filters/isFeatured/$gt      # no order
    filters[status][$startsWith]=d    -> operator_not_allowed /filters/status/$startsWith  # an enum is no text
    filters[externalId][$between][]=a -> operator_not_allowed /filters/externalId/$between # a uuid has no range
    filters[meta]=a                   -> operator_not_allowed /filters/meta                # json has no equality, said or not
    filters[meta][$eq]=a              -> operator_not_allowed /filters/meta/$eq            # json has no equality
    filters[language][$ne]=a          -> operator_not_allowed /filters/language/$ne        # not among those that are allowed
    filters[language][$null]=true     -> operator_not_allowed /filters/language/$null      # nor is this
    filters[language]                 -> operator_not_allowed /filters/language            # nor is this, by another name
    filters[language]=en              -> filters[language][$eq]=en                         # this is
    filters[language][]=en            -> filters[language][$in][0]=en                      # and this
    filters[title][$some][x]=a        -> operator_not_allowed /filters/title/$some         # for relations
    filters[title][$every][x]=a       -> operator_not_allowed /filters/title/$every        # for relations
    filters[title][$none][x]=a        -> operator_not_allowed /filters/title/$none         # for relations
    filters[title][$where][x]=a       -> operator_not_allowed /filters/title/$where        # for counts
    filters[title][$exists]=true      -> operator_not_allowed /filters/title/$exists       # for relations
    filters[title][$count]=1          -> operator_not_allowed /filters/title/$count        # for relations
    filters[title][$or][0][$eq]=a     -> unknown_operator /filters/title/$or               # groups hold conditions, not operators
  `);
});
