import { Country, Item, Product, Tag } from './model.mjs';

const list = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/** The last thirty rows, so that a page is read to its end, is full, and needs its total. */
const few = { id: { $gt: 99_970 } };

/** Alternatives that no row satisfies beside those of {@link few}: every row is compared with each of them. */
const anyOf = (make) => (count) => ({ filters: { $or: [...list(count, make), few] } });

/** Conditions that every row satisfies: all of them are compared, for the page and for the total. */
const allOf = (make) => (count) => ({ filters: { $and: list(count, make) } });

const never = (index) => `never ${index}`;
const text = (length, index) => `${'q'.repeat(length - 4)}${index}`;
const narrow = { filters: { stock: { $gte: 0 } } };

const one = (of, asks) => ({ of, asks });
const item = (asks) => one(Item, asks);
const product = (asks) => one(Product, asks);
const path = (name, value) => product(anyOf((index) => ({ specs: { [name]: value(index) } })));
const facets = (...names) => item((count) => ({ ...narrow, facets: list(count, (index) => names[index]) }));

/** Each field with each function: `price:sum`. */
const pairsOf = (names, ...functions) => names.flatMap((name) => functions.map((each) => `${name}:${each}`));

/** Asks for the first of these aggregates, and for nothing once there are no more. */
const aggregates = (of, pairs, rest) =>
  one(of, (count) => (count > pairs.length ? undefined : { ...rest, aggregates: pairs.slice(0, count) }));

/** A page of a hundred rows with related ones, as many of each as the limits allow. */
const populated = (of, makeOf) => ({
  ...one(of, (count) => ({ pagination: { pageSize: 100 }, populate: makeOf({ limit: count }) })),
  unit: Item,
});

/** A page of tags, of which each has many items: all of these are read for each of them. */
const items = (asked) => ({
  ...one(Tag, (count) => ({ pagination: { pageSize: count }, populate: { items: { limit: 1, ...asked } } })),
  unit: Item,
});

/** The same for the brands of countries, and their items. */
const itemsOfBrands = (asked) => ({
  ...one(Country, (count) => ({
    pagination: { pageSize: count },
    populate: { brands: { limit: 10, populate: { items: { limit: 1, ...asked } } } },
  })),
  unit: Item,
});

const dearSorts = ['reviews.$count', 'reviews.$avg.score', 'reviewCount', 'reviews.$max.score', 'tags.$count'];

/** An id that no product has. */
const uuid = (index) => `0c0e5f4e-8c59-4c3a-9d70-0000000000${index + 10}`;

/**
 * Work of each kind: a function that asks for so much of it. A request is as dear as it can be where it asks for the
 * most that is not refused.
 */
