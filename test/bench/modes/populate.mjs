import assert from 'node:assert/strict';
import { FilterService } from 'nestjs-filterable';
import { drivers } from '../contenders/raw.mjs';
import { interleave } from '../measure.mjs';
import { openDatabase } from '../model/databases.mjs';
import { formsByHand } from '../populate/forms.mjs';
import { Author, Place, Review, places, placesWith } from '../populate/model.mjs';

/** The numbers of reviews of each place, of places on a page, and of reviews that each is answered with. */
export const populateCells = [6, 500].flatMap((reviews) =>
  [25, 100].flatMap((size) => [3, 20].map((limit) => ({ reviews, size, limit }))),
);

/**
 * Pages with related rows, beside the same page and statements by hand, whose rows become the same objects in the same
 * places. Those of the other forms stay as the driver gives them.
 */
export async function measurePopulate(engine, flags, tell) {
  const results = [];
  for (const reviews of new Set(populateCells.map((cell) => cell.reviews))) {
    // It is full where it has more rows than that.
    const rows = (places * reviews) / 2;
    const database = await openDatabase(engine, rows, { keep: flags.keep, ...placesWith(reviews) });
    try {
      for (const cell of populateCells.filter((each) => each.reviews === reviews)) {
        const contenders = contendersFor(database, cell);
        await checkAlike(contenders, cell);
        await warmUp(contenders, results.length === 0 ? 1_500 : 100);
        const times = await measureCell(contenders, cell, flags);
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

/** Returns a page by its turn, as each contender reads it. */
function contendersFor({ engine, source }, { size, limit }) {
  const filters = FilterService.forDataSource(source, { limits: { populatedRows: 20_000 } });
  const repository = source.getRepository(Place);
  const send = drivers[engine](source);
  const forms = formsByHand[engine];
  const page = (turn, populate = '') => {
    const number = (turn % Math.floor(places / size)) + 1;
    const text = `pagination[page]=${number}&pagination[pageSize]=${size}&pagination[withCount]=false${populate}`;
    return filters.page(repository, filters.parse(Place, text));
  };
  const asked = `&populate[reviews][limit]=${limit}`;
  const byHand = async (turn, authorsOf) => {
    const { data } = await page(turn);
    const rows = await send(
      forms.first(
        data.map(({ id }) => id),
        limit + 1,
      ),
    );
    return attached(data, { rows, limit, authors: authorsOf && (await authorsOf(idsOfAuthors(rows))) });
  };
  const keysOf = async (turn) => (await page(turn)).data.map(({ id }) => id);
  return {
    page: (turn) => page(turn),
    populate: (turn) => page(turn, asked),
    byHand: (turn) => byHand(turn),
    numbered: async (turn) => send(forms.numbered(await keysOf(turn), limit + 1)),
    // As the driver gives them, and as entities, which the library answers.
    cut: async (turn) => cutTo(limit, await send(forms.all(await keysOf(turn)))),
    cutEntities: async (turn) => cutTo(limit, await entitiesOf(source, await keysOf(turn))),
    nested: (turn) => page(turn, `${asked}&populate[reviews][populate]=author`),
    nestedByHand: (turn) => byHand(turn, (ids) => send(forms.authors(ids))),
  };
}

const idsOfAuthors = (rows) => [...new Set(rows.map((review) => review.author_id))];

/** Puts rows of reviews into their places, as the library answers them, and the rows of authors into the reviews. */
function attached(data, { rows, limit, authors }) {
  const authorOf = authors && new Map(authors.map(({ id, name }) => [id, Object.assign(new Author(), { id, name })]));
  const reviewsOf = new Map(data.map((place) => [place.id, (place.reviews = [])]));
  let hasMore = false;
  for (const { id, stars, text, place_id, author_id } of rows) {
    const reviews = reviewsOf.get(place_id);
    if (reviews.length === limit) {
      hasMore = true;
      continue;
    }
    const review = Object.assign(new Review(), { id, stars, text });
    if (authorOf !== undefined) review.author = authorOf.get(author_id);
    reviews.push(review);
  }
  return { data, meta: hasMore ? { populate: { reviews: { limit, hasMore } } } : {} };
}

function entitiesOf(source, ids) {
  return source
    .getRepository(Review)
    .createQueryBuilder('review')
    .innerJoin('review.place', 'place')
    .addSelect('place.id')
    .where('review.place_id IN (:...ids)', { ids })
    .orderBy('review.stars', 'DESC')
    .addOrderBy('review.id', 'DESC')
    .getMany();
}

/** Leaves the first reviews of each place. */
function cutTo(limit, reviews) {
  const cut = new Map();
  for (const review of reviews) {
    const place = review.place_id ?? review.place.id;
    const own = cut.get(place) ?? [];
    cut.set(place, own);
    if (own.length < limit) own.push(review);
  }
  return cut;
}

/** Before anything is timed, all must find the same reviews. */
async function checkAlike(contenders, { limit }) {
  for (const turn of [0, 3]) {
    const { data, meta } = await contenders.populate(turn);
    const own = await contenders.byHand(turn);
    assert.deepEqual(own.data, data);
    assert.deepEqual(own.meta.populate, meta.populate);
    const [nested, nestedOwn] = [await contenders.nested(turn), await contenders.nestedByHand(turn)];
    assert.deepEqual(nestedOwn.data, nested.data);
    const expected = data.flatMap(({ reviews }) => reviews.map(({ id }) => id)).sort();
    assert.ok(expected.length > 0);
    for (const name of ['numbered', 'cut', 'cutEntities']) {
      const rows = await contenders[name](turn);
      const cut = rows instanceof Map ? rows : cutTo(limit, inOrder(rows));
      const found = [...cut.values()].flatMap((reviews) => reviews.map(({ id }) => id)).sort();
      assert.deepEqual(found, expected, `${name} finds other reviews`);
    }
  }
}

/** Without it, the first cell of a process would have code that V8 has not compiled yet. */
async function warmUp({ populate, byHand, nested, nestedByHand }, turns) {
  for (let turn = 0; turn < turns; turn += 1) {
    for (const run of [populate, byHand, nested, nestedByHand]) await run(turn % 10);
  }
}

function inOrder(rows) {
  return [...rows].sort((one, other) => other.stars - one.stars || other.id - one.id);
}

/**
 * Those that take milliseconds have a turn of their own: the processor's caches and the collector of garbage would be
 * theirs.
 */
async function measureCell({ numbered, cut, cutEntities, ...fast }, { size }, { seconds, rounds }) {
  const usual = { turns: Math.floor(places / size), rounds, seconds: seconds / 2, inARow: 3, warmUp: 40 };
  return { ...(await interleave(fast, usual)), ...(await interleave({ numbered, cut, cutEntities }, usual)) };
}
