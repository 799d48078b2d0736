import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Populated, QueryPlan } from '../../ast/index.js';
import {
  type BuilderJoin,
  copyOf,
  hasRelations,
  joinsOf,
  leaveRelations,
  narrowSelection,
} from '../../typeorm/index.js';
import { dropUnreferred } from '../rows/joins.js';

/**
 * Returns a copy of a builder without what a query does not ask for: other fields, and joined relations that are
 * populated. It returns the builder itself where there is nothing to leave out.
 */
export function answeredBuilder<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { selection, populate }: Pick<QueryPlan, 'selection' | 'populate'>,
): SelectQueryBuilder<E> {
  const isPopulated = populate.length > 0 && hasRelations(builder);
  if (selection === undefined && !isPopulated) return builder;
  const copy = copyOf(builder);
  if (selection !== undefined) narrowSelection(copy, selection.propertyPaths);
  if (isPopulated) leaveToPopulate(copy, populate);
  return copy;
}

/**
 * Keeps a builder from loading the relations that are populated, and whatever it loads below them. A join stays where
 * anything else in the builder refers to it.
 */
function leaveToPopulate<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  populate: readonly Populated[],
): void {
  const names = populate.map(({ relation }) => relation.propertyPath);
  const joins: BuilderJoin[] = [];
  for (const join of joinsOf(builder)) {
    const { parentAlias, relation, mapToProperty } = join;
    const isPopulated =
      parentAlias === builder.alias && relation !== undefined && names.includes(relation.propertyPath);
    const isMapped = names.some((name) => mapToProperty === `${builder.alias}.${name}`);
    // A join stands after the one that it follows.
    if (isPopulated || isMapped || joins.some(({ alias }) => alias.name === parentAlias)) joins.push(join);
  }
  leaveRelations(builder, joins, names);
  dropUnreferred(builder, joins);
}
