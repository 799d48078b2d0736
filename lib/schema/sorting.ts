import { FilterConfigurationError, checkNamesOrRules, checkOptionNames, didYouMean } from '../configuration/index.js';
import { aggregateAt, aggregateField, aggregateFieldsOf } from './aggregates.js';
import { hasOrder, isColumn } from './columns.js';
import type { SortKeyRule } from './declarations.js';
import {
  type FieldSchema,
  type Member,
  type RelationSchema,
  type SortTarget,
  type View,
  type ViewKind,
  fieldsOf,
  findMember,
  isVisible,
  relationsOf,
} from './model.js';
import { NameMap, lookUp } from './names.js';
import { isPathVisible, keyOf, withFormerKeys } from './paths.js';
import { checkAlias } from './rules.js';

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

function found(target: SortTarget | undefined): SortResolution {
  return target === undefined ? unknown : { outcome: 'found', target };
}

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
  if (view.declaredSort === undefined) return follow(view, segments, context, mostHops);
  const target = lookUp(view.declaredSort, segments.join('.'));
  return target === undefined ? unknown : ifVisible(target, context, mostHops);
}

/** Returns a declared sort key, unless it leads too far or the context cannot see a member on its way. */
function ifVisible(target: SortTarget, context: unknown, mostHops: number): SortResolution {
  if (!isPathVisible(target, context)) return unknown;
  return target.hops.length > mostHops ? { outcome: 'too_deep' } : { outcome: 'found', target };
}

/** Follows a key through the members of a view, and of the views behind its relations. */
function follow(view: View, segments: readonly string[], context: unknown, mostHops: number): SortResolution {
  const hops: RelationSchema[] = [];
  let current = view;
  let { members } = view;
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index] ?? '';
    const isLast = index === segments.length - 1;
    if (segment === '$count') return isLast ? found(countOf(hops)) : unknown;
    if (segment.startsWith('$')) {
      const target = aggregateBehind(hops, segments.slice(index), (name) => {
        const member = findMember(current.members, name, context);
        return member?.type === 'field' && isSortable(current, member, hops) ? member : undefined;
      });
      return found(target);
    }
    const member = findMember(members, segment, context);
    if (member === undefined) return unknown;
    if (isLast) {
      return member.type === 'field' && isSortable(current, member, hops) ? found({ hops, field: member }) : unknown;
    }
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
function isForked(hops: readonly RelationSchema[]): boolean {
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
    // Names are compared, because every view has its own field objects.
    return [...view.declaredSort.values()].some(
      ({ hops: path, field: sorted }) =>
        path.length === 0 && sorted !== 'count' && sorted.propertyPath === field.propertyPath,
    );
  }
  return field.sortable;
}

function countOf(hops: readonly RelationSchema[]): SortTarget | undefined {
  return hops.at(-1)?.toMany ? { hops, field: 'count' } : undefined;
}

/** Resolves `$avg.stars` behind one relation of the list's own: a field of the row, as it were. */
function aggregateBehind(
  hops: readonly RelationSchema[],
  [token = '', name = '', ...more]: readonly string[],
  fieldNamed: (name: string) => FieldSchema | undefined,
): SortTarget | undefined {
  const [relation, ...others] = hops;
  const row = relation && aggregateAt(relation, token);
  if (relation === undefined || row === undefined || others.length > 0 || more.length > 0) return undefined;
  const field = fieldNamed(name);
  const aggregate = field && aggregateField(relation, row, field);
  return aggregate && { hops: [], field: aggregate };
}

/**
 * Lists the sort keys of a view that a context may use, for error messages and descriptions: the declared ones, or the
 * entity's own columns and then the columns one relation away.
 */
