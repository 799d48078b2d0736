/** An option of this library that a later major version will not have. */
export interface DeprecatedOption {
  /** The place where it is given. */
  readonly of: 'forRoot()' | '@FilterQuery()';
  /** The path of its name: `pagination.count`. */
  readonly name: string;
  /** What takes its place, as the end of a sentence: `give \`strategy\``. */
  readonly instead: string;
}

/**
 * The deprecated options, each with what takes its place; none at present. An option that is deprecated in a minor
 * version gets a row here, and leaves with the next major one, at least six months later.
 *
 * @internal
 */
export const deprecatedOptions: DeprecatedOption[] = [];

/** Returns a warning for each deprecated option that is given. `undefined` is not given. */
export function deprecationsIn(of: DeprecatedOption['of'], options: object): readonly string[] {
  return deprecatedOptions
    .filter((option) => option.of === of && isGiven(options, option.name.split('.')))
    .map(({ name, instead }) => `${of}: \`${name}\` is deprecated; ${instead}`);
}

function isGiven(options: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return options !== undefined;
  return typeof options === 'object' && options !== null && isGiven(Reflect.get(options, name), rest);
}
