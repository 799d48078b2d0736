import type { EngineName } from '../../support/databases.js';
import type { Hand } from './hand.js';
import type { Reader } from './model.js';

/** A search of shops in the library's words and in SQL, and the ids that both must give. */
export interface Question {
  /** The point of the question. */
  readonly name: string;
  /** The words. */
  readonly search: string;
  /** The fields that they are looked for in; those of the entity by default. */
  readonly fields?: readonly string[];
  /** The rest of the query string. */
  readonly beside?: string;
  /** The context; nobody by default, who sees every row. */
  readonly context?: Reader;
  /** Condition of the hand-written statement, about the shop `s`. */
  readonly where: (hand: Hand) => string;
  /** The ids of the answer, or those of each engine where these rightly differ. */
  readonly ids: readonly number[] | Readonly<Record<EngineName, readonly number[]>>;
}

/** Returns the hand-written statement of a question. */
export function statementOf({ where }: Question, hand: Hand): string {
  return `SELECT s.id FROM shop s WHERE ${where(hand)} ORDER BY s.id`;
}

/** Returns the ids that a question must find on an engine. */
export function idsOn(engine: EngineName, { ids }: Question): readonly number[] {
  return 'sqlite' in ids ? ids[engine] : ids;
}

/** Condition that the shop `s` has a chef `c`. */
export function chef(where: string): string {
  return `EXISTS (SELECT 1 FROM chef c WHERE c.id = s.chef_id AND (${where}))`;
}

/** Condition that the chef of the shop `s` is of a city `t`. */
export function city(where: string): string {
  return `EXISTS (SELECT 1 FROM chef c, city t WHERE c.id = s.chef_id AND t.id = c.city_id AND (${where}))`;
}

/** Condition that the shop `s` has a review `r` that is not deleted. */
export function review(where: string): string {
  return `EXISTS (SELECT 1 FROM review r WHERE r.shop_id = s.id AND r.deleted_at IS NULL AND (${where}))`;
}

/** Condition that the shop `s` is in a crowd `g`. */
export function crowd(where: string): string {
  return `EXISTS (SELECT 1 FROM crowd g, shop_crowd j WHERE g.id = j.crowd_id AND j.shop_id = s.id AND (${where}))`;
}

/** Condition that a word is in one of the fields of the entity's own search. */
export function usual(hand: Hand, word: string): string {
  return `(${[
    hand.has('s.name', word),
    hand.has('s.slogan', word),
    chef(hand.has('c.name', word)),
    crowd(hand.has('g.name', word)),
  ].join(' OR ')})`;
}
