import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** A comma in FROM binds weaker than a join, so only what stands last can be joined to. */
export function putNextToJoins<E extends ObjectLiteral>({ alias: main, expressionMap }: SelectQueryBuilder<E>): void {
  const { aliases, joinAttributes } = expressionMap;
  const others = aliases.filter(({ type, name }) => type === 'from' && name !== main).map(({ name }) => name);
  if (others.length === 0) return;
  // Joins that the builder has may hang on what stands last now.
  if (joinAttributes.some(({ parentAlias }) => parentAlias === undefined || others.includes(parentAlias))) return;
  const isMain = ({ name }: { readonly name: string }): boolean => name === main;
  expressionMap.aliases = [...aliases.filter((alias) => !isMain(alias)), ...aliases.filter(isMain)];
}
