/** Our parameters of a request, under their own names, in printing order. */
export const parameters = [
  'filters',
  'sort',
  'pagination',
  'search',
  'facets',
  'aggregates',
  'fields',
  'populate',
  'deleted',
] as const;

/** One of our parameters. */
export type Parameter = (typeof parameters)[number];

/** The names of all parameters, as the host configures them. */
export type AllParameterNames = Readonly<Record<Parameter, string>>;

/**
 * Names of the parameters that a list reads. `search`, `facets`, `aggregates`, `fields`, `populate` and `deleted` are
 * present only where the entity or the handler declares them. Elsewhere they belong to the host.
 */
export interface ParameterNames extends Readonly<Partial<AllParameterNames>> {
  readonly filters: string;
  readonly sort: string;
  readonly pagination: string;
}

/** Returns the host's name for a parameter, or the usual name for one that the list does not read. */
export function nameOf(parameter: Parameter, names: ParameterNames): string {
  return names[parameter] ?? parameter;
}

/** Returns the host's names for the parameters that a list reads. */
export function namesIn(names: ParameterNames): readonly string[] {
  return parameters.flatMap((parameter) => names[parameter] ?? []);
}

/**
 * Characters after a parameter's name that make a key ours: rightly `[`, by mistake `]` or `.`,
 * and `%` when encoded twice.
 */
const endsOfName = '[].%';

/** Characters after the name in a key that could not be decoded. Bytes that are not UTF-8 are U+FFFD there. */
const endsOfGarbledName = `${endsOfName}\uFFFD`;

/** Returns the parameter that a key belongs to. Undefined for the host's keys: `page`, `xfilters[a]`, `filtersX`. */
export function parameterOf(key: string, names: ParameterNames): Parameter | undefined {
  return find(key, names, endsOfName);
}

/** Returns our parameter for a key with malformed percent-encoding. */
export function parameterOfGarbled(key: string, names: ParameterNames): Parameter | undefined {
  return find(key, names, endsOfGarbledName);
}

function find(key: string, names: ParameterNames, ends: string): Parameter | undefined {
  for (const parameter of parameters) {
    const name = names[parameter];
    if (name === undefined || !key.startsWith(name)) continue;
    if (key.length === name.length || ends.includes(key.charAt(name.length))) return parameter;
  }
  return undefined;
}