export const works = {
  'comparisons of numbers': item(anyOf((index) => ({ price: { $lt: -1 - index } }))),
  'comparisons of texts': item(anyOf((index) => ({ title: { $eqi: never(index) } }))),
  'matches at the beginning': item(anyOf((index) => ({ title: { $startsWithi: never(index) } }))),
  'matches anywhere': item(anyOf((index) => ({ about: { $contains: text(90, index) } }))),
  'members of lists': item((count) => ({
    filters: { $or: [{ title: { $in: list(Math.min(100, count), never) } }, few] },
  })),
  'elements of lists in texts': item((count) =>
    anyOf((index) => ({ labels: { $hasSome: list(10, (element) => never(10 * index + element)) } }))(count),
  ),
  'paths, of texts': path('color', never),
  'paths, of numbers': path('width', (index) => -1 - index),
  'paths, of uuids': path('code', uuid),
  'paths, each of another kind': product((count) => ({
    filters: {
      $or: [
        ...list(count, (index) => ({
          specs: [
            { color: never(0) },
            { width: -1 },
            { weight: -1 },
            { price: -1 },
            { sold: false },
            { day: '1999-01-01' },
          ][index % 6],
        })),
        few,
      ],
    },
  })),
  'lists in documents': path('materials', never),
  'sort by a path': product((count) => ({
    sort: ['specs.code', 'specs.width', 'specs.day', 'specs.weight'].slice(0, count),
  })),
  'facets of paths': product((count) => ({
    facets: list(
      count,
      (index) => `specs.${['code', 'width', 'materials', 'day', 'weight', 'price', 'sold', 'color'][index % 8]}`,
    ),
  })),
  'one related row': item(anyOf((index) => ({ brand: { name: { $contains: text(20, index) } } }))),
  'some of many': item(allOf((index) => ({ reviews: { score: { $gte: index } } }))),
  'none of many': item(anyOf((index) => ({ reviews: { $none: { score: { $gte: -index } } } }))),
  'every one of many': item(allOf((index) => ({ reviews: { $every: { score: { $gte: -index } } } }))),
  'texts of many': item(anyOf((index) => ({ reviews: { body: never(index) } }))),
  'some of a junction': item(allOf((index) => ({ tags: { name: { $ne: never(index) } } }))),
  'none of a junction': item(anyOf((index) => ({ tags: { $none: { name: { $ne: never(index) } } } }))),
  counts: item(anyOf((index) => ({ reviews: { $count: 100 + index } }))),
  'counts with a condition': item(
    anyOf((index) => ({ reviews: { $count: { $eq: 100, $where: { score: { $gt: index } } } } })),
  ),
  'counts of a junction': item(anyOf((index) => ({ tags: { $count: 100 + index } }))),
  'counts of a junction with a condition': item(
    anyOf((index) => ({ tags: { $count: { $eq: 100, $where: { name: { $ne: never(index) } } } } })),
  ),
  'virtual columns': item(anyOf((index) => ({ reviewCount: 100 + index }))),
  'words that are not found': item((count) => ({ search: list(count, (index) => `zq${index}`).join(' ') })),
  'words that are found': item((count) => ({
    search: ['item', 'number', '1', '2', 'i', 'n', 'r', 't'].slice(0, count).join(' '),
  })),
  'sort by own columns': item((count) => ({
    ...narrow,
    sort: ['title', 'stock', 'price', 'about', 'status'].slice(0, count),
  })),
  'sort by a related row': item(() => ({ ...narrow, sort: 'brand.name' })),
  'sort by a count': item(() => ({ ...narrow, sort: 'tags.$count' })),
  'sort by a virtual column': item(() => ({ ...narrow, sort: 'reviewCount' })),
  'rows skipped': item((count) => ({ ...narrow, sort: 'title', pagination: { start: count * 12_000, limit: 25 } })),
  'facets of own columns': facets('status', 'stock', 'price', 'views', 'madeAt'),
  'facets of lists and virtual columns': facets('labels', 'reviewCount'),
  'facets of related rows': facets('tags.name', 'brand.country.name', 'reviews.stars', 'brand.name'),
  'every facet': facets(
    'tags.name',
    'reviews.stars',
    'labels',
    'brand.country.name',
    'brand.name',
    'reviewCount',
    'stock',
    'status',
  ),
  'rows of a page': item((count) => ({ ...narrow, pagination: { pageSize: 10 * count } })),
  'aggregates of texts and numbers': aggregates(
    Item,
    [
      ...pairsOf(['about', 'title'], 'distinct', 'min', 'max'),
      ...pairsOf(['madeAt', 'price', 'views', 'stock', 'status'], 'distinct'),
      ...pairsOf(['price', 'views', 'stock'], 'avg', 'sum'),
      ...pairsOf(['madeAt'], 'min', 'max'),
    ],
    narrow,
  ),
  'aggregates of a virtual column': aggregates(
    Item,
    pairsOf(['reviewCount'], 'distinct', 'sum', 'avg', 'min', 'max', 'count'),
    narrow,
  ),
  'aggregates of paths': aggregates(Product, [
    ...pairsOf(['specs.width', 'specs.price', 'specs.weight', 'specs.code', 'specs.day'], 'distinct'),
    ...pairsOf(['specs.width', 'specs.price', 'specs.weight'], 'avg', 'sum'),
    ...pairsOf(['specs.width', 'specs.price', 'specs.day'], 'min'),
  ]),
  'averages of related rows': item(anyOf((index) => ({ reviews: { $avg: { score: { $gt: 1_000_000 + index } } } }))),
  'averages of related rows with a condition': item(
    anyOf((index) => ({ reviews: { $avg: { score: { $gt: 1_000_000 + index }, $where: { score: { $gt: index } } } } })),
  ),
  'sort by an average': item(() => ({ ...narrow, sort: 'reviews.$avg.score' })),
  'populated rows': populated(Item, (options) => ({
    brand: { populate: 'country' },
    reviews: { ...options, sort: 'body' },
    tags: { ...options, sort: 'name' },
  })),
  'populated rows of many': populated(Tag, (options) => ({ items: { ...options, sort: 'about' } })),
  'populated rows of populated rows': populated(Country, (options) => ({
    brands: { ...options, populate: { items: { ...options, sort: 'about' } } },
  })),
  'populated rows by a count': items({ sort: 'reviews.$count' }),
  'populated rows by counts': items({ sort: dearSorts }),
  'populated rows by counts, below others': itemsOfBrands({ sort: dearSorts.slice(0, 2) }),
  'populated rows by related rows': items({ sort: 'brand.name' }),
  'populated rows with comparisons of numbers': {
    ...one(Tag, (count) => ({
      pagination: { pageSize: 100 },
      populate: { items: { limit: 1, filters: anyOf((index) => ({ price: { $lt: -1 - index } }))(count).filters } },
    })),
    unit: Item,
  },
  'populated rows with members of lists': items({
    filters: { $or: [{ title: { $in: list(100, never) } }, { title: { $in: list(100, never) } }, few] },
  }),
  'populated rows with comparisons of texts': items(anyOf((index) => ({ title: { $eqi: never(index) } }))(10)),
  'populated rows with a match at the beginning': items(
    anyOf((index) => ({ title: { $startsWithi: never(index) } }))(2),
  ),
  'populated rows with a match anywhere': items(anyOf((index) => ({ about: { $contains: text(90, index) } }))(1)),
  'populated rows with a match anywhere, below others': itemsOfBrands(
    anyOf((index) => ({ about: { $contains: text(90, index) } }))(1),
  ),
  'populated rows with one related row': items(
    anyOf((index) => ({ brand: { name: { $contains: text(20, index) } } }))(1),
  ),
  'populated rows with some of many': items(allOf((index) => ({ reviews: { score: { $gte: index } } }))(1)),
  'populated rows with none of many': items(anyOf((index) => ({ reviews: { $none: { score: { $gte: -index } } } }))(1)),
  'populated rows with none of a junction': items(
    anyOf((index) => ({ tags: { $none: { name: { $ne: never(index) } } } }))(1),
  ),
  'populated rows with a count': items(anyOf((index) => ({ reviews: { $count: 100 + index } }))(1)),
  'populated rows with an average': items(
    anyOf((index) => ({ reviews: { $avg: { score: { $gt: 1_000_000 + index } } } }))(1),
  ),
  'populated rows with a sum': items(anyOf((index) => ({ reviews: { $sum: { score: { $gt: 1e9 + index } } } }))(1)),
  'populated rows with a virtual column': items(anyOf((index) => ({ reviewCount: 100 + index }))(1)),
  'sort by a count, beside joined rows': { ...item(() => ({ ...narrow, sort: 'reviews.$count' })), joined: 'reviews' },
  'facets with conditions': item((count) => ({
    ...allOf((index) => ({ tags: { $some: { name: { $ne: never(index) } } } }))(count),
    facets: ['tags.name', 'reviews.stars', 'labels', 'brand.name', 'reviewCount', 'stock', 'status', 'price'],
  })),
  'facets of paths with conditions': product((count) => {
    const paths = ['code', 'width', 'materials', 'day', 'weight', 'price', 'sold', 'color'];
    if (count > paths.length) return undefined;
    const filters = { specs: { code: { $ne: uuid(count) } } };
    return { filters, facets: paths.slice(0, count).map((path) => `specs.${path}`) };
  }),
  'deleted rows': {
    ...product((count) => ({ deleted: 'with', ...anyOf((index) => ({ status: { $eqi: never(index) } }))(count) })),
    overrides: { deleted: true },
  },
};

