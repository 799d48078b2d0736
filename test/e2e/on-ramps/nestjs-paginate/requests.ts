/**
 * Requests of nestjs-paginate, each with its canonical form, decoded, and what it finds: how many rows, the ids of the
 * first six, and the members of the answer that not every page has.
 */
export const requests = String.raw`
  nothing -> nothing -> 37: 1 2 3 4 5 6 +next +last
  page=&limit=&sortBy=&search=&searchBy=&select=&cursor= -> nothing -> 37: 1 2 3 4 5 6 +next +last
  page=2 -> pagination[page]=2&pagination[pageSize]=20 -> 37: 21 22 23 24 25 26 +first +previous
  page=2&limit=5 -> pagination[page]=2&pagination[pageSize]=5 -> 37: 6 7 8 9 10 +first +previous +next +last
  limit=5 -> pagination[page]=1&pagination[pageSize]=5 -> 37: 1 2 3 4 5 +next +last
  limit=500 -> pagination[page]=1&pagination[pageSize]=100 -> 37: 1 2 3 4 5 6
  page=99&limit=10 -> pagination[page]=99&pagination[pageSize]=10 -> 37: +first +previous
  filter.id=3 -> filters[id][$eq]=3 -> 1: 3 +filter
  filter.id=$eq:3 -> filters[id][$eq]=3 -> 1: 3 +filter
  filter.id=$not:$eq:3 -> filters[id][$ne]=3 -> 36: 1 2 4 5 6 7 +filter +next +last
  filter.id=$gt:35 -> filters[id][$gt]=35 -> 2: 39 40 +filter
  filter.id=$gte:35 -> filters[id][$gte]=35 -> 3: 35 39 40 +filter
  filter.id=$lt:4 -> filters[id][$lt]=4 -> 3: 1 2 3 +filter
  filter.id=$lte:4 -> filters[id][$lte]=4 -> 4: 1 2 3 4 +filter
  filter.id=$not:$lte:4 -> filters[id][$not][$lte]=4 -> 33: 5 6 7 8 9 10 +filter +next +last
  filter.id=$in:1,2,3 -> filters[id][$in][0]=1&filters[id][$in][1]=2&filters[id][$in][2]=3 -> 3: 1 2 3 +filter
  filter.id=$in: 1, 2 ,3 -> filters[id][$in][0]=1&filters[id][$in][1]=2&filters[id][$in][2]=3 -> 3: 1 2 3 +filter
  filter.id=$not:$in:1,2,3 -> filters[id][$notIn][0]=1&filters[id][$notIn][1]=2&filters[id][$notIn][2]=3 -> 34: 4 5 6 7 8 9 +filter +next +last
  filter.views=$btw:10,20 -> filters[views][$between][0]=10&filters[views][$between][1]=20 -> 6: 1 2 9 35 39 40 +filter
  filter.views=$not:$btw:10,300 -> filters[views][$notBetween][0]=10&filters[views][$notBetween][1]=300 -> 13: 6 7 12 13 18 19 +filter
  filter.slug=$null -> filters[slug][$null]=true -> 6: 3 7 14 19 23 29 +filter
  filter.slug=$not:$null -> filters[slug][$notNull]=true -> 31: 1 2 4 5 6 8 +filter +next +last
  filter.title=$ilike:WINT -> filters[title][$contains]=WINT -> 2: 9 10 +filter
  filter.title=$not:$ilike:n -> filters[title][$notContains]=n -> 17: 4 5 6 7 11 14 +filter
  filter.title=$sw:ra -> filters[title][$startsWith]=ra -> 2: 24 25 +filter
  filter.title=$ilike:100% -> filters[title][$contains]=100% -> 1: 11 +filter
  filter.title=$not:$sw:s -> filters[title][$not][$startsWith]=s -> 30: 5 6 7 8 9 10 +filter +next +last
  filter.status=published -> filters[status][$eq]=published -> 23: 1 2 4 5 7 9 +filter +next +last
  filter.isFeatured=true -> filters[isFeatured][$eq]=true -> 15: 1 4 7 9 12 15 +filter
  filter.rating=$gte:4.5 -> filters[rating][$gte]=4.5 -> 12: 1 2 4 8 9 10 +filter
  filter.publishedAt=$gte:2024-09-01T06:00:00Z -> filters[publishedAt][$gte]=2024-09-01T06:00:00Z -> 8: 21 22 23 25 27 28 +filter
  filter.publishedAt=$btw:2024-05-05,2024-05-06 -> filters[publishedAt][$between][0]=2024-05-05&filters[publishedAt][$between][1]=2024-05-06 -> 3: 33 34 35 +filter
  filter.views=$gte:10&filter.views=$lte:50 -> filters[views][$gte]=10&filters[views][$lte]=50 -> 11: 1 2 9 10 11 21 +filter
  filter.views=$lt:0&filter.views=$or:$gt:300 -> filters[$or][0][views][$gt]=300&filters[$or][1][views][$lt]=0 -> 2: 7 12 +filter
  filter.views=$gte:10&filter.views=$lte:20&filter.views=$or:$eq:1000 -> filters[$or][0][views][$eq]=1000&filters[$or][1][views][$gte]=10&filters[$or][1][views][$lte]=20 -> 7: 1 2 9 12 35 39 +filter
  filter.views=$lt:0&filter.views=$or:$gt:300&filter.id=$gt:10 -> filters[$or][0][views][$gt]=300&filters[$or][1][views][$lt]=0&filters[id][$gt]=10 -> 1: 12 +filter
  filter.views=$or:$lt:0&filter.id=$or:$lte:2 -> filters[$or][0][id][$lte]=2&filters[$or][1][views][$lt]=0 -> 3: 1 2 7 +filter
  filter.views=$or:$lt:0&filter.id=$or:$lte:2&filter.status=published -> filters[$or][0][id][$lte]=2&filters[$or][1][views][$lt]=0&filters[status][$eq]=published -> 3: 1 2 7 +filter
  filter.views=$and:$gte:10&filter.views=$and:$lte:20 -> filters[views][$gte]=10&filters[views][$lte]=20 -> 6: 1 2 9 35 39 40 +filter
  filter.author.name=$eq:Ulf -> filters[author][name][$eq]=Ulf -> 4: 8 9 21 29 +filter
  filter.author.name=$ilike:a&filter.author.bornOn=$null -> filters[author][bornOn][$null]=true&filters[author][name][$contains]=a -> 5: 10 11 22 30 40 +filter
  filter.author.country.code=NO -> filters[author][country][code][$eq]=NO -> 9: 1 2 8 9 17 21 +filter
  filter.author.country.code=$not:$eq:NO -> filters[author][country][code][$ne]=NO -> 18: 3 4 5 6 7 15 +filter
  filter.author.id=$lt:3&filter.author.id=$or:$gt:6 -> filters[author][$or][0][id][$gt]=6&filters[author][$or][1][id][$lt]=3 -> 14: 1 2 3 4 15 16 +filter
  filter.author.name=$or:$ilike:ulf&filter.author.id=$or:$eq:2 -> filters[author][$or][0][id][$eq]=2&filters[author][$or][1][name][$contains]=ulf -> 9: 3 4 8 9 18 21 +filter
  filter.comments.stars=$gte:4&filter.comments.approved=true -> filters[comments][approved][$eq]=true&filters[comments][stars][$gte]=4 -> 16: 1 4 5 6 9 15 +filter
  filter.comments.stars=$gte:4 -> filters[comments][stars][$gte]=4 -> 21: 1 2 4 5 6 7 +filter +next +last
  filter.comments.stars=$any:$gte:4 -> filters[comments][stars][$gte]=4 -> 21: 1 2 4 5 6 7 +filter +next +last
  filter.comments.stars=$none:$gte:4 -> filters[$not][comments][stars][$gte]=4 -> 16: 3 10 11 12 13 14 +filter
  filter.comments.stars=$all:$gte:4 -> filters[$not][comments][stars][$not][$gte]=4&filters[comments][stars][$gte]=4 -> 12: 4 5 9 15 17 19 +filter
  filter.comments.author.name=$ilike:per -> filters[comments][author][name][$contains]=per -> 8: 4 8 9 13 18 33 +filter
  filter.tags.name=$in:blue,green -> filters[tags][name][$in][0]=blue&filters[tags][name][$in][1]=green -> 20: 1 3 4 5 7 9 +filter
  filter.comments=$none -> filters[$not][comments][$exists]=true -> 7: 3 10 14 20 24 26 +filter
  filter.comments=$any&filter.id=$lt:9 -> filters[comments][$exists]=true&filters[id][$lt]=9 -> 7: 1 2 4 5 6 7 +filter
  filter=NOT comments=$none -> filters[comments][$exists]=true -> 30: 1 2 4 5 6 7 +next +last
  filter.tags.name=$none:$in:blue,green -> filters[$not][tags][name][$in][0]=blue&filters[$not][tags][name][$in][1]=green -> 17: 2 6 8 11 12 13 +filter
  filter.author.name=$none:$eq:Ulf -> filters[$not][author][name][$eq]=Ulf -> 33: 1 2 3 4 5 6 +filter +next +last
  filter.id=$gt:30&filter.tags.name=blue -> filters[id][$gt]=30&filters[tags][name][$eq]=blue -> 3: 31 35 39 +filter
  filter=id=$eq:3 -> filters[id][$eq]=3 -> 1: 3
  filter=id=$lt:3 OR id=$gt:39 -> filters[$or][0][id][$gt]=39&filters[$or][1][id][$lt]=3 -> 3: 1 2 40
  filter=id=$lt:10 AND NOT author.id=$eq:1 -> filters[$not][author][id][$eq]=1&filters[id][$lt]=10 -> 7: 3 4 5 6 7 8
  filter=(id=$lt:3 OR views=$gt:300) AND status=published -> filters[$or][0][id][$lt]=3&filters[$or][1][views][$gt]=300&filters[status][$eq]=published -> 3: 1 2 12
  filter=NOT (id=$lt:10 OR id=$gt:12) -> filters[$not][$or][0][id][$gt]=12&filters[$not][$or][1][id][$lt]=10 -> 3: 10 11 12
  filter=comments.stars=$eq:5 AND comments.stars=$eq:2 -> filters[comments][$some][stars][$eq]=5&filters[comments][stars][$eq]=2 -> 3: 1 2 35
  filter=title=$ilike:"rain again" OR title='Dusk' -> filters[$or][0][title][$contains]=rain again&filters[$or][1][title][$eq]=Dusk -> 2: 25 39
  filter=tags.name=$none:$eq:blue AND id=$lt:12&filter.id=$gt:3 -> filters[$not][tags][name][$eq]=blue&filters[id][$gt]=3&filters[id][$lt]=12 -> 5: 5 6 8 9 11 +filter
  sortBy=id:DESC -> sort[0]=id:desc -> 37: 40 39 35 34 33 32 +next +last
  sortBy=views:ASC&sortBy=id:DESC -> sort[0]=views:asc&sort[1]=id:desc -> 37: 7 13 6 28 29 30 +next +last
  sortBy=author.name:DESC&sortBy=id:ASC&filter.author.id=$in:5,6 -> filters[author][id][$in][0]=5&filters[author][id][$in][1]=6&sort[0]=author.name:desc&sort[1]=id:asc -> 9: 8 9 21 29 10 11 +filter
  sortBy=rating:ASC&limit=3 -> sort[0]=rating:asc&pagination[page]=1&pagination[pageSize]=3 -> 37: 33 7 34 +next +last
  search=rain -> search=rain -> 4: 24 25 26 27 +search +searchBy
  search=rain again -> search="rain again" -> 1: 25 +search +searchBy
  search=RAIN&searchBy=title -> filters[title][$contains]=RAIN -> 4: 24 25 26 27 +search +searchBy
  search=winter&searchBy=slug -> filters[slug][$contains]=winter -> 2: 9 10 +search +searchBy
  search=kai&searchBy=title&searchBy=slug -> search=kai -> 1: 17 +search +searchBy
  search=a&filter.id=$lt:12&sortBy=id:DESC -> filters[id][$lt]=12&sort[0]=id:desc&search=a -> 1: 8 +search +searchBy +filter
  select=id,title -> fields[0]=id&fields[1]=title -> 37: 1 2 3 4 5 6 +select +next +last
  select=id&select=views,title -> fields[0]=id&fields[1]=views&fields[2]=title -> 37: 1 2 3 4 5 6 +select +next +last
  limit=-1&filter.id=$gt:30 -> filters[id][$gt]=30 -> 7: 31 32 33 34 35 39 +filter
  limit=-1&sortBy=id:DESC -> sort[0]=id:desc -> 37: 40 39 35 34 33 32
`;
