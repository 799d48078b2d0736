import { FilterService } from 'nestjs-filterable';
import * as typeorm from 'typeorm';
import { spyOn } from '../contenders/index.mjs';
import { Post, entitySchemas } from '../model/entities.mjs';
import { limits } from '../model/filterable.mjs';
import { timeReplayed } from './javascript.mjs';

const pages = 'sort=views&pagination[pageSize]=20';
const asked = (views) => `filters[views][$gte]=${views}&filters[title][$containsi]=spring&${pages}`;
const object = (views) => ({
  filters: { views: { $gte: views }, title: { $containsi: 'spring' } },
  sort: ['views'],
  pagination: { pageSize: 20 },
});
const searched = (views) => `filters[views][$gte]=${views}&search=spring&${pages}`;

/** A list whose members are decided by the context of each request. */
const underWhen = {
  fields: ['id', { name: 'title', when: () => true }, { name: 'views', when: () => true }, 'status'],
};

/** Origins of a page, each beside the same page by a query string: who gives it, and the list that reads it. */
const origins = {
  'an object, as from a body or in code': { read: object },
  'a list under `when`': { list: underWhen },
  'a search': { read: searched, list: { search: ['title'] } },
  'eager relations, to a builder that joins them': { isEager: true },
};

export const originCount = Object.keys(origins).length;

/** Everything but the database for one page, by what it comes from. */
export async function measureOrigins({ engine, source }, flags, tell) {
  const spy = spyOn(source);
  const eager = await withEagerAuthors(engine, source);
  const results = [];
  try {
    for (const [name, { read = asked, list, isEager }] of Object.entries(origins)) {
      const of = isEager ? eager : source;
      const builder = () => {
        const posts = of.getRepository(Post).createQueryBuilder('post');
        return isEager ? posts.leftJoinAndSelect('post.author', 'author') : posts;
      };
      const usual = pager(of, builder, asked);
      const own = pager(of, isEager ? () => of.getRepository(Post) : builder, read, list);
      const entrants = [await entered(spy, 'a query string', usual), await entered(spy, name, own)];
      const result = { name, entries: await timeReplayed(entrants, flags) };
      tell(result);
      results.push(result);
    }
  } finally {
    await eager.destroy();
  }
  return results;
}

/** Returns a function that reads the page, with other values each time. */
function pager(source, rowsOf, input, list) {
  const filters = FilterService.forDataSource(source, { limits });
  let views = 0;
  return () => {
    views = (views + 1) % 50;
    const query = filters.parse(Post, input(views), list, undefined);
    return filters.page(rowsOf(), query);
  };
}

/** Records the answers of a page until its statements are known. */
async function entered(spy, name, run) {
  for (let time = 0; time < 20; time += 1) await run();
  const { answers } = await spy.record(run);
  return { name, spy, answers, run };
}

/** Connects to the same database with posts that load their authors by themselves. */
async function withEagerAuthors(engine, { options }) {
  const entities = entitySchemas(typeorm, engine);
  for (const { options: schema } of entities) if (schema.name === 'Post') schema.relations.author.eager = true;
  return new typeorm.DataSource({ ...options, entities, synchronize: false }).initialize();
}
