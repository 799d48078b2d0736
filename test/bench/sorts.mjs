/**
 * Two ways to sort by what is behind a to-many relation: a subquery for each row, which the library writes, and a join
 * with the relation's rows in groups. By the part of the list that a condition leaves; each figure is the median in
 * milliseconds.
 *
 *     npm run build && node test/bench/sorts.mjs [posts]
 */
import process from 'node:process';
import { drivers } from './contenders/raw.mjs';
import { interleave } from './measure.mjs';
import { isAvailable, openDatabase } from './model/databases.mjs';

const posts = Number(process.argv[2] ?? 100_000);
const tags = 'post_tag pt INNER JOIN tag t ON t.id = pt.tag_id';

/**
 * Sorts: the rows of the relation, their key to the post, and the value as an aggregate and as the first of an order.
 */
const sorts = {
  'comments.$count': { from: 'comment c', key: 'c.post_id' },
  'comments.score:desc': { from: 'comment c', key: 'c.post_id', value: 'c.score' },
  'tags.$count': { from: tags, key: 'pt.post_id' },
  'tags.name:desc': { from: tags, key: 'pt.post_id', value: 't.name' },
};

/** Conditions by the share of the posts that they leave. */
const parts = { all: '1 = 1', '50 %': 'p.views < 50000', '10 %': 'p.views < 10000', '1 %': 'p.views < 1000' };

const ways = {
  subquery: ({ from, key, value }, where, tail) => {
    const sql =
      value === undefined
        ? `SELECT COUNT(*) FROM ${from} WHERE ${key} = p.id`
        : `SELECT ${value} FROM ${from} WHERE ${key} = p.id AND ${value} IS NOT NULL ORDER BY ${value} DESC LIMIT 1`;
    return `SELECT p.*, (${sql}) AS k FROM post p WHERE ${where} ${tail}`;
  },
  'grouped join': ({ from, key, value }, where, tail) => {
    const groups = `SELECT ${key} AS f, ${value === undefined ? 'COUNT(*)' : `MAX(${value})`} AS v FROM ${from} GROUP BY ${key}`;
    const selected = value === undefined ? 'COALESCE(g.v, 0)' : 'g.v';
    return `SELECT p.*, ${selected} AS k FROM post p LEFT JOIN (${groups}) g ON g.f = p.id WHERE ${where} ${tail}`;
  },
};

for (const engine of ['sqlite', 'postgres', 'mariadb'].filter(isAvailable)) {
  const database = await openDatabase(engine, posts);
  const send = drivers[engine](database.source);
  // The rows are those of the largest values: NULL, which no post has here, needs no phrase.
  const tail = `ORDER BY k DESC${engine === 'postgres' ? ' NULLS LAST' : ''}, p.id DESC LIMIT 20`;
  try {
    for (const [sort, rows] of Object.entries(sorts)) {
      for (const [part, where] of Object.entries(parts)) {
        const texts = Object.entries(ways).map(([way, write]) => [way, write(rows, where, tail)]);
        const runners = texts.map(([way, text]) => [way, () => send({ text, values: [] })]);
        const answers = await Promise.all(runners.map(([, run]) => run()));
        const [one, other] = answers.map((found) => JSON.stringify(found.map(({ id }) => id)));
        if (one !== other) throw new Error(`${engine}, ${sort}, ${part}: the two ways find different rows`);
        const times = await interleave(Object.fromEntries(runners), { turns: 1, rounds: 30, seconds: 6, warmUp: 1 });
        const figures = texts.map(([way]) => `${way} ${times[way].median.toFixed(1)}`);
        console.log(`${engine} | ${sort} | ${part} | ${figures.join(' | ')}`);
      }
    }
  } finally {
    await database.close();
  }
}
