/** The meaning of a spelling: an operator or, where no operator has that meaning, the negation of one. */
export interface Meaning {
  readonly token: string;
  readonly negated: boolean;
}

/**
 * One compatibility mode: everything in which it differs from the others. What is not a column here is the same in every
 * mode, above all the promise that a request is understood completely or refused completely.
 */
export interface Compatibility {
  /** The meanings of spellings that are no operators of ours, or mean something else to the clients of this mode. */
  readonly spellings: ReadonlyMap<string, Meaning>;
  /** The meaning of a list for an operator of one value: it is refused, or all or any of its members must match. */
  readonly listForOneValue: 'refused' | 'all' | 'any';
  /** The texts that `$null` and `$notNull` take. Undefined: any text, or none, means true. */
  readonly nullFlags: ReadonlyMap<string, boolean> | undefined;
  /** The meanings of texts for booleans beside `true`, `false`, `1` and `0`. */
  readonly booleans: ReadonlyMap<string, string>;
  /** The answer to a page size beyond the limits: a refusal, or the nearest size within them. */
  readonly pageSize: 'refused' | 'clamped';
  /** The meanings of texts for `pagination[withCount]`. */
  readonly withCount: ReadonlyMap<string, boolean>;
  /** The meaning of `$not` with a value under a field: it is refused, or means `$ne`. */
  readonly notWithValue: 'refused' | '$ne';
  /** The meaning of an empty sort key or direction: it is refused, or ignored. */
  readonly emptySort: 'refused' | 'none';
  /** The meaning of a text match for an empty text, as a cleared search box sends it: it is refused, or is no condition. */
  readonly emptyNeedle: 'refused' | 'none';
  /** The direction in which the primary key ends an order. Undefined: that of the last key of the sort. */
  readonly keyDirection: 'asc' | undefined;
  /**
   * The names of parameters in the mode's clients, where they differ. One that narrows the result (`search`) is refused with a
   * value by a list that does not read it.
   */
  readonly names: { readonly search?: string };
  /** The shape of the body of a 400. */
  readonly errorBody: 'issues' | 'strapi';
}

/** The name of a mode, as `forRoot({ compatibility })` takes it. */
export type CompatibilityName = 'default' | 'purity' | 'strapi';

/** The texts for true and false in every mode. */
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
  names: {},
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
    // Refine's provider sends these for operators that it does not translate: `n` negates, a final `s` is case-sensitive.
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
  names: { search: '_q' },
  errorBody: 'strapi',
};

/** The modes, by the name that `forRoot({ compatibility })` takes. */
export const compatibilities: Readonly<Record<CompatibilityName, Compatibility>> = {
  default: own,
  purity: { ...own, listForOneValue: 'all', nullFlags: undefined },
  strapi,
};

/** Returns the meaning of an operator as a client spelled it; a spelling without a meaning of its own means itself. */
export function meaningOf({ spellings }: Compatibility, spelling: string): Meaning {
  return spellings.get(spelling) ?? is(spelling);
}

function is(token: string): Meaning {
  return { token, negated: false };
}

function isNot(token: string): Meaning {
  return { token, negated: true };
}
