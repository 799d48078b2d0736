interface Alias {
  readonly name: string;
  readonly type: string;
}

/**
 * The aliases of a builder with the main one last of those in FROM: a comma there binds weaker than a join, so only what
 * stands last can be joined to. As they are where joins of the builder's own may hang on another.
 */
export function nextToJoins<A extends Alias>(
  main: string,
  aliases: A[],
  joins: readonly { readonly parentAlias: string | undefined }[],
): A[] {
  const others = aliases.filter(({ type, name }) => type === 'from' && name !== main).map(({ name }) => name);
  if (others.length === 0) return aliases;
  if (joins.some(({ parentAlias }) => parentAlias === undefined || others.includes(parentAlias))) return aliases;
  return [...aliases.filter(({ name }) => name !== main), ...aliases.filter(({ name }) => name === main)];
}
