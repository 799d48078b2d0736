import fc from 'fast-check';
import { toQueryString } from 'nestjs-filterable/client';
import {
  type Entity,
  type EntityName,
  type Field,
  type PoolName,
  type Relation,
  entities,
  rootEntity,
} from './model.js';
import { withoutNull } from '../../support/without-null.js';
import { mostlyFirst, needles, pools } from './value-pools.js';
import { type Conditions, type Node, isObject } from './evaluator.js';
import { type Handler, type RootName, handlersOf } from './laboratory.js';
import { type ListStyle, parametersOf, queryStringOf } from './printing.js';

const equality = ['$eq', '$ne', '$in', '$notIn', '$null', '$notNull'];
const ranges = ['$lt', '$lte', '$gt', '$gte', '$between', '$notBetween'];
const matches = ['contains', 'notContains', 'startsWith', 'endsWith'].flatMap((name) => [
  `$${name}`,
  `$${name}i`,
  `$${name}c`,
]);
const texts = ['$eqi', '$nei', '$eqc', ...matches];

/** Which operators are asked of which values: no order of texts that collations order differently. */
const operatorsOf: Readonly<Record<PoolName, readonly string[]>> = {
  plain: [...equality, ...ranges, ...texts],
  wild: [...equality, ...texts],
  code: [...equality, ...ranges, ...texts],
  alike: ['$eq', '$ne', '$in', '$notIn', '$eqc', '$null', '$notNull'],
  item: ['$eq', '$ne', '$in', '$notIn', '$eqc', '$null', '$notNull'],
  tiny: [...equality, ...ranges],
  narrow: [...equality, ...ranges],
  small: [...equality, ...ranges],
  bigint: [...equality, ...ranges],
  decimal: [...equality, ...ranges],
  amount: [...equality, ...ranges],
  float: [...equality, ...ranges],
  boolean: equality,
  date: [...equality, ...ranges],
  moment: [...equality, ...ranges],
  exact: [...equality, ...ranges],
  uuid: [...equality, '$lt', '$lte', '$gt', '$gte'],
  enum: equality,
  json: ['$null', '$notNull'],
};

const listOperators = ['$has', '$has', '$hasEvery', '$hasSome', '$empty', '$null', '$notNull'];

const flag = fc.constantFrom('true', 'false');

const manyValued = ['$in', '$notIn', '$hasEvery', '$hasSome'];

/** Operands of an operator. */
function operand(operator: string, sent: readonly string[]): fc.Arbitrary<Node> {
  if (['$null', '$notNull', '$empty'].includes(operator)) return flag;
  if (matches.includes(operator)) return fc.constantFrom(...needles);
  const value = fc.constantFrom(...sent);
  if (manyValued.includes(operator)) return fc.oneof({ weight: 5, arbitrary: listOf(sent) }, value);
  if (operator === '$between' || operator === '$notBetween') return fc.tuple(value, value);
  const orNull = operator === '$eq' || operator === '$ne';
  return orNull ? fc.option(value, { freq: 9 }) : value;
}

/** A list, mostly short; some are longer than what query string parsers take for a list. */
function listOf(sent: readonly string[]): fc.Arbitrary<string[]> {
  const value = fc.constantFrom(...sent);
  return fc.oneof(
    { weight: 30, arbitrary: fc.array(value, { minLength: 1, maxLength: 4, size: 'max' }) },
    { weight: 1, arbitrary: fc.array(value, { minLength: 21, maxLength: 100, size: 'max' }) },
  );
}

/** Conditions on a field: a value, a list, null, or operators, some of them negated. */
function fieldNode({ pool, list }: Pick<Field, 'pool' | 'list'>, logicalDepth: number): fc.Arbitrary<Node> {
  const sent = list === undefined ? pools[pool].sent : mostlyFirst(pools[pool].sent);
  const asked = operators(list === undefined ? operatorsOf[pool] : listOperators, sent);
  const forms: fc.WeightedArbitrary<Node>[] = [{ weight: 6, arbitrary: asked }];
  if (sent.length > 0) {
    const value = fc.constantFrom(...sent);
    const short: fc.Arbitrary<Node> = list === undefined ? fc.option(value, { freq: 9 }) : value;
    forms.push({ weight: 2, arbitrary: short }, { weight: 1, arbitrary: listOf(sent) });
  }
  if (logicalDepth > 0) {
    forms.push({ weight: 1, arbitrary: asked.map((inner) => ({ $not: inner })) });
    forms.push({ weight: 1, arbitrary: fc.tuple(asked, asked).map(([inner, beside]) => ({ ...beside, $not: inner })) });
  }
  return fc.oneof(...forms);
}

