import { FilterService } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import { RunnerSpy } from '../spy.mjs';
import { library } from '../contenders/library.mjs';
import { drivers } from '../contenders/raw.mjs';
import { openDatabase } from '../model/databases.mjs';
import { Entry } from '../model/entities.mjs';
import { pageSize } from '../workloads/parameters.mjs';
import { rowAt } from './database.mjs';
import { workloads } from '../workloads/index.mjs';

/** The workload of each row. */
const ofInterest = {
  page: 'own fields, a range, newest first',
  'filter through to-one': 'to-one',
  'filter through to-many, rare': 'two conditions on one to-many row, rare',
  'filter through many-to-many, popular': 'many-to-many, member of three, popular',
  'filter through many-to-many, rare': 'many-to-many, member of three, rare',
  'sort by to-one': 'sort by to-one',
  'deep page': 'deep page, by offset',
  'keyset page': 'keyset page at the same depth',
  'total, own fields': 'page with its total, own fields',
  'total, popular tags': 'page with its total, popular tags',
};

const rows = Object.entries(ofInterest).map(([name, about]) => ({ name, about }));

/**
 * A page in the middle of one of three lists: a condition on the first column of the index, the order by the second.
 */
const besideEquality = ['score:desc', 'score:asc'].map((sort) => ({
  name: `keyset page beside an equality, ${sort.slice(6)}ending`,
  sort,
}));

/** What a statement reads, in the engine's own unit: that grows with the data, whatever else runs on the machine. */
const readings = {
  postgres: (source) => {
    const send = drivers.postgres(source);
    return async ({ text, values }) => {
      const [row] = await send({ text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values });
      const [{ Plan: plan }] = row['QUERY PLAN'];
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    };
  },
  mariadb:
    (source) =>
    async ({ text, values }) => {
      const connection = await source.driver.pool.promise().getConnection();
      try {
        await connection.query('FLUSH STATUS');
        await connection.query(text, values);
        const [rows] = await connection.query("SHOW SESSION STATUS LIKE 'Handler_%'");
        // What the storage engine throws away by itself was read, too.
        const counted = rows.filter(({ Variable_name: name }) => /^Handler_(read|icp_attempts)/.test(name));
        return counted.reduce((sum, { Value: value }) => sum + Number(value), 0);
      } finally {
        connection.release();
      }
    },
};

/** How what the library's statements read grows with the number of posts. */
export async function measureGrowth(engine, flags, tell) {
  const sizes = flags.growthSizes;
  if (readings[engine] === undefined) return [];
  const reads = new Map([...rows, ...besideEquality].map(({ name }) => [name, []]));
  for (const size of sizes) {
    const database = await openDatabase(engine, size, { keep: flags.keep || size === flags.size });
    try {
      await readAll(database, readings[engine](database.source), reads);
    } finally {
      await database.close();
    }
  }
  const result = { engine, sizes, rows: [...reads].map(([name, values]) => ({ name, values })) };
  tell(result);
  return [result];
}

async function readAll(database, readingOf, reads) {
  const { engine, source, posts } = database;
  const spy = new RunnerSpy(source);
  for (const { name, about } of rows) {
    const workload = workloads.find((each) => each.name === about);
    const [first] = workload.parameters(posts);
    const p = workload.prepare === undefined ? first : await workload.prepare(first, { rowAt: rowAt(database) });
    const { run } = await library({ engine, source }).prepare(workload, [p]);
    const { statements } = await spy.record(() => run(0));
    reads.get(name).push(await sumOf(statements, readingOf));
  }
  for (const { name, sort } of besideEquality) {
    const { statements } = await spy.record(await pageBesideEquality(source, posts, sort));
    reads.get(name).push(await sumOf(statements, readingOf));
  }
}

async function sumOf(statements, readingOf) {
  let sum = 0;
  for (const statement of statements) sum += await readingOf(statement);
  return sum;
}

/**
 * Reads the page in the middle of a list. Its cursor belongs to the order, and is taken from the entries up to there.
 */
async function pageBesideEquality(source, posts, sort) {
  const filters = FilterService.forDataSource(source);
  const entries = source.getRepository(Entry);
  const page = (pagination, score) => {
    const text = toQueryString({ filters: { list: 1, ...score }, sort: [sort], pagination });
    return filters.page(entries, filters.parse(Entry, text));
  };
  const half = posts / 2;
  const beyond = sort.endsWith('desc') ? { $lte: half } : { $gte: half };
  const { meta } = await page({ after: '', pageSize: 1 }, { score: beyond });
  return () => page({ after: meta.pagination.next, pageSize });
}
