import { type FilterException, type FilterService } from 'nestjs-filterable';
import { filterServiceFor } from 'nestjs-filterable/testing';
import { Tour, tourEntities } from '../../e2e/hostile/tours/model.js';
import { cases } from '../../support/table.js';

/*
 * The values of `populate` as bodies and messages have them, and as JSON text in an address: what each is read as, or
 * how it is refused.
 */
let filters: FilterService;
beforeAll(async () => {
  filters = await filterServiceFor(tourEntities);
});

function outcome(input: string | object): string {
  try {
    return JSON.stringify((filters.parse(Tour, input).toJSON() as { populate?: unknown }).populate ?? 'nothing');
  } catch (error) {
    return (error as FilterException).issues.map(({ code, pointer }) => `${code} ${pointer}`).join();
  }
}

it.each(
  cases(`
    "guide"                                               -> {"guide":"true"}
    "guide,stops"                                         -> {"guide":"true","stops":"true"}
    ["guide", "guide.home"]                               -> {"guide":{"populate":{"home":"true"}}}
    { "guide": true, "stops": { "limit": 2 } }            -> {"guide":"true","stops":{"limit":"2"}}
    { "guide": { "populate": ["home"] } }                 -> {"guide":{"populate":{"home":"true"}}}
    { "stops": { "filters": { "minutes": { "$gte": 5 } } } } -> {"stops":{"filters":{"minutes":{"$gte":"5"}}}}
    { "stops": { "sort": { "minutes": "desc" }, "fields": ["title"] } } -> {"stops":{"sort":["minutes:desc"],"fields":["title"]}}
    { "guide": false }                                    -> "nothing"
    {}                                                    -> "nothing"
    ""                                                    -> "nothing"
    "giude"                                               -> unknown_field /populate/0
    "owner"                                               -> unknown_field /populate/0
    "*"                                                   -> unknown_field /populate/0
    ["guide", "guide"]                                    -> duplicate_key /populate/1
    { "owner": true }                                     -> unknown_field /populate/owner
    { "guide": null }                                     -> expected_value /populate/guide
    { "guide": 1 }                                        -> expected_value /populate/guide
    { "guide": { "limit": 1 } }                           -> operator_not_allowed /populate/guide/limit
    { "stops": { "start": 1 } }                           -> unknown_parameter /populate/stops/start
    { "stops": { "limit": 6 } }                           -> limit_exceeded /populate/stops/limit
    { "stops": { "limit": "1e3" } }                       -> invalid_value /populate/stops/limit
    { "stops": { "filters": { "code": "a" } } }           -> unknown_field /populate/stops/filters/code
    { "stops": { "sort": "code" } }                       -> not_sortable /populate/stops/sort/0
    { "guide": { "fields": ["secret"] } }                 -> unknown_field /populate/guide/fields/0
    { "guide": { "populate": { "tours": { "populate": "guide" } } } } -> limit_exceeded /populate/guide/populate/tours/populate/0
    { "guide": { "populate": ["home", "tours"] }, "stops": { "populate": "town" }, "start": true } -> limit_exceeded /populate
    { "guide": { "populate": { "tours": { "limit": 80 } } } } -> limit_exceeded /populate
    { "guide": { "populate": { "tours": { "limit": 81 } } } } -> limit_exceeded /populate/guide/populate/tours/limit
    { "guide": { "fields": [] } }                         -> expected_list /populate/guide/fields
    { "stops": { "filters": { "title": { "$nope": "a" } } } } -> unknown_operator /populate/stops/filters/title/$nope
    { "stops": { "filters": { "minutes": "x" } } }        -> invalid_value /populate/stops/filters/minutes
    { "stops": { "sort": "minutes:up" } }                 -> invalid_direction /populate/stops/sort/0
    { "guide": { "sort": "name" } }                       -> operator_not_allowed /populate/guide/sort
    { "stops": { "pagination": { "page": 2 } } }          -> unknown_parameter /populate/stops/pagination
    { "stops": { "populate": "tour" } }                   -> unknown_field /populate/stops/populate/0
    ["guide", { "stops": true }]                          -> expected_value /populate/1
    null                                                  -> expected_value /populate
    7                                                     -> expected_value /populate
  `),
)('%s -> %s', (json, expected) => {
  const populate: unknown = JSON.parse(json);
  expect(outcome({ populate })).toBe(expected);
  if (typeof populate === 'number' || populate === null) return;
  const text = typeof populate === 'string' ? populate : json;
  expect(outcome(`populate=${encodeURIComponent(text)}`)).toBe(expected);
});