/** One or two operators with their operands. */
function operators(tokens: readonly string[], sent: readonly string[]): fc.Arbitrary<Conditions> {
  const one = fc.constantFrom(...tokens).chain((token) => operand(token, sent).map((given) => [token, given] as const));
  return fc
    .oneof({ weight: 4, arbitrary: one.map((entry) => [entry]) }, { weight: 1, arbitrary: fc.tuple(one, one) })
    .map((entries) => Object.fromEntries(entries));
}

const countNumbers = ['0', '1', '2', '3'];

/** Comparisons of `$count`, without `$where`. A count is never NULL, so null is not among them. */
const countOperators = operators(['$eq', '$ne', '$in', '$notIn', ...ranges], countNumbers).filter(
  (asked) => !Object.values(asked).includes(null),
);

/**
 * What is said of a relation: conditions on a related row, its key, quantifiers, counts, existence, and these beside
 * one another.
 *
 * @param inner conditions on a related row
 */
function relationNode(relation: Relation, inner: fc.Arbitrary<Conditions>): fc.Arbitrary<Node> {
  const keys = keyTexts(entities[relation.target]);
  const fields = Object.entries(entities[relation.target].fields).filter(([, { nullable }]) => !nullable);
  const names = fields.map(([name]) => name);
  const about = relation.toMany ? inner : inner.map((asked) => withoutNull(asked, names));
  const plain: fc.Arbitrary<Conditions> = fc.oneof(
    { weight: 6, arbitrary: about },
    { weight: 1, arbitrary: operators(['$eq', '$ne', '$in', '$notIn', '$lt', '$gte'], keys) },
  );
  const existing = fc.oneof(...existenceEntries);
  const apart = relation.toMany ? fc.oneof({ weight: 4, arbitrary: quantified(inner) }, existing) : existing;
  return fc.oneof(
    { weight: relation.toMany ? 5 : 8, arbitrary: plain },
    { weight: relation.toMany ? 5 : 2, arbitrary: apart },
    { weight: 1, arbitrary: fc.tuple(apart, apart).map(([one, other]): Node => ({ ...one, ...other })) },
    { weight: 2, arbitrary: fc.tuple(plain, apart).map(([one, other]): Node => ({ ...one, ...other })) },
    { weight: 1, arbitrary: fc.constantFrom<Node>(null, ...keys) },
    { weight: 1, arbitrary: listOf(keys) },
  );
}

function keyTexts({ key, fields }: Entity): readonly string[] {
  return pools[fields[key]?.pool ?? 'small'].sent;
}

const existenceEntries = ['$exists', '$null', '$notNull'].map((token) =>
  flag.map((given): Conditions => ({ [token]: given })),
);

function quantified(inner: fc.Arbitrary<Conditions>): fc.Arbitrary<Conditions> {
  const quantifiers = ['$some', '$every', '$none'].map((token) => inner.map((node): Conditions => ({ [token]: node })));
  const where = fc.tuple(countOperators, inner).map(([asked, node]): Node => ({ ...asked, $where: node }));
  const numbers = fc.oneof<fc.Arbitrary<Node>[]>(
    fc.constantFrom(...countNumbers),
    listOf(countNumbers),
    countOperators,
  );
  const count = fc.oneof(where, numbers).map((node): Conditions => ({ $count: node }));
  return fc.oneof(...quantifiers, count);
}

/** Room for a tree to grow. */
interface Room {
  readonly hops: number;
  readonly toManyHops: number;
  readonly logicalDepth: number;
}

const defaultRoom: Room = { hops: 3, toManyHops: 2, logicalDepth: 5 };

type Entry = readonly [string, Node];

/**
 * Filters of an entity: every operator, kind, relation, quantifier and group.
 *
 * @param relationsOnly whether there are only conditions on relations, which are never unknown
 */
export function filtersOf(name: EntityName, { relationsOnly = false } = {}): fc.Arbitrary<Conditions> {
  const entity = rootEntity(name);
  return conditions(relationsOnly ? { ...entity, fields: {} } : entity, defaultRoom);
}

const known = new Map<string, fc.Arbitrary<Conditions>>();

