/** What combines conditions. */
export const groupTokens = ['$and', '$or', '$not'] as const;

/** What stands under a to-many relation alone. */
export const toManyTokens = ['$some', '$every', '$none', '$count'] as const;

/** What asks whether a related row exists. */
export const existenceTokens = ['$exists', '$null', '$notNull'] as const;

/** What an operator cannot be called. `$null` and `$notNull` are operators of fields, too, and so are not here. */
export const reservedTokens: ReadonlySet<string> = new Set([...groupTokens, ...toManyTokens, '$exists', '$where']);
