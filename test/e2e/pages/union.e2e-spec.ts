import fc from 'fast-check';
import type { SelectQueryBuilder } from 'typeorm';
import { drivers } from '../../support/databases.js';
import { type WorldOptions, onEngines } from '../../support/engines.js';
import { seed, share } from '../../support/thorough.js';
import { type Item, pagesModels, sortKeys } from '../../support/pages-model.js';
import { fillPages } from './rows.js';
import { type Listing, type WalkName, pagesRuns, walks, wholeOf } from './walk.js';

const patience = 600_000;

/** The ways in which the list is read by every key: the walk, and the rest of the request. */
const waysOfKey: readonly (readonly [WalkName, Omit<Request, 'sort'> & { readonly down: boolean }])[] = [
  ['forwards', { down: false, filter: 'none', join: 'nothing', size: 4 }],
  ['inChunks', { down: false, filter: 'none', join: 'nothing', size: 1 }],
  ['backwards', { down: true, filter: 'none', join: 'nothing', size: 4 }],
  ['inChunks', { down: false, filter: 'none', join: 'nothing', size: 1_000 }],
  ['inChunks', { down: true, filter: 'some', join: 'everything', size: 3 }],
  ['inChunks', { down: false, filter: 'none', join: 'nothing', size: 2 }],
  ['inChunks', { down: false, filter: 'none', join: 'nothing', size: 7 }],
];

/** The joins of a handler, by name. */
const joins: Readonly<Record<string, (builder: SelectQueryBuilder<Item>) => SelectQueryBuilder<Item>>> = {
  nothing: (builder) => builder,
  owner: (builder) => builder.leftJoinAndSelect('item.owner', 'owner'),
  parts: (builder) => builder.leftJoinAndSelect('item.parts', 'part').addSelect('part.name'),
  everything: (builder) =>
    builder
      .leftJoinAndSelect('item.owner', 'owner')
      .leftJoinAndSelect('item.parts', 'part')
      .leftJoinAndSelect('item.labels', 'label'),
  joinedOnly: (builder) => builder.leftJoin('item.labels', 'label').where('item.id > 3 OR label.id = 1'),
};

/** Orders of the handler's own, which come first. By a to-many join, a row stands where its first related row does. */
const ownOrders: typeof joins = {
  byPart: (builder) => builder.leftJoinAndSelect('item.parts', 'part').orderBy('part.name'),
  byPartDown: (builder) =>
    builder.leftJoinAndSelect('item.parts', 'part').orderBy('part.size', 'DESC').addOrderBy('part.id', 'DESC'),
  byTwo: (builder) =>
    builder
      .innerJoinAndSelect('item.labels', 'label')
      .leftJoinAndSelect('item.parts', 'part')
      .orderBy('label.name', 'DESC')
      .addOrderBy('part.stage')
      .addOrderBy('item.title'),
  byExpression: (builder) =>
    builder.leftJoinAndSelect('item.parts', 'part').addSelect('LENGTH(item.title)', 'len').orderBy('len', 'DESC'),
  byRoot: (builder) => builder.leftJoinAndSelect('item.parts', 'part').orderBy('item.title', 'DESC'),
  byOwner: (builder) => builder.leftJoin('item.owner', 'owner').orderBy('owner.name'),
};

const filters: Readonly<Record<string, object | undefined>> = {
  none: undefined,
  some: { parts: { size: { $gte: '0' } } },
  several: { $or: [{ labels: { id: { $in: ['1', '2'] } } }, { parts: { $count: { $eq: '0' } } }] },
  every: { parts: { $every: { stage: { $notNull: 'true' } } }, $not: { labels: { id: '3' } } },
};

/** Sort keys without NULL, which PostgreSQL compares as a row where they all have one direction. */
const neverNull = ['id', 'title', 'madeAt', 'maker.name', 'maker.rank', 'parts.$count'];

const term = fc
  .tuple(
    fc.oneof(fc.constantFrom(...sortKeys), fc.constantFrom(...neverNull)),
    fc.constantFrom('', ':asc', ':desc'),
    fc.constantFrom('', '', ':nullsFirst', ':nullsLast'),
  )
  .map(([key, direction, nulls]) => `${key}${direction}${nulls}`);

interface Request {
  readonly sort: readonly string[];
  readonly filter: string;
  readonly join: string;
  readonly size: number;
}

const requestWith = (prepared: typeof joins) =>
  fc.record({
    sort: fc.uniqueArray(term, { minLength: 0, maxLength: 3, selector: (text) => text.replace(/:.*/, '') }),
    filter: fc.constantFrom(...Object.keys(filters)),
    join: fc.constantFrom(...Object.keys(prepared)),
    size: fc.oneof(
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 }) },
      { weight: 4, arbitrary: fc.integer({ min: 3, max: 12 }) },
    ),
  });

const lists: WorldOptions = {
  entities: (engine) => pagesModels[engine].entities,
  seed: (source, engine) => fillPages(source, pagesModels[engine], engine, seed),
  on: drivers,
};

onEngines(`the union of all pages (seed ${seed})`, lists, (world) => {
  const model = pagesModels[world.engine];

  const compare = async (walk: WalkName, prepared: typeof joins, { sort, filter, join, size }: Request) => {
    const prepare = prepared[join] ?? ((builder) => builder);
    const listing: Listing<Item> = {
      filters: world.filters,
      entity: model.Thing,
      builder: () => prepare(world.source.createQueryBuilder<Item>(model.Thing, 'item')),
      request: { sort, filters: filters[filter] },
    };
    const whole = await wholeOf(listing, ['id']);
    const pages = await walks[walk](listing, size);
    expect(pages.flat().map(identity)).toEqual(whole.map(identity));
    const full = Math.floor(whole.length / size);
    const sizes = pages.map(({ length }) => length).sort((a, b) => b - a);
    expect(sizes.slice(0, full)).toEqual(Array.from({ length: full }, () => size));
  };

  const check = (walk: WalkName, prepared: typeof joins) =>
    fc.asyncProperty(requestWith(prepared), (request) => compare(walk, prepared, request));

  it.each(sortKeys)('is the unpaged list by every key, up and down, there and back: %s', async (key) => {
    const turn = sortKeys.indexOf(key) + drivers.indexOf(world.driver);
    for (const [walk, { down, ...rest }] of share(waysOfKey, waysOfKey.length, turn)) {
      await compare(walk, joins, { sort: [down ? `${key}:desc` : key], ...rest });
    }
  });

  it.each(Object.keys(walks) as WalkName[])(
    'is the unpaged list in its order, %s',
    (walk) => fc.assert(check(walk, joins), { seed, numRuns: pagesRuns }),
    patience,
  );

  it.each(['byPage', 'byStart'] as const)(
    "is the unpaged list in the builder's own order, %s",
    (walk) => fc.assert(check(walk, ownOrders), { seed, numRuns: Math.ceil(pagesRuns / 2) }),
    patience,
  );
});

/** Returns a row with its children, all of which must be on the page. */
function identity({ id, parts, labels, owner }: Item): string {
  const ids = (list: readonly { id: number }[] = []) => list.map((each) => each.id).sort((a, b) => a - b);
  return JSON.stringify([id, ids(parts), ids(labels), owner?.id]);
}
