/**
 * The time of facets by the number of rows: on SQLite, and on the servers that POSTGRES_URL and MARIADB_URL name, in a
 * schema or database of its own. Each figure is the median of three requests, in milliseconds.
 *
 *     npm run build && node test/bench/facets.mjs [rows …]
 */
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { DataSource, EntitySchema } from 'typeorm';
import { Filterable, FilterService } from 'nestjs-filterable';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000, 1_000_000];

class Brand {}
class Tag {}
class Item {}
for (const entity of [Brand, Tag]) Filterable({ fields: ['id', 'name'] })(entity);
Filterable({
  fields: ['id', 'category', 'price', 'stock'],
  relations: ['brand', 'tags'],
  facets: ['category', { name: 'price', type: 'range' }, 'brand.name', 'tags.name'],
})(Item);

const id = { type: Number, primary: true };
const named = (target, tableName) =>
  new EntitySchema({ target, name: target.name, tableName, columns: { id, name: { type: String, length: 40 } } });
const joined = (name) => ({ name, referencedColumnName: 'id' });
const entities = [
  named(Brand, 'f_brand'),
  named(Tag, 'f_tag'),
  new EntitySchema({
    target: Item,
    name: 'Item',
    tableName: 'f_item',
    columns: {
      id,
      category: { type: String, length: 40 },
      price: { type: 'decimal', precision: 8, scale: 2 },
      stock: { type: Number },
    },
    relations: {
      brand: { type: 'many-to-one', target: 'Brand', joinColumn: { name: 'brand_id' } },
      tags: {
        type: 'many-to-many',
        target: 'Tag',
        joinTable: { name: 'f_item_tag', joinColumn: joined('item_id'), inverseJoinColumn: joined('tag_id') },
      },
    },
    indices: [{ columns: ['stock'] }, { columns: ['category'] }, { columns: ['price'] }],
  }),
];

/** The requests, from the cheapest: over all rows, and over the hundredth part of them that an index finds. */
const facets = ['category', 'price', 'brand.name', 'tags.name'];
const filters = ['', '&filters[stock]=7'];

const engines = {
  sqlite: { type: 'better-sqlite3', database: ':memory:' },
  ...(process.env.POSTGRES_URL && { postgres: { type: 'postgres', url: process.env.POSTGRES_URL, schema: 'f_bench' } }),
  ...(process.env.MARIADB_URL && { mariadb: { type: 'mariadb', url: process.env.MARIADB_URL } }),
};

const series = {
  sqlite: (rows) =>
    `(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${rows}) SELECT n FROM s) s`,
  postgres: (rows) => `generate_series(1, ${rows}) AS s(n)`,
  mariadb: (rows) => `(SELECT seq AS n FROM seq_1_to_${rows}) s`,
};

/** Fills the tables: 30 categories, 500 brands, 200 tags of which a row has two, and 100 different stocks. */
async function seed(source, engine, rows) {
  const from = (count) => series[engine](count);
  const text = (prefix, number) =>
    engine === 'mariadb' ? `CONCAT('${prefix}', ${number})` : `'${prefix}' || ${number}`;
  const path = (table) => (engine === 'postgres' ? `f_bench.${table}` : table);
  await source.query(`INSERT INTO ${path('f_brand')} (id, name) SELECT n, ${text('Brand ', 'n')} FROM ${from(500)}`);
  await source.query(`INSERT INTO ${path('f_tag')} (id, name) SELECT n, ${text('tag ', 'n')} FROM ${from(200)}`);
  await source.query(
    `INSERT INTO ${path('f_item')} (id, category, price, stock, brand_id)
     SELECT n, ${text('Category ', '(n * 79 % 30)')}, (n * 31 % 10007) / 10.0, n * 13 % 100, 1 + n * 17 % 500 FROM ${from(rows)}`,
  );
  await source.query(
    `INSERT INTO ${path('f_item_tag')} (item_id, tag_id)
     SELECT n, 1 + n % 100 FROM ${from(rows)} UNION ALL SELECT n, 101 + n * 11 % 100 FROM ${from(rows)}`,
  );
  const tables = ['f_brand', 'f_tag', 'f_item', 'f_item_tag'].map(path);
  const analyze = engine === 'mariadb' ? `ANALYZE TABLE ${tables.join(', ')}` : 'ANALYZE';
  await source.query(analyze);
}

async function medianOf(run) {
  const times = [];
  for (let round = 0; round < 4; round += 1) {
    const start = performance.now();
    await run();
    // The first request fills the caches.
    if (round > 0) times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[1];
}

for (const [engine, options] of Object.entries(engines)) {
  if (engine === 'postgres') {
    const admin = await new DataSource({ type: 'postgres', url: options.url }).initialize();
    await admin.query('DROP SCHEMA IF EXISTS f_bench CASCADE').then(() => admin.query('CREATE SCHEMA f_bench'));
    await admin.destroy();
  }
  for (const rows of sizes) {
    const source = await new DataSource({ ...options, entities, synchronize: true, dropSchema: true }).initialize();
    await seed(source, engine, rows);
    const service = FilterService.forDataSource(source);
    const items = source.getRepository(Item);
    for (const filter of filters) {
      const times = [];
      for (const facet of facets) {
        const query = service.parse(Item, `facets=${facet}${filter}`);
        times.push(`${facet} ${(await medianOf(() => service.facets(items, query))).toFixed(1)}`);
      }
      console.log(`${engine} | ${rows.toLocaleString('en')} rows${filter && ', 1 % of them'} | ${times.join(' | ')}`);
    }
    await source.dropDatabase();
    await source.destroy();
  }
}
