/** What a spelling means: an operator or, where none means what it says, the negation of one. */
export interface Meaning {
  readonly token: string;
  readonly negated: boolean;
}

/**
 * What a compatibility mode changes, one row a mode. Everything that is not a column here is the same in every mode, the
 * promise above all: a request is understood completely or refused completely.
 */
export interface Compatibility {
  /** Spellings that clients of that family send, and what they mean; also where a shared spelling means something else. */
  readonly spellings: ReadonlyMap<string, Meaning>;
  /** What a list given to an operator of one value means: nothing (it is refused), all of them, or any of them. */
  readonly listForOneValue: 'refused' | 'all' | 'any';
  /** The texts that `$null` and `$notNull` take; undefined: any text or none, and it means true. */
  readonly nullFlags: ReadonlyMap<string, boolean> | undefined;
  /** Texts for booleans beside `true false 1 0`, and what they mean. */
  readonly booleans: ReadonlyMap<string, string>;
  /** What happens to a page size that is too large or too small. */
  readonly pageSize: 'refused' | 'clamped';
  /** Texts for `pagination[withCount]`. */
  readonly withCount: ReadonlyMap<string, boolean>;
  /** What `$not` with a value under a field means: nothing (it is refused), or `$ne`. */
  readonly notWithValue: 'refused' | '$ne';
  /** What a sort key means that is empty, or has an empty direction: nothing (it is refused), or no key. */
  readonly emptySort: 'refused' | 'none';
  /** What a text match for nothing means, as a cleared search box sends it: nothing (it is refused), or no condition. */
  readonly emptyNeedle: 'refused' | 'none';
  /** In which direction the primary key ends an order; undefined: in that of the last key. */
  readonly keyDirection: 'asc' | undefined;
  /** The name under which clients of that family search: with a value it narrows, so a list without search refuses it. */
  readonly searchParameter: string | undefined;
  /** The shape of the 400's body. */
  readonly errorBody: 'issues' | 'strapi';
}

export type CompatibilityName = 'default' | 'purity' | 'strapi';

/** What says yes and no in every mode. */
export const flags: ReadonlyMap<string, boolean> = new Map([
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
  notWithValue: 'refused',
  emptySort: 'refused',
  emptyNeedle: 'refused',
  keyDirection: undefined,
  searchParameter: undefined,
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
    ['$contains', is('$containsc')],
    ['$notContains', is('$notContainsc')],
    ['$startsWith', is('$startsWithc')],
    ['$endsWith', is('$endsWithc')],
    // What the Refine provider sends for operators that it does not translate: `n` negates, a final `s` minds the case.
    ['$eqs', is('$eqc')],
    ['$nes', isNot('$eqc')],
    ['$nbetween', is('$notBetween')],
    ['$startswiths', is('$startsWithc')],
    ['$nstartswith', isNot('$startsWithi')],
    ['$nstartswiths', isNot('$startsWithc')],
    ['$endswiths', is('$endsWithc')],
    ['$nendswith', isNot('$endsWithi')],
    ['$nendswiths', isNot('$endsWithc')],
  ]),
  listForOneValue: 'any',
  // The Refine provider prints the value of its `null` and `nnull` filters, for which null and undefined are usual.
  nullFlags: new Map([...strapiFlags, ['null', true], ['undefined', true]]),
  booleans: new Map([
    ['t', 'true'],
    ['f', 'false'],
  ]),
  pageSize: 'clamped',
  withCount: strapiFlags,
  notWithValue: '$ne',
  emptySort: 'none',
  emptyNeedle: 'none',
  keyDirection: 'asc',
  searchParameter: '_q',
  errorBody: 'strapi',
};

/** The modes, by the name that `forRoot({ compatibility })` takes. */
export const compatibilities: Readonly<Record<CompatibilityName, Compatibility>> = {
  default: own,
  purity: { ...own, listForOneValue: 'all', nullFlags: undefined },
  strapi,
};

/** What an operator means as it is written. */
export function meaningOf({ spellings }: Compatibility, written: string): Meaning {
  return spellings.get(written) ?? is(written);
}

function is(token: string): Meaning {
  return { token, negated: false };
}

function isNot(token: string): Meaning {
  return { token, negated: true };
}
