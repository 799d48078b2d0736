import { Filterable } from 'nestjs-filterable';
import { joinedBy, minutesFrom, numbersFrom } from '../model/seed.mjs';

/** A catalogue in which each kind of work can be asked for, and products with documents of a kilobyte. */
export class Country {}
class Brand {}
export class Item {}
class Review {}
export class Tag {}
export class Product {}

const fields = ['id', 'name'];
const most = { limit: 10, maximum: 100 };
Filterable({ fields, populate: [{ name: 'brands', ...most }] })(Country);
Filterable({ fields, relations: ['country'], populate: ['country', { name: 'items', ...most }] })(Brand);
Filterable({ fields, populate: [{ name: 'items', ...most }] })(Tag);
Filterable({ fields: ['id', 'body', 'score', 'stars'], populate: ['item'] })(Review);
Filterable({
  fields: [
    ...['id', 'title', 'status', 'views', 'stock', 'price', 'madeAt', 'labels', 'about'],
    { name: 'reviewCount', kind: 'integer' },
  ],
  relations: ['brand', { name: 'reviews', aggregates: true }, 'tags'],
  populate: ['brand', { name: 'reviews', ...most }, { name: 'tags', ...most }],
  aggregates: {
    ...{ title: ['distinct', 'min', 'max'], about: ['distinct', 'min', 'max'], status: ['distinct', 'count'] },
    ...{
      price: ['distinct', 'sum', 'avg', 'min'],
      views: ['distinct', 'sum', 'avg'],
      stock: ['distinct', 'sum', 'avg'],
    },
    ...{ madeAt: ['distinct', 'min', 'max'], reviewCount: ['distinct', 'sum', 'avg', 'min', 'max', 'count'] },
  },
  search: ['title', 'status', 'brand.name', 'tags.name'],
  facets: [
    ...['status', 'stock', 'labels', 'reviewCount', 'brand.name', 'brand.country.name', 'tags.name', 'reviews.stars'],
    ...[
      { name: 'price', type: 'range' },
      { name: 'views', type: 'range' },
      { name: 'madeAt', type: 'range' },
    ],
  ],
})(Item);
Filterable({
  fields: [
    ...['id', 'status'],
    {
      name: 'specs',
      paths: {
        ...{ color: 'text', width: 'integer', weight: 'float', price: 'decimal', sold: 'boolean', day: 'date' },
        ...{ code: 'uuid', materials: { kind: 'text', list: true } },
      },
    },
  ],
  aggregates: {
    ...{ 'specs.width': ['distinct', 'sum', 'avg', 'min'], 'specs.weight': ['distinct', 'sum', 'avg', 'max'] },
    ...{
      'specs.price': ['distinct', 'sum', 'avg', 'min'],
      'specs.code': ['distinct'],
      'specs.day': ['distinct', 'min'],
    },
  },
  facets: ['color', 'width', 'weight', 'price', 'sold', 'day', 'code', 'materials'].map((path) => `specs.${path}`),
})(Product);

const dateTimes = { postgres: 'timestamptz', sqlite: 'datetime', mariadb: 'datetime' };
const documents = { postgres: 'jsonb', sqlite: 'simple-json', mariadb: 'json' };
const key = { type: 'int', primary: true };
const text = { type: 'varchar', length: '120' };
const toOne = (target, column, rest = {}) => ({
  type: 'many-to-one',
  target: () => target,
  joinColumn: { name: column },
  nullable: false,
  ...rest,
});
const toMany = (target, inverseSide) => ({ type: 'one-to-many', target: () => target, inverseSide });

function itemOf(engine) {
  return {
    name: 'Item',
    target: Item,
    tableName: 'item',
    columns: {
      id: key,
      title: text,
      status: text,
      views: { type: 'int' },
      stock: { type: 'int' },
      price: { type: 'decimal', precision: 10, scale: 2 },
      madeAt: { type: dateTimes[engine], name: 'made_at' },
      labels: { type: 'simple-array' },
      about: { type: 'varchar', length: '400' },
      reviewCount: {
        type: 'int',
        select: false,
        virtualProperty: true,
        query: (alias) => `SELECT COUNT(*) FROM review WHERE item_id = ${alias}.id`,
      },
    },
    relations: {
      brand: toOne(Brand, 'brand_id', { inverseSide: 'items' }),
      reviews: toMany(Review, 'item'),
      tags: {
        type: 'many-to-many',
        target: () => Tag,
        inverseSide: 'items',
        joinTable: { name: 'item_tag', joinColumn: { name: 'item_id' }, inverseJoinColumn: { name: 'tag_id' } },
      },
    },
    indices: [
      { name: 'item_made', columns: ['madeAt', 'id'] },
      { name: 'item_views', columns: ['views'] },
      { name: 'item_brand', columns: ['brand'] },
    ],
  };
}

const named = (target, tableName, rest) => ({
  ...{ name: target.name, target, tableName, columns: { id: key, name: { ...text, unique: true } } },
  ...rest,
});

