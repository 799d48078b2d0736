import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { leadsToOneRow } from '../schema/index.js';

type Builder = SelectQueryBuilder<ObjectLiteral>;
type JoinAttribute = Builder['expressionMap']['joinAttributes'][number];

/** Whether a join can give several rows for one: to-many relations do, and what is joined by other columns than a key may. */
function multiplies({ relation }: JoinAttribute): boolean {
  return relation === undefined || !leadsToOneRow(relation);
}

/** Whether each row of the builder is one row of its entity, so that it can be sliced and counted as it stands. */
export function isOneRowEach<E extends ObjectLiteral>({ expressionMap }: SelectQueryBuilder<E>): boolean {
  const { groupBys, havings, selectDistinct, selectDistinctOn, joinAttributes, aliases } = expressionMap;
  const plain = groupBys.length === 0 && havings.length === 0 && !selectDistinct && selectDistinctOn.length === 0;
  const ofOneTable = aliases.filter(({ type }) => type === 'from').length === 1;
  return plain && ofOneTable && !joinAttributes.some(multiplies);
}

/**
 * Takes the left joins away that nothing refers to: they decide nothing about which rows there are, only what is loaded
 * beside them. A name is looked for in the text, in any case of letters, so a join is rather kept than lost.
 */
export function dropIdleJoins<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  const { expressionMap } = builder;
  const texts = textsBesideJoins(builder);
  let kept = expressionMap.joinAttributes;
  for (;;) {
    const left = kept.filter((join) => join.direction !== 'LEFT' || isMentioned(join, texts, kept));
    if (left.length === kept.length) break;
    kept = left;
  }
  const gone = expressionMap.joinAttributes.filter((join) => !kept.includes(join)).flatMap(namesOf);
  expressionMap.joinAttributes = kept;
  expressionMap.aliases = expressionMap.aliases.filter(({ name }) => !gone.includes(name));
  return builder;
}

/** Everything but the joins in which an alias can stand. */
function textsBesideJoins<E extends ObjectLiteral>({ expressionMap }: SelectQueryBuilder<E>): readonly string[] {
  const { wheres, havings, groupBys, orderBys, selects, selectDistinctOn } = expressionMap;
  const ordered = Object.keys(orderBys);
  const custom = selects.filter(({ aliasName }) => aliasName !== undefined && ordered.includes(aliasName));
  return [...textsIn([wheres, havings, groupBys, custom, selectDistinctOn]), ...ordered];
}

/** TypeORM keeps conditions as texts, in lists of lists of brackets. */
function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : [];
}

function isMentioned(join: JoinAttribute, texts: readonly string[], joins: readonly JoinAttribute[]): boolean {
  const others = joins.filter((other) => other !== join);
  if (others.some(({ parentAlias }) => parentAlias === join.alias.name)) return true;
  const names = namesOf(join).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const named = new RegExp(`(^|[^A-Za-z0-9_])(${names.join('|')})([^A-Za-z0-9_]|$)`, 'i');
  const inJoins = others.flatMap(({ condition = '', alias }) => [condition, alias.subQuery ?? '']);
  return [...texts, ...inJoins].some((text) => named.test(text));
}

/** The alias of a join, and that of the junction table on the way. */
function namesOf(join: JoinAttribute): string[] {
  return join.relation?.isManyToMany ? [join.alias.name, join.junctionAlias] : [join.alias.name];
}
