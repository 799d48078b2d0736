import { didYouMean, FilterConfigurationError } from '../configuration/index.js';
import type { FilterSchema, RelationSchema, SortTarget, View, ViewKind } from './filter-schema.js';
import { checkNames } from './names.js';
import { isForked, keyOf, sortKeysOf } from './sort-keys.js';

/**
 * The sort keys that a declaration names, in property names, by the names of a view. A key may name any column, exposed or
 * not; what is exposed goes by its alias, and is hidden where its rule hides it.
 */
export function declaredSortOf(
  schema: FilterSchema,
  exposed: View,
  kind: ViewKind,
  keys: readonly string[],
  where: string,
): ReadonlyMap<string, SortTarget> {
  checkNames(keys, 'sort', where);
  const targets = new Map<string, SortTarget>();
  // A name that this handler or path leaves out still has the rules of its entity: its alias, and for whom it is there.
  const views = [exposed, schema.view('code'), schema.view('all')];
  for (const key of keys) {
    const target = declaredTarget(views, key.split('.'));
    if (target === undefined) {
      throw new FilterConfigurationError(
        `${where}: \`sort\` names ${key}, which is no column to sort by, no relation's column and no relation.$count; ` +
          didYouMean(key, keysLike(key, views)),
      );
    }
    const name = keyOf(kind, target);
    if (targets.has(name))
      throw new FilterConfigurationError(`${where}: \`sort\` has two keys that are called ${name}`);
    targets.set(name, target);
  }
  return targets;
}

/** The keys that could have been named, of those that lead where the key does, if there are any. */
function keysLike(key: string, views: readonly View[]): string[] {
  const keys = views
    .filter(({ kind }) => kind === 'all')
    .flatMap((view) => sortKeysOf(view, undefined, 1))
    .filter((name) => declaredTarget(views, name.split('.')) !== undefined);
  const beside = keys.filter((name) => leadOf(name) === leadOf(key));
  return beside.length > 0 ? beside : keys;
}

function leadOf(key: string): string {
  return key.slice(0, key.lastIndexOf('.') + 1);
}

/** Follows a key through several views at once, at each step by the first of them that knows the name. */
function declaredTarget(views: readonly View[], segments: readonly string[]): SortTarget | undefined {
  const hops: RelationSchema[] = [];
  let levels: readonly Level[] = views;
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1;
    if (segment === '$count') return last && hops.at(-1)?.toMany ? { hops, field: 'count' } : undefined;
    const [member] = levels.flatMap(({ members }) => members.get(segment) ?? []);
    if (member?.type === 'field') return last && member.column.kind.comparable ? { hops, field: member } : undefined;
    if (member?.type === 'relation') hops.push(member);
    if (isForked(hops)) return undefined;
    const next = levels.flatMap((level) => below(level, segment));
    const own = member?.type === 'relation' ? [member.target.view('code')] : [];
    levels = [...next.filter(({ kind }) => kind !== 'all'), ...own, ...next.filter(({ kind }) => kind === 'all')];
  }
  return undefined;
}

type Level = Pick<View, 'kind' | 'members'>;

function below({ kind, members }: Level, segment: string): Level | [] {
  const member = members.get(segment);
  if (member?.type === 'relation') return member.view(kind);
  return member?.type === 'embedded' ? { kind, members: member.members } : [];
}
