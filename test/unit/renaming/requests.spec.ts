import { type Rows, answer, answers, answersBy, issuesOf } from '../parse/asking.js';
import { Cook, Review, type User, cooks } from './model.js';

const admin = { context: { isAdmin: true } satisfies User };
const overrides = { select: true as const };
const asking = { of: Cook, by: cooks, overrides };
const rows = (list: Rows) => answers(list, asking);

describe('a former name is read wherever the present one is', () => {
  rows(`
    filters[score]=4                                     -> filters[rating][$eq]=4                               # a field
    filters[points][$gte]=4                              -> filters[rating][$gte]=4                              # with several former names
    filters[nick]=a                                      -> filters[alias][$eq]=a                                # beside an alias
    filters[location][city]=Oslo                         -> filters[address][city][$eq]=Oslo                     # an embedded object
    filters[postcode]=1                                  -> filters[home][zip][$eq]=1                            # an embedded column that had an alias
    filters[home][plz]=1                                 -> filters[home][zip][$eq]=1                            # an embedded column that had another name in its object
    filters[home][ort]=Oslo                              -> filters[town][$eq]=Oslo                              # a column that was in its object
    filters[details][color]=red                          -> filters[specs][color][$eq]=red                       # a document
    filters[specs][colour]=red                           -> filters[specs][color][$eq]=red                       # a path
    filters[details][colour]=red                         -> filters[specs][color][$eq]=red                       # both
    filters[details][w][$lt]=3                           -> filters[specs][size][width][$lt]=3                   # a path of several keys
    filters[details][$null]=true                         -> filters[specs][$null]=true                           # an operator of a document
    filters[comments][grade]=4                           -> filters[reviews][stars][$eq]=4                       # a relation and its field
    filters[comments][$none][grade]=4                    -> filters[reviews][$none][stars][$eq]=4                # below a quantifier
    filters[comments][$count][$gte]=2                    -> filters[reviews][$count][$gte]=2                     # a count
    filters[comments][$count][$gte]=2&filters[comments][$count][$where][grade]=1 -> filters[reviews][$count][$gte]=2&filters[reviews][$count][$where][stars][$eq]=1 # a count of some
    filters[comments][$avg][grade][$gte]=4               -> filters[reviews][$avg][stars][$gte]=4                # an aggregate
    filters[comments][author][chief][score]=1            -> filters[reviews][cook][boss][rating][$eq]=1          # through relations
    filters[$or][0][score]=1&filters[$or][1][nick]=a     -> filters[$or][0][alias][$eq]=a&filters[$or][1][rating][$eq]=1 # in groups
    filters[$not][score]=1                               -> filters[rating][$not][$eq]=1                         # under a negation
    filters={"score":4}                                  -> filters[rating][$eq]=4                               # in JSON text
    {"filters":{"score":"4"}}                            -> filters[rating][$eq]=4                               # in an object
    sort=score:desc                                      -> sort[0]=rating:desc                                  # a sort key
    sort[score]=desc                                     -> sort[0]=rating:desc                                  # a sort key in brackets
    sort=location.city,details.colour                    -> sort[0]=address.city:asc&sort[1]=specs.color:asc     # of columns and paths
    sort=chief.score                                     -> sort[0]=boss.rating:asc                              # through a relation
    sort=comments.grade                                  -> sort[0]=reviews.stars:asc                            # by the related entity’s list of sort keys
    sort=comments.$count                                 -> sort[0]=reviews.$count:asc                           # by a count
    sort=comments.$avg.grade                             -> sort[0]=reviews.$avg.stars:asc                       # by an aggregate
    fields=score,nick                                    -> fields[0]=rating&fields[1]=alias                     # fields
    fields=location                                      -> fields[0]=address                                    # an embedded object in fields
    fields=location.city,home.ort                        -> fields[0]=address.city&fields[1]=town                # embedded columns in fields
    fields=details                                       -> fields[0]=specs                                      # a document in fields
    facets=score                                         -> facets[rating]=true                                  # a facet
    facets[comments.grade][limit]=3                      -> facets[reviews.stars][limit]=3                       # a facet through a relation
    aggregates=score:avg,score:max                       -> aggregates[rating][0]=avg&aggregates[rating][1]=max  # aggregates
    aggregates[score]=avg                                -> aggregates[rating][0]=avg                            # aggregates in brackets
    populate=comments                                    -> populate[reviews]=true                               # populate
    populate=comments.author                             -> populate[reviews][populate][cook]=true               # populate below
    populate[comments][filters][grade]=4&populate[comments][sort]=grade&populate[comments][fields]=grade -> populate[reviews][filters][stars][$eq]=4&populate[reviews][sort][0]=stars:asc&populate[reviews][fields][0]=stars # the options of populate
  `);
});

