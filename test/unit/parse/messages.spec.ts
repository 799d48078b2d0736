import { type FilterIssue, FilterService } from 'nestjs-filterable';
import { crud } from 'nestjs-filterable/on-ramps/crud';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { Book, Copy, Writer } from '../../e2e/hostile/books/model.js';
import { Tour, tourEntities } from '../../e2e/hostile/tours/model.js';
import { Post as BlogPost, blogEntities } from '../../support/blog/entities.js';
import { expand } from '../../support/hostile/refusals.js';
import { describeEntities } from '../../support/metadata.js';
import { expectReviewed } from '../../support/reviewed.js';
import { linesOf } from '../../support/table.js';
import { type Asking, issuesOf, serviceFor } from './asking.js';
import { asking as wares } from './wares.js';

/*
 * The message of every refusal that `parse()` makes, by a request for each. `messages.txt` has the messages, which
 * `npm test -- -u test/unit/parse` writes: each names the place and the way out, and repeats no value.
 */

const blog = FilterService.forDataSource(await describeEntities('sqlite', blogEntities), { nulls: 'last' });
const ofBlog = (overrides: object): Asking => ({
  of: BlogPost,
  by: blog,
  overrides: {
    search: ['title'],
    select: true,
    limits: { pageSize: 20 },
    ...overrides,
  },
});

