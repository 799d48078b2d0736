import { checkNames, isObject, wrongValue } from '../configuration/index.js';

/** An argument that JavaScript lets a program leave out or mistake, with the words for a right one. */
interface Argument {
  readonly accepts: (value: unknown) => boolean;
  readonly expected: string;
}

const table = {
  page: { accepts: isPage, expected: 'a page that page() has answered' },
  url: {
    accepts: (value) => typeof value === 'string' || value instanceof URL,
    expected: 'the URL of the request, such as request.originalUrl',
  },
  rows: {
    accepts: (value) => Array.isArray(value) && value.every(isObject),
    expected: 'a list of rows that were read, such as those of getMany()',
  },
} as const satisfies Readonly<Record<string, Argument>>;

/**
 * Checks an argument of a call.
 *
 * @param call the method, which begins the error: `links()`
 * @throws FilterConfigurationError for a wrong one
 */
export function checkArgument(call: string, name: keyof typeof table, value: unknown): void {
  const { accepts, expected } = table[name];
  if (!accepts(value)) throw wrongValue({ subject: call, name, value }, expected);
}

/** Checks the names that a program gives in place of the query's, if it does. */
export function checkNamesIn(call: string, names: unknown): void {
  checkNames({ subject: call, name: 'names', value: names });
}

/** The links of a page are made of its `meta` alone. */
function isPage(value: unknown): boolean {
  if (!isObject(value) || !('meta' in value) || !isObject(value.meta)) return false;
  return 'pagination' in value.meta && isObject(value.meta.pagination);
}
