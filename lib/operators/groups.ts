import { relatedAggregateTokens } from './aggregate-functions.js';

/** The tokens that combine conditions. */
export const groupTokens = ['$and', '$or', '$not'] as const;

/**
 * The quantifiers over related rows: some, every or none of them satisfies a condition. Their
 * tokens are `$some` and so on.
 */
export const quantifiers = ['some', 'every', 'none'] as const;

/**
 * The tokens that are allowed under a to-many relation only: a to-one relation has one row, which needs no quantifier.
 */
export const toManyTokens = [...quantifiers.map((quantifier) => `$${quantifier}` as const), '$count'] as const;

/** The tokens that test whether a related row exists; each takes true or false. */
export const existenceTokens = ['$exists', '$null', '$notNull'] as const;

/**
 * Operators that `$null: false` and `$notNull: false` stand for. Other operators of true or false, such as `$empty`,
 * have no opposite: `false` negates them.
 */
export const oppositeOfNull: ReadonlyMap<string, string> = new Map([
  ['$null', '$notNull'],
  ['$notNull', '$null'],
]);

/**
 * Tokens that are allowed only under relations. `$null` and `$notNull` are also operators of
 * fields, so they are not listed.
 */
export const relationTokens: ReadonlySet<string> = new Set([
  ...toManyTokens,
  ...relatedAggregateTokens,
  '$exists',
  '$where',
]);

/** The names that no operator of the host can have. */
export const reservedTokens: ReadonlySet<string> = new Set([...groupTokens, ...relationTokens]);