describe('two names of one member contradict', () => {
  rows(`
    filters[score]=4&filters[rating]=4                   -> duplicate_key /filters/score                        # present and former
    filters[score]=4&filters[points]=4                   -> duplicate_key /filters/points                       # two former ones
    filters[$or][score]=4&filters[$or][rating]=4         -> duplicate_key /filters/$or/score                    # in an $or of names
    filters[score]=4&filters[$not][rating]=4             -> filters[rating][$eq]=4&filters[rating][$not][$eq]=4 # not in two objects
    filters[location][city]=a&filters[address][zip]=1    -> duplicate_key /filters/location                     # an embedded object
    filters[postcode]=1&filters[home][zip]=1             -> duplicate_key /filters/postcode                     # a column and one in its object
    filters[postcode]=1&filters[home]={"zip":"1"}        -> duplicate_key /filters/postcode                     # in JSON text, too
    filters[home][ort]=1&filters[town]=1                 -> filters[town][$eq]=1                                # not in two objects
    filters[details][color]=a&filters[specs][size][width]=1 -> duplicate_key /filters/details                      # a document
    filters[specs][colour]=a&filters[specs][color]=a     -> duplicate_key /filters/specs/colour                 # a path
    filters[comments][text]=a&filters[reviews][text]=a   -> duplicate_key /filters/comments                     # a relation
    filters[comments][grade]=1&filters[comments][stars]=1 -> duplicate_key /filters/comments/grade               # below one
    filters[comments][$avg][grade]=1&filters[comments][$avg][stars]=1 -> duplicate_key /filters/comments/$avg/grade          # under an aggregate
    sort=score,rating                                    -> duplicate_sort /sort/1                              # sort keys, as ever
    fields=score,rating                                  -> duplicate_key /fields/1                             # fields
    facets=score,rating                                  -> duplicate_key /facets/1                             # facets
    aggregates=score:avg,rating:max                      -> duplicate_key /aggregates/1                         # aggregates
    populate=comments,reviews                            -> duplicate_key /populate/1                           # populate
    populate=comments.author,reviews.cook                -> duplicate_key /populate/1                           # populate, below one
  `);
});

describe('a former name of a hidden member does not exist', () => {
  const hidden = ['filters[%]=1', 'sort=%', 'fields=%', 'facets=%', 'aggregates=%:max'];
  test.each(hidden)('%s', (request) => {
    const of = (name: string) =>
      issuesOf(request.replace('%', name), asking).map((issue) => JSON.stringify(issue).replaceAll(name, '?'));
    expect(of('wage')).toEqual(of('gawe'));
    expect(of('wage')).not.toEqual([]);
    expect(answer(request.replace('%', 'wage'), { ...asking, overrides: { ...overrides, ...admin } })).toEqual(
      answer(request.replace('%', 'salary'), { ...asking, overrides: { ...overrides, ...admin } }),
    );
  });
  test.each(['filters[%][text]=1', 'sort=%.$count', 'populate=%'])('%s of a relation', (request) => {
    const of = (name: string) =>
      issuesOf(request.replace('%', name), asking).map((issue) => JSON.stringify(issue).replaceAll(name, '?'));
    expect(of('loans')).toEqual(of('snaol'));
    expect(of('loans')).not.toEqual([]);
  });
  test('nor beside the present one', () => {
    expect(issuesOf('filters[wage]=1&filters[salary]=1', asking).map(({ code }) => code)).toEqual([
      'unknown_field',
      'unknown_field',
    ]);
  });
});

describe('declared sort keys', () => {
  answersBy({ of: Review, by: cooks })(`
    sort=grade        -> sort[0]=stars:asc       # have the former names of their fields
    sort=author.score -> sort[0]=cook.rating:asc # and of their relations
    sort=grade,stars  -> duplicate_sort /sort/1  # which are one key
  `);
});

test('no refusal lists a former name', () => {
  const [issue] = issuesOf('filters[x]=1', asking);
  expect(issue?.allowed).toEqual([
    'id',
    'name',
    'rating',
    'alias',
    'address',
    'home',
    'town',
    'specs',
    'reviews',
    'boss',
    '$and',
    '$or',
    '$not',
  ]);
});

test('code has property names alone', () => {
  expect(() => cooks.filter(Cook, { filters: { score: 4 } } as never)).toThrow('filters[score]');
});
