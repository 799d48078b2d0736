import { FilterService } from 'nestjs-filterable';
import { Book, Copy, Writer } from '../../e2e/hostile/books/model.js';
import { HostileList } from '../../support/hostile/refusals.js';
import { describeEntities } from '../../support/metadata.js';

/** Requests that attack search, facets, aggregates, named filters, fields and `deleted`. */
const filters = FilterService.forDataSource(await describeEntities('sqlite', [Book, Copy, Writer]), {
  context: undefined,
});
const list = new HostileList(filters, Book, { select: true, deleted: true });

list.refuses(
  'search-shape',
  String.raw`
  search=%FF -> malformed_encoding /search
  search=% -> malformed_encoding /search
  search[a -> malformed_key /search
  search.title=a -> malformed_key /search
  Search[a]=1 -> malformed_key /search
  serach[title]=1 -> malformed_key /search
  search=a+b+c+d+e+f+g -> limit_exceeded(searchWords) /search
  search={2000*a+} -> limit_exceeded(searchWords) /search
  search={101*a} -> limit_exceeded(needleLength) /search
  search=a&filters[nam]=b -> unknown_field /filters/nam
`,
);

list.refuses(
  'search-text',
  String.raw`
  search=a+a+a+a+a -> limit_exceeded(searchTerms) /search
`,
);

list.refuses(
  'facets-name',
  String.raw`
  facets=title, -> unknown_field /facets/1
  facets=shelfMark -> unknown_field /facets/0
  facets=__proto__ -> unknown_field /facets/0
  facets[writer][name]=true -> unknown_field /facets/writer
`,
);

list.refuses(
  'facets-option',
  String.raw`
  facets[title]=false -> expected_value /facets/title
  facets[title]=1 -> expected_value /facets/title
  facets[title][limit]=1.5 -> invalid_value /facets/title/limit
  facets[title][limit]=1e1 -> invalid_value /facets/title/limit
  facets[title][limit]=x -> invalid_value /facets/title/limit
  facets[title][search]= -> invalid_value /facets/title/search
  facets[title][search]=a%00 -> invalid_value /facets/title/search
  facets[title][search]={101*a} -> limit_exceeded(needleLength) /facets/title/search
  facets[title][search]=a&facets[title][search]=b -> duplicate_key /facets/title/search
  facets[title][search]=a&facets[tags][search]=a&facets[writer.name][search]=a&facets[shelf][search]=a&filters[title][$contains]=a -> limit_exceeded(unanchoredNeedles) /facets
  facets[title -> malformed_key /facets
  facet[title]=true -> malformed_key /facets
  facets={"title": -> expected_object /facets
`,
);

list.refuses(
  'aggregates-name',
  String.raw`
  aggregates=price:sum:avg -> unknown_field /aggregates/0
  aggregates=price:stddev -> operator_not_allowed /aggregates/0
  aggregates=price:count(*) -> operator_not_allowed /aggregates/0
  aggregates=__proto__:sum -> unknown_field /aggregates/0
  aggregates[constructor]=sum -> unknown_field /aggregates/constructor/0
  aggregates=price:x0,price:x1,price:x2,price:x3,price:x4,price:x5,price:x6,price:x7,price:x8 -> limit_exceeded(aggregates) /aggregates
`,
);

list.refuses(
  'declared-aggregate',
  String.raw`
  filters[copyCount]=1.5 -> invalid_value /filters/copyCount
  filters[copyCount]=2%20OR%201=1 -> invalid_value /filters/copyCount
  filters[copyCount]=9223372036854775808 -> invalid_value /filters/copyCount
  filters[copyPages]=NaN -> invalid_value /filters/copyPages
  filters[copyPages]=1e999 -> invalid_value /filters/copyPages
  filters[copyPages][$contains]=1 -> operator_not_allowed /filters/copyPages/$contains
  filters[copyCount][$avg][pages]=1 -> operator_not_allowed /filters/copyCount/$avg
  filters[copyCount][$where][pages]=1 -> operator_not_allowed /filters/copyCount/$where
  filters[copyPages][isLost]=true -> unknown_operator /filters/copyPages/isLost
  filters[copyPages][constructor]=1 -> unknown_operator /filters/copyPages/constructor
  sort=copyCount.$count -> not_sortable /sort/0
  fields=copyCount.id -> unknown_field /fields/0
  fields=copyCount,copyCount -> duplicate_key /fields/1
  facets=copyCount -> unknown_field /facets/0
  aggregates=copyCount:sum -> unknown_field /aggregates/0
`,
);

list.refuses(
  'related-aggregate',
  String.raw`
  filters[copies][$avg][pages]=1 -> operator_not_allowed /filters/copies/$avg
  filters[copies][$median][pages]=1 -> unknown_operator /filters/copies/$median
  filters[copies][$SUM][pages]=1 -> unknown_operator /filters/copies/$SUM
  filters[copies][$sum][]=pages -> expected_object /filters/copies/$sum
  filters[copies][$sum][inner]=7 -> unknown_field /filters/copies/$sum/inner
  filters[copies][$sum][book.id]=1 -> unknown_field /filters/copies/$sum/book.id
  filters[copies][$sum][__proto__]=1 -> unknown_field /filters/copies/$sum/__proto__
  filters[copies][$sum][pages][id]=1 -> unknown_operator /filters/copies/$sum/pages/id
  filters[copies][$sum][pages][$contains]=1 -> operator_not_allowed /filters/copies/$sum/pages/$contains
  filters[copies][$sum][pages]=1;-- -> invalid_value /filters/copies/$sum/pages
  filters[copies][$sum][pages]=Infinity -> invalid_value /filters/copies/$sum/pages
  filters[writer][$sum][id]=1 -> operator_not_allowed /filters/writer/$sum
  sort=copies.$avg.pages -> not_sortable /sort/0
  sort=copies.$sum.inner -> not_sortable /sort/0
  sort=copies.$sum.pages.id -> not_sortable /sort/0
  fields=copies.$sum.pages -> unknown_field /fields/0
  {9&filters[$and][#][copies][$sum][pages][$gte]=#} -> limit_exceeded(relationConditions) /filters
`,
);

