/**
 * Requests of @dataui/crud, each with its canonical form, decoded, and what it finds: how many rows, the ids of the
 * first six, and whether the answer is a list of rows or a page.
 */
export const requests = String.raw`
  nothing -> nothing -> rows 20: 1 2 3 4 5 6
  limit=5 -> pagination[page]=1&pagination[pageSize]=5 -> rows 5: 1 2 3 4 5
  limit=500 -> pagination[page]=1&pagination[pageSize]=100 -> rows 37: 1 2 3 4 5 6
  per_page=5 -> pagination[page]=1&pagination[pageSize]=5 -> rows 5: 1 2 3 4 5
  page=2 -> pagination[page]=2&pagination[pageSize]=20 -> page 37: 21 22 23 24 25 26
  page=2&limit=5 -> pagination[page]=2&pagination[pageSize]=5 -> page 37: 6 7 8 9 10
  limit=5&page=2&offset=5 -> pagination[page]=2&pagination[pageSize]=5 -> page 37: 6 7 8 9 10
  offset=10&limit=5 -> pagination[start]=10&pagination[limit]=5 -> page 37: 11 12 13 14 15
  offset=35 -> pagination[start]=35&pagination[limit]=20 -> page 37: 39 40
  page=99&limit=10 -> pagination[page]=99&pagination[pageSize]=10 -> page 37:
  limit=&page=&offset= -> nothing -> rows 20: 1 2 3 4 5 6
  sort= -> nothing -> rows 20: 1 2 3 4 5 6
  sort=&fields=&select=&join=&cache=&limit=5&page=1 -> pagination[page]=1&pagination[pageSize]=5 -> page 37: 1 2 3 4 5
  filter=id||$eq||3 -> filters[id][$eq]=3 -> rows 1: 3
  filter=id||eq||3 -> filters[id][$eq]=3 -> rows 1: 3
  filter=id||$ne||3 -> filters[id][$ne]=3 -> rows 20: 1 2 4 5 6 7
  filter=id||$gt||35 -> filters[id][$gt]=35 -> rows 2: 39 40
  filter=id||$gte||35 -> filters[id][$gte]=35 -> rows 3: 35 39 40
  filter=id||$lt||4 -> filters[id][$lt]=4 -> rows 3: 1 2 3
  filter=id||$lte||4 -> filters[id][$lte]=4 -> rows 4: 1 2 3 4
  filter=id||$in||1,2,3 -> filters[id][$in][0]=1&filters[id][$in][1]=2&filters[id][$in][2]=3 -> rows 3: 1 2 3
  filter=id||$notin||1,2,3 -> filters[id][$notIn][0]=1&filters[id][$notIn][1]=2&filters[id][$notIn][2]=3 -> rows 20: 4 5 6 7 8 9
  filter=views||$between||10,20 -> filters[views][$between][0]=10&filters[views][$between][1]=20 -> rows 6: 1 2 9 35 39 40
  filter=slug||$isnull -> filters[slug][$null]=true -> rows 6: 3 7 14 19 23 29
  filter=slug||$notnull -> filters[slug][$notNull]=true -> rows 20: 1 2 4 5 6 8
  filter=slug||$cont||in -> filters[slug][$contains]=in -> rows 7: 1 2 9 10 25 26
  filter=slug||$excl||in -> filters[slug][$notContains]=in -> rows 20: 4 5 6 8 11 12
  filter=slug||$starts||ra -> filters[slug][$startsWith]=ra -> rows 1: 25
  filter=slug||$ends||-2 -> filters[slug][$endsWith]=-2 -> rows 7: 2 6 10 22 25 32
  filter=title||$eqL||spring -> filters[title][$eqi]=spring -> rows 3: 1 2 3
  filter=title||$neL||snow -> filters[title][$nei]=snow -> rows 20: 1 2 3 4 5 6
  filter=title||$contL||RAIN -> filters[title][$containsi]=RAIN -> rows 4: 24 25 26 27
  filter=title||$startsL||wint -> filters[title][$startsWithi]=wint -> rows 2: 9 10
  filter=title||$endsL||er -> filters[title][$endsWithi]=er -> rows 3: 4 9 10
  filter=title||$exclL||a -> filters[title][$notContainsi]=a -> rows 20: 1 2 3 4 5 6
  filter=slug||$inL||rain-2,snow -> filters[$or][0][slug][$eqi]=rain-2&filters[$or][1][slug][$eqi]=snow -> rows 2: 25 28
  filter=slug||$notinL||rain-2,snow -> filters[$and][0][slug][$nei]=snow&filters[slug][$nei]=rain-2 -> rows 20: 1 2 4 5 6 8
  filter=title||$cont||100% -> filters[title][$contains]=100% -> rows 1: 11
  filter=isFeatured||$eq||true -> filters[isFeatured][$eq]=true -> rows 15: 1 4 7 9 12 15
  filter=rating||$gte||4.5 -> filters[rating][$gte]=4.5 -> rows 12: 1 2 4 8 9 10
  filter=status||$eq||published -> filters[status][$eq]=published -> rows 20: 1 2 4 5 7 9
  filter=publishedAt||$gte||2024-09-01T06:00:00Z -> filters[publishedAt][$gte]=2024-09-01T06:00:00Z -> rows 8: 21 22 23 25 27 28
  filter=views||$gte||10&filter=views||$lte||50 -> filters[views][$gte]=10&filters[views][$lte]=50 -> rows 11: 1 2 9 10 11 21
  filter[]=views||$gte||10&filter[]=views||$lte||50 -> filters[views][$gte]=10&filters[views][$lte]=50 -> rows 11: 1 2 9 10 11 21
  or=id||$eq||3 -> filters[id][$eq]=3 -> rows 1: 3
  or=id||$eq||3&or=views||$gt||300 -> filters[$or][0][id][$eq]=3&filters[$or][1][views][$gt]=300 -> rows 2: 3 12
  filter=id||$eq||3&or=views||$gt||300 -> filters[$or][0][id][$eq]=3&filters[$or][1][views][$gt]=300 -> rows 2: 3 12
  filter=id||$gt||3&filter=id||$lt||6&or=views||$gt||300&or=id||$lt||20 -> filters[$or][0][id][$gt]=3&filters[$or][0][id][$lt]=6&filters[$or][1][id][$lt]=20&filters[$or][1][views][$gt]=300 -> rows 3: 4 5 12
  filter=author.name||$eq||Ulf -> filters[author][name][$eq]=Ulf -> rows 4: 8 9 21 29
  filter=author.id||$ne||1 -> filters[author][id][$ne]=1 -> rows 20: 3 4 5 6 7 8
  filter=author.country.code||$eq||NO -> filters[author][country][code][$eq]=NO -> rows 9: 1 2 8 9 17 21
  filter=comments.stars||$gte||4&filter=comments.approved||$eq||true -> filters[comments][approved][$eq]=true&filters[comments][stars][$gte]=4 -> rows 16: 1 4 5 6 9 15
  filter=tags.name||$cont||e&filter=tags.name||$cont||n -> filters[tags][$and][0][name][$contains]=n&filters[tags][name][$contains]=e -> rows 11: 4 5 9 10 16 23
  filter=tags.name||$in||blue,green -> filters[tags][name][$in][0]=blue&filters[tags][name][$in][1]=green -> rows 20: 1 3 4 5 7 9
  or=tags.name||$eq||blue&or=tags.name||$eq||green -> filters[$or][0][tags][name][$eq]=blue&filters[$or][1][tags][name][$eq]=green -> rows 20: 1 3 4 5 7 9
  s={"id":3} -> filters[id][$eq]=3 -> rows 1: 3
  s={"id":{"$gt":3,"$lt":6}} -> filters[id][$gt]=3&filters[id][$lt]=6 -> rows 2: 4 5
  s={"slug":null} -> filters[slug][$null]=true -> rows 6: 3 7 14 19 23 29
  s={"slug":{"$isnull":true}} -> filters[slug][$null]=true -> rows 6: 3 7 14 19 23 29
  s={"slug":{"$isnull":null}} -> filters[slug][$null]=true -> rows 6: 3 7 14 19 23 29
  s={"slug":{"$isnull":""}} -> filters[slug][$null]=true -> rows 6: 3 7 14 19 23 29
  s={"isFeatured":true,"views":{"$gte":100}} -> filters[isFeatured][$eq]=true&filters[views][$gte]=100 -> rows 4: 4 12 17 27
  s={"$and":[{"id":{"$gt":3}},{"id":{"$lt":6}}]} -> filters[id][$gt]=3&filters[id][$lt]=6 -> rows 2: 4 5
  s={"$or":[{"id":3},{"views":{"$gt":300}}]} -> filters[$or][0][id][$eq]=3&filters[$or][1][views][$gt]=300 -> rows 2: 3 12
  s={"id":{"$lt":13},"$or":[{"id":3},{"views":{"$gt":300}}]} -> filters[$or][0][id][$eq]=3&filters[$or][1][views][$gt]=300&filters[id][$lt]=13 -> rows 2: 3 12
  s={"views":{"$gte":10,"$or":{"$lte":20,"$eq":1000}}} -> filters[$or][0][views][$eq]=1000&filters[$or][1][views][$lte]=20&filters[views][$gte]=10 -> rows 7: 1 2 9 12 35 39
  s={"views":{"$or":{"$lt":0,"$eq":1000}}} -> filters[$or][0][views][$eq]=1000&filters[$or][1][views][$lt]=0 -> rows 2: 7 12
  s={"$not":[{"id":{"$lt":35}}]} -> filters[id][$not][$lt]=35 -> rows 3: 35 39 40
  s={"$not":[{"id":{"$gt":5}},{"id":{"$lt":38}}]} -> filters[id][$not][$gt]=5&filters[id][$not][$lt]=38 -> rows 7: 1 2 3 4 5 39
  s={"id":{"$in":[1,2,"3"]}} -> filters[id][$in][0]=1&filters[id][$in][1]=2&filters[id][$in][2]=3 -> rows 3: 1 2 3
  s={"$or":[{"author.name":"Ulf"},{"id":3}]} -> filters[$or][0][author][name][$eq]=Ulf&filters[$or][1][id][$eq]=3 -> rows 5: 3 8 9 21 29
  s={"$and":[{"comments.stars":{"$gte":4}},{"comments.approved":true}]} -> filters[comments][approved][$eq]=true&filters[comments][stars][$gte]=4 -> rows 16: 1 4 5 6 9 15
  s={"visits":9007199254740993} -> filters[visits][$eq]=9007199254740993 -> rows 2: 4 35
  s={} -> nothing -> rows 20: 1 2 3 4 5 6
  sort=id,DESC -> sort[0]=id:desc -> rows 20: 40 39 35 34 33 32
  sort=views,ASC&sort=id,DESC -> sort[0]=views:asc&sort[1]=id:desc -> rows 20: 7 13 6 28 29 30
  sort[0]=views,ASC&sort[1]=id,DESC -> sort[0]=views:asc&sort[1]=id:desc -> rows 20: 7 13 6 28 29 30
  sort=author.name,DESC&sort=id,ASC&filter=author.id||$in||5,6 -> filters[author][id][$in][0]=5&filters[author][id][$in][1]=6&sort[0]=author.name:desc&sort[1]=id:asc -> rows 9: 8 9 21 29 10 11
  sort=rating,ASC&limit=3 -> sort[0]=rating:asc&pagination[page]=1&pagination[pageSize]=3 -> rows 3: 33 7 34
  fields=id,title -> fields[0]=id&fields[1]=title -> rows 20: 1 2 3 4 5 6
  select=id,views -> fields[0]=id&fields[1]=views -> rows 20: 1 2 3 4 5 6
  fields=id,title&filter=id||$lt||4&sort=id,DESC&page=1&limit=2 -> filters[id][$lt]=4&sort[0]=id:desc&pagination[page]=1&pagination[pageSize]=2&fields[0]=id&fields[1]=title -> page 3: 3 2
  cache=0 -> nothing -> rows 20: 1 2 3 4 5 6
  include_deleted=0 -> nothing -> rows 20: 1 2 3 4 5 6
  join=author -> nothing -> rows 20: 1 2 3 4 5 6
`;
