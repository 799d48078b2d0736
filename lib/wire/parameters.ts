import type { ParameterNames } from './request-tree.js';

/** One of the three things that a request says to us, whatever the host calls it. */
export type Parameter = keyof ParameterNames;

export const parameters = ['filters', 'sort', 'pagination'] as const satisfies readonly Parameter[];

/** What may follow a parameter's name and still be meant for us: rightly `[`, by mistake `]` or `.`, encoded twice `%`. */
const endsOfName = '[].%';

/** The same where the key could not be decoded: what follows may then be bytes that are no text. */
const endsOfGarbledName = `${endsOfName}\uFFFD`;

/** Whose key it is. Undefined is the host's: `page`, `xfilters[a]`, `filtersX`. */
export function parameterOf(key: string, names: ParameterNames): Parameter | undefined {
  return find(key, names, endsOfName);
}

/** Whose key it would evidently have been, had its encoding been right. */
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
