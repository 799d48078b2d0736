import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';
import { type Asking, answers, answersBy, issuesOf } from './asking.js';
import { asking } from './wares.js';

const some = 'filters[tags][$hasSome][0]=a&filters[tags][$hasSome][1]=b';

describe('a list', () => {
  answersBy(asking)(`
    filters[tags]=a                                      -> filters[tags][$has]=a                                # one value alone is $has
    filters[tags][$has]=a                                -> filters[tags][$has]=a                                # as it is printed
    filters[tags][$has]=                                 -> filters[tags][$has]=                                 # the empty text is an element
    filters[tags][0]=a&filters[tags][1]=b                -> ${some}                                              # a list alone is $hasSome
    filters[tags][]=b&filters[tags][]=a                  -> ${some}                                              # without indexes
    filters[tags][$hasSome]=b&filters[tags][$hasSome]=a  -> ${some}                                              # as a repeated key
    filters[tags][0]=a                                   -> filters[tags][$hasSome][0]=a                         # a list of one is a list
    filters[tags][$hasSome]=a                            -> filters[tags][$hasSome][0]=a                         # one value is a list of one
    filters[tags][$hasEvery]=a                           -> filters[tags][$hasEvery][0]=a                        # for all of them, too
    filters[tags][$hasEvery][]=b&filters[tags][$hasEvery][]=a&filters[tags][$hasEvery][]=b -> filters[tags][$hasEvery][0]=a&filters[tags][$hasEvery][1]=b # an element given twice is one
    filters[tags][$not][$has]=a                          -> filters[tags][$not][$has]=a                          # negated below
    filters[$not][tags]=a                                -> filters[tags][$not][$has]=a                          # negated above
    filters[tags][$not][$not][$has]=a                    -> filters[tags][$has]=a                                # negated twice
    filters[tags][$empty]=true                           -> filters[tags][$empty]=true                           # without elements
    filters[tags][$empty]=false                          -> filters[tags][$empty]=false                          # with one
    filters[tags][$not][$empty]=true                     -> filters[tags][$empty]=false                          # the opposite
    filters[tags][$null]=true                            -> filters[tags][$null]=true                            # no list at all
    filters[tags][$notNull]=false                        -> filters[tags][$null]=true                            # the opposite of the opposite
    filters[tags]=a&filters[sizes][$empty]=false         -> filters[sizes][$empty]=false&filters[tags][$has]=a   # two lists
  `);
});

describe('the form of an operand of a list', () => {
  answersBy(asking)(`
    filters[tags]=a&filters[tags]=b                      -> duplicate_key /filters/tags           # a key given twice is one value given twice
    filters[tags][$has]=a&filters[tags][$has]=b          -> duplicate_key /filters/tags/$has      # likewise
    filters[tags][$has][0]=a                             -> expected_value /filters/tags/$has     # a list for one value
    filters[tags][$has]                                  -> expected_value /filters/tags/$has     # null is no element
    filters[tags]                                        -> filters[tags][$null]=true             # but alone it asks for no list
    filters[tags][]=a&filters[tags][]                    -> expected_value /filters/tags/1        # nor in a list
    filters[tags][$hasEvery]                             -> expected_list /filters/tags/$hasEvery # null for a list
    filters[tags][$hasEvery][0]=a&filters[tags][$hasEvery][2]=b -> expected_list /filters/tags/$hasEvery # a gap
    filters[tags][1]=a                                   -> expected_list /filters/tags           # no beginning
    filters[tags][0][0]=a                                -> expected_value /filters/tags/0        # a list in a list
    filters[tags][0][$has]=a                             -> expected_value /filters/tags/0        # operators in a list
    filters[tags][0][a]=b                                -> expected_value /filters/tags/0        # an object in a list
    filters[tags][$not]=a                                -> expected_object /filters/tags/$not    # a value under $not
    filters[tags][$empty]=1                              -> expected_boolean /filters/tags/$empty # a flag is true or false
    filters[tags][$empty]=                               -> expected_boolean /filters/tags/$empty # not nothing
    filters[tags][$empty]                                -> expected_boolean /filters/tags/$empty # nor null
    filters[tags][$empty][0]=true                        -> expected_boolean /filters/tags/$empty # nor a list
    {"filters":{"tags":[]}}                              -> expected_list /filters/tags           # an empty list
    {"filters":{"tags":{"$hasEvery":[]}}}                -> expected_list /filters/tags/$hasEvery # by name
    {"filters":{"tags":{}}}                              -> expected_object /filters/tags         # an empty object
    {"filters":{"tags":null}}                            -> filters[tags][$null]=true             # null in code
    {"filters":{"tags":[["a"]]}}                         -> expected_value /filters/tags/0        # a list in a list, in code
  `);
  // prettier-ignore
  answers(
    [
      [{ filters: { tags: undefined } }, ['expected_value /filters/tags'], 'undefined in code'],
      [{ filters: { tags: new Set(['a']) } }, ['expected_value /filters/tags'], 'a set'],
      [{ filters: { tags: { $hasSome: new Array(2) } } }, ['expected_value /filters/tags/$hasSome/0', 'expected_value /filters/tags/$hasSome/1'], 'holes'],
    ],
    asking,
  );
});

