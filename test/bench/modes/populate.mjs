import { FilterService } from 'nestjs-filterable';
import { drivers } from '../contenders/raw.mjs';
import { interleave } from '../measure.mjs';
import { openDatabase } from '../model/databases.mjs';
import { Place, Review, places, placesWith } from '../populate/model.mjs';

/** The numbers of reviews of each place, of places on a page, and of reviews that each is answered with. */
const cells = [6, 500].flatMap((reviews) => [
  { reviews, size: 25, limit: 3 },
  { reviews, size: 100, limit: 3 },
  { reviews, size: 25, limit: 20 },
]);

/** Pages with related rows, beside the same page and statements by hand, whose rows stay as the driver gives them. */
export async function measurePopulate(engine, flags, tell) {
  const results = [];
  for (const reviews of new Set(cells.map((cell) => cell.reviews))) {
    // It is full where it has more rows than that.
    const rows = (places * reviews) / 2;
    const database = await openDatabase(engine, rows, { keep: flags.keep, ...placesWith(reviews) });
    try {
      for (const cell of cells.filter((each) => each.reviews === reviews)) {
        const times = await measureCell(database, cell, flags);
        const result = { engine, ...cell, name: `${reviews} reviews, ${cell.size} places, ${cell.limit} each`, times };
        tell(result);
        results.push(result);
      }
    } finally {
      await database.close();
    }
  }
  return results;
}

async function measureCell({ engine, source }, { size, limit }, { seconds, rounds }) {
  const filters = FilterService.forDataSource(source, { limits: { populatedRows: 20_000 } });
  const repository = source.getRepository(Place);
  const send = drivers[engine](source);
  const of = byHand[engine];
  const pages = Math.floor(places / size);
  const page = (turn, populate = '') => {
    const number = (turn % pages) + 1;
    const text = `pagination[page]=${number}&pagination[pageSize]=${size}&pagination[withCount]=false${populate}`;
    return filters.page(repository, filters.parse(Place, text));
  };
  const asked = `&populate[reviews][limit]=${limit}`;
  const keysOf = (rows) => rows.map(({ id }) => id);
  const runners = {
    page: (turn) => page(turn),
    populate: (turn) => page(turn, asked),
    byHand: async (turn) => send(of.first(keysOf((await page(turn)).data), limit + 1)),
    cut: async (turn) => {
      const { data } = await page(turn);
      const all = await source
        .getRepository(Review)
        .createQueryBuilder('review')
        .where('review.place_id IN (:...ids)', { ids: keysOf(data) })
        .select(['review.id', 'review.stars', 'review.text', 'review.place_id'])
        .orderBy('review.stars', 'DESC')
        .addOrderBy('review.id', 'DESC')
        .getRawMany();
      const cut = new Map();
      for (const row of all) {
        const own = cut.get(row.place_id) ?? [];
        cut.set(row.place_id, own);
        if (own.length < limit) own.push(row);
      }
      return cut;
    },
    nested: (turn) => page(turn, `${asked}&populate[reviews][populate]=author`),
    nestedByHand: async (turn) => {
      const reviews = await send(of.first(keysOf((await page(turn)).data), limit + 1));
      return send(of.authors([...new Set(reviews.map((review) => review.author_id))]));
    },
  };
  return interleave(runners, { turns: pages, rounds, seconds, inARow: 3, warmUp: 40 });
}

const order = 'ORDER BY stars DESC, id DESC';

/** The best statements by hand: for the first reviews of each place, and for authors. */
const byHand = {
  postgres: {
    first: (ids, limit) => ({
      text: `SELECT r.* FROM unnest($1::int[]) AS p(id) CROSS JOIN LATERAL (SELECT * FROM review WHERE place_id = p.id ${order} LIMIT ${limit}) r`,
      values: [ids],
    }),
    authors: (ids) => ({ text: 'SELECT * FROM author WHERE id = ANY($1::int[])', values: [ids] }),
  },
  mariadb: {
    first: (ids, limit) => ({
      text: ids.map(() => `(SELECT * FROM review WHERE place_id = ? ${order} LIMIT ${limit})`).join(' UNION ALL '),
      values: ids,
    }),
    authors: (ids) => ({ text: 'SELECT * FROM author WHERE id IN (?)', values: [ids] }),
  },
  sqlite: {
    first: (ids, limit) => ({
      text: `SELECT r.* FROM json_each(?) p JOIN review r ON r.id IN (SELECT id FROM review WHERE place_id = p.value ${order} LIMIT ${limit})`,
      values: [JSON.stringify(ids)],
    }),
    authors: (ids) => ({
      text: 'SELECT * FROM author WHERE id IN (SELECT value FROM json_each(?))',
      values: [JSON.stringify(ids)],
    }),
  },
};