const lists: readonly (readonly [title: string, requests: string, asking?: Asking])[] = [
  [
    'filters, sort and pagination',
    `
    filter[title]=x
    filters#title=x
    filters%5=x
    filters
    filters=a
    filters={"title":"a"
    filters=&filters=
    filters]
    filters[x]
    filters[tite]=a
    filters[%24title]=1
    filters[a]=%zz
    filters[$and][title]=a
    filters[$or]=
    filters[$not]=a
    filters[author][$count]=1
    filters[author][$where]=1
    filters[comments][$count][$null]=true
    filters[comments][$count][$where][body]=a
    filters[editions]=a
    filters[editions][$eq]=1
    filters[externalId]=x
    filters[id][0][$eq]=1
    filters[isFeatured]=
    filters[language]
    filters[language][$eq]
    filters[meta]
    filters[meta][$eq]=a
    filters[meta][0]=x
    filters[opensAt]=x
    filters[publishedAt]=x
    filters[publishedAt]=2024-03-01T10:00:00+02:00
    filters[publishedAt]=now 1d
    filters[publishedAt]=today
    filters[publishedOn]=x
    filters[rating]=x
    filters[score]=x
    filters[slug][$gt]
    filters[slug][$not]
    filters[slug][$null]
    filters[status]=x
    filters[tags]=a&filters[tags]=b
    filters[title]=%00
    filters[title][=]=x
    filters[title][$between]=a
    filters[title][$contains]=
    filters[title][$in]
    filters[title][$in][1]=a
    filters[title][$eq][0]=a
    filters[title][$not]=a
    filters[author][$some][name]=a
    filters[comments][$count][$contains]=1
    filters[title][$in][0][x]=a
    filters[views]=x
    {"filters":{"title":5}}
    {"filters":{"title":{}}}
    {"filters":{"$or":[{}]}}
    {"filters[title]":"a"}
    {"filter":{}}
    sort
    sort=1
    sort=titel
    sort=title%20desc
    sort=title,desc
    sort=title,title
    sort=title:
    sort=author.country.name
    sort=author.posts.title
    sort=["title"
    sort=title&sort[0]=id
    sort[0]=title&sort[]=id
    sort[4]
    sort[]
    sort&sort=title
    sort[0]&sort[1]=title
    sort[0]=title&sort[1]=title
    sort=title:up
    sort[][title]=asc
    sort[title]=asc&sort=id
    sort[title]=asc&sort[title]=desc
    sort[title][0]=asc
    sort[x]=y
    pagination=x
    pagination[page]=x
    pagination[start]=x
    pagination[page]=1&pagination[start]=1
    pagination[size]=1
    pagination[after][0]=x
    pagination[limit]=500
  `,
  ],
  ['lists and documents', 'filters[tags]=a%2Cb\nfilters[specs][size.width]=1\nfilters[specs][$or][color]=x', wares],
  [
    'search, facets, aggregates, fields and deleted',
    `
    search[title]=a
    search=a+b+c+d+e+f+g
    facets=hash
    facets=titel
    facets=title,title
    facets=["title",1]
    facets[title]=
    facets[title][limit]=x
    facets[title][limt]=1
    facets[price][limit]=1
    aggregates=:sum
    aggregates=hash:sum
    aggregates=prise:sum
    aggregates=price:
    aggregates=price:sum,price:sum
    aggregates[price][sum]=1
    filters[copies][$sum]=1
    filters[copies][$sum][$where][pages]=1
    filters[copies][$sum][shape]=1
    fields=dear
    fields=id,id
    fields=
    fields[0][a]=title
    deleted
    deleted=%00
  `,
    {
      of: Book,
      by: await serviceFor([Book, Copy, Writer], { context: undefined }),
      overrides: { select: true, deleted: true },
    },
  ],
  [
    'populate',
    `
    populate=giude
    populate=guide,guide
    populate=[["guide"]]
    populate[0]=guide&populate[stops]=true
    populate[guide]=1
    populate[guide][fields]=name,email
    populate[guide][limit]=1
    populate[stops][on]=a
    populate[stops][limit]=6
  `,
    { of: Tour, by: await serviceFor(tourEntities) },
  ],
  [
    'flat names',
    `
    dir=asc
    ids=1,,2
    ids[x]=1
    min
    min[]=1
    min=1&min=2
    page=1&pagination[page]=2
    sortBy=titel
    sortBy=title&dir=up
    sortBy=title,id&dir=asc
  `,
    ofBlog({
      flat: {
        sort: { field: 'sortBy', direction: 'dir' },
        page: 'page',
        filters: {
          min: { field: 'views', operator: '$gte' },
          ids: { field: 'id', operator: '$in', separator: ',' },
        },
      },
    }),
  ],
  [
    'requests of nestjs-paginate',
    `
    Filter.id=1
    cursor=V001
    filter.=1
    filter.author~tags.name=Kai
    filter.comments.author.name=$all:Per
    filter.comments.stars=$none:1&filter.comments.approved=$all:true
    filter.comments=$all
    filter.id=$EQ:3
    filter.id=$gte:$lte:3
    filter.id=$none:3
    filter.id=$or:3&filter.author.name=$or:Kai
    filter.slug=$null:false
    filter.tags.name=$and:red&filter.tags.name=$and:blue
    filter.tags.name=$none:$all:a
    filter={40*(}id=$eq:1{40*)}
    filter=(id=1
    filter=
    filter=id=$or:1
    filter=id=1)
    filter=title='a
    filters[id]=1&page=2
    limit=-1&page=2
    page=0
    page=1&page=2
    search=%22
    search=%20
    search=a&searchBy=rating
    select=author.name
    sort=id&filter.id=1
    sortBy=id
    sortBy=id,title:ASC
    withDeleted=true
  `,
    ofBlog({ onRamp: nestjsPaginate({ all: { max: 100 } }) }),
  ],
  [
    'requests of crud',
    `
    Or=id||$eq||1
    S={"id":1}
    filter=
    filter=author.name||$isnull
    filter=id
    filter=id||$eq
    filter=id||$isnull||x
    filter=title||$eq||a||b
    join=comments
    limit=5&per_page=6
    page=1&offset=5
    s=
    s={"id":1}&or=id||$eq||1
    s={"$and":[{"id":1}],"id":2}
    s={"$not":[{"tags.name":"red"}]}
    s={"$or":[1]}
    s={"$or":[]}
    s={"$or":[{"id":{"$gt":1,"$lt":5}},{"id":9}]}
    s={"id":{"$eq":null}}
    s={"id":{"$eq":{"a":1}}}
    s={"id":{"$or":1}}
    s={"slug":{}}
    s={"tags.name":"red","$or":[{"tags.id":1},{"id":3}]}
    s={30*{"$and":[}{"id":1{30*%7D]}
    sort=,ASC
  `,
    ofBlog({ onRamp: crud({}) }),
  ],
];

/** The issue in one line, with at most three of the allowed names. */
function lineOf({ code, pointer, kind, message }: FilterIssue): string {
  const few = message.replace(/((?:use one of|of the others): (?:[^,]+, ){3})[^;?]*, [^;?]*/i, '$1…');
  return `  ${code}${kind === undefined ? '' : ` (${kind})`} ${pointer}: ${few}`;
}

it('every refusal has the message in messages.txt', () => {
  const lines = lists.flatMap(([title, requests, asking]) => [
    `# ${title}`,
    ...linesOf(requests).flatMap((line) => {
      const request = expand(line.trim());
      const issues = issuesOf(request.startsWith('{') ? (JSON.parse(request) as object) : request, asking);
      if (issues.length === 0) throw new Error(`not refused: ${request}`);
      return [line.trim(), ...issues.map(lineOf)];
    }),
    '',
  ]);
  expectReviewed(new URL('messages.txt', import.meta.url), lines);
});
