/** A request worth trying; the home page links to it, and the console lists it at start. */
export interface Example {
  readonly title: string;
  /** Path and query with literal brackets, for reading; values are percent-encoded. */
  readonly path: string;
}

export const EXAMPLES: readonly Example[] = [
  {
    title: 'Italian or Thai, and either opened on 1 January 2020 or with at least three stars; best rated first',
    path:
      '/api/restaurants?filters[$or][0][opened][$eq]=2020-01-01&filters[$or][1][stars][$gte]=3' +
      '&filters[cuisine][$in][0]=Italian&filters[cuisine][$in][1]=Thai&sort[0]=rating:desc&sort[1]=name',
  },
  {
    title: 'Names that contain “100%”: a percent sign is no wildcard',
    path: '/api/restaurants?filters[name][$contains]=100%25',
  },
  {
    title: 'Both words, each in the name, the cuisine, the name of the chef or one of the tags',
    path: '/api/restaurants?search=thai romantic&sort=name',
  },
  {
    title: 'Vegan and romantic, with an approved five-star review; most reviewed first',
    path:
      '/api/restaurants?filters[$and][0][tags][name]=vegan&filters[$and][1][tags][name]=romantic' +
      '&filters[reviews][approved]=true&filters[reviews][stars]=5&sort=reviews.$count:desc,name',
  },
  {
    title: 'Approved reviews from 24 to 26 December 2025, newest first',
    path:
      '/api/reviews?filters[approved]=true&filters[createdAt][$between][0]=2025-12-24' +
      '&filters[createdAt][$between][1]=2025-12-26&sort=createdAt:desc&pagination[page]=1&pagination[pageSize]=5',
  },
  {
    title: 'English and French spoken, at least 20 seats on the terrace; cheapest first',
    path:
      '/api/restaurants?filters[languages][$hasEvery][0]=en&filters[languages][$hasEvery][1]=fr' +
      '&filters[facilities][seats][terrace][$gte]=20&sort=averagePrice:asc:nullsLast',
  },
  {
    title: 'Every Italian restaurant as a file, by name',
    path: '/api/restaurants/export?format=csv&filters[cuisine]=Italian&sort=name',
  },
  {
    title:
      'Thai and open; beside them all cuisines that are open, the tags that begin to be typed, and the range of the ratings',
    path:
      '/api/restaurants?filters[cuisine]=Thai&filters[isOpen]=true' +
      '&facets[cuisine]=true&facets[tags.name][search]=ve&facets[tags.name][limit]=5&facets[rating]=true',
  },
  {
    title: 'Three stars, each with its chef, its tags and its three newest reviews, and who wrote them',
    path:
      '/api/restaurants?filters[stars]=3&populate[chef][fields]=name,michelinStars&populate[tags]=true' +
      '&populate[reviews][populate]=author&pagination[pageSize]=5',
  },
  {
    title: 'At least four stars on average in approved reviews, the best reviewed first',
    path:
      '/api/restaurants?filters[reviews][$avg][stars][$gte]=4&filters[reviews][$avg][$where][approved]=true' +
      '&sort=reviews.$avg.stars:desc,name&pagination[pageSize]=5',
  },
  {
    title: 'Three mistakes, all named in one response',
    path: '/api/restaurants?filters[nam]=Bella&filters[stars][$gte]=many&sort=secretNotes',
  },
];

/** Prints the examples as URLs that a terminal makes clickable. */
export function printExamples(origin: string): void {
  const lines = EXAMPLES.map(({ title, path }) => `  ${title}\n  ${origin}${path}\n`);
  console.log(`\nWorth trying:\n\n${lines.join('\n')}`);
}
