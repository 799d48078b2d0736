/**
 * Requests for posts, and what `parse()` refuses them with, by what they try. `expand()` writes out repetitions.
 */
export const refusedRequests: Readonly<Record<string, string>> = {
  'hidden field': String.raw`
    filters[secretNote] -> unknown_field /filters/secretNote
    filters[secretNote][0]=tulip -> unknown_field /filters/secretNote
    filters[$not][secretNote]=x -> unknown_field /filters/$not/secretNote
    filters[$or][secretNote]=tulip -> unknown_field /filters/$or/secretNote
    filters[$or][0][id]=1&filters[$or][1][secretNote]=t -> unknown_field /filters/$or/1/secretNote
    filters[$and][0][0][secretNote]=t -> unknown_field /filters/$and/0/0/secretNote
    filters[tenantId]=2 -> unknown_field /filters/tenantId
    filters[tenantId][$ne]=1 -> unknown_field /filters/tenantId
    filters[authorId]=1 -> unknown_field /filters/authorId
    filters[updatedById]=1 -> unknown_field /filters/updatedById
    filters[SecretNote]=x -> unknown_field /filters/SecretNote
    filters[secret_note]=x -> unknown_field /filters/secret_note
    filters[%73ecretNote]=x -> unknown_field /filters/secretNote
    filters[title]=Spring&filters[secretNote]=t -> unknown_field /filters/secretNote
  `,
  'hidden relation': String.raw`
    filters[updatedBy][name]=Kai -> unknown_field /filters/updatedBy
    filters[updatedBy]=1 -> unknown_field /filters/updatedBy
    filters[updatedBy][$null]=true -> unknown_field /filters/updatedBy
    filters[updatedBy][$exists]=true -> unknown_field /filters/updatedBy
    filters[author][posts][title]=Spring -> unknown_field /filters/author/posts
    filters[author][posts][$count]=1 -> unknown_field /filters/author/posts
    filters[tags][posts][id]=7 -> unknown_field /filters/tags/posts
    filters[comments][post][tenantId]=2 -> unknown_field /filters/comments/post
    filters[tenant][id]=2 -> unknown_field /filters/tenant
  `,
  'hidden relation field': String.raw`
    filters[author][email]=x -> unknown_field /filters/author/email
    filters[author][resetToken] -> unknown_field /filters/author/resetToken
    filters[comments][author][passwordHash]=x -> unknown_field /filters/comments/author/passwordHash
    filters[comments][$none][author][email]=x -> unknown_field /filters/comments/$none/author/email
    filters[comments][$every][deletedAt] -> unknown_field /filters/comments/$every/deletedAt
    filters[comments][$count][$gte]=1&filters[comments][$count][$where][postId]=1 -> unknown_field /filters/comments/$count/$where/postId
    filters[author][$or][0][email]=x -> unknown_field /filters/author/$or/0/email
    filters[author][$not][email]=x -> unknown_field /filters/author/$not/email
    filters[author][country][id]=1 -> unknown_field /filters/author/country/id
  `,
  'alias smuggling': String.raw`
    filters[post.secretNote][$eq]=1 -> unknown_field /filters/post.secretNote
    filters[post.title][$eq]=1 -> unknown_field /filters/post.title
    filters[Post.title][$eq]=1 -> unknown_field /filters/Post.title
    filters[author.name][$eq]=1 -> unknown_field /filters/author.name
    filters[author.passwordHash][$eq]=1 -> unknown_field /filters/author.passwordHash
    filters[tags.name][$eq]=1 -> unknown_field /filters/tags.name
    filters[.title][$eq]=1 -> unknown_field /filters/.title
    filters[title.][$eq]=1 -> unknown_field /filters/title.
    filters[public.post.title][$eq]=1 -> unknown_field /filters/public.post.title
    filters[*][$eq]=1 -> unknown_field /filters/*
    filters[post.*][$eq]=1 -> unknown_field /filters/post.*
    filters[id,title][$eq]=1 -> unknown_field /filters/id,title
    filters[@title][$eq]=1 -> unknown_field /filters/@title
    filters[:title][$eq]=1 -> unknown_field /filters/:title
    filters[:tenant][$eq]=1 -> unknown_field /filters/:tenant
    filters[meta.rank][$eq]=1 -> unknown_field /filters/meta.rank
    filters[%24title]=1 -> unknown_operator /filters/$title
    filters[post][title]=x -> unknown_field /filters/post
    filters[Post][title]=x -> unknown_field /filters/Post
    filters[author][author][name]=x -> unknown_field /filters/author/author
    filters[author][country.code]=NO -> unknown_field /filters/author/country.code
    filters[title][passwordHash]=x -> unknown_operator /filters/title/passwordHash
    filters[author][name][passwordHash]=x -> unknown_operator /filters/author/name/passwordHash
  `,
  'identifier injection': String.raw`
    filters[id'][$eq]=1 -> unknown_field /filters/id'
    filters[id"][$eq]=1 -> unknown_field /filters/id"
    filters[id%60][$eq]=1 -> unknown_field /filters/id\u0060
    filters[id)%20OR%20(1=1][$eq]=1 -> unknown_field /filters/id) OR (1=1
    filters[id%20IS%20NULL%20OR%20id][$eq]=1 -> unknown_field /filters/id IS NULL OR id
    filters[id;DROP%20TABLE%20post][$eq]=1 -> unknown_field /filters/id;DROP TABLE post
    filters[id--][$eq]=1 -> unknown_field /filters/id--
    filters[id/*][$eq]=1 -> unknown_field /filters/id~1*
    filters[id%23][$eq]=1 -> unknown_field /filters/id#
    filters[(SELECT%20passwordHash%20FROM%20author)][$eq]=1 -> unknown_field /filters/(SELECT passwordHash FROM author)
    filters[pg_sleep(5)][$eq]=1 -> unknown_field /filters/pg_sleep(5)
    filters[1][$eq]=1 -> unknown_field /filters/1
    filters[meta->>rank][$eq]=1 -> unknown_field /filters/meta-\u003e\u003erank
    filters[meta::text][$eq]=1 -> unknown_field /filters/meta::text
    filters[title%20COLLATE%20NOCASE][$eq]=1 -> unknown_field /filters/title COLLATE NOCASE
    filters[rowid][$eq]=1 -> unknown_field /filters/rowid
    filters[ctid][$eq]=1 -> unknown_field /filters/ctid
    filters[xmin][$eq]=1 -> unknown_field /filters/xmin
    filters[%5Cx][$eq]=1 -> unknown_field /filters/\x
    filters[id%0A][$eq]=1 -> unknown_field /filters/id\u000a
    filters[~id~/][$eq]=1 -> unknown_field /filters/~0id~0~1
    filters[title][$eq'--]=x -> unknown_operator /filters/title/$eq'--
    filters[title][=]=x -> unknown_operator /filters/title/=
    filters[title][%20OR%201=1]=x -> unknown_operator /filters/title/ OR 1=1
    filters[$or][0'--][title]=x -> unknown_field /filters/$or/0'--
    pagination[page%20--]=1 -> invalid_pagination /pagination/page --
  `,
  'prototype pollution': String.raw`
    filters[__proto__][isAdmin]=true -> unknown_field /filters/__proto__
    filters[constructor][prototype][isAdmin]=true -> unknown_field /filters/constructor
    filters[%5F_proto__][isAdmin]=true -> unknown_field /filters/__proto__
    filters[__proto__%5D%5BisAdmin]=true -> unknown_field /filters/__proto__
    filters[__proto__]&filters[title]=Spring -> unknown_field /filters/__proto__
    filters[__proto__][]=x -> unknown_field /filters/__proto__
    filters[__proto__][0]=x -> unknown_field /filters/__proto__
    filters[__proto__]=a&filters[__proto__]=b -> unknown_field /filters/__proto__
    sort[__proto__][isAdmin]=asc -> not_sortable /sort/__proto__
    pagination[__proto__][isAdmin]=1 -> invalid_pagination /pagination/__proto__
    filters.__proto__.isAdmin=true -> malformed_key /filters
  `,
  'list shape': String.raw`
    filters[$or][][title]=Spring -> malformed_key /filters/$or/0
    filters[id][$in][00]=1 -> expected_list /filters/id/$in
    filters[id][$in][-1]=1 -> expected_list /filters/id/$in
    filters[id][$in][1e3]=1 -> expected_list /filters/id/$in
    filters[id][$in][0x0]=1 -> expected_list /filters/id/$in
    filters[id][$in][%200]=1 -> expected_list /filters/id/$in
    filters[id][$in][%D9%A0]=1 -> expected_list /filters/id/$in
    filters[id][$in][1]=1 -> expected_list /filters/id/$in
    filters[id][$in][0]=1&filters[id][$in][2]=2 -> expected_list /filters/id/$in
    filters[id][$in][4294967295]=1 -> expected_list /filters/id/$in
    filters[id][$in][9007199254740993]=1 -> expected_list /filters/id/$in
    filters[id][$in][length]=1 -> expected_list /filters/id/$in
    filters[id][$in][0]=1&filters[id][$in][x]=2 -> expected_list /filters/id/$in
    filters[id][$in][]=1&filters[id][$in][1]=2 -> duplicate_key /filters/id/$in
    filters[id][$notIn][]= -> invalid_value /filters/id/$notIn/0
    filters[id][$notIn][] -> expected_value /filters/id/$notIn/0
    filters[id][$in]= -> invalid_value /filters/id/$in
    filters[views][$in][0]=1&filters[views][$in][1] -> expected_value /filters/views/$in/1
  `,
  'logical shape': String.raw`
    filters[$or]= -> expected_list /filters/$or
    filters[$and]= -> expected_list /filters/$and
    filters[$or][]= -> expected_object /filters/$or/0
    filters[$or][0]=a -> expected_object /filters/$or/0
    filters[$or][0] -> expected_object /filters/$or/0
    filters[$or][0][title]=Spring&filters[$or][1]= -> expected_object /filters/$or/1
    filters[$not]= -> expected_object /filters/$not
    filters[$not][$eq]=a -> unknown_operator /filters/$not/$eq
    filters[$or][0][title]=a&filters[$or][x][title]=b -> unknown_field /filters/$or/0, unknown_field /filters/$or/x
    filters[author][$or]= -> expected_list /filters/author/$or
  `,
  'relation shape': String.raw`
    filters[author][$null]=1 -> expected_boolean /filters/author/$null
    filters[comments][$some]=1 -> expected_object /filters/comments/$some
    filters[comments][$every]= -> expected_object /filters/comments/$every
    filters[comments][$none][0][stars]=1 -> expected_object /filters/comments/$none
    filters[comments][$count]=many -> invalid_value /filters/comments/$count
    filters[comments][$count]= -> invalid_value /filters/comments/$count
    filters[comments][$count][$gte]=1.5 -> invalid_value /filters/comments/$count/$gte
    filters[comments][$count][$where][stars]=5 -> expected_value /filters/comments/$count
    filters[comments][$count][$gte]=1&filters[comments][$count][$where]= -> expected_object /filters/comments/$count/$where
    filters[comments][$count][$null]=true -> operator_not_allowed /filters/comments/$count/$null
  `,
  'type confusion': String.raw`
    filters=%7B%22title%22%3A%22x%22 -> expected_object /filters
    filters[1][title]=x -> unknown_field /filters/1
    filters[title][$eq][x]=1 -> expected_value /filters/title/$eq
    filters[title][$eq][$eq]=1 -> expected_value /filters/title/$eq
    filters[title][$ne][$ne][$ne]=1 -> expected_value /filters/title/$ne
    filters[title][$eq][]=x -> expected_value /filters/title/$eq
    filters[title][$contains][0]=x -> expected_value /filters/title/$contains
    filters[title][$contains][x]=x -> expected_value /filters/title/$contains
    filters[title][$null][0]=true -> expected_boolean /filters/title/$null
    filters[title][$null][x]=true -> expected_boolean /filters/title/$null
    filters[views][$between][0]=1 -> expected_pair /filters/views/$between
    filters[views][$between]=1,2 -> expected_pair /filters/views/$between
    filters[views][$between][min]=1&filters[views][$between][max]=2 -> expected_pair /filters/views/$between
    filters[views][$between][0]=1&filters[views][$between][1]=2&filters[views][$between][2]=3 -> expected_pair /filters/views/$between
    filters[id][$in][a]=1 -> expected_list /filters/id/$in
    filters[id][$in][0][$eq]=1 -> expected_value /filters/id/$in/0
    filters[id][$in][0][0]=1 -> expected_value /filters/id/$in/0
    filters[id][0][$eq]=1 -> expected_value /filters/id/0
    filters[author][0][name]=Ada -> expected_object /filters/author
    filters[comments][body]=Lovely&filters[comments]=1 -> duplicate_key /filters/comments
    pagination=1 -> expected_object /pagination
    pagination[page][]=1 -> invalid_pagination /pagination/page
  `,
  'sort injection': String.raw`
    sort=(select%201) -> not_sortable /sort/0
    sort=title%20desc -> not_sortable /sort/0
    sort=1 -> not_sortable /sort/0
    sort=%2Btitle -> not_sortable /sort/0
    sort=* -> not_sortable /sort/0
    sort=%60title%60 -> not_sortable /sort/0
    sort=%22title%22 -> not_sortable /sort/0
    sort=title;drop%20table%20post-- -> not_sortable /sort/0
    sort=rand() -> not_sortable /sort/0
    sort=title%00 -> not_sortable /sort/0
    sort=title/**/ -> not_sortable /sort/0
    sort=(case%20when%20substr(secretNote+from+1+for+1)='t'%20then%201%20end) -> not_sortable /sort/0
    sort=title:asc;-- -> invalid_direction /sort/0
    sort=title:asc%20nulls%20first -> invalid_direction /sort/0
    sort=title:asc%2C(select%201) -> not_sortable /sort/1
    sort[title]=desc%20-- -> invalid_direction /sort/title
  `,
  'sort oracle': String.raw`
    sort=secretNote:desc -> not_sortable /sort/0
    sort=tenantId -> not_sortable /sort/0
    sort=authorId:asc -> not_sortable /sort/0
    sort=deletedAt:desc:nullsLast -> not_sortable /sort/0
    sort=author.passwordHash -> not_sortable /sort/0
    sort=author.email:desc -> not_sortable /sort/0
    sort=updatedBy.name -> not_sortable /sort/0
    sort=comments.deletedAt -> not_sortable /sort/0
    sort=post.secretNote -> not_sortable /sort/0
    sort=Post.secretNote -> not_sortable /sort/0
    sort=meta.rank -> not_sortable /sort/0
    sort[0][author][email]=desc -> not_sortable /sort/0
    sort[author][email]=desc -> not_sortable /sort/author
    sort=title,secretNote -> not_sortable /sort/1
  `,
  'sort shape': String.raw`
    sort=title:1 -> invalid_direction /sort/0
    sort=title:asc:desc -> invalid_direction /sort/0
    sort=title:nullsFirst:desc -> invalid_direction /sort/0
    sort=title:asc:NULLSFIRST -> invalid_direction /sort/0
    sort=title:asc:nullsLast:x -> invalid_direction /sort/0
    sort=%20title -> not_sortable /sort/0
    sort=title%20 -> not_sortable /sort/0
    sort=author.name. -> not_sortable /sort/0
    sort[] -> expected_value /sort/0
    sort[0]=title&sort[0]=id -> duplicate_key /sort/0
    sort[0]=title&sort[]=id -> duplicate_key /sort
    sort=title&sort[0]=id -> duplicate_key /sort
    sort[title]=asc&sort=id -> duplicate_key /sort
    sort[$or][0]=title -> expected_value /sort/$or
    sort[][title]=asc -> malformed_key /sort/0
  `,
  boolean: String.raw`
    filters[isFeatured][$eq]= -> invalid_value /filters/isFeatured/$eq
    filters[isFeatured][$eq]=%22true%22 -> invalid_value /filters/isFeatured/$eq
    filters[isFeatured][$eq]=true'-- -> invalid_value /filters/isFeatured/$eq
    filters[isFeatured][$in][0]=true&filters[isFeatured][$in][1]=maybe -> invalid_value /filters/isFeatured/$in/1
  `,
  enum: String.raw`
    filters[status][$eq]= -> invalid_value /filters/status/$eq
    filters[status][$eq]=Published -> invalid_value /filters/status/$eq
    filters[status][$eq]=PUBLISHED -> invalid_value /filters/status/$eq
    filters[status][$eq]=published%20 -> invalid_value /filters/status/$eq
    filters[status][$eq]=publ -> invalid_value /filters/status/$eq
    filters[status][$eq]=draft,published -> invalid_value /filters/status/$eq
    filters[status][$eq]=draft'-- -> invalid_value /filters/status/$eq
    filters[status][$in][0]=draft&filters[status][$in][1]=gone -> invalid_value /filters/status/$in/1
  `,
  'json column': String.raw`
    filters[meta][rank]=1 -> unknown_operator /filters/meta/rank
    filters[meta][rank][$eq]=1 -> unknown_operator /filters/meta/rank
    filters[meta][$.rank][$eq]=1 -> unknown_operator /filters/meta/$.rank
    filters[meta][k'->>'z][$eq]=1 -> unknown_operator /filters/meta/k'-\u003e\u003e'z
    filters[meta][%24.a%5B*%5D]=1 -> unknown_operator /filters/meta/$.a[*]
  `,
  uuid: String.raw`
    filters[externalId][$eq]= -> invalid_value /filters/externalId/$eq
    filters[externalId][$eq]=%7B3f2504e0-4f89-41d3-9a0c-0305e82c3301%7D -> invalid_value /filters/externalId/$eq
    filters[externalId][$eq]=urn:uuid:3f2504e0-4f89-41d3-9a0c-0305e82c3301 -> invalid_value /filters/externalId/$eq
    filters[externalId][$eq]=3f2504e0-4f89-41d3-9a0c-0305e82c330 -> invalid_value /filters/externalId/$eq
    filters[externalId][$eq]=3f2504e0-4f89-41d3-9a0c-0305e82c33011 -> invalid_value /filters/externalId/$eq
    filters[externalId][$eq]=gf2504e0-4f89-41d3-9a0c-0305e82c3301 -> invalid_value /filters/externalId/$eq
    filters[externalId][$eq]=3f2504e0-4f89-41d3-9a0c-0305e82c3301%20 -> invalid_value /filters/externalId/$eq
    filters[externalId][$eq]=3f2504e0-4f89-41d3-9a0c-0305e82c3301%0A -> invalid_value /filters/externalId/$eq
    filters[externalId][$eq]=3f2504e04-f89-41d3-9a0c-0305e82c3301 -> invalid_value /filters/externalId/$eq
    filters[externalId][$eq]='%20OR%20'1'='1 -> invalid_value /filters/externalId/$eq
  `,
  null: String.raw`
    filters[slug][$null]=true%20 -> expected_boolean /filters/slug/$null
    filters[slug][$null] -> expected_boolean /filters/slug/$null
    filters[slug][$notNull]=2 -> expected_boolean /filters/slug/$notNull
    filters[slug][$lt] -> expected_value /filters/slug/$lt
    filters[slug][$gte] -> expected_value /filters/slug/$gte
    filters[slug][$contains] -> expected_value /filters/slug/$contains
    filters[slug][$eqi] -> expected_value /filters/slug/$eqi
    filters[slug][$nei] -> expected_value /filters/slug/$nei
    filters[slug][$eqc] -> expected_value /filters/slug/$eqc
    filters[slug][$startsWithc] -> expected_value /filters/slug/$startsWithc
    filters[slug][$between][0]&filters[slug][$between][1]=x -> expected_value /filters/slug/$between/0
    filters[slug][] -> expected_value /filters/slug/0
  `,
  text: String.raw`
    filters[title]=a%00b -> invalid_value /filters/title
    filters[title][$contains]=%00 -> invalid_value /filters/title/$contains
    filters[title][$in][0]=ok&filters[title][$in][1]=%00 -> invalid_value /filters/title/$in/1
    filters[author][name]=%00 -> invalid_value /filters/author/name
    filters[title][$notContains]= -> invalid_value /filters/title/$notContains
    filters[title][$startsWith]= -> invalid_value /filters/title/$startsWith
    filters[title][$endsWith]= -> invalid_value /filters/title/$endsWith
    filters[title][$containsi]= -> invalid_value /filters/title/$containsi
    filters[title][$notContainsc]= -> invalid_value /filters/title/$notContainsc
  `,
  encoding: String.raw`
    filters[title][$eq]=% -> malformed_encoding /filters/title/$eq
    filters[title][$eq]=%4 -> malformed_encoding /filters/title/$eq
    filters[title][$eq]=%FF%FE -> malformed_encoding /filters/title/$eq
    filters[%zz]=x -> malformed_encoding /filters
    filters[title][%E0%A4%A]=x -> malformed_encoding /filters
    filters%5=x -> malformed_encoding /filters
    pagination[page]=%zz -> malformed_encoding /pagination/page
    filters[%D1%96d]=1 -> unknown_field /filters/іd
    filters[id%E2%80%8B]=1 -> unknown_field /filters/id\u200b
    filters[%EF%BB%BFid]=1 -> unknown_field /filters/\ufeffid
    filters[%EF%BD%89d]=1 -> unknown_field /filters/ｉd
    filters[i%CC%87d]=1 -> unknown_field /filters/i̇d
    filters[%2569d]=1 -> unknown_field /filters/%69d
    filters[title][%2524eq]=1 -> unknown_operator /filters/title/%24eq
    filters[title%00]=x -> malformed_key /filters
    filters[title][$eq%00]=x -> malformed_key /filters
  `,
  cursor: String.raw`
    pagination[after][0]=x -> invalid_pagination /pagination/after
  `,
  slice: String.raw`
    pagination[page]=%2B1 -> invalid_pagination /pagination/page
    pagination[page]=1;SELECT%201 -> invalid_pagination /pagination/page
    pagination[page]=%EF%BC%91 -> invalid_pagination /pagination/page
    pagination[pageSize]= -> invalid_pagination /pagination/pageSize
    pagination[limit]=1e3 -> invalid_pagination /pagination/limit
    pagination[limit]=1;SELECT%201 -> invalid_pagination /pagination/limit
    pagination[size]=1 -> invalid_pagination /pagination/size
    pagination[Page]=1 -> invalid_pagination /pagination/Page
    pagination[$page]=1 -> invalid_pagination /pagination/$page
  `,
  'soft delete': String.raw`
    filters[deletedAt] -> unknown_field /filters/deletedAt
    filters[deletedAt][$null]=false -> unknown_field /filters/deletedAt
    filters[deletedAt][$notNull]=true -> unknown_field /filters/deletedAt
    filters[comments][deletedAt][$notNull]=true -> unknown_field /filters/comments/deletedAt
    filters[$withDeleted]=true -> unknown_operator /filters/$withDeleted
    pagination[withDeleted]=true -> invalid_pagination /pagination/withDeleted
  `,
  'duplicate key': String.raw`
    filters[title][$eq]=a&filters%5Btitle%5D[$eq]=b -> duplicate_key /filters/title/$eq
    filters[title][$eq]=a&filters[%74itle][$eq]=b -> duplicate_key /filters/title/$eq
    filters[title][$null]=true&filters[title][$null]=false -> duplicate_key /filters/title/$null
    filters[title][$contains]=a&filters[title][$contains]=b -> duplicate_key /filters/title/$contains
    filters[title]=a&filters[title][$ne]=b -> duplicate_key /filters/title
    filters[title][$eq]=&filters[title][$eq][$ne]=b -> duplicate_key /filters/title/$eq, expected_value /filters/title/$eq
    filters=x&filters[title]=Spring -> duplicate_key /filters
    filters&filters[title]=Spring -> duplicate_key /filters
    filters=&filters= -> duplicate_key /filters
    filters[$or][0][title]=a&filters[$or][0][title]=b -> duplicate_key /filters/$or/0/title
    filters[$or][0]=a&filters[$or][0][title]=b -> duplicate_key /filters/$or/0
    filters[comments][$count]=1&filters[comments][$count]=2 -> duplicate_key /filters/comments/$count
    pagination[pageSize]=1&pagination[pageSize]=100 -> duplicate_key /pagination/pageSize
  `,
  'parser differential': String.raw`
    filters[=Spring -> malformed_key /filters
    filters[title]]=Spring -> malformed_key /filters
    filters[title]x=Spring -> malformed_key /filters
    filters[title]x[$eq]=Spring -> malformed_key /filters
    filters[[title]]=Spring -> malformed_key /filters
    filters[title.$eq]x=Spring -> malformed_key /filters
    filters.title.$eq=Spring -> malformed_key /filters
    filters%5B%5Btitle%5D%5D=Spring -> malformed_key /filters
    filters%255Btitle%255D=Spring -> malformed_key /filters
    filters[title]%3DSpring -> malformed_key /filters
    filters[]=x&filters[title]=Spring -> unknown_field /filters/0
    filters[][title]=Spring -> malformed_key /filters/0
    filters[title%5B%5D]=Spring -> unknown_field /filters/title[]
    filters[title][$eq]=Spring&filters[title%255D]=1 -> unknown_field /filters/title%5D
    sort.title=asc -> malformed_key /sort
    filters[title]=Spring&amp;filters[id]=2 -> malformed_key /filters
    %20filters[secretNote]=x -> malformed_key /filters
    filter[secretNote]=x -> malformed_key /filters
    xfilters[secretNote]=x -> malformed_key /filters
    filtersX[secretNote]=x -> malformed_key /filters
    Filters[secretNote]=x -> malformed_key /filters
    paginations[page]=x -> malformed_key /pagination
  `,
  'partly wrong': String.raw`
    filters[title]=Spring&filters[titel]=x -> unknown_field /filters/titel
    filters[title]=Spring&pagination[pagesize]=1 -> invalid_pagination /pagination/pagesize
    filters[title]=Spring&filters[views][$gt]=many -> invalid_value /filters/views/$gt
    filters[titel]=x&sort=titel&pagination[pagesize]=1 -> unknown_field /filters/titel, not_sortable /sort/0, invalid_pagination /pagination/pagesize
    filters[a=1&filters[b]=2&filters[title]=%zz -> malformed_key /filters, malformed_encoding /filters/title, unknown_field /filters/b
    filters[$or][0][title]=Spring&filters[$or][1][titel]=x -> unknown_field /filters/$or/1/titel
    filters[comments][stars]=5&filters[comments][star]=5 -> unknown_field /filters/comments/star
    filters[comments][$count][$gte]=1&filters[comments][$count][$where][star]=5 -> unknown_field /filters/comments/$count/$where/star
  `,
  'error reflection': String.raw`
    filters[%3Cscript%3Ealert(1)%3C/script%3E]=1 -> unknown_field /filters/<script\u003ealert(1)<~1script\u003e
    filters[%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E]=1 -> unknown_field /filters/"\u003e<img src=x onerror=alert(1)\u003e
    filters[%0d%0aSet-Cookie:a=b]=1 -> unknown_field /filters/\u000d\u000aSet-Cookie:a=b
    filters[%1b%5B31mred]=1 -> unknown_field /filters/\u001b[31mred
    filters[%E2%80%AEnimda]=1 -> unknown_field /filters/\u202enimda
    filters[%25s%25n]=1 -> unknown_field /filters/%s%n
    filters[{3000*x}]=1 -> unknown_field /filters/{3000*x}
    filters[a~b][c/d]=1 -> unknown_field /filters/a~0b
    filters[views]=%3Cscript%3Ealert(2)%3C/script%3E -> invalid_value /filters/views
    sort=%3Cscript%3Ealert(3)%3C/script%3E -> not_sortable /sort/0
    pagination[page]=%3Cscript%3Ealert(4)%3C/script%3E -> invalid_pagination /pagination/page
  `,
};
