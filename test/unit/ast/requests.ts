import fc from 'fast-check';
import { withoutNull } from '../../support/without-null.js';

/* Requests for posts that are well formed, in every spelling there is. Some of them are beyond a limit. */

type Tree = fc.Arbitrary<unknown>;

interface Kind {
  readonly value: fc.Arbitrary<string>;
  /** Operators with one value, except for the equalities. */
  readonly one: readonly string[];
  readonly ranged: boolean;
}

const ordered = ['$lt', '$lte', '$gt', '$gte'];

// prettier-ignore
const kinds = {
  text: { value: fc.constantFrom('a', 'b', '', 'ü & =', "o'clock", '%_!\\', ' ', '+', '0'), one: [...ordered, '$eqi', '$nei', '$eqc'], ranged: true },
  integer: { value: fc.constantFrom('0', '1', '-1', '007', '42'), one: ordered, ranged: true },
  decimal: { value: fc.constantFrom('0', '1.50', '-0.0', '12.345'), one: ordered, ranged: true },
  float: { value: fc.constantFrom('0', '1e3', '-1.5E-7', '1e300'), one: ordered, ranged: true },
  boolean: { value: fc.constantFrom('true', 'false', '0', '1'), one: [], ranged: false },
  status: { value: fc.constantFrom('draft', 'published'), one: [], ranged: false },
  datetime: { value: fc.constantFrom('2024-03-01', '2024-03-01T10:00:00+02:00', '2024-03-01T10:00:00.5', '2024-03-01T10:00:00.000123Z'), one: ordered, ranged: true },
  uuid: { value: fc.constantFrom('0F8FAD5B-D9CB-469F-A165-70867728950E'), one: ordered, ranged: false },
} as const satisfies Record<string, Kind>;

interface EntityShape {
  readonly fields: Readonly<Record<string, keyof typeof kinds>>;
  readonly embedded?: Readonly<Record<string, Readonly<Record<string, keyof typeof kinds>>>>;
  readonly one: Readonly<Record<string, EntityName>>;
  readonly many: Readonly<Record<string, EntityName>>;
}

type EntityName = 'post' | 'author' | 'country' | 'comment' | 'tag';

// prettier-ignore
const entities: Readonly<Record<EntityName, EntityShape>> = {
  post: { fields: { id: 'integer', title: 'text', slug: 'text', status: 'status', views: 'integer', rating: 'decimal', score: 'float', isFeatured: 'boolean', publishedAt: 'datetime', externalId: 'uuid' }, one: { author: 'author', reviewer: 'author' }, many: { comments: 'comment', tags: 'tag' } },
  author: { fields: { id: 'integer', name: 'text' }, embedded: { address: { city: 'text', zip: 'text' } }, one: { country: 'country' }, many: { posts: 'post' } },
  country: { fields: { code: 'text', name: 'text' }, one: {}, many: { citizens: 'author' } },
  comment: { fields: { id: 'integer', stars: 'integer', approved: 'boolean' }, one: { author: 'author', parent: 'comment' }, many: { replies: 'comment' } },
  tag: { fields: { id: 'integer', name: 'text' }, one: {}, many: { posts: 'post' } },
};

const flag = fc.constantFrom<unknown>('true', 'false', true, false);

/** A random selection of keys, at least one. */
function some(keys: Readonly<Record<string, Tree>>): Tree {
  return fc
    .subarray(Object.keys(keys), { minLength: 1, maxLength: Math.min(4, Object.keys(keys).length) })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((key) => [key, keys[key] ?? fc.constant(null)]))));
}

function list(member: Tree, longest = 3): Tree {
  return fc.array(member, { minLength: 1, maxLength: longest });
}

function operators({ value, one, ranged }: Kind, depth: number): Tree {
  const pair = fc.tuple(value, value);
  return some({
    $eq: fc.option(value),
    $ne: fc.option(value),
    $in: list(value),
    $notIn: list(value),
    $null: flag,
    $notNull: flag,
    ...Object.fromEntries(one.map((token) => [token, value])),
    ...(ranged ? { $between: pair, $notBetween: pair } : {}),
    ...(one.includes('$eqi') ? { $startsWith: fc.constantFrom('a', '%') } : {}),
    ...(depth > 0 ? { $not: operators({ value, one, ranged }, depth - 1) } : {}),
  });
}

function field(kind: Kind, depth: number): Tree {
  return fc.oneof(kind.value, fc.constant(null), list(kind.value), operators(kind, depth));
}

const count: Kind = { value: fc.constantFrom('0', '1', '2'), one: ordered, ranged: true };

function counted(name: EntityName, depth: number): Tree {
  const comparisons = some({
    $eq: count.value,
    $ne: count.value,
    $gte: count.value,
    $lt: count.value,
    $in: list(count.value),
    $between: fc.tuple(count.value, count.value),
  });
  const where = fc.option(object(name, depth - 1), { nil: undefined });
  const both = fc
    .tuple(comparisons, where)
    .map(([asked, $where]) => ({ ...(asked as object), ...($where === undefined ? {} : { $where }) }));
  return fc.oneof(count.value, list(count.value), both);
}