describe('an element', () => {
  answersBy(asking)(`
    filters[tags]=a,b                     -> invalid_value /filters/tags           # a comma parts the elements of a simple-array
    filters[tags]=,                       -> invalid_value /filters/tags           # also alone
    filters[tags][]=a&filters[tags][]=b,c -> invalid_value /filters/tags/1         # in a list
    filters[tags][$not][$has]=a,b         -> invalid_value /filters/tags/$not/$has # below a negation
    filters[sizes]=a,b                    -> filters[sizes][$has]=a,b              # and is text in a list of JSON
    filters[sizes]=["a"]                  -> filters[sizes][$has]=["a"]            # the JSON text of a list is text
    filters[sizes][$hasEvery]=["a"]       -> filters[sizes][$hasEvery][0]=["a"]    # where a list belongs, too
    filters[sizes]={"a":1}                -> filters[sizes][$has]={"a":1}          # and that of an object
    filters[sizes]=null                   -> filters[sizes][$has]=null             # a word
    filters[sizes]=a%00b                  -> invalid_value /filters/sizes          # NUL is nowhere
    filters[tags]=a%00b                   -> invalid_value /filters/tags           # nor here
    {"filters":{"sizes":["a","\\ud800"]}} -> invalid_value /filters/sizes/1        # half a character
    {"filters":{"sizes":3}}               -> invalid_value /filters/sizes          # a number is no text
    filters[amounts]=3                    -> filters[amounts][$has]=3              # of another kind
    filters[amounts]=03                   -> filters[amounts][$has]=3              # in another spelling
    filters[amounts]=2147483647           -> filters[amounts][$has]=2147483647     # the greatest
    filters[amounts]=2147483648           -> invalid_value /filters/amounts        # one more
    filters[amounts]=3.0                  -> invalid_value /filters/amounts        # a fraction
    filters[amounts]=true                 -> invalid_value /filters/amounts        # a boolean
    {"filters":{"amounts":3}}             -> filters[amounts][$has]=3              # a number in code
    {"filters":{"amounts":[3]}}           -> operator_not_allowed /filters/amounts # $hasSome is not for this field
  `);
  answers([[{ filters: { amounts: 3n } }, 'filters[amounts][$has]=3', 'a big one']], asking);
});

describe('the JSON text of a list', () => {
  answersBy(asking)(`
    filters={"tags":["b","a"]}           -> ${some}                                 # a list alone
    filters={"tags":"a"}                 -> filters[tags][$has]=a                   # a value alone
    filters[tags]={"$has":"a"}           -> filters[tags][$has]=a                   # operators
    filters[tags]={"$hasSome":["b","a"]} -> ${some}                                 # an operator of a list
    filters[sizes]={"$has":"a","b":1}    -> filters[sizes][$has]={"$has":"a","b":1} # a text, where one key is none
    filters={"tags":[]}                  -> expected_list /filters/tags             # an empty list
    filters={"tags":{"$hasEvery":[]}}    -> expected_list /filters/tags/$hasEvery   # by name
    filters={"tags":[{"a":1}]}           -> expected_value /filters/tags/0          # an object for an element
    filters={"tags":[null]}              -> expected_value /filters/tags/0          # null for an element
    filters={"tags":null}                -> filters[tags][$null]=true               # null for a list
    filters={"tags":5}                   -> invalid_value /filters/tags             # a number
    filters={"amounts":3}                -> filters[amounts][$has]=3                # a number where it belongs
    filters={"amounts":3.0}              -> invalid_value /filters/amounts          # a fraction
  `);
});

