import assert from 'node:assert/strict';
import { FilterService } from 'nestjs-filterable';
import { interleave } from '../measure.mjs';
import { openDatabase } from '../model/databases.mjs';
import { Place, Review, places, placesWith } from '../populate/model.mjs';

const turns = 40;

/**
 * Pages that a contender reads when it is its turn. With five, the caches of the processor still have the others' code
 * for a part of them, which made a page of 1.4 ms up to a tenth slower. An application has one of the contenders.
 */
const inARow = 20;

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

/**
 * Aggregates of related rows and of a list, beside the best that gives the same by hand. By hand means: an application
 * with TypeORM writes the condition or the grouped statement itself, and binds its values. It sends statements by
 * `getRawMany()` or `query()`. The library reads the pages and totals of both, whose own bars are others.
 */
export async function measureAggregates(engine, flags, tell) {
  const database = await openDatabase(engine, (places * reviews) / 2, { keep: flags.keep, ...placesWith(reviews) });
  const results = [];
  try {
    const questions = questionsOf(database);
    assert.deepEqual(await questions.answered['by hand'](3), { data: (await questions.answered.ours(3)).data });
    for (const name of aggregateCells) {
      const times = await interleave(questions[name], {
        turns,
        rounds: flags.rounds,
        seconds: flags.seconds,
        inARow,
        // A server runs compiled code. V8 has compiled that of a page after some thousand.
        warmUp: name.includes('total') ? 100 : 1_500,
      });
      const result = { engine, name, times };
      tell(result);
      results.push(result);
    }
  } finally {
    await database.close();
  }
  return results;
}

function questionsOf({ source, engine }) {
  const average = averages[engine];
  const filters = FilterService.forDataSource(source, {});
  const [placeRows, reviewRows] = [source.getRepository(Place), source.getRepository(Review)];
  const page = (text) => filters.page(placeRows, filters.parse(Place, text, declared));
  const sized = (turn, fields) =>
    page(`pagination[page]=${turn + 1}&pagination[pageSize]=20&pagination[withCount]=false&fields=${fields}`);
  // One place in some hundred has such an average, and half of them one below the middle.
  const least = (turn) => 2_480 + (turn % turns);
  const filter = (turn, and = '') => `filters[averageStars][$gte]=${least(turn)}${and}`;
  const sliced = '&sort=id&pagination[pageSize]=20&pagination[withCount]=false&fields=name';
  const among = '&filters[id][$between][0]=100&filters[id][$between][1]=200';
  const found = (form, turn) => placeRows.createQueryBuilder('p').where(forms[form](source), { least: least(turn) });
  const pageByHand = (form, turn, and = '') =>
    filters.page(found(form, turn), filters.parse(Place, and + sliced, declared));
  const each = (run) => Object.fromEntries(Object.keys(forms).map((form) => [form, (turn) => run(form, turn)]));
  return {
    answered: {
      ours: (turn) => sized(turn, 'name,reviewCount,averageStars'),
      'by hand': async (turn) => withGroups(await sized(turn, 'name'), reviewRows, average('r.stars')),
    },
    total: {
      ours: () =>
        filters.page(
          reviewRows,
          filters.parse(Review, 'aggregates=stars:sum,stars:avg,stars:max&pagination[pageSize]=20', ofReviews),
        ),
      'by hand': async () => {
        await filters.page(reviewRows, filters.parse(Review, 'pagination[pageSize]=20&pagination[withCount]=false'));
        const review = tableOf(source, Review);
        await source.query(`SELECT COUNT(*), SUM(stars), ${average('stars')}, MAX(stars) FROM ${review}`);
      },
    },
    'filter, a page': { ours: (turn) => page(filter(turn, sliced)), ...each((form, turn) => pageByHand(form, turn)) },
    'filter, its total': {
      ours: (turn) => filters.count(placeRows, filters.parse(Place, filter(turn), declared)),
      ...each((form, turn) => filters.count(found(form, turn), filters.parse(Place, '', declared))),
    },
    'filter among conditions': {
      ours: (turn) => page(filter(turn, among + sliced)),
      ...each((form, turn) => pageByHand(form, turn, among)),
    },
  };
}

const tableOf = (source, entity) => source.getMetadata(entity).tablePath;

/** The forms of a filter by an average, as a condition on the place `p`. */
const forms = {
  correlated: (source) => `(SELECT AVG(r.stars) FROM ${tableOf(source, Review)} r WHERE r.place_id = p.id) >= :least`,
  grouped: (source) =>
    `p.id IN (SELECT place_id FROM ${tableOf(source, Review)} GROUP BY place_id HAVING AVG(stars) >= :least)`,
};

/** The averages that the library answers: with six digits after the point, where MariaDB's own have four. */
const averages = {
  sqlite: (value) => `AVG(${value})`,
  postgres: (value) => `ROUND(AVG(${value}), 6)`,
  mariadb: (value) => `CAST(SUM(${value}) * 1.000000 / COUNT(${value}) AS DECIMAL(30, 6))`,
};

/** Puts what the grouped statement by hand has for the places of a page into these. */
async function withGroups({ data }, rows, average) {
  const ids = data.map(({ id }) => id);
  const groups = await rows
    .createQueryBuilder('r')
    .select('r.place_id', 'place')
    .addSelect('COUNT(*)', 'n')
    .addSelect(average, 'a')
    .where('r.place_id IN (:...ids)', { ids })
    .groupBy('r.place_id')
    .getRawMany();
  const ofPlace = new Map(groups.map(({ place, n, a }) => [place, { n: Number(n), a }]));
  for (const place of data) {
    const { n = 0, a = null } = ofPlace.get(place.id) ?? {};
    Object.assign(place, { reviewCount: n, averageStars: a });
  }
  return { data };
}
