/**
 * `each()` over 1,000,000 rows, on SQLite and, where POSTGRES_URL is set, on PostgreSQL. The heap after collection is
 * measured when the first tenth of the rows has been read, in the middle and at the end: what has been compiled and
 * cached by then is all there will be. From there to the end it must not grow by more than five per cent and the noise
 * of a collection.
 */
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import * as typeorm from 'typeorm';
import { FilterService, Filterable } from 'nestjs-filterable';

const rows = Number(process.argv[2] ?? 1_000_000);
const noiseBytes = 512 * 1_024;

if (globalThis.gc === undefined) throw new Error('start it with --expose-gc');

class Reading {}
Filterable({ fields: ['id', 'sensor', 'value'] })(Reading);
const entity = new typeorm.EntitySchema({
  name: 'Reading',
  target: Reading,
  tableName: 'nf_bench_reading',
  columns: {
    id: { type: 'int', primary: true },
    sensor: { type: 'varchar', length: 40 },
    value: { type: 'int' },
  },
  indices: [{ columns: ['value', 'id'] }],
});

const engines = {
  sqlite: {
    options: { type: 'better-sqlite3', database: ':memory:' },
    numbers: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) SELECT i, 'sensor ' || (i % 997), (i * 7919) % 1000 FROM n`,
  },
  ...(process.env.POSTGRES_URL && {
    postgres: {
      options: { type: 'postgres', url: process.env.POSTGRES_URL },
      numbers: `SELECT i, 'sensor ' || (i % 997), (i::bigint * 7919) % 1000 FROM generate_series(1, ${rows}) i`,
    },
  }),
};

let grew = false;
for (const [engine, { options, numbers }] of Object.entries(engines)) {
  const source = await new typeorm.DataSource({ ...options, entities: [entity], synchronize: true }).initialize();
  try {
    await source.query(`INSERT INTO nf_bench_reading (id, sensor, value) ${numbers}`);
    if (engine === 'postgres') await source.query('ANALYZE nf_bench_reading');
    for (const sort of ['id', 'value:desc']) grew = (await measure(source, engine, sort)) || grew;
  } finally {
    await source.query('DROP TABLE nf_bench_reading');
    await source.destroy();
  }
}
if (grew) {
  console.error('The heap grows with the rows.');
  process.exitCode = 1;
}

/** Reads every row once, prints the figures, and returns true where the heap has grown. */
async function measure(source, engine, sort) {
  const filters = FilterService.forDataSource(source);
  const heaps = [];
  let read = 0;
  let collecting = 0;
  const start = performance.now();
  for await (const row of filters.each(source.getRepository(Reading), filters.parse(Reading, { sort }))) {
    read += row.id > 0 ? 1 : 0;
    if (read === rows / 10 || read === rows / 2 || read === rows) {
      const before = performance.now();
      heaps.push(heapAfterCollection());
      collecting += performance.now() - before;
    }
  }
  const seconds = (performance.now() - start - collecting) / 1_000;
  if (read !== rows) throw new Error(`${engine}, ${sort}: ${read} rows of ${rows}`);
  const [first = 0, , last = 0] = heaps;
  const bound = first * 0.05 + noiseBytes;
  console.log(
    `${engine}, sort=${sort}: ${rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s, ` +
      `${Math.round(rows / seconds).toLocaleString('en')} rows/s; heap after a tenth, in the middle, at the end: ` +
      `${heaps.map(megabytes).join(', ')}; bound: +${megabytes(bound)}`,
  );
  return last - first > bound;
}

function heapAfterCollection() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

function megabytes(bytes) {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