describe('the operators of a list', () => {
  const all = ['$null', '$notNull', '$has', '$hasEvery', '$hasSome', '$empty', '$not'];

  it.each([
    ...['$eq', '$ne', '$eqi', '$eqc', '$lt', '$gte', '$in', '$notIn', '$between', '$contains', '$startsWith'],
    ...['$some', '$every', '$none', '$exists', '$count'],
  ])('are not %s', (token) => {
    const issues = issuesOf(`filters[tags][${token}]=a`, asking);
    expect(issues).toMatchObject([
      {
        code: 'operator_not_allowed',
        path: `filters[tags][${token}]`,
        pointer: `/filters/tags/${token}`,
        allowed: all,
      },
    ]);
  });

  it.each(['$like', '$hasAny', '$HAS', 'a', '__proto__', 'toString'])('are not %s, which does not exist', (token) => {
    expect(issuesOf(`filters[tags][${token}]=a`, asking)).toMatchObject([
      { code: 'unknown_operator', pointer: `/filters/tags/${token}`, allowed: all },
    ]);
  });

  it.each(['$has', '$hasEvery', '$hasSome', '$empty'])('are for lists alone: %s', (token) => {
    for (const field of ['name', 'letters', 'maker', 'specs', 'plain']) {
      const [issue] = issuesOf(`filters[${field}][${token}]=true`, asking);
      expect([field, issue?.code, issue?.allowed?.includes(token)]).toEqual([field, 'operator_not_allowed', false]);
    }
  });

  it('are those that a rule names', () => {
    const allowed = ['$has', '$empty', '$not'];
    expect(issuesOf('filters[amounts][$hasSome]=3', asking)).toMatchObject([{ code: 'operator_not_allowed', allowed }]);
    expect(issuesOf('filters[amounts][]=3', asking)).toMatchObject([
      {
        message:
          'filters[amounts] without an operator means $hasSome, which this field does not accept; use one of: $has, $empty, $not',
        allowed,
      },
    ]);
  });

  it.each(['sort=tags', 'sort=sizes:desc', 'sort[amounts]=asc', 'sort=tags.$count', 'sort=specs.labels'])(
    'do not sort: %s',
    (request) => {
      const [issue] = issuesOf(request, asking);
      expect(issue?.code).toBe('not_sortable');
      expect(issue?.allowed?.filter((key) => /tags|sizes|amounts|labels/.test(key))).toEqual([]);
    },
  );
});

/** Arrays, which PostgreSQL alone has. */
@Entity()
@Filterable()
class Shelf {
  @PrimaryColumn() id!: number;
  @Column('text', { array: true }) words!: string[];
  @Column('int', { array: true }) numbers!: number[];
  @Column('boolean', { array: true }) flags!: boolean[];
  @Column('timestamptz', { array: true }) moments!: Date[];
  @Column('date', { array: true }) days!: string[];
}

const shelves: Asking = { of: Shelf, by: FilterService.forDataSource(await describeEntities('postgres', [Shelf])) };

describe('an element of an array', () => {
  answersBy(shelves)(`
    filters[words]=a,b                                   -> filters[words][$has]=a,b                    # a comma is text
    filters[words]={"a"}                                 -> filters[words][$has]={"a"}                  # PostgreSQL's own text of an array, too
    filters[words]=NULL                                  -> filters[words][$has]=NULL                   # and its word for nothing
    filters[numbers]=5                                   -> filters[numbers][$has]=5                    # a number
    filters[numbers]=2147483648                          -> invalid_value /filters/numbers              # beyond the range
    filters[numbers][]=1&filters[numbers][]=1.5          -> invalid_value /filters/numbers/1            # a fraction
    filters[flags]=1                                     -> filters[flags][$has]=true                   # a boolean
    filters[flags]=maybe                                 -> invalid_value /filters/flags                # no boolean
    filters[days]=2024-02-29                             -> filters[days][$has]=2024-02-29              # a day in a list of days
    filters[days]=2024-02-30                             -> invalid_value /filters/days                 # a day that no calendar has
    filters[moments]=2024-03-01T10:00:00%2B02:00         -> filters[moments][$has]=2024-03-01T08:00:00Z # an instant in a list of instants
    filters[moments]=2024-03-01                          -> invalid_value /filters/moments              # a day is no instant
    filters[moments][]=2024-03-01T10:00:00Z&filters[moments][]=2024-03-01 -> invalid_value /filters/moments/1            # also beside one
  `);
});
