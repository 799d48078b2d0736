import type { ParameterNames } from './request-tree.js';

/** One of our parameters by its own name, whatever the host calls it. */
export type Parameter = keyof ParameterNames;

/** All of our parameters. */
export const parameters = ['filters', 'sort', 'pagination'] as const satisfies readonly Parameter[];

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
    if (!key.startsWith(name)) continue;
    if (key.length === name.length || ends.includes(key.charAt(name.length))) return parameter;
  }
  return undefined;
}
