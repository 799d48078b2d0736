import { FilterService } from 'nestjs-filterable';
import { drivers } from '../contenders/raw.mjs';
import { interleave } from '../measure.mjs';
import { openDatabase } from '../model/databases.mjs';
import { Place, Review, places, placesWith } from '../populate/model.mjs';

/** Reviews of each place: 100,000 in all, as in the bars. */
const reviews = 100;

const declared = {
  fields: [
    'id',
    'name',
    { name: 'reviewCount', of: 'reviews', count: true },
    { name: 'averageStars', of: 'reviews', avg: 'stars' },
  ],
  select: ['name', 'reviewCount', 'averageStars'],
};
const ofReviews = { aggregates: { stars: ['sum', 'avg', 'max'] } };

/** Measured questions, each with the library's runner and those by hand that give the same. */
export const aggregateCells = ['answered', 'total', 'filter, a page', 'filter, its total', 'filter among conditions'];

/** Aggregates of related rows and of a list, beside the best statements by hand. */
export async function measureAggregates(engine, flags, tell) {
  const database = await openDatabase(engine, (places * reviews) / 2, { keep: flags.keep, ...placesWith(reviews) });
  const results = [];
  try {
    const questions = questionsOf(database);
    for (const name of aggregateCells) {
      const times = await interleave(questions[name], { turns: 40, rounds: 40, seconds: flags.seconds, warmUp: 20 });
      const result = { engine, name, times };
      tell(result);
      results.push(result);
    }
  } finally {
    await database.close();
  }
  return results;
}

function questionsOf({ engine, source }) {
  const filters = FilterService.forDataSource(source, {});
  const send = drivers[engine](source);
  const [placeRows, reviewRows] = [source.getRepository(Place), source.getRepository(Review)];
  const page = (text) => filters.page(placeRows, filters.parse(Place, text, declared));
  const sized = (turn, fields) =>
    page(`pagination[page]=${turn + 1}&pagination[pageSize]=20&pagination[withCount]=false&fields=${fields}`);
  const keysOf = ({ data }) => data.map(({ id }) => id);
  // One place in some hundred has such an average, and half of them one below the middle.
  const least = (turn) => 2_480 + (turn % 40);
  const filter = (turn, and = '') => `filters[averageStars][$gte]=${least(turn)}${and}`;
  const countAll = (text) => filters.count(placeRows, filters.parse(Place, text, declared));
  const correlated = (turn) => `(SELECT AVG(r.stars) FROM review r WHERE r.place_id = p.id) >= ${least(turn)}`;
  const grouped = (turn) =>
    `p.id IN (SELECT place_id FROM review GROUP BY place_id HAVING AVG(stars) >= ${least(turn)})`;
  const sql = (text) => send({ text, values: [] });
  const byHand = (where, and = '') => ({
    page: (turn) => sql(`SELECT p.id, p.name FROM place p WHERE ${where(turn)}${and} ORDER BY p.id LIMIT 20`),
    count: (turn) => sql(`SELECT COUNT(*) FROM place p WHERE ${where(turn)}${and}`),
  });
  const sliced = '&sort=id&pagination[pageSize]=20&pagination[withCount]=false&fields=name';
  const among = {
    text: '&filters[id][$between][0]=100&filters[id][$between][1]=200',
    sql: ' AND p.id BETWEEN 100 AND 200',
  };
  return {
    answered: {
      ours: (turn) => sized(turn, 'name,reviewCount,averageStars'),
      'by hand': async (turn) => send(inGroups[engine](keysOf(await sized(turn, 'name')))),
    },
    total: {
      ours: () =>
        filters.page(
          reviewRows,
          filters.parse(Review, 'aggregates=stars:sum,stars:avg,stars:max&pagination[pageSize]=20', ofReviews),
        ),
      'by hand': async () => {
        await filters.page(reviewRows, filters.parse(Review, 'pagination[pageSize]=20&pagination[withCount]=false'));
        await sql('SELECT COUNT(*), SUM(stars), ROUND(AVG(stars), 6), MAX(stars) FROM review');
      },
    },
    'filter, a page': {
      ours: (turn) => page(filter(turn, sliced)),
      correlated: byHand(correlated).page,
      grouped: byHand(grouped).page,
    },
    'filter, its total': {
      ours: (turn) => countAll(filter(turn)),
      correlated: byHand(correlated).count,
      grouped: byHand(grouped).count,
    },
    'filter among conditions': {
      ours: (turn) => page(filter(turn, among.text + sliced)),
      correlated: byHand(correlated, among.sql).page,
      grouped: byHand(grouped, among.sql).page,
    },
  };
}

/** The best grouped statements by hand for the places of a page. */
const inGroups = {
  postgres: (ids) => ({
    text: 'SELECT place_id, COUNT(*), AVG(stars) FROM review WHERE place_id = ANY($1::int[]) GROUP BY place_id',
    values: [ids],
  }),
  mariadb: (ids) => ({
    text: 'SELECT place_id, COUNT(*), AVG(stars) FROM review WHERE place_id IN (?) GROUP BY place_id',
    values: [ids],
  }),
  sqlite: (ids) => ({
    text: 'SELECT place_id, COUNT(*), AVG(stars) FROM review WHERE place_id IN (SELECT value FROM json_each(?)) GROUP BY place_id',
    values: [JSON.stringify(ids)],
  }),
};