list.refuses(
  'named filters',
  String.raw`
  filters[dear]=maybe -> invalid_value /filters/dear
  filters[dear]= -> invalid_value /filters/dear
  filters[dear]=%00 -> invalid_value /filters/dear
  filters[dear]=true'-- -> invalid_value /filters/dear
  filters[dear][$ne]=true -> operator_not_allowed /filters/dear/$ne
  filters[dear][$null]=true -> operator_not_allowed /filters/dear/$null
  filters[dear][$contains]=true -> operator_not_allowed /filters/dear/$contains
  filters[dear][$gte]=true -> operator_not_allowed /filters/dear/$gte
  filters[dear] -> operator_not_allowed /filters/dear
  filters[dear]=true&filters[dear]=false -> duplicate_key /filters/dear
  filters[dear][price]=50 -> unknown_operator /filters/dear/price
  filters[dear][__proto__]=1 -> unknown_operator /filters/dear/__proto__
  filters[Dear]=true -> unknown_field /filters/Dear
  filters[writer][dear]=true -> unknown_field /filters/writer/dear
  filters[where]=true -> unknown_field /filters/where
  sort=dear -> not_sortable /sort/0
  facets=dear -> unknown_field /facets/0
  aggregates=dear:count -> unknown_field /aggregates/0
  {9&filters[$and][#][copies][long]=true} -> limit_exceeded(relationConditions) /filters
`,
);

list.refuses(
  'fields-name',
  String.raw`
  fields=hash -> unknown_field /fields/0
  fields=tenant -> unknown_field /fields/0
  fields=shelfMark -> unknown_field /fields/0
  fields=writer -> unknown_field /fields/0
  fields=writer.name -> unknown_field /fields/0
  fields=__proto__ -> unknown_field /fields/0
  fields=id%20FROM%20book-- -> unknown_field /fields/0
  fields=a%00 -> unknown_field /fields/0
  fields[a -> malformed_key /fields
  field[0]=title -> malformed_key /fields
`,
);

list.refuses(
  'deleted',
  String.raw`
  deleted=true -> invalid_value /deleted
  deleted=With -> invalid_value /deleted
  deleted=with%20 -> invalid_value /deleted
  deleted=with,only -> invalid_value /deleted
  deleted=without -> invalid_value /deleted
  deleted=with'-- -> invalid_value /deleted
  deleted=%00 -> invalid_value /deleted
  deleted=__proto__ -> invalid_value /deleted
  deleted=["with"] -> invalid_value /deleted
  deleted=with&deleted=with -> duplicate_key /deleted
  deleted=with&deleted=only -> duplicate_key /deleted
  deleted[0]=with -> expected_value /deleted
  deleted[]=with -> expected_value /deleted
  deleted[with]=true -> expected_value /deleted
  deleted[with -> malformed_key /deleted
  deleted.with=true -> malformed_key /deleted
  filters[deletedAt][$notNull]=true -> unknown_field /filters/deletedAt
  sort=deletedAt -> not_sortable /sort/0
  fields=deletedAt -> unknown_field /fields/0
`,
);

list.hides(
  'hidden or invented',
  String.raw`
  search=a&filters[NAME]=b -> secret sacred
  facets=NAME -> secret sacred
  facets=NAME -> writer.email writer.ymail
  facets[NAME]=true -> secret sacred
  aggregates=NAME:count -> secret sacred
  aggregates[NAME]=count -> secret sacred
  filters[NAME]=7 -> copyCost copyCast
  filters[$not][NAME][$gte]=7 -> copyCost copyCast
  sort=NAME -> copyCost copyCast
  fields=NAME -> copyCost copyCast
  facets=NAME -> copyCost copyCast
  aggregates=NAME:sum -> copyCost copyCast
  filters[copies][$sum][NAME][$gte]=7 -> cost cast
  filters[copies][$max][NAME]=7 -> cost cast
  filters[copies][$sum][pages]=1&filters[copies][$sum][$where][NAME]=7 -> cost cast
  filters[$not][copies][$sum][NAME][$null]=true -> cost cast
  sort=copies.$sum.NAME:desc -> cost cast
  filters[NAME]=true -> veiled absent
  filters[copies][NAME]=true -> veiled absent
  sort=NAME -> veiled absent
  fields=NAME -> secret sacred
`,
);

list.equals(
  'the same request',
  String.raw`
  search=wool&filters[id]=1 -> filters[id]=1&search=wool
  filters[dear][$eq]=true&sort=id -> filters[dear]=true&sort=id
  filters={"dear":true}&sort=id -> filters[dear]=true&sort=id
`,
);
