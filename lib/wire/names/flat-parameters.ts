import type { Parameter } from './parameters.js';

/** The meaning of a flat name: the place in brackets that asks for the same. */
export interface FlatTarget {
  readonly parameter: 'filters' | 'sort' | 'pagination';
  /** The names below the parameter: `dept`, `id`, `$eq`. */
  readonly path: readonly string[];
  /** The form of its value: one, a list, the keys of a sort, or one of the two halves of a sort key. */
  readonly takes: 'value' | 'list' | 'keys' | 'field' | 'direction';
  /** The text between the members of a list in one value. */
  readonly separator: string | undefined;
  /** True where an empty value is a value, and not what an empty form sends. */
  readonly keepsEmpty: boolean;
}

/** The flat names of a list, made at boot. */
export interface FlatRules {
  /** The meanings by the whole names, the prefix of the list included. */
  readonly targets: ReadonlyMap<string, FlatTarget>;
  /** The present names by former ones. */
  readonly former: ReadonlyMap<string, string>;
  /** The names that refusals tell: present ones, of fields that everybody may see. */
  readonly told: readonly string[];
  /** The first of the present names for each part of a page that the list reads. */
  readonly pageNames: ReadonlyMap<string, string>;
  /** The spellings that sort keys have beside the usual ones. Undefined where they have none. */
  readonly sort: FlatSort | undefined;
  /** The parameters whose usual spelling is refused. */
  readonly closed: ReadonlySet<Parameter>;
}

/** The rules for `-title`, `title,DESC` and `title DESC`. */
export interface FlatSort {
  /** True where `sort` itself is read so. */
  readonly isOwn: boolean;
  /** The sort keys that are called `asc` or `desc`: after a comma they could be either. */
  readonly ambiguous: ReadonlySet<string>;
}

/** Returns the flat name that a key begins with, or undefined where it has none of them. */
export function flatNameIn(key: string, { targets }: FlatRules): string | undefined {
  const bracket = key.indexOf('[');
  const name = bracket < 0 ? key : key.slice(0, bracket);
  return targets.has(name) ? name : undefined;
}