function conditions(entity: Entity, room: Room): fc.Arbitrary<Conditions> {
  const { hops, toManyHops, logicalDepth } = room;
  const names = [...Object.keys(entity.fields), ...Object.keys(entity.relations)];
  const key = [entity.key, ...names, hops, toManyHops, logicalDepth].join();
  const existing = known.get(key);
  if (existing !== undefined) return existing;
  const kinds: fc.WeightedArbitrary<Entry>[] = [];
  if (Object.keys(entity.fields).length > 0) kinds.push({ weight: 4, arbitrary: fieldEntry(entity, room) });
  const within = { ...room, logicalDepth: logicalDepth - 1 };
  if (logicalDepth > 0) kinds.push({ weight: 2, arbitrary: groupEntry(entity, within) });
  const relations = Object.entries(entity.relations).filter(([, relation]) => canFollow(relation, room));
  if (relations.length > 0) kinds.push({ weight: 4, arbitrary: relationEntry(relations, room) });
  const entry = fc.oneof(...kinds);
  const made = fewOf(entry).map((entries) => entries.reduce<Conditions>(joined, {}));
  known.set(key, made);
  return made;
}

/** Mostly one: what is ANDed at every level soon holds for no row at all, and then says little. */
function fewOf<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> {
  return fc.oneof(
    { weight: 5, arbitrary: value.map((one) => [one]) },
    { weight: 2, arbitrary: fc.array(value, { minLength: 2, maxLength: 3, size: 'max' }) },
  );
}

function canFollow({ toMany }: Relation, { hops, toManyHops }: Room): boolean {
  return hops > 0 && (!toMany || toManyHops > 0);
}

function fieldEntry({ fields }: Entity, { logicalDepth }: Room): fc.Arbitrary<Entry> {
  const byColumn = new Map<string, [string, Field][]>();
  for (const [name, field] of Object.entries(fields)) {
    const [column = ''] = name.split('.');
    byColumn.set(column, [...(byColumn.get(column) ?? []), [name, field]]);
  }
  const columns = [...byColumn.values()].map((own) => ({
    weight: weightOf(own),
    arbitrary: fc.oneof(...own.map(([name, field]) => pathEntry(name, field, logicalDepth))),
  }));
  return fc.oneof(...columns);
}

/**
 * How often a column is asked for: a document more often than another, though less often than each of its paths would
 * be.
 */
function weightOf(fields: readonly (readonly [string, Field])[]): number {
  return fields.length === 1 && fields[0]?.[1].list ? 3 : Math.ceil(Math.sqrt(fields.length));
}

/** Conditions on a field; those on a whole document are as frequent as those on three paths. */
function pathEntry(name: string, field: Field, logicalDepth: number): fc.WeightedArbitrary<Entry> {
  const arbitrary = fieldNode(field, logicalDepth).map((node) => nested(name.split('.'), node));
  return { weight: field.kind === 'json' ? 3 : 1, arbitrary };
}

/** A condition on a path of a document, under each of its names. */
export function nested([name = '', ...rest]: readonly string[], node: Node): Entry {
  return [name, rest.length === 0 ? node : Object.fromEntries([nested(rest, node)])];
}

/** Conditions with one more. Those on paths of one document are written under one name. */
function joined(conditions: Conditions, [name, node]: Entry): Conditions {
  const before = conditions[name];
  const isBoth = before !== undefined && isObject(before) && isObject(node) && !name.startsWith('$');
  return { ...conditions, [name]: isBoth ? Object.entries(node).reduce(joined, before) : node };
}

function groupEntry(entity: Entity, room: Room): fc.Arbitrary<Entry> {
  const inner = conditions(entity, room);
  const list = fc.array(inner, { minLength: 1, maxLength: 3, size: 'max' });
  const group = fc.constantFrom('$and', '$or');
  const forms: fc.Arbitrary<Entry>[] = [
    fc.tuple(group, list),
    list.map((node): Entry => ['$or', node]),
    inner.map((node): Entry => ['$not', node]),
    inner.map((node): Entry => ['$or', node]),
  ];
  if (room.logicalDepth > 0) {
    const deeper = fc.array(conditions(entity, { ...room, logicalDepth: room.logicalDepth - 1 }), {
      minLength: 1,
      maxLength: 2,
    });
    forms.push(fc.tuple(group, fc.tuple(deeper, inner)));
  }
  return fc.oneof(...forms);
}

function relationEntry(relations: readonly [string, Relation][], room: Room): fc.Arbitrary<Entry> {
  return fc
    .constantFrom(...relations)
    .chain(([name, relation]) => relationNode(relation, relatedTo(relation, room)).map((node): Entry => [name, node]));
}

/** Conditions on a related row. */
function relatedTo({ target, toMany }: Relation, { hops, toManyHops, logicalDepth }: Room): fc.Arbitrary<Conditions> {
  const further: Room = { logicalDepth, hops: hops - 1, toManyHops: toManyHops - (toMany ? 1 : 0) };
  return conditions(entities[target], further);
}

