/** A request worth trying. */
export interface Example {
  readonly title: string;
  /** Path and query, readable: brackets as they are, values encoded. */
  readonly path: string;
}

export const EXAMPLES: readonly Example[] = [
  {
    title: 'Italian or Thai, opened on New Year 2020 or with three stars and more, best rated first',
    path:
      '/api/restaurants?filters[$or][0][opened][$eq]=2020-01-01&filters[$or][1][stars][$gte]=3' +
      '&filters[cuisine][$in][0]=Italian&filters[cuisine][$in][1]=Thai&sort[0]=rating:desc&sort[1]=name',
  },
  {
    title: 'A percent sign is a percent sign',
    path: '/api/restaurants?filters[name][$contains]=100%25',
  },
  {
    title: 'Vegan and romantic, with an approved review of five stars, most reviewed first',
    path:
      '/api/restaurants?filters[$and][0][tags][name]=vegan&filters[$and][1][tags][name]=romantic' +
      '&filters[reviews][approved]=true&filters[reviews][stars]=5&sort=reviews.$count:desc,name',
  },
  {
    title: 'Approved reviews of three days at Christmas 2025, latest first',
    path:
      '/api/reviews?filters[approved]=true&filters[createdAt][$between][0]=2025-12-24' +
      '&filters[createdAt][$between][1]=2025-12-26&sort=createdAt:desc&pagination[page]=1&pagination[pageSize]=5',
  },
  {
    title: 'Three mistakes, one answer that names them all',
    path: '/api/restaurants?filters[nam]=Bella&filters[stars][$gte]=many&sort=secretNotes',
  },
];

export function printExamples(origin: string): void {
  const lines = EXAMPLES.map(({ title, path }) => `  ${title}\n  ${origin}${path}\n`);
  console.log(`\nWorth trying:\n\n${lines.join('\n')}`);
}
