import type { FieldSchema, RelationSchema, SortTarget, View, ViewKind } from './filter-schema.js';
import { fieldsOf, findMember, isVisible, relationsOf } from './view.js';

/** What a sort key turned out to be. */
export type SortResolution =
  | { readonly outcome: 'found'; readonly target: SortTarget }
  /** Through more relations than the limit allows. */
  | { readonly outcome: 'too_deep' }
  /** Through a to-many relation and another, which no limit allows. */
  | { readonly outcome: 'forked' }
  | { readonly outcome: 'unknown' };

const unknown: SortResolution = { outcome: 'unknown' };

/**
 * Follows a sort key through a view, each entity's own rule holding where it is reached. It goes from left to right and
 * stops at the first hop too many, so that what lies beyond is not told.
 */
export function resolveSortKey(
  view: View,
  segments: readonly string[],
  context: unknown,
  mostHops: number,
): SortResolution {
  if (view.declaredSort === undefined) return followed(view, segments, context, mostHops);
  const declared = view.declaredSort.get(segments.join('.'));
  return declared === undefined ? unknown : visible(declared, context, mostHops);
}

function followed(view: View, segments: readonly string[], context: unknown, mostHops: number): SortResolution {
  const hops: RelationSchema[] = [];
  let here = view;
  let members = view.members;
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index] ?? '';
    const last = index === segments.length - 1;
    if (segment === '$count') return last ? countOf(hops) : unknown;
    const member = findMember(members, segment, context);
    if (member === undefined) return unknown;
    if (member.type === 'field') return last && isSortable(here, member, hops) ? found(hops, member) : unknown;
    if (last) return unknown;
    if (member.type === 'embedded') {
      members = member.members;
      continue;
    }
    if (!member.sortable) return unknown;
    hops.push(member);
    if (isForked(hops)) return { outcome: 'forked' };
    if (hops.length > mostHops) return { outcome: 'too_deep' };
    here = member.view(view.kind);
    members = here.members;
  }
  return unknown;
}

/** A relation of a relation can be followed through to-one relations alone: beyond them there is no one value. */
export function isForked(hops: readonly RelationSchema[]): boolean {
  return hops.length > 1 && hops.some((hop) => hop.toMany);
}

/** Where an entity declares its sort keys, that list decides about its own columns even when it is reached by another. */
function isSortable(here: View, field: FieldSchema, hops: readonly RelationSchema[]): boolean {
  if (here.kind === 'all') return true;
  if (hops.length > 0 && here.declaredSort !== undefined) {
    return [...here.declaredSort.values()].some((target) => isOwn(target, field));
  }
  return field.sortable;
}

/** By name, because every view has fields of its own. */
function isOwn({ hops, field: sorted }: SortTarget, field: FieldSchema): boolean {
  return hops.length === 0 && sorted !== 'count' && sorted.propertyPath === field.propertyPath;
}

function countOf(hops: readonly RelationSchema[]): SortResolution {
  const counted = hops.at(-1);
  return counted?.toMany ? found(hops, 'count') : unknown;
}

function found(hops: readonly RelationSchema[], field: FieldSchema | 'count'): SortResolution {
  return { outcome: 'found', target: { hops, field } };
}

function visible(target: SortTarget, context: unknown, mostHops: number): SortResolution {
  if (target.hops.some((hop) => !isVisible(hop, context))) return unknown;
  if (target.field !== 'count' && !isVisible(target.field, context)) return unknown;
  return target.hops.length > mostHops ? { outcome: 'too_deep' } : { outcome: 'found', target };
}

/** The sort keys of a view, own columns first, then one hop away: what an error lists. */
export function sortKeysOf(view: View, context: unknown, mostHops: number): string[] {
  if (view.declaredSort !== undefined) {
    return [...view.declaredSort]
      .filter(([, target]) => visible(target, context, mostHops).outcome === 'found')
      .map(([key]) => key);
  }
  const own = [...keysWithin(view, context, [])];
  return mostHops < 1 ? own : [...own, ...keysBeyond(view, context)];
}

function* keysWithin(view: View, context: unknown, hops: readonly RelationSchema[]): Generator<string> {
  for (const field of fieldsOf(view.members)) {
    if (isVisible(field, context) && isSortable(view, field, hops)) yield keyOf(view.kind, { hops: [], field });
  }
}

function* keysBeyond(view: View, context: unknown): Generator<string> {
  for (const relation of relationsOf(view.members)) {
    if (!relation.sortable || !isVisible(relation, context)) continue;
    const name = keyOf(view.kind, { hops: [relation], field: 'count' }).replace(/\.\$count$/, '');
    for (const key of keysWithin(relation.view(view.kind), context, [relation])) yield `${name}.${key}`;
    if (relation.toMany) yield `${name}.$count`;
  }
}

/** A sort target as the one who asks writes it. */
export function keyOf(kind: ViewKind, target: SortTarget): string {
  let path = '';
  for (const hop of target.hops) path += `${nameOf(kind, hop)}.`;
  return path + (target.field === 'count' ? '$count' : nameOf(kind, target.field));
}

function nameOf(kind: ViewKind, { clientPath, propertyPath }: FieldSchema | RelationSchema): string {
  return kind === 'client' ? clientPath.join('.') : propertyPath;
}
