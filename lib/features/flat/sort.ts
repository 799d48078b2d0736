import { FilterConfigurationError, checkEach, didYouMean } from '../../configuration/index.js';
import type { NamedSortKey, SortNames } from '../../parse/index.js';
import { type View, everybody, keyOf, relationPathOf, resolveSortKey, sortKeysOf } from '../../schema/index.js';
import type { FlatListOptions, FlatOwner, FlatSortRule } from '../../list/index.js';
import { flatOptionsOf, namesOf } from './options.js';

/** The list whose order is named. */
interface SortedList {
  readonly view: View;
  readonly sortHops: number;
  readonly subject: string;
  /** The beginning of flat names. */
  readonly prefix: string;
  readonly hasDefaultSort: boolean;
}

/** The order of a list that has flat names for its keys and their direction. */
export interface FlatOrder {
  /** The rules of an order by the flat name that it was sent by. Empty where they are the usual ones. */
  readonly rules: ReadonlyMap<string, SortNames>;
  /** The only keys of an order. Undefined where they are the list's. */
  readonly keys: ReadonlyMap<string, NamedSortKey> | undefined;
  /** The key that a direction without one is about, as a client sends it. */
  readonly keyOfDirection: string | undefined;
}

/** Returns the default order of flat names, as `defaults.sort` writes it. */
export function flatSortOf(overrides: FlatListOptions, settings: FlatOwner['settings']): string | undefined {
  const rule = flatOptionsOf(overrides, settings)?.sort;
  if (typeof rule !== 'object' || rule.default === undefined) return undefined;
  return `${rule.default}:${rule.defaultDirection ?? 'asc'}`;
}

/**
 * Resolves the keys of an order.
 *
 * @throws FilterConfigurationError for what is no sort key of the list
 */
export function flatOrderOf(rule: FlatSortRule, list: SortedList): FlatOrder {
  const { field, direction, defaultDirection = 'asc' } = rule;
  const { prefix, subject } = list;
  const rules = new Map<string, SortNames>();
  const keys = rule.keys && keysOf(rule.keys, list);
  if (keys !== undefined || rule.defaultDirection !== undefined) {
    for (const { name } of namesOf(field))
      rules.set(prefix + name, { keys, direction: defaultDirection, isAlone: false });
  }
  if (rule.default === undefined) return { rules, keys, keyOfDirection: undefined };
  if (list.hasDefaultSort) {
    throw new FilterConfigurationError(
      `${subject}: \`flat.sort.default\` and \`defaults.sort\` both set the order of a request without a sort; leave one of them out`,
    );
  }
  const path = Object.entries(rule.keys ?? {}).find(([name]) => name === rule.default)?.[1];
  if (path !== undefined && path !== rule.default && isNoKey(rule.default, list)) {
    throw new FilterConfigurationError(
      `${subject}: \`flat.sort.default\` names ${rule.default}, which is a name in \`keys\`; name its path, ${path.replace(/^-/, '')}`,
    );
  }
  const target = targetOf(rule.default, 'default', list);
  const name = keyOf('client', target);
  const alone = new Map([[name, { target, direction: undefined }]]);
  for (const each of namesOf(direction))
    rules.set(prefix + each.name, { keys: alone, direction: defaultDirection, isAlone: true });
  return { rules, keys, keyOfDirection: name };
}

function isNoKey(path: string, { view, sortHops }: SortedList): boolean {
  return resolveSortKey(view, path.split('.'), everybody, sortHops).outcome !== 'found';
}

function keysOf(paths: NonNullable<FlatSortRule['keys']>, list: SortedList): ReadonlyMap<string, NamedSortKey> {
  const keys = new Map<string, NamedSortKey>();
  checkEach(Object.entries(paths), ([name, path]) => {
    const isTurned = path.startsWith('-');
    const target = targetOf(isTurned ? path.slice(1) : path, `keys.${name}`, list);
    keys.set(name, { target, direction: isTurned ? 'desc' : undefined });
  });
  return keys;
}

function targetOf(path: string, option: string, { view, sortHops, subject }: SortedList) {
  const found = resolveSortKey(view, path.split('.'), everybody, sortHops);
  if (found.outcome === 'found') return found.target;
  const faults = {
    too_deep: `follows more than ${sortHops} relations; raise \`limits.sortHops\``,
    forked: 'follows several relations, one of them to many rows; sort by another column',
    unknown: `is not a sort key of the list; ${wayOutOf(path, sortKeysOf(view, everybody, sortHops), view)}`,
  };
  throw new FilterConfigurationError(
    `${subject}: \`flat.sort.${option}\` names ${path}, which ${faults[found.outcome]}`,
  );
}

/** Returns the advice on a path that a list does not have: the names that exist, or the class that exposes none. */
export function wayOutOf(path: string, names: readonly string[], view: View): string {
  const relation = relationPathOf(view, path.slice(0, Math.max(0, path.lastIndexOf('.'))))?.at(-1);
  if (relation === undefined || relation.target.view('code').members.size > 0) return didYouMean(path, names);
  return `${relation.target.name} exposes no fields; decorate the class with @Filterable()`;
}
