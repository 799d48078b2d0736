import { type FilterException, type FilterService } from 'nestjs-filterable';
import { filterServiceFor } from 'nestjs-filterable/testing';
import { Venue, entities } from '../../e2e/named/model.js';
import { cases } from '../../support/table.js';

/* Conditions with named filters as bodies and messages have them: their canonical text, or the refusal. */

let filters: FilterService;
beforeAll(async () => {
  filters = await filterServiceFor(entities);
});

function outcome(input: string | object): string {
  try {
    return decodeURIComponent(String(filters.parse(Venue, input)));
  } catch (error) {
    return (error as FilterException).issues.map(({ code, pointer }) => `${code} ${pointer}`).join();
  }
}

it.each(
  cases(`
    { "popular": true }                        -> filters[popular][$eq]=true
    { "popular": "true" }                      -> filters[popular][$eq]=true
    { "popular": false }                       -> filters[popular][$eq]=false
    { "loved": true }                          -> filters[popular][$eq]=true
    { "$not": { "popular": true } }            -> filters[popular][$not][$eq]=true
    { "atLeast": 4 }                           -> filters[atLeast][$eq]=4
    { "atLeast": { "$in": [5, 4] } }           -> filters[atLeast][$in][0]=4&filters[atLeast][$in][1]=5
    { "since": "2026-11-20" }                  -> filters[since][$eq]=2026-11-20
    { "about": "attic" }                       -> filters[about][$eq]=attic
    { "owner": { "rich": true } }              -> filters[owner][rich][$eq]=true
    { "visits": { "$some": { "good": true } } } -> filters[visits][good][$eq]=true
    { "$or": [{ "popular": true }, { "city": "Rome" }] } -> filters[$or][0][city][$eq]=Rome&filters[$or][1][popular][$eq]=true
    { "popular": "maybe" }                     -> invalid_value /filters/popular
    { "popular": null }                        -> operator_not_allowed /filters/popular
    { "popular": { "$ne": true } }             -> operator_not_allowed /filters/popular/$ne
    { "popular": { "stars": 4 } }              -> unknown_operator /filters/popular/stars
    { "popular": true, "loved": true }         -> duplicate_key /filters/loved
    { "atLeast": 1.5 }                         -> invalid_value /filters/atLeast
    { "forAdmins": true }                      -> unknown_field /filters/forAdmins
    { "owner": { "popular": true } }           -> unknown_field /filters/owner/popular
  `),
)('%s -> %s', (json, expected) => {
  expect(outcome({ filters: JSON.parse(json) as object })).toBe(expected);
  expect(outcome(`filters=${encodeURIComponent(json)}`)).toBe(expected);
});