/** The schemas for one engine, made by one copy of TypeORM. */
function catalogueSchemas({ EntitySchema }, engine) {
  const review = {
    name: 'Review',
    target: Review,
    tableName: 'review',
    columns: { id: key, body: text, score: { type: 'int' }, stars: { type: 'int' } },
    relations: { item: toOne(Item, 'item_id', { inverseSide: 'reviews' }) },
    indices: [
      { name: 'review_item', columns: ['item'] },
      { name: 'review_score', columns: ['score'] },
    ],
  };
  const brand = named(Brand, 'brand', {
    relations: { country: toOne(Country, 'country_id', { inverseSide: 'brands' }), items: toMany(Item, 'brand') },
    indices: [{ name: 'brand_country', columns: ['country'] }],
  });
  const product = {
    name: 'Product',
    target: Product,
    tableName: 'product',
    columns: {
      id: key,
      status: text,
      specs: { type: documents[engine] },
      deletedAt: { type: dateTimes[engine], name: 'deleted_at', deleteDate: true, nullable: true },
    },
  };
  const country = named(Country, 'country', { relations: { brands: toMany(Brand, 'country') } });
  const items = { type: 'many-to-many', target: () => Item, inverseSide: 'tags' };
  const tag = named(Tag, 'tag', { relations: { items } });
  const all = [country, brand, itemOf(engine), review, tag, product];
  return all.map((options) => new EntitySchema(options));
}

const tables = ['country', 'brand', 'tag', 'product', 'item', 'review', 'item_tag'];

const spread = (factor, prime, range) => `((g * ${factor}) % ${prime}) % ${range}`;

/** Returns the SQL of a document: forty properties of which nobody asks, and those that the paths declare. */
function documentSql(engine) {
  const filler = Array.from({ length: 40 }, (_, index) => `"property ${index}":"value ${index}"`).join(',');
  const parts = [
    `'{${filler},"color":"color '`,
    spread(7_919, 104_729, 20),
    `'","width":'`,
    spread(31_337, 104_729, 500),
    `',"weight":1.'`,
    spread(6_271, 104_729, 90),
    `',"price":7.'`,
    spread(6_271, 104_729, 90),
    `',"sold":true,"day":"2024-01-15","code":"0c0e5f4e-8c59-4c3a-9d70-0123456789ab","materials":["wood","wool '`,
    spread(6_271, 104_729, 30),
    `'"]}'`,
  ];
  const document = parts.reduce((one, other) => joinedBy[engine](one, other));
  return engine === 'postgres' ? `CAST(${document} AS jsonb)` : document;
}

const status = `CASE WHEN g % 10 < 7 THEN 'published' ELSE 'draft' END`;

/** Statements that fill the tables: three reviews and two tags for each item. */
function catalogueStatements(engine, items) {
  const from = numbersFrom[engine];
  const concat = joinedBy[engine];
  return [
    `INSERT INTO country (id, name) SELECT g, ${concat(`'Country '`, 'g')} FROM ${from(50)}`,
    `INSERT INTO brand (id, name, country_id) SELECT g, ${concat(`'Brand '`, 'g')}, g % 50 + 1 FROM ${from(1_000)}`,
    `INSERT INTO tag (id, name) SELECT g, ${concat(`'tag '`, 'g')} FROM ${from(200)}`,
    `INSERT INTO product (id, status, specs) SELECT g, ${status}, ${documentSql(engine)} FROM ${from(items)}`,
    `INSERT INTO item (id, title, status, views, stock, price, made_at, labels, about, brand_id)
       SELECT g, ${concat(`'Item number '`, 'g')}, ${status}, ${spread(104_729, 1_299_709, 100_000)},
         ${spread(31_337, 1_299_721, 100)}, ${spread(6_271, 104_729, 10_000)} / 10.0,
         ${minutesFrom[engine](`((g * 7919) % ${items}) * 5`)}, ${concat(`'a,b,label '`, spread(7_919, 65_537, 40))},
         '${'A sentence about the item. '.repeat(12)}', ${spread(31_337, 1_299_721, 1_000)} + 1 FROM ${from(items)}`,
    `INSERT INTO review (id, body, score, stars, item_id)
       SELECT g, ${concat(`'Review number '`, 'g')}, ${spread(16_807, 99_991, 10_000)}, g % 5 + 1, (g - 1) / 3 + 1 FROM ${from(items * 3)}`,
    `INSERT INTO item_tag (item_id, tag_id) SELECT g, ${spread(7_919, 65_537, 10)} + 1 FROM ${from(items)}`,
    `INSERT INTO item_tag (item_id, tag_id) SELECT g, ${spread(6_271, 65_539, 90)} + 11 FROM ${from(items)}`,
  ].map((text) => (engine === 'mariadb' ? text.replace('(g - 1) / 3', '(g - 1) DIV 3') : text));
}

/** The model as `openDatabase` takes it. */
export const catalogue = {
  prefix: 'nf_dearest',
  schemas: catalogueSchemas,
  seed: catalogueStatements,
  tables,
  /** The last table, which has more rows than there are items once everything is there. */
  last: 'item_tag',
};