export function sortKeysOf(view: View, context: unknown, mostHops: number): string[] {
  if (view.declaredSort !== undefined) {
    return [...view.declaredSort]
      .filter(([, target]) => ifVisible(target, context, mostHops).outcome === 'found')
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

/**
 * Resolves a declared list of sort keys. A declaration may name any column, exposed or not. In requests, exposed
 * members have their aliases, and are hidden where their rules hide them.
 *
 * @param exposed the declaration's view of kind `code`
 * @param kind the kind of view that the keys are for: `client` names them by alias
 * @returns the targets by their names in requests
 * @throws FilterConfigurationError where a key leads to no column or count, or two keys share a name
 */
export function declaredSortOf(
  exposed: View,
  kind: ViewKind,
  keys: readonly (string | SortKeyRule)[],
  subject: string,
): ReadonlyMap<string, SortTarget> {
  checkNamesOrRules({ subject, name: 'sort', value: keys });
  const targets = new NameMap<SortTarget>();
  const paths = new Map<string, SortTarget>();
  for (const rule of keys) {
    const { name: key, as } = typeof rule === 'string' ? { name: rule } : checkedKey(rule, subject);
    const target = targetOf(exposed, key.split('.'));
    if (target === undefined) {
      throw new FilterConfigurationError(
        `${subject}: \`sort\` names ${key}, which is not a sortable column, a relation's column or a relation's $count; ` +
          didYouMean(key, keysLike(key, exposed)),
      );
    }
    const path = keyOf(kind, target);
    const name = (kind === 'client' ? as : undefined) ?? path;
    const twice = [name, path].find((each) => targets.has(each) || paths.has(each));
    if (twice !== undefined) {
      throw new FilterConfigurationError(`${subject}: \`sort\` has two keys named ${twice}`);
    }
    if (name !== path) {
      checkOwnName(name, target, exposed, subject);
      paths.set(path, target);
    }
    targets.set(name, target);
  }
  if (kind !== 'client') return targets;
  const named = withFormerKeys(targets, subject);
  for (const [path, target] of paths) named.setFormer(path, target);
  return named;
}

function checkedKey(rule: SortKeyRule, subject: string): { readonly name: string; readonly as?: string | undefined } {
  checkOptionNames(`${subject}: \`sort\``, rule, { existing: ['name', 'as'] });
  const { name, as }: { readonly name: string; readonly as?: string | undefined } = rule;
  if (as !== undefined) checkAlias(as, `${subject}: the sort key ${name}`);
  return { name, as };
}

/** Refuses the name of a relation for a key that is no value of its rows: `sort[author]` would be about others. */
function checkOwnName(name: string, { hops: [first] }: SortTarget, exposed: View, subject: string): void {
  const relation = [...relationsOf(exposed.members)].find(({ clientPath }) => clientPath.join('.') === name);
  if (relation === undefined || relation.propertyPath === first?.propertyPath) return;
  throw new FilterConfigurationError(
    `${subject}: \`sort\` has a key named ${name}, which is a relation; choose another name in \`as\``,
  );
}

/** Lists the keys to suggest for a wrong one: the same entity's, or all keys if it has none. */
function keysLike(key: string, exposed: View): string[] {
  const all = sortKeysOf(exposed.schema.view('all'), undefined, 1);
  const keys = all.filter((name) => targetOf(exposed, name.split('.')) !== undefined);
  const pathOf = (name: string) => name.slice(0, name.lastIndexOf('.') + 1);
  const siblings = keys.filter((name) => pathOf(name) === pathOf(key));
  return siblings.length > 0 ? siblings : keys;
}

/** The members that a key has reached in one of the views: of an entity, or of an embedded group. */
type Level = Pick<View, 'kind' | 'members'>;

/**
 * Follows a key through several views at once. At each segment, the first view with the name decides: exposed names
 * come before the entity's, and bare columns last. A name that a handler or path leaves out keeps its entity's rules:
 * its alias, and its `when`.
 */
function targetOf(exposed: View, segments: readonly string[]): SortTarget | undefined {
  const { schema } = exposed;
  const hops: RelationSchema[] = [];
  // Views are made when they are read, and nearly every name is in the first one.
  let levels: () => Iterable<Level> = function* () {
    yield exposed;
    yield schema.view('code');
    yield schema.view('all');
  };
  for (const [index, segment] of segments.entries()) {
    if (segment === '$count') return index === segments.length - 1 ? countOf(hops) : undefined;
    const before = levels;
    if (segment.startsWith('$')) {
      return aggregateBehind(hops, segments.slice(index), (name) => {
        const member = memberIn(before(), name);
        return member?.type === 'field' ? member : undefined;
      });
    }
    const member = memberIn(before(), segment);
    if (index === segments.length - 1) {
      return member?.type === 'field' && hasOrder(member.expression) ? { hops, field: member } : undefined;
    }
    if (member?.type === 'relation') hops.push(member);
    if (isForked(hops)) return undefined;
    levels = function* () {
      for (const level of before()) if (level.kind !== 'all') yield* below(level, segment);
      if (member?.type === 'relation') yield member.target.view('code');
      for (const level of before()) if (level.kind === 'all') yield* below(level, segment);
    };
  }
  return undefined;
}

function memberIn(levels: Iterable<Level>, name: string): Member | undefined {
  for (const { members } of levels) {
    const member = members.get(name);
    if (member !== undefined) return member;
  }
  return undefined;
}

function* below({ kind, members }: Level, segment: string): Generator<Level> {
  const member = members.get(segment);
  if (member?.type === 'relation') yield member.view(kind);
  else if (member?.members !== undefined) yield { kind, members: member.members };
}