/** A request, and the handler it is sent to. */
export interface Request {
  readonly root: RootName;
  readonly filters: Conditions;
  /** Printer: the library's, or the one of these tests, which takes turns with the ways of writing a list. */
  readonly lists: 'by the library' | readonly ListStyle[];
  readonly handler: Handler;
}

const listStyles = fc.array(fc.constantFrom<ListStyle>('indexes', 'brackets', 'repeated'), {
  minLength: 7,
  maxLength: 7,
});

/**
 * Some are negated as a whole: so many conditions hold for no row at all, and those then find many. Some are large.
 */
function filtersFor(root: RootName): fc.Arbitrary<Conditions> {
  const some = filtersOf(root);
  return fc.oneof(
    { weight: 20, arbitrary: some },
    { weight: 8, arbitrary: some.map(($not) => ({ $not })) },
    { weight: 1, arbitrary: fc.array(some, { minLength: 4, maxLength: 9, size: 'max' }).map(($or) => ({ $or })) },
  );
}

/** Requests for rows of some entities: mostly of the first, from which every kind of field can be reached. */
export function requestsFor(first: RootName, ...others: readonly RootName[]): fc.Arbitrary<Request> {
  const other = others.map((root) => ({ weight: 1, arbitrary: fc.constant(root) }));
  return fc.oneof({ weight: 4, arbitrary: fc.constant(first) }, ...other).chain((root) =>
    fc.record({
      root: fc.constant(root),
      filters: filtersFor(root),
      lists: fc.oneof<fc.Arbitrary<Request['lists']>[]>(fc.constant('by the library'), listStyles),
      handler: fc.constantFrom(...handlersOf(root)),
    }),
  );
}

export function print({ filters, lists }: Pick<Request, 'filters' | 'lists'>): string {
  if (lists === 'by the library') return toQueryString({ filters });
  let count = 0;
  return queryStringOf(parametersOf(filters, () => lists[(count += 1) % lists.length] ?? 'indexes'));
}

/** A request for rows in an order. */
export interface SortRequest {
  readonly root: RootName;
  readonly filters: Conditions | undefined;
  readonly sort: readonly string[];
  /** Rows per page. */
  readonly pageSize: number;
  readonly handler: Handler;
}

/**
 * Columns that every engine orders alike, through every sort of relation. What is missing: texts of which collations
 * have their own ideas, enums, which some engines order by position, and date-times that SQLite may hold in two
 * spellings.
 */
const postKeys = words(
  'id slug views visits rating score isFeatured publishedOn createdAt externalId author.id author.name author.bornOn',
  'comments.id comments.stars comments.approved comments.$count tags.id tags.name tags.$count',
);

/** Paths and virtual columns, of the row itself and through relations. Texts are those without a collation's ideas. */
const productKeys = words(
  'id name lineCount topStock stockSum topPrice isInStock makerName',
  'specs.color specs.size.width specs.big specs.weight specs.tiny specs.size.depth.mm specs.ratio specs.on specs.made',
  'specs.code specs.zero specs.odd notes.color notes.size.width notes.big notes.weight maker.id maker.productCount',
  'maker.origin.color maker.origin.size.width maker.origin.big maker.origin.weight variants.$count variants.stock',
  'variants.siblings variants.specs.color variants.specs.size.width variants.specs.big variants.specs.weight',
);

function words(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '));
}

const direction = fc.constantFrom('', ':asc', ':desc', ':DESC');
const nulls = fc.constantFrom('', '', ':nullsFirst', ':nullsLast');

function termsOf(keys: readonly string[]): fc.Arbitrary<string[]> {
  const term = fc.tuple(fc.constantFrom(...keys), direction, nulls);
  return fc
    .uniqueArray(term, { minLength: 1, maxLength: 4, size: 'max', selector: ([key]) => key })
    .map((parts) => parts.map((part) => part.join('')));
}

/**
 * Requests for rows of an entity, in the order of some of the keys. With few conditions many rows are left, and ties.
 */
function sortRequestsFor(root: RootName, keys: readonly string[]): fc.Arbitrary<SortRequest> {
  return fc.record({
    root: fc.constant(root),
    filters: fc.option(filtersOf(root), { nil: undefined, freq: 2 }),
    sort: termsOf(keys),
    pageSize: fc.integer({ min: 3, max: 40 }),
    handler: fc.constantFrom(...handlersOf(root)),
  });
}

export const sortsOfPosts = sortRequestsFor('Post', postKeys);
export const sortsOfProducts = sortRequestsFor('Product', productKeys);
