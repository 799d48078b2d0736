import { hasOrder, isColumn } from '../columns/expression.js';
import type { FieldSchema, RelationSchema, SortTarget, View, ViewKind } from './filter-schema.js';
import { aggregateAt, aggregateField, aggregateFieldsOf } from './aggregate-fields.js';
import { lookUp } from './name-map.js';
import { fieldsOf, findMember, isVisible, relationsOf } from './view.js';

/** Result of resolving a sort key: its target, or the reason why it has none. */
export type SortResolution =
  | { readonly outcome: 'found'; readonly target: SortTarget }
  /** It leads through more relations than the limit (`sortHops`) allows. */
  | { readonly outcome: 'too_deep' }
  /** It leads through a to-many relation and another one, which no limit allows; see {@link isForked}. */
  | { readonly outcome: 'forked' }
  /** It names no sort key that the context may see. */
  | { readonly outcome: 'unknown' };

const unknown: SortResolution = { outcome: 'unknown' };

/**
 * Resolves a sort key in a view: by the declared list of sort keys, or else from relation to relation, by each entity's
 * own rules. It stops at the first relation too many, so that the result does not reveal names beyond it.
 *
 * @param segments the key split at its dots: `['author', 'name']`
 * @param mostHops the number of relations that a key may lead through
 */
export function resolveSortKey(
  view: View,
  segments: readonly string[],
  context: unknown,
  mostHops: number,
): SortResolution {
  if (view.declaredSort === undefined) return follow(view, segments, { context, mostHops });
  const declared = lookUp(view.declaredSort, segments.join('.'));
  return declared === undefined ? unknown : ifVisible(declared, { context, mostHops });
}

/** Limits of a request on its sort keys. */
interface Bounds {
  /** Context that decides which members a key may use. */
  readonly context: unknown;
  /** The number of relations that a key may lead through. */
  readonly mostHops: number;
}

/** Follows a key through the members of a view, and of the views behind its relations. */
function follow(view: View, segments: readonly string[], { context, mostHops }: Bounds): SortResolution {
  const hops: RelationSchema[] = [];
  let current = view;
  let members = view.members;
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index] ?? '';
    const isLast = index === segments.length - 1;
    if (segment === '$count') return isLast ? countOf(hops) : unknown;
    if (segment.startsWith('$')) return aggregateOf(hops, current, segments.slice(index), context);
    const member = findMember(members, segment, context);
    if (member === undefined) return unknown;
    if (isLast) return member.type === 'field' && isSortable(current, member, hops) ? found(hops, member) : unknown;
    if (member.type !== 'relation') {
      if (member.members === undefined) return unknown;
      members = member.members;
      continue;
    }
    if (!member.sortable) return unknown;
    hops.push(member);
    if (isForked(hops)) return { outcome: 'forked' };
    if (hops.length > mostHops) return { outcome: 'too_deep' };
    current = member.view(view.kind);
    members = current.members;
  }
  return unknown;
}

/** Returns true for a path of several relations with a to-many one: a row has no single value at its end. */
export function isForked(hops: readonly RelationSchema[]): boolean {
  return hops.length > 1 && hops.some((hop) => hop.toMany);
}

/**
 * Returns true where a list may be sorted by a field of a view. Behind a relation, the related entity's declared sort
 * keys decide about its columns, too.
 */
function isSortable(view: View, field: FieldSchema, hops: readonly RelationSchema[]): boolean {
  // The program itself may sort by any column. Other expressions need an order.
  if (view.kind === 'all') return isColumn(field.expression) || hasOrder(field.expression);
  if (hops.length > 0 && view.declaredSort !== undefined) {
    return [...view.declaredSort.values()].some((target) => isOwn(target, field));
  }
  return field.sortable;
}

/**
 * Returns true where a sort key is the entity's own field. Names are compared, because every view
 * has its own field objects.
 */
function isOwn({ hops, field: sorted }: SortTarget, field: FieldSchema): boolean {
  return hops.length === 0 && sorted !== 'count' && sorted.propertyPath === field.propertyPath;
}

function countOf(hops: readonly RelationSchema[]): SortResolution {
  const counted = hops.at(-1);
  return counted?.toMany ? found(hops, 'count') : unknown;
}

/** Resolves `$avg.stars` behind one relation of the list's own: a field of the row, as it were. */
function aggregateOf(
  hops: readonly RelationSchema[],
  view: View,
  [token = '', name = '', ...more]: readonly string[],
  context: unknown,
): SortResolution {
  const [relation, ...others] = hops;
  const row = relation && aggregateAt(relation, token);
  if (relation === undefined || row === undefined || others.length > 0 || more.length > 0) return unknown;
  const member = findMember(view.members, name, context);
  if (member?.type !== 'field' || !isSortable(view, member, hops)) return unknown;
  const field = aggregateField(relation, row, member);
  return field === undefined ? unknown : found([], field);
}

function found(hops: readonly RelationSchema[], field: FieldSchema | 'count'): SortResolution {
  return { outcome: 'found', target: { hops, field } };
}

/** Returns a declared sort key, unless it leads too far or the context cannot see a member on its way. */
function ifVisible(target: SortTarget, { context, mostHops }: Bounds): SortResolution {
  if (target.hops.some((hop) => !isVisible(hop, context))) return unknown;
  if (target.field !== 'count' && !isVisible(target.field, context)) return unknown;
  return target.hops.length > mostHops ? { outcome: 'too_deep' } : { outcome: 'found', target };
}

/**
 * Lists the sort keys of a view that a context may use, for error messages and descriptions: the declared ones, or the
 * entity's own columns and then the columns one relation away.
 */
export function sortKeysOf(view: View, context: unknown, mostHops: number): string[] {
  if (view.declaredSort !== undefined) {
    return [...view.declaredSort]
      .filter(([, target]) => ifVisible(target, { context, mostHops }).outcome === 'found')
      .map(([key]) => key);
  }
  const own = [...new Set(keysWithin(view, context, []))];
  return mostHops < 1 ? own : [...own, ...keysBeyond(view, context)];
}

/** Iterates over the keys of a view's own columns. */
function* keysWithin(view: View, context: unknown, hops: readonly RelationSchema[]): Generator<string> {
  for (const field of fieldsOf(view.members)) {
    if (isVisible(field, context) && isSortable(view, field, hops)) yield keyOf(view.kind, { hops: [], field });
  }
}

/** Iterates over the keys one relation away. */
function* keysBeyond(view: View, context: unknown): Generator<string> {
  for (const relation of relationsOf(view.members)) {
    if (!relation.sortable || !isVisible(relation, context)) continue;
    const name = keyOf(view.kind, { hops: [relation], field: 'count' }).replace(/\.\$count$/, '');
    for (const key of keysWithin(relation.view(view.kind), context, [relation])) yield `${name}.${key}`;
    if (relation.toMany) yield `${name}.$count`;
    for (const row of relation.aggregates) {
      for (const [own, field] of aggregateFieldsOf(relation, row, { kind: view.kind, context })) {
        if (field.sortable) yield `${name}.$${row.name}.${own}`;
      }
    }
  }
}

/** Returns the key of a sort target, in the names of a kind of view: `author.name`, `comments.$count`. */
export function keyOf(kind: ViewKind, target: SortTarget): string {
  let path = '';
  for (const hop of target.hops) path += `${nameOf(kind, hop)}.`;
  return path + (target.field === 'count' ? '$count' : nameOf(kind, target.field));
}

function nameOf(kind: ViewKind, { clientPath, propertyPath }: FieldSchema | RelationSchema): string {
  return kind === 'client' ? clientPath.join('.') : propertyPath;
}
