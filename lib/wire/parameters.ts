/** The parameters of a request by their own names, whatever the host calls them, in the order in which they are printed. */
export const parameters = ['filters', 'sort', 'pagination', 'search', 'facets', 'fields'] as const;

/** One of our parameters. */
export type Parameter = (typeof parameters)[number];

/** The names of all parameters, as the host configures them. */
export type AllParameterNames = Readonly<Record<Parameter, string>>;

/**
 * The names of the parameters that a list reads. `search`, `facets` and `fields` are there where the entity or the handler
 * declares them: elsewhere they are the host's own.
 */
export interface ParameterNames extends Readonly<Partial<AllParameterNames>> {
  readonly filters: string;
  readonly sort: string;
  readonly pagination: string;
}

/** Returns the host's name for a parameter; the usual one for a parameter that the list does not read. */
export function nameOf(parameter: Parameter, names: ParameterNames): string {
  return names[parameter] ?? parameter;
}

/** Returns the host's names for the parameters that a list reads. */
export function namesIn(names: ParameterNames): readonly string[] {
  return parameters.flatMap((parameter) => names[parameter] ?? []);
}

/** The characters after a parameter's name that make a key ours: rightly `[`, by mistake `]` or `.`, encoded twice `%`. */
const endsOfName = '[].%';

/** The characters after the name in a key that could not be decoded; bytes that are not UTF-8 are U+FFFD there. */
const endsOfGarbledName = `${endsOfName}\uFFFD`;

/** Returns the parameter that a key belongs to. Undefined for the host's keys: `page`, `xfilters[a]`, `filtersX`. */
export function parameterOf(key: string, names: ParameterNames): Parameter | undefined {
  return find(key, names, endsOfName);
}

/** Returns the parameter that a key belongs to whose percent-encoding is malformed. */
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
