/**
 * The cost of the levels of `reads.consistency`: a page with its total, without and with facets, read at each level in
 * turn. Each figure is the median, and its ratio to that of `statement`.
 *
 *     npm run build && node test/bench/consistency.mjs [posts]
 */
import process from 'node:process';
import { FilterService, Filterable } from 'nestjs-filterable';
import { interleave } from './measure.mjs';
import { isAvailable, openDatabase } from './model/databases.mjs';
import { Author, Post } from './model/entities.mjs';

const posts = Number(process.argv[2] ?? 100_000);
Filterable({ fields: ['id', 'name'] })(Author);
Filterable({
  fields: ['id', 'status', 'views', 'publishedAt'],
  relations: ['author'],
  facets: ['status', { name: 'views', type: 'range' }],
})(Post);

/** Of a few hundred rows, so that the statements between the others are seen beside them. */
const narrowed = 'filters[views][$lt]=200&sort=publishedAt:desc&pagination[page]=1&pagination[pageSize]=20';
const requests = {
  'page and total': narrowed,
  'page, total and two facets': `${narrowed}&facets=status,views`,
};

for (const engine of ['postgres', 'mariadb', 'sqlite'].filter(isAvailable)) {
  // SQLite's drivers have one connection for all.
  const levels = engine === 'sqlite' ? ['statement', 'connection'] : ['statement', 'connection', 'snapshot'];
  const database = await openDatabase(engine, posts);
  try {
    const filters = FilterService.forDataSource(database.source);
    const repository = database.source.getRepository(Post);
    for (const [name, text] of Object.entries(requests)) {
      const query = filters.parse(Post, text);
      const runners = levels.map((consistency) => [
        consistency,
        () => filters.page(repository, query, { reads: { consistency } }),
      ]);
      const times = await interleave(Object.fromEntries(runners), { turns: 1, rounds: 400, seconds: 30 });
      const { median: base } = times.statement;
      const figures = levels.map(
        (level) => `${level} ${times[level].median.toFixed(2)} ms (${(times[level].median / base).toFixed(2)})`,
      );
      console.log(`${engine} | ${name} | ${figures.join(' | ')}`);
    }
  } finally {
    await database.close();
  }
}
