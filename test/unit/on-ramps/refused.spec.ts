import { FilterException, FilterService, type OnRamp } from 'nestjs-filterable';
import { crud } from 'nestjs-filterable/on-ramps/crud';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { expand } from '../../support/hostile/refusals.js';
import { describeEntities } from '../../support/metadata.js';
import { cases } from '../../support/table.js';

const filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities), { nulls: 'last' });

/** Expects that a request of an on-ramp has exactly these issues: `code path`, with the pointer of that path. */
function expectRefusal(onRamp: OnRamp, request: string, issues: string): void {
  const list = { onRamp, search: ['title', 'slug'], select: true, limits: { pageSize: 20 } } as const;
  try {
    throw new Error(`understood as ${filters.parse(Post, request, list).toString()}`);
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    expect(error.issues.map(({ code, path }) => `${code} ${path}`).join(', ')).toBe(issues);
    for (const { path, pointer } of error.issues) {
      expect(pointer).toBe(`/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    }
  }
}

describe('requests of nestjs-paginate: its differences, and hostile ones', () => {
  const onRamp = nestjsPaginate({ all: { max: 100 } });

  it.each(
    cases(String.raw`
  filter.nope=1 -> unknown_field filter.nope
  filter.secretNote=1 -> unknown_field filter.secretNote
  filter.author.email=a -> unknown_field filter.author.email
  filter.updatedBy.name=a -> unknown_field filter.updatedBy.name
  filter.__proto__=1 -> unknown_field filter.__proto__
  filter.author.__proto__.x=1 -> unknown_field filter.author.__proto__.x
  filter.constructor=1 -> unknown_field filter.constructor
  filter.id=x -> invalid_value filter.id
  filter.id= -> invalid_value filter.id
  filter.id -> expected_value filter.id
  filter.id=$gte -> expected_value filter.id
  filter.id=$nope:3 -> unknown_operator filter.id
  filter.id=$ilike:3 -> operator_not_allowed filter.id
  filter.id=$contains:3 -> operator_not_allowed filter.id
  filter.id=$btw:1 -> expected_pair filter.id
  filter.id=$btw:1,2,3 -> expected_pair filter.id
  filter.id=$in: -> invalid_value filter.id
  filter.title=$ilike: -> invalid_value filter.title
  filter.comments=$not:$none -> expected_value filter.comments
  filter.comments=$none: -> invalid_value filter.comments
  filter.title=$none -> malformed_key filter.title, operator_not_allowed filter.title
  filter.tags.name=$any -> operator_not_allowed filter.tags.name
  filter.author..name=1 -> malformed_key filter.author..name
  xfilter.id=1 -> malformed_key xfilter.id
  filter[id]=1 -> malformed_key filter[id]
  filter= -> malformed_key filter
  filter=id -> malformed_key filter
  filter=id=1+OR -> malformed_key filter
  filter=id=1&filter=id=2 -> duplicate_key filter
  {60&filter.id=$or:$eq:#} -> limit_exceeded filter.id
  filter=((((((((((((((((((((((((((((((((((((((((id=$eq:1)))))))))))))))))))))))))))))))))))))))) -> limit_exceeded filter
  sortBy=nope:ASC -> not_sortable sortBy
  sortBy=secretNote:ASC -> not_sortable sortBy
  sortBy=id:asc -> invalid_direction sortBy
  sortBy=id:ASC:x -> invalid_direction sortBy
  sortBy=title~slug:ASC -> malformed_key sortBy
  sortBy=id:ASC&sortBy=id:DESC -> duplicate_sort sortBy
  sortBy=author.country.name:ASC -> sort_too_deep sortBy
  page=x -> invalid_pagination page
  page=100000000 -> limit_exceeded page
  limit=-1&page=x -> invalid_pagination page
  limit=0 -> invalid_pagination limit
  limit=-2 -> invalid_pagination limit
  limit=1.5 -> invalid_pagination limit
  search=" -> invalid_value search
  search=%22%20%22&searchBy=title -> invalid_value search
  search=a&search=b -> duplicate_key search
  select=secretNote -> unknown_field select
  filter.id=%zz -> malformed_encoding filters
  filter.title=%00 -> invalid_value filter.title
  filter.id={9000*1} -> limit_exceeded filters
  filter=id=$eq:0{39*+OR+id=$eq:#} -> limit_exceeded filter
`),
  )('%s -> %s', (request, issues) => expectRefusal(onRamp, expand(request), issues));
});

describe('requests of @dataui/crud: its differences, and hostile ones', () => {
  const onRamp = crud({ joined: ['author'] });

  it.each(
    cases(String.raw`
  filter=nope||$eq||1 -> unknown_field filter
  filter=secretNote||$eq||1 -> unknown_field filter
  filter=author.email||$eq||a -> unknown_field filter
  filter=__proto__||$eq||1 -> unknown_field filter
  filter=constructor.x||$eq||1 -> unknown_field filter
  filter=id||$eq||x -> invalid_value filter
  filter=id||$eq|| -> expected_value filter
  filter= -> expected_value filter
  filter -> expected_value filter
  filter=||$eq||1 -> expected_value filter
  filter=id||$nope||1 -> unknown_operator filter
  filter=id||$EQ||1 -> unknown_operator filter
  filter=id||constructor||1 -> unknown_operator filter
  filter=id||$cont||1 -> operator_not_allowed filter
  filter=title||$contArr||a -> operator_not_allowed filter
  filter=id||$between||1 -> expected_pair filter
  filter[id]=1 -> malformed_key filter[id]
  or[id]=id||$eq||1 -> malformed_key or[id]
  s=%7B%22id%22%3A1%7D&filter=id||$eq||1 -> malformed_key filter
  s=%7B%22id%22%3A1%7D&or=id||$eq||1 -> malformed_key or
  s=x -> expected_object s
  s=[] -> expected_object s
  s={"id":1 -> expected_object s
  s={"id":1,"id":2} -> expected_object s
  s={"$not":[{"id":1}],"id":2} -> malformed_key s
  s={"$or":{"id":1}} -> malformed_key s
  s={"$or":[{},{"id":1}]} -> expected_object s
  select=secretNote -> unknown_field select
  {60&or=id||$eq||#} -> limit_exceeded or
  s={"id":{"$nope":1}} -> unknown_operator s
  s={"$and":[{"id":1},{"slug":{}}]} -> malformed_key s
  s={"id":[1,2]} -> expected_value s
  s={"slug":{"$notnull":null}} -> malformed_key s
  s={"slug":{"$isnull":false}} -> expected_value s
  __proto__=1&s={"__proto__":1} -> unknown_field s
  sort=nope,ASC -> not_sortable sort
  sort=secretNote,ASC -> not_sortable sort
  sort=id,asc -> invalid_direction sort
  sort=id,ASC,x -> invalid_direction sort
  sort=id,ASC&sort=id,DESC -> duplicate_sort sort
  page=x -> invalid_pagination page
  page=2&limit=5&offset=6 -> invalid_pagination offset
  limit=0 -> invalid_pagination limit
  offset=-1 -> invalid_pagination offset
  offset=100001 -> limit_exceeded offset
  join=author||name -> unknown_parameter join
  include_deleted=1 -> unknown_parameter include_deleted
  fields=secretNote -> unknown_field fields
  filter=id||$eq||%zz -> malformed_encoding filters
  filter=title||$eq||%00 -> invalid_value filter
  filter=id||$eq||{9000*1} -> limit_exceeded filters
`),
  )('%s -> %s', (request, issues) => expectRefusal(onRamp, expand(request), issues));
});
