import { Logger } from '@nestjs/common';
import { FilterService } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import { clocks, median, shuffled } from '../measure.mjs';
import { openDatabase } from '../model/databases.mjs';
import { Post } from '../model/entities.mjs';
import { limits } from '../model/filterable.mjs';
import { gridStatements, groupsOf } from '../model/grid.mjs';
import { pageSize } from '../workloads/parameters.mjs';

/*
 * Pages by a condition on related rows: by how many posts match, where these are in the order, and what else is asked.
 * No fixed shape is right for all; each contender is compared with the best fixed one of the same cell.
 */

/** The conditions on the post itself, beside the one on related rows. */
const ownConditions = {
  none: () => ({}),
  '70 %, no index': () => ({ status: 'published' }),
  '1 %, index': () => ({ views: { $lt: 1_000 } }),
  '0.1 %, index': () => ({ views: { $lt: 100 } }),
  '0.1 %, no index': () => ({ title: { $endsWith: '333' } }),
};

const newest = ['publishedAt:desc'];
const oldest = ['publishedAt:asc'];

/** The cells of the grid. Beside own conditions, a part of them. */
function cellsOf(posts) {
  const groups = groupsOf(posts);
  const tags = groups.flatMap((group) =>
    [newest, oldest].map((sort) => ({ group, sort, related: { tags: { name: group.tag } } })),
  );
  const comments = groups.flatMap((group) =>
    [newest, oldest].map((sort) => ({ group, sort, related: { comments: { score: group.score } } })),
  );
  const toOne = [
    { author: { name: 'Author 5' } },
    { author: { country: { name: 'Country 3' } } },
    { author: { name: { $lt: 'Author 5' } } },
  ].flatMap((related) => [newest, oldest].map((sort) => ({ related, sort })));
  const some = tags.filter(
    ({ group, sort }) => sort === newest && [posts / 500, posts / 10, posts / 2].includes(group.matches),
  );
  return Object.entries(ownConditions).flatMap(([own, conditions]) =>
    (own === 'none' ? [...tags, ...comments, ...toOne] : some).map(({ related, sort }) => ({
      own,
      text: toQueryString({
        filters: { ...related, ...conditions() },
        sort,
        pagination: { pageSize, withCount: false },
      }),
    })),
  );
}

/** The strategies that make no choice. */
export const fixed = ['in', 'exists'];

/** Measures the grid on one engine. */
export async function measureGrid(engine, flags, tell) {
  // Nest prints what is logged for whoever debugs, which takes longer than the page.
  Logger.overrideLogger(['error', 'warn']);
  const options = { keep: flags.keep, prefix: 'nf_grid', seed: gridStatements };
  const database = await openDatabase(engine, flags.size, options);
  try {
    const cells = [];
    for (const cell of cellsOf(flags.size)) cells.push({ ...cell, ...(await measureCell(database, cell, flags)) });
    const result = { engine, version: database.version, cells };
    tell(result);
    return [result];
  } finally {
    await database.close();
  }
}

/**
 * Times every contender in turn. The first request is that of a service which remembers nothing. It is made before the
 * clock starts, and knows the entity, as that of an application does from its check at boot.
 */
async function measureCell({ engine, source }, { text }, { gridSeconds, gridRounds }) {
  const posts = source.getRepository(Post);
  const serviceOf = (strategy) => FilterService.forDataSource(source, { limits, strategy });
  const services = Object.fromEntries([...fixed, 'adaptive'].map((strategy) => [strategy, serviceOf(strategy)]));
  const contenders = [...fixed, 'adaptive', 'first'];
  const times = Object.fromEntries(contenders.map((name) => [name, []]));
  const read = (service) => service.page(posts.createQueryBuilder('post'), service.parse(Post, text));
  const expected = idsOf(await read(services.in));
  // SQLite runs in this process, so that what others compute need not disturb.
  const now = engine === 'sqlite' ? clocks.cpu : clocks.wall;
  const end = clocks.wall() + gridSeconds * 1_000;
  for (let round = -1; round < gridRounds && (round < 3 || clocks.wall() < end); round += 1) {
    for (const name of shuffled(contenders)) {
      const spent = times[name].reduce((sum, time) => sum + time, 0);
      if (round >= 3 && spent > (gridSeconds * 1_000) / contenders.length) continue;
      const service = name === 'first' ? serviceOf('adaptive') : services[name];
      if (name === 'first') service.describe(Post);
      const start = now();
      const page = await read(service);
      const time = now() - start;
      if (round >= 0) times[name].push(time);
      if (idsOf(page) !== expected) throw new Error(`${name} found other posts: ${text}`);
    }
  }
  return { times: Object.fromEntries(contenders.map((name) => [name, median(times[name])])) };
}

function idsOf({ data }) {
  return data.map(({ id }) => id).join();
}

/**
 * A cell is broken where it takes more than three times as long as the best fixed shape, and ten milliseconds longer.
 */
export function gridFigures(cells, name) {
  const compared = cells.map(({ times }) => {
    const best = Math.min(...fixed.map((shape) => times[shape]));
    return { ratio: times[name] / best, more: times[name] - best };
  });
  const worst = compared.reduce((one, other) => (other.ratio > one.ratio ? other : one));
  return {
    middle: median(compared.map(({ ratio }) => ratio)),
    worst,
    most: Math.max(...compared.map(({ more }) => more)),
    broken: compared.filter(({ ratio, more }) => ratio > 3 && more >= 10).length,
  };
}