const conditions = [
  ...list(8, (index) => ({ condition: { tags: { $none: { name: { $ne: never(index) } } } } })),
  ...list(8, (index) => ({
    condition: { reviews: { $count: { $eq: 100 + index, $where: { score: { $gt: index } } } } },
  })),
  ...list(4, (index) => ({ condition: { labels: { $has: never(index) } } })),
  ...list(20, (index) => ({ condition: { title: { $startsWithi: never(index) } } })),
];

const answers = [
  ...['tags.name', 'reviews.stars', 'labels', 'brand.country.name', 'reviewCount', 'brand.name', 'stock', 'status'].map(
    (facet) => ({ facet }),
  ),
  ...pairsOf(['about', 'title', 'views', 'price', 'reviewCount'], 'distinct').map((aggregate) => ({ aggregate })),
  ...['reviews', 'tags', 'brand'].map((populated) => ({ populated })),
];

/** Parts of requests that ask for several kinds at once, the dearest for what they spend first. */
export const mixtures = {
  'everything at once': [
    ...conditions,
    { rest: { sort: 'tags.$count' } },
    { rest: { search: 'item number' } },
    ...answers,
  ],
  'everything beside the rows': [{ condition: { stock: { $gte: 0 } } }, ...answers, { rest: { sort: 'tags.$count' } }],
};
