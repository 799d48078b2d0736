/** Meaning of a spelling: an operator, or the negation of an operator without an opposite. */
export interface Meaning {
  readonly token: string;
  readonly negated: boolean;
}

/**
 * One compatibility mode: everything that distinguishes it from the others. Everything else is the same in every mode,
 * above all that a request is understood completely or refused completely.
 */
export interface Compatibility {
  /** Meanings of spellings that are not operators of ours, or mean something else in this mode. */
  readonly spellings: ReadonlyMap<string, Meaning>;
  /** Meaning of a list for an operator of one value: it is refused, or all or any of its members must match. */
  readonly listForOneValue: 'refused' | 'all' | 'any';
  /** Texts that `$null` and `$notNull` take. Undefined where any text, or none, means true. */
  readonly nullFlags: ReadonlyMap<string, boolean> | undefined;
  /**
   * Meaning of NULL for a related field that is never NULL, which no related row has: a refusal, or that there is no
   * related row.
   */
  readonly nullOfRelated: 'refused' | 'absence';
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
  /** Meaning of a text match for an empty text, as a cleared search box sends it: a refusal, or no condition. */
  readonly emptyNeedle: 'refused' | 'none';
  /** Direction of the primary key at the end of an order. Undefined for the last sort key's direction. */
  readonly keyDirection: 'asc' | undefined;
  /**
   * Parameters that the mode's clients name differently. One that narrows the result (`search`) is refused, unless
   * empty, by a list that does not read it.
   */
  readonly names: { readonly search?: string };
  /** Parameters of the server that the mode's clients come from. They may send these to a list with such a field. */
  readonly foreign: readonly string[];
  /**
   * Lists that read `populate`: those that declare it, or all of them. In all of them, `*` populates every declared
   * relation.
   */
  readonly populate: 'declared' | 'always';
  /** Form of the body of a 400. */
  readonly errorBody: 'issues' | 'strapi';
}

/** The name of a mode, for `forRoot({ compatibility })`. */
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
  nullOfRelated: 'refused',
  booleans: new Map(),
  pageSize: 'refused',
  withCount: flags,
  notWithValue: 'refused',
  emptySort: 'refused',
  emptyNeedle: 'refused',
  keyDirection: undefined,
  names: {},
  foreign: [],
  populate: 'declared',
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
    // Refine's provider sends these for operators that it does not translate: `n` negates, a
    // final `s` is case-sensitive.
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
  // The Refine provider prints the value of its `null` and `nnull` filters, which is often null or undefined.
  nullFlags: new Map([...strapiFlags, ['null', true], ['undefined', true]]),
  nullOfRelated: 'absence',
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
  // The version of a document, and its language.
  foreign: ['status', 'locale'],
  populate: 'always',
  errorBody: 'strapi',
};

/** The modes, by the name that `forRoot({ compatibility })` takes. */
export const compatibilities: Readonly<Record<CompatibilityName, Compatibility>> = {
  default: own,
  purity: { ...own, listForOneValue: 'all', nullFlags: undefined },
  strapi,
};

/** Returns the meaning of a client's operator. A spelling without a meaning of its own means itself. */
export function meaningOf({ spellings }: Compatibility, spelling: string): Meaning {
  return spellings.get(spelling) ?? is(spelling);
}

function is(token: string): Meaning {
  return { token, negated: false };
}

function isNot(token: string): Meaning {
  return { token, negated: true };
}
