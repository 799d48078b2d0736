import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

type Builder = SelectQueryBuilder<ObjectLiteral>;
type JoinAttribute = Builder['expressionMap']['joinAttributes'][number];

/** Whether a join can give several rows for one: to-many relations do, and what is joined by a condition may. */
function multiplies({ relation }: JoinAttribute): boolean {
  return relation === undefined || relation.isOneToMany || relation.isManyToMany;
}

/** Whether each row of the builder is one row of its entity, so that it can be sliced and counted as it stands. */
export function isOneRowEach<E extends ObjectLiteral>({ expressionMap }: SelectQueryBuilder<E>): boolean {
  const { groupBys, havings, selectDistinct, selectDistinctOn, joinAttributes } = expressionMap;
  const plain = groupBys.length === 0 && havings.length === 0 && !selectDistinct && selectDistinctOn.length === 0;
  return plain && !joinAttributes.some(multiplies);
}

/**
 * A copy of a builder without the left joins that nothing refers to: they decide nothing about which rows there are, only
 * what is loaded beside them. A name is looked for in the text, so a join is rather kept than lost.
 */
export function withoutIdleJoins<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  const copy = builder.clone();
  const { expressionMap } = copy;
  let kept = expressionMap.joinAttributes;
  for (;;) {
    const text = referencesOf(copy, kept);
    const left = kept.filter((join) => join.direction !== 'LEFT' || mentions(text, join, kept));
    if (left.length === kept.length) break;
    kept = left;
  }
  const gone = new Set(
    expressionMap.joinAttributes.filter((join) => !kept.includes(join)).map((join) => join.alias.name),
  );
  expressionMap.joinAttributes = kept;
  expressionMap.aliases = expressionMap.aliases.filter((alias) => !gone.has(alias.name));
  return copy;
}

/** Everything but the joins in which an alias can stand. */
function referencesOf<E extends ObjectLiteral>(
  { expressionMap }: SelectQueryBuilder<E>,
  joins: readonly JoinAttribute[],
): string {
  const { wheres, havings, groupBys, orderBys, selects, selectDistinctOn } = expressionMap;
  const ordered = Object.keys(orderBys);
  const custom = selects.filter(({ aliasName }) => aliasName !== undefined && ordered.includes(aliasName));
  return JSON.stringify([
    wheres,
    havings,
    groupBys,
    ordered,
    custom,
    selectDistinctOn,
    joins.map(({ condition }) => condition),
  ]);
}

function mentions(text: string, join: JoinAttribute, joins: readonly JoinAttribute[]): boolean {
  const { name } = join.alias;
  const named = new RegExp(`(^|[^A-Za-z0-9_])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}([^A-Za-z0-9_]|$)`);
  const own = join.condition === undefined ? text : text.replace(JSON.stringify(join.condition), '');
  return named.test(own) || joins.some((other) => other !== join && other.parentAlias === name);
}
