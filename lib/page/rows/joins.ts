import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import {
  type BuilderJoin,
  clausesOf,
  escapeForRegExp,
  foreignClauseOf,
  isDistinct,
  joinsOf,
  multiplies,
  namesOfJoin,
  ordersOf,
  removeJoins,
  selectionsOf,
  textsIn,
} from '../../typeorm/index.js';

/** True where each row of a builder is one entity, so that LIMIT and COUNT mean entities. */
export function isOneRowEach<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): boolean {
  return !hasRowsOfItsOwn(builder) && !joinsOf(builder).some(multiplies);
}

/** True where each row of a builder is one entity after {@link dropIdleJoins}. */
export function isOneRowEachWithoutIdle<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): boolean {
  if (hasRowsOfItsOwn(builder)) return false;
  return !joinsOf(builder).some(multiplies) || !usedJoins(builder).some(multiplies);
}

/** True for a builder whose rows are not its entity's, even without joins. */
function hasRowsOfItsOwn<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): boolean {
  return isDistinct(builder) || foreignClauseOf(builder) !== undefined;
}

/**
 * Removes the left joins that nothing in the builder refers to. They only load more, and never decide which rows there
 * are. An alias counts wherever its name occurs in the SQL, in any case of letters, so that a join may be kept without
 * need but is never missing.
 */
export function dropIdleJoins<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  const joins = joinsOf(builder);
  if (joins.length === 0) return builder;
  const used = usedJoins(builder);
  removeJoins(
    builder,
    joins.filter((join) => !used.includes(join)),
  );
  return builder;
}

function usedJoins<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): readonly BuilderJoin[] {
  return usedAmong(joinsOf(builder), textsBesideJoins(builder), () => true);
}

/** Removes left joins that nothing in the builder mentions, not even a selection. Nobody wants what they would load. */
export function dropUnreferred<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  joins: readonly BuilderJoin[],
): void {
  if (joins.length === 0) return;
  const all = joinsOf(builder);
  const texts = [...textsBesideJoins(builder), ...selectionsOf(builder).map(({ selection }) => selection)];
  const used = usedAmong(all, texts, (join) => joins.includes(join));
  removeJoins(
    builder,
    all.filter((join) => !used.includes(join)),
  );
}

/** Returns the joins that a text mentions, all joins but left ones, and the joins that must stay. */
function usedAmong(
  joins: readonly BuilderJoin[],
  texts: readonly string[],
  mayGo: (join: BuilderJoin) => boolean,
): readonly BuilderJoin[] {
  let kept = joins;
  // Without a join, others to which only it referred are idle as well.
  for (;;) {
    const used = kept.filter((join) => join.direction !== 'LEFT' || !mayGo(join) || isMentioned(join, texts, kept));
    if (used.length === kept.length) return kept;
    kept = used;
  }
}

/** Returns the SQL in which an alias can occur, apart from the joins. Only selections that are ordered by count. */
function textsBesideJoins<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): readonly string[] {
  const orders = ordersOf(builder).map(({ name }) => name);
  const custom = selectionsOf(builder).filter(({ aliasName }) => aliasName !== undefined && orders.includes(aliasName));
  return [...textsIn([clausesOf(builder), custom]), ...orders];
}

/** True where SQL outside a join, or another join, contains its alias as a whole word. */
function isMentioned(join: BuilderJoin, texts: readonly string[], joins: readonly BuilderJoin[]): boolean {
  const others = joins.filter((other) => other !== join);
  if (others.some(({ parentAlias }) => parentAlias === join.alias.name)) return true;
  const names = namesOfJoin(join).map(escapeForRegExp);
  const mention = new RegExp(`(^|[^A-Za-z0-9_])(${names.join('|')})([^A-Za-z0-9_]|$)`, 'i');
  const inJoins = others.flatMap(({ condition = '', alias }) => [condition, alias.subQuery ?? '']);
  return [...texts, ...inJoins].some((text) => mention.test(text));
}
