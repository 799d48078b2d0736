/** An option that no decorator has, with its value, and what to do in its place. */
export type Unprinted = readonly [name: string, value: unknown, todo: string];

/** Comments on the options that are set: a condition that nobody hears of is one that nobody writes again. */
export function commentsOn(options: readonly Unprinted[]): readonly string[] {
  return options.filter(([, value]) => isSet(value)).map(([name, , todo]) => `// \`${name}\` is not printed: ${todo}.`);
}

function isSet(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false;
}