function relation(name: EntityName, toMany: boolean, depth: number): Tree {
  const { id = 'text' } = entities[name].fields;
  const key = kinds[id].value;
  const about = members(name, depth - 1);
  const inside = depth > 1 ? object(name, depth - 1) : some(fieldsOf(entities[name], 0));
  const own = {
    ...about,
    $exists: flag,
    $null: flag,
    $notNull: flag,
    $eq: fc.option(key),
    $in: list(key),
    ...(toMany ? { $some: inside, $every: inside, $none: inside, $count: counted(name, depth - 1) } : {}),
  };
  const { fields, embedded = {} } = entities[name];
  const inner = Object.entries(embedded).flatMap(([at, columns]) =>
    Object.keys(columns).map((each) => `${at}.${each}`),
  );
  const asked = toMany ? some(own) : some(own).map((tree) => withoutNull(tree, [...Object.keys(fields), ...inner]));
  return fc.oneof(key, fc.constant(null), list(key), { weight: 6, arbitrary: asked });
}

function fieldsOf({ fields, embedded = {} }: EntityShape, depth: number): Record<string, Tree> {
  const own = Object.entries(fields).map(([name, kind]) => [name, field(kinds[kind], depth)] as const);
  const inner = Object.entries(embedded).map(
    ([name, columns]) => [name, some(fieldsOf({ fields: columns, one: {}, many: {} }, depth))] as const,
  );
  return Object.fromEntries([...own, ...inner]);
}

const madeMembers = new Map<string, Readonly<Record<string, Tree>>>();

/** Every possible key of an entity's conditions, down to the given depth. They are made once, which takes long. */
function members(name: EntityName, depth: number): Readonly<Record<string, Tree>> {
  const key = `${name} ${depth}`;
  const existing = madeMembers.get(key) ?? newMembers(name, depth);
  madeMembers.set(key, existing);
  return existing;
}

function newMembers(name: EntityName, depth: number): Record<string, Tree> {
  const entity = entities[name];
  const fields = fieldsOf(entity, Math.max(0, depth));
  if (depth <= 0) return fields;
  const related = (of: Readonly<Record<string, EntityName>>, toMany: boolean) =>
    Object.entries(of).map(([key, target]) => [key, relation(target, toMany, depth - 1)] as const);
  const inside = object(name, depth - 1);
  const entries = list(fc.oneof({ weight: 4, arbitrary: inside }, list(inside, 2)));
  return {
    ...fields,
    ...Object.fromEntries([...related(entity.one, false), ...related(entity.many, true)]),
    $and: entries,
    $or: fc.oneof(entries, inside),
    $not: inside,
  };
}

const made = new Map<string, Tree>();

function object(name: EntityName, depth: number): Tree {
  const key = `${name} ${depth}`;
  const existing = made.get(key);
  if (existing !== undefined) return existing;
  // Made when a value is first asked of it, because the relations of entities go in circles.
  let arbitrary: Tree | undefined;
  const lazy = fc.constant(null).chain(() => (arbitrary ??= some(members(name, depth))));
  made.set(key, lazy);
  return lazy;
}

const sortKeys = ['id', 'title', 'views', 'author.name', 'author.address.city', 'comments.$count', 'tags.name'];

const sort = fc
  .subarray(sortKeys, { minLength: 1, maxLength: 4 })
  .chain((keys) =>
    fc.tuple(
      ...keys.map((key) =>
        fc
          .tuple(fc.constantFrom('', ':asc', ':DESC'), fc.constantFrom('', ':nullsFirst', ':nullsLast'))
          .map(([direction, nulls]) => `${key}${direction}${nulls}`),
      ),
    ),
  )
  .chain((terms) => fc.constantFrom<unknown>(terms, terms.join()));

const withCount = fc.constantFrom('true', 'false');
const pagination = fc.oneof(
  fc.record(
    { page: fc.constantFrom('1', '2'), pageSize: fc.constantFrom('1', '50'), withCount },
    { requiredKeys: ['page'] },
  ),
  fc.record(
    { start: fc.constantFrom('0', '7'), limit: fc.constantFrom('1', '50'), withCount },
    { requiredKeys: ['start'] },
  ),
  fc.record({ after: fc.constantFrom('', 'abc_-'), pageSize: fc.constantFrom('1', '50') }, { requiredKeys: ['after'] }),
);

/** A request with all three parameters, or some of them. */
export const requests = fc.record({ filters: object('post', 4), sort, pagination }, { requiredKeys: ['filters'] });

/** Returns an equal request with the keys of every object, and the members of every set, in another order. */
export function shuffled(tree: unknown): Tree {
  if (Array.isArray(tree)) return fc.tuple(...tree.map(shuffled));
  if (typeof tree !== 'object' || tree === null) return fc.constant(tree);
  const entries = Object.entries(tree).map(([key, inner]) =>
    fc.tuple(fc.constant(key), isSet(key, inner) ? shuffledList(inner) : shuffled(inner)),
  );
  return fc
    .tuple(...entries)
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
    .map((all) => Object.fromEntries(all));
}

function isSet(key: string, value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && !key.endsWith('etween') && key !== 'sort';
}

function shuffledList(list: readonly unknown[]): Tree {
  return fc.tuple(...list.map(shuffled)).chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
}
