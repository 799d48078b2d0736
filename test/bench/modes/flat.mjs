import { FilterService } from 'nestjs-filterable';
import { interleave } from '../measure.mjs';
import { limits } from '../model/filterable.mjs';
import { Post } from '../model/entities.mjs';

const flat = {
  page: 'page',
  pageSize: 'pageSize',
  sort: { field: 'field', direction: 'order' },
  filters: {
    title: '$contains',
    status: true,
    author: 'author.name',
    views: { field: 'views', operator: '$between' },
    ids: { field: 'id', operator: '$in', separator: ',' },
  },
};

/** Requests in both spellings, which mean the same. */
const twins = {
  'a page': ['page=2&pageSize=20', 'pagination[page]=2&pagination[pageSize]=20'],
  'five conditions': [
    'title=spring&status=published&author=Ann&views[]=1&views[]=9&ids=1,2,3&field=views&order=desc&page=2&pageSize=20',
    'filters[title][$contains]=spring&filters[status]=published&filters[author][name]=Ann&filters[views][$between][0]=1' +
      '&filters[views][$between][1]=9&filters[id][$in][0]=1&filters[id][$in][1]=2&filters[id][$in][2]=3' +
      '&sort=views:desc&pagination[page]=2&pagination[pageSize]=20',
  ],
};

export const flatRequests = Object.keys(twins).length;

/** A page of a flat request and its reading alone, beside its bracketed twin at the same list. */
export async function measureFlat({ source }, flags, tell) {
  const posts = source.getRepository(Post);
  const filters = FilterService.forDataSource(source, { limits });
  const overrides = { flat };
  const results = [];
  for (const [name, [one, other]] of Object.entries(twins)) {
    const read = (text) => filters.parse(Post, text, overrides);
    const readMany = (text) => async () => {
      for (let time = 0; time < 20; time += 1) read(text);
    };
    const runners = {
      flat: () => filters.page(posts, read(one)),
      bracketed: () => filters.page(posts, read(other)),
      'reading flat': readMany(one),
      'reading bracketed': readMany(other),
    };
    if (String(read(one)) !== String(read(other))) {
      throw new Error(`${name} is not the same in both spellings`);
    }
    const settings = { turns: 1, rounds: 400, seconds: flags.seconds, warmUp: 100, clock: 'cpu' };
    const times = await interleave(runners, settings);
    const result = {
      name,
      entries: Object.entries(times).map(([who, { median, p10 }]) => ({ name: who, median, p10 })),
    };
    tell(result);
    results.push(result);
  }
  return results;
}
