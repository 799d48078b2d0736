import type { Query } from './client.js';

/** A request, and the SQL by hand that finds the same restaurants. */
export interface Call {
  readonly title: string;
  readonly query: Query;
  readonly sql: string;
  /** Expected parts of the page, beside its rows. */
  readonly page?: object;
  /** The values of facets by their names, as SQL by hand counts them. */
  readonly facets?: Readonly<Record<string, string>>;
  /** The related rows of each row by their relations: the ids of both, as SQL by hand finds them. */
  readonly related?: Readonly<Record<string, string>>;
  /** The reviews of each row as the generated types read them, by SQL by hand. */
  readonly reviews?: string;
  /** The aggregates of the list by their fields and functions, as SQL by hand computes each in a column `value`. */
  readonly aggregates?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const guide = (where: string, order = 'id', slice = 'LIMIT 25') =>
  `SELECT id FROM guide_restaurant WHERE ${where} ORDER BY ${order} ${slice}`;

const counts = (column: string) =>
  `SELECT ${column} AS value, COUNT(*) AS count FROM guide_restaurant GROUP BY ${column} ORDER BY count DESC, value LIMIT 20`;

/** Numbers the visible reviews of each restaurant. */
const numbered = (where: string, order: string) =>
  `SELECT v.*, ROW_NUMBER() OVER (PARTITION BY v.restaurantId ORDER BY ${order}) AS place FROM guide_review v WHERE v.approved AND v.deletedAt IS NULL AND ${where}`;

const reviewed =
  'SELECT COUNT(*) FROM guide_review v WHERE v.restaurantId = guide_restaurant.id AND v.deletedAt IS NULL';

/** Requests that every client must be able to say. */
export const calls: readonly Call[] = [
  { title: 'nothing', query: {}, sql: guide('1 = 1') },
  { title: 'a text condition', query: { filters: { name: { $contains: 'BIST' } } }, sql: guide("name LIKE '%bist%'") },
  {
    title: 'characters that mean something in URLs',
    query: { filters: { name: { $eq: 'Salt & Pepper = Love' } } },
    sql: guide("name = 'Salt & Pepper = Love'"),
  },
  {
    title: 'a plus, brackets, a percent sign, a backslash and letters beyond ASCII',
    query: {
      filters: { name: { $in: ['Fish + Chips', '[Brackets]', '100% Pasta', 'Back\\slash', 'ÉLAN', '東京食堂'] } },
    },
    sql: guide("name IN ('Fish + Chips', '[Brackets]', '100% Pasta', 'Back\\slash', 'ÉLAN', '東京食堂')"),
  },
  {
    title: 'a list',
    query: { filters: { cuisine: { $in: ['Italian', 'Thai'] } } },
    sql: guide("cuisine IN ('Italian', 'Thai')"),
  },
  {
    title: 'a pair',
    query: { filters: { opened: { $between: ['2010-01-01', '2015-12-31'] } } },
    sql: guide("opened BETWEEN '2010-01-01' AND '2015-12-31'"),
  },
  {
    title: 'numbers, a boolean, a decimal and an enum',
    query: {
      filters: {
        stars: { $gte: 2, $lt: 5 },
        isOpen: { $eq: true },
        rating: { $gt: '2.5' },
        priceLevel: { $in: ['casual', 'fine'] },
      },
    },
    sql: guide("stars >= 2 AND stars < 5 AND isOpen AND rating > 2.5 AND priceLevel IN ('casual', 'fine')"),
  },
  {
    title: 'a moment',
    query: { filters: { createdAt: { $gte: '2000-01-01T00:00:00Z' } } },
    sql: guide("createdAt >= '2000-01-01'"),
  },
  { title: 'no value', query: { filters: { stars: { $null: true } } }, sql: guide('stars IS NULL') },
  {
    title: 'a relation to one',
    query: { filters: { chef: { name: { $startsWith: 'A' } } } },
    sql: guide("chefId IN (SELECT id FROM guide_chef WHERE name LIKE 'A%')"),
  },
  {
    title: 'two conditions on one related row',
    query: { filters: { reviews: { stars: { $eq: 5 }, approved: { $eq: true } } } },
    sql: guide(`(${reviewed} AND v.stars = 5 AND v.approved) > 0`),
  },
  {
    title: 'a relation of a relation',
    query: { filters: { city: { country: { name: { $eq: 'Norway' } } } } },
    sql: guide(
      "cityId IN (SELECT c.id FROM guide_city c JOIN guide_country n ON n.code = c.countryCode WHERE n.name = 'Norway')",
    ),
  },
  {
    title: 'a count of related rows',
    query: { filters: { reviews: { $count: { $gte: 5, $where: { stars: { $gte: 4 } } } } } },
    sql: guide(`(${reviewed} AND v.stars >= 4) >= 5`),
  },
  {
    title: 'an average of related rows',
    query: { filters: { reviews: { $avg: { stars: { $gte: 4 }, $where: { approved: { $eq: true } } } } } },
    sql: guide(`(${reviewed.replace('COUNT(*)', 'AVG(v.stars)')} AND v.approved) >= 4`),
  },
  {
    title: 'an order by an average of related rows',
    query: { filters: { stars: { $eq: 3 } }, sort: ['reviews.$avg.stars:desc', 'name'] },
    sql: guide('stars = 3', `(${reviewed.replace('COUNT(*)', 'AVG(v.stars)')}) DESC NULLS LAST, name, id`),
  },
  {
    title: 'alternatives',
    query: { filters: { $or: [{ stars: { $eq: 5 } }, { cuisine: { $eq: 'Thai' }, stars: { $gte: 3 } }] } },
    sql: guide("stars = 5 OR (cuisine = 'Thai' AND stars >= 3)"),
  },
  {
    title: 'groups within groups',
    query: {
      filters: {
        $and: [
          { $or: [{ cuisine: { $eq: 'Thai' } }, { cuisine: { $eq: 'Indian' } }] },
          { $not: { stars: { $in: [1, 2] } } },
        ],
      },
    },
    sql: guide("cuisine IN ('Thai', 'Indian') AND stars NOT IN (1, 2)"),
  },
  {
    title: 'an embedded column',
    query: { filters: { address: { zip: { $startsWith: '0' } } } },
    sql: guide("addressZip LIKE '0%'"),
  },
  {
    title: 'a list column, and a path of a document',
    query: { filters: { languages: { $has: 'en' }, facilities: { seats: { terrace: { $gte: 20 } } } } },
    sql: guide("',' || languages || ',' LIKE '%,en,%' AND facilities ->> '$.seats.terrace' >= 20"),
  },
  {
    title: 'an order of several keys',
    query: { sort: ['cuisine:desc', 'name'] },
    sql: guide('1 = 1', 'cuisine DESC, name, id'),
  },
  {
    title: 'an order by a related row',
    query: { filters: { chef: { $exists: true } }, sort: ['chef.name:asc', 'id:desc'] },
    sql: guide('chefId IS NOT NULL', '(SELECT name FROM guide_chef c WHERE c.id = guide_restaurant.chefId), id DESC'),
  },
  {
    title: 'a numbered page',
    query: { pagination: { page: 3, pageSize: 7 }, sort: ['name'] },
    sql: guide('1 = 1', 'name, id', 'LIMIT 7 OFFSET 14'),
    page: { meta: { pagination: { page: 3, pageSize: 7, total: 300 } } },
  },
  {
    title: 'an offset',
    query: { pagination: { start: 5, limit: 4, withCount: false } },
    sql: guide('1 = 1', 'id', 'LIMIT 4 OFFSET 5'),
    page: { meta: { pagination: { start: 5, limit: 4, hasNext: true } } },
  },
  {
    title: 'a page after a cursor, from the beginning',
    query: { pagination: { after: '', pageSize: 4 } },
    sql: guide('1 = 1', 'id', 'LIMIT 4'),
    page: { meta: { pagination: { pageSize: 4, previous: null } } },
  },
  {
    title: 'a search',
    query: { search: 'thai "snake-bar"' },
    sql: guide("cuisine = 'Thai' AND name LIKE '%snake-bar%'"),
  },
  {
    title: 'facets',
    query: { facets: ['cuisine', 'isOpen'], pagination: { page: 1, pageSize: 1 } },
    sql: guide('1 = 1', 'id', 'LIMIT 1'),
    facets: { cuisine: counts('cuisine') },
  },
  {
    title: 'aggregates of the list',
    query: {
      filters: { stars: { $gte: 3 } },
      aggregates: ['rating:avg', 'averagePrice:avg'],
      pagination: { page: 1, pageSize: 1 },
    },
    sql: guide('stars >= 3', 'id', 'LIMIT 1'),
    aggregates: {
      rating: { avg: 'SELECT AVG(rating) AS value FROM guide_restaurant WHERE stars >= 3' },
      averagePrice: {
        avg: 'SELECT AVG((SELECT ROUND(AVG(price), 2) FROM guide_dish WHERE restaurant_id = r.id)) AS value FROM guide_restaurant r WHERE stars >= 3',
      },
    },
  },
  {
    title: 'fields of the rows',
    query: { fields: ['name', 'address.zip'], pagination: { page: 1, pageSize: 1 } },
    sql: guide('1 = 1', 'id', 'LIMIT 1'),
    page: { data: [{ id: 1, name: '100% Pasta', address: {} }] },
  },
  {
    title: 'related rows',
    query: { populate: { chef: true, tags: true, reviews: true }, pagination: { page: 1, pageSize: 9 } },
    sql: guide('1 = 1', 'id', 'LIMIT 9'),
    page: { meta: { populate: { reviews: { limit: 3, hasMore: true } } } },
    related: {
      chef: 'SELECT id AS parent, chefId AS child FROM guide_restaurant WHERE chefId IS NOT NULL',
      tags: 'SELECT restaurantId AS parent, tagId AS child FROM guide_restaurant_tags_tag ORDER BY tagId',
      reviews: `SELECT restaurantId AS parent, id AS child FROM (${numbered('1 = 1', 'v.createdAt DESC, v.id DESC')}) WHERE place <= 3 ORDER BY place`,
    },
  },
  {
    title: 'related rows with options, and related rows of these',
    query: {
      filters: { stars: { $gte: 3 } },
      populate: {
        chef: { fields: ['name'] },
        reviews: {
          filters: { stars: { $gte: 3 } },
          sort: ['stars:desc', 'id:desc'],
          limit: 2,
          fields: ['stars'],
          populate: { author: { fields: ['name'] } },
        },
      },
      pagination: { page: 1, pageSize: 9 },
    },
    sql: guide('stars >= 3', 'id', 'LIMIT 9'),
    related: {
      chef: 'SELECT id AS parent, chefId AS child FROM guide_restaurant WHERE chefId IS NOT NULL',
      reviews: `SELECT restaurantId AS parent, id AS child FROM (${numbered('v.stars >= 3', 'v.stars DESC, v.id DESC')}) WHERE place <= 2 ORDER BY place`,
    },
    reviews: `SELECT restaurantId AS parent, v.stars || ' by ' || COALESCE(a.name, 'undefined') AS child FROM (${numbered('v.stars >= 3', 'v.stars DESC, v.id DESC')}) v LEFT JOIN guide_user a ON a.id = v.authorId WHERE place <= 2 ORDER BY place`,
  },
];

/** A request by its title, and the code of the refusal for those who send it all the same. */
export type Mistake = readonly [title: string, query: Query, code: string];

/** Requests that no client may be able to say. Each error of the compiler is about the line below its comment. */
export const mistakes: readonly Mistake[] = [
  // @ts-expect-error there is no such field
  ['a field', { filters: { nam: { $eq: 'Bella' } } }, 'unknown_field'],
  // @ts-expect-error it is hidden
  ['a hidden field', { filters: { secretNotes: { $eq: 'x' } } }, 'unknown_field'],
  // @ts-expect-error it is hidden
  ['a hidden field of a related row', { filters: { reviews: { author: { email: { $eq: 'x' } } } } }, 'unknown_field'],
  // @ts-expect-error there is no such operator
  ['an operator', { filters: { name: { $like: 'x' } } }, 'unknown_operator'],
  // @ts-expect-error numbers contain nothing
  ['an operator of texts on a number', { filters: { stars: { $contains: '1' } } }, 'operator_not_allowed'],
  // @ts-expect-error this field has a list of operators
  ['an operator that is not on the list', { filters: { phone: { $gt: '1' } } }, 'operator_not_allowed'],
  // @ts-expect-error stars are numbers
  ['a type', { filters: { stars: { $gte: 'many' } } }, 'invalid_value'],
  // @ts-expect-error there is no such level
  ['a member of an enum', { filters: { priceLevel: { $eq: 'cheap' } } }, 'invalid_value'],
  // @ts-expect-error a list takes lists
  ['one value for a pair', { filters: { opened: { $between: '2020-01-01' } } }, 'expected_pair'],
  // @ts-expect-error there is one chef
  ['a count of a relation to one', { filters: { chef: { $count: { $eq: 1 } } } }, 'operator_not_allowed'],
  // @ts-expect-error averages alone are declared
  ['a sum of related rows', { filters: { reviews: { $sum: { stars: { $gte: 9 } } } } }, 'operator_not_allowed'],
  // @ts-expect-error a text has no average
  ['an average of texts', { filters: { reviews: { $avg: { text: { $eq: 'a' } } } } }, 'operator_not_allowed'],
  // @ts-expect-error nothing is declared for this relation
  ['an average that is not declared', { sort: ['dishes.$avg.price'] }, 'not_sortable'],
  // @ts-expect-error there is no such key
  ['a sort key', { sort: ['nam'] }, 'not_sortable'],
  // @ts-expect-error there is no such direction
  ['a direction', { sort: ['name:up'] }, 'invalid_direction'],
  // @ts-expect-error pages have no such member
  ['a page parameter', { pagination: { page: 1, size: 10 } }, 'invalid_pagination'],
  // @ts-expect-error pages are numbered
  ['a page number', { pagination: { page: 'last' } }, 'invalid_pagination'],
  // @ts-expect-error there is no such facet
  ['a facet', { facets: ['name'] }, 'unknown_field'],
  // @ts-expect-error there is no such aggregate
  ['an aggregate', { aggregates: ['stars:sum'] }, 'unknown_field'],
  // @ts-expect-error there is no such function of it
  ['a function', { aggregates: ['rating:sum'] }, 'operator_not_allowed'],
  // @ts-expect-error it is hidden
  ['a field of the rows', { fields: ['secretNotes'] }, 'unknown_field'],
  // @ts-expect-error there is no such relation
  ['a populated relation', { populate: { chefs: true } }, 'unknown_field'],
  // @ts-expect-error it may be filtered by, and not populated
  ['a relation that is not declared', { populate: { city: true } }, 'unknown_field'],
  // @ts-expect-error there is one chef
  ['the limit of one related row', { populate: { chef: { limit: 1 } } }, 'operator_not_allowed'],
  // @ts-expect-error reviews have no name
  ['a field of another entity', { populate: { reviews: { filters: { name: { $eq: 'a' } } } } }, 'unknown_field'],
  // @ts-expect-error it is hidden
  ['a hidden field of related rows', { populate: { reviews: { fields: ['approved'] } } }, 'unknown_field'],
  // @ts-expect-error rows cannot be skipped
  ['an option', { populate: { reviews: { start: 3 } } }, 'unknown_parameter'],
  // @ts-expect-error tags populate nothing
  ['a relation below one', { populate: { tags: { populate: { restaurants: true } } } }, 'unknown_field'],
];

/** Requests with a value that has no text: to leave it out would find more than is meant. */
export const unsendable: readonly (readonly [title: string, query: Query])[] = [
  ['undefined', { filters: { stars: { $gte: undefined } } }],
  ['an empty list', { filters: { cuisine: { $in: [] } } }],
  ['not a number', { filters: { stars: { $gte: Number.NaN } } }],
];
