/** What combines conditions. */
export const groupTokens = ['$and', '$or', '$not'] as const;

/** How many of the related rows satisfy a condition; each has a token. */
export const quantifiers = ['some', 'every', 'none'] as const;

/** What stands under a to-many relation alone. */
export const toManyTokens = [...quantifiers.map((quantifier) => `$${quantifier}` as const), '$count'] as const;

/** What asks whether a related row exists. */
export const existenceTokens = ['$exists', '$null', '$notNull'] as const;

/** What `$null: false` and `$notNull: false` are. */
export const oppositeOfNull: ReadonlyMap<string, string> = new Map([
  ['$null', '$notNull'],
  ['$notNull', '$null'],
]);

/** What stands under relations alone. `$null` and `$notNull` are operators of fields, too, and so are not here. */
export const relationTokens: ReadonlySet<string> = new Set([...toManyTokens, '$exists', '$where']);

/** What an operator cannot be called. */
export const reservedTokens: ReadonlySet<string> = new Set([...groupTokens, ...relationTokens]);
