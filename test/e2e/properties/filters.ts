import fc from 'fast-check';
import { withinLimits } from './limits.js';
import { fieldNode } from './field-filters.js';
import { type Entity, type EntityName, type Field, type Relation, entities, rootEntity } from './expected-model.js';
import { relationNode } from './relation-filters.js';
import { type Conditions, type Node, isObject } from './tree.js';

/** Room for a tree to grow: the library's default limits, and smaller ones that keep it readable. */
interface Room {
  readonly hops: number;
  readonly toManyHops: number;
  readonly logicalDepth: number;
}

const defaultRoom: Room = { hops: 3, toManyHops: 2, logicalDepth: 5 };

type Entry = readonly [string, Node];

/** Restrictions on a filter that shares a request's limits with others. */
interface Share {
  /** Groups that will be around it. */
  readonly around?: number;
  /** Number of such filters in a request. */
  readonly parts?: number;
  /** Only conditions on relations, which are never unknown. */
  readonly relationsOnly?: boolean;
}

/** Filters of an entity: every operator, kind, relation, quantifier and group, within the default limits. */
export function filtersOf(
  name: EntityName,
  { around = 0, parts = 1, relationsOnly }: Share = {},
): fc.Arbitrary<Conditions> {
  const entity = rootEntity(name);
  const root = relationsOnly ? { ...entity, fields: {} } : entity;
  return conditions(root, { ...defaultRoom, logicalDepth: defaultRoom.logicalDepth - around })
    .map((filters) => withinLimits(entity, filters, parts))
    .filter((filters) => filters !== undefined);
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
