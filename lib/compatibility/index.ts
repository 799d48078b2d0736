/**
 * What a compatibility mode changes, one row a mode. Everything that is not a column here is the same in every mode, the
 * promise above all: a request is understood completely or refused completely.
 */
export interface Compatibility {
  /** Spellings that clients of that family send, and what they mean; also where a shared spelling means something else. */
  readonly spellings: ReadonlyMap<string, string>;
  /** What a list given to an operator of one value means: nothing (it is refused), all of them, or any of them. */
  readonly listForOneValue: 'refused' | 'all' | 'any';
  /** The texts that `$null`, `$notNull` and `$exists` take; undefined: any text, and it means true. */
  readonly nullFlags: ReadonlyMap<string, boolean> | undefined;
  /** Texts for booleans beside `true false 1 0`, and what they mean. */
  readonly booleans: ReadonlyMap<string, string>;
  /** What happens to a page size that is too large or too small. */
  readonly pageSize: 'refused' | 'clamped';
  /** Texts for `pagination[withCount]`. */
  readonly withCount: ReadonlyMap<string, boolean>;
  /** The shape of the 400's body. */
  readonly errorBody: 'issues' | 'strapi';
}

export type CompatibilityName = 'default' | 'purity' | 'strapi';

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

const own: Compatibility = {
  spellings: new Map(),
  listForOneValue: 'refused',
  nullFlags: flags,
  booleans: new Map(),
  pageSize: 'refused',
  withCount: flags,
  errorBody: 'issues',
};

const strapiFlags: ReadonlyMap<string, boolean> = new Map([
  ...flags,
  ['t', true],
  ['1', true],
  ['f', false],
  ['0', false],
  ['', false],
]);

const strapi: Compatibility = {
  spellings: new Map([
    ['$contains', '$containsc'],
    ['$notContains', '$notContainsc'],
    ['$startsWith', '$startsWithc'],
    ['$endsWith', '$endsWithc'],
  ]),
  listForOneValue: 'any',
  nullFlags: strapiFlags,
  booleans: new Map([
    ['t', 'true'],
    ['f', 'false'],
  ]),
  pageSize: 'clamped',
  withCount: strapiFlags,
  errorBody: 'strapi',
};

/** The modes, by the name that `forRoot({ compatibility })` takes. */
export const compatibilities: Readonly<Record<CompatibilityName, Compatibility>> = {
  default: own,
  purity: { ...own, listForOneValue: 'all', nullFlags: undefined },
  strapi,
};
