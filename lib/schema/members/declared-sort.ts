import type { RelationSchema, SortTarget, View, ViewKind } from '../views/filter-schema.js';
import { aggregateAt, aggregateField } from '../views/aggregate-fields.js';
import type { Subject } from './members.js';
import { didYouMean, FilterConfigurationError } from '../../configuration/index.js';
import { checkNames } from '../rules/names.js';
import { hasOrder } from '../columns/expression.js';
import { NameMap } from '../views/name-map.js';
import { withFormerKeys } from '../views/former-keys.js';
import { isForked, keyOf, sortKeysOf } from '../views/sort-keys.js';

/** A list of sort keys as a decorator or a handler declares it: by property names. */
export interface SortDeclaration {
  /** The declared keys: `views`, `author.name`, `comments.$count`. */
  readonly keys: readonly string[];
  /** The subject of errors in them. */
  readonly subject: Subject;
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
  { keys, subject }: SortDeclaration,
): ReadonlyMap<string, SortTarget> {
  checkNames(keys, 'sort', subject);
  const { schema } = exposed;
  const targets = new NameMap<SortTarget>();
  // A name that this handler or path leaves out keeps its entity's rules: its alias, and its `when`.
  const views = [exposed, schema.view('code'), schema.view('all')];
  for (const key of keys) {
    const target = targetOf(views, key.split('.'));
    if (target === undefined) {
      throw new FilterConfigurationError(
        `${subject}: \`sort\` names ${key}, which is not a sortable column, a relation's column or a relation's $count; ` +
          didYouMean(key, keysLike(key, views)),
      );
    }
    const name = keyOf(kind, target);
    if (targets.has(name)) {
      throw new FilterConfigurationError(`${subject}: \`sort\` has two keys named ${name}`);
    }
    targets.set(name, target);
  }
  return kind === 'client' ? withFormerKeys(targets, subject) : targets;
}

/** Lists the keys to suggest for a wrong one: the same entity's, or all keys if it has none. */
function keysLike(key: string, views: readonly View[]): string[] {
  const keys = views
    .filter(({ kind }) => kind === 'all')
    .flatMap((view) => sortKeysOf(view, undefined, 1))
    .filter((name) => targetOf(views, name.split('.')) !== undefined);
  const siblings = keys.filter((name) => relationPathOf(name) === relationPathOf(key));
  return siblings.length > 0 ? siblings : keys;
}

/** Returns the part before the last segment of a key: `author.` of `author.name`, and nothing of `title`. */
function relationPathOf(key: string): string {
  return key.slice(0, key.lastIndexOf('.') + 1);
}

/**
 * Follows a key through several views at once. At each segment, the first view with the name decides: exposed names
 * come before the entity's, and bare columns last.
 */
function targetOf(views: readonly View[], segments: readonly string[]): SortTarget | undefined {
  const hops: RelationSchema[] = [];
  let levels: readonly Level[] = views;
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === '$count') return isLast && hops.at(-1)?.toMany ? { hops, field: 'count' } : undefined;
    if (segment.startsWith('$')) return aggregateAtEnd(hops, levels, segments.slice(index));
    const [member] = levels.flatMap(({ members }) => members.get(segment) ?? []);
    if (isLast) return member?.type === 'field' && hasOrder(member.expression) ? { hops, field: member } : undefined;
    if (member?.type === 'relation') hops.push(member);
    if (isForked(hops)) return undefined;
    const next = levels.flatMap((level) => below(level, segment));
    const own = member?.type === 'relation' ? [member.target.view('code')] : [];
    levels = [...next.filter(({ kind }) => kind !== 'all'), ...own, ...next.filter(({ kind }) => kind === 'all')];
  }
  return undefined;
}

/** Resolves `$avg.stars` behind a relation of the entity's own. */
function aggregateAtEnd(
  hops: readonly RelationSchema[],
  levels: readonly Level[],
  [token = '', name = '', ...more]: readonly string[],
): SortTarget | undefined {
  const [relation, ...others] = hops;
  const row = relation && aggregateAt(relation, token);
  const [member] = levels.flatMap(({ members }) => members.get(name) ?? []);
  if (relation === undefined || row === undefined || others.length > 0 || more.length > 0 || member?.type !== 'field')
    return undefined;
  const field = aggregateField(relation, row, member);
  return field && { hops: [], field };
}

/** The members that a key has reached in one of the views: of an entity, or of an embedded group. */
type Level = Pick<View, 'kind' | 'members'>;

function below({ kind, members }: Level, segment: string): Level | [] {
  const member = members.get(segment);
  if (member?.type === 'relation') return member.view(kind);
  return member?.members === undefined ? [] : { kind, members: member.members };
}
