import type { Parameter, ParameterNames } from './parameters.js';

/** The things that lists are asked for, by any name: each with the parameter that asks for it here, and how. */
const spellings = {
  filters: ['filters', ({ filters }) => `send ${filters}[field]=value`],
  page: ['pagination', ({ pagination }) => `send ${pagination}[page]=2`],
  pageSize: ['pagination', ({ pagination }) => `send ${pagination}[pageSize]=10`],
  start: ['pagination', ({ pagination }) => `send ${pagination}[start]=20`],
  sort: ['sort', ({ sort }) => `send ${sort}=field:desc`],
  search: ['search', (names) => sendOrDeclare('search', names)],
  fields: ['fields', (names) => sendOrDeclare('fields', names)],
  relations: ['populate', (names) => sendOrDeclare('populate', names)],
} as const satisfies Readonly<Record<string, readonly [Parameter, (names: ParameterNames) => string]>>;

/** Names of other APIs' parameters for lists, each with its meaning. */
const foreignNames: ReadonlyMap<string, keyof typeof spellings> = new Map([
  ...each('filters', ['filter', 'where', 's']),
  ...each('page', ['page']),
  ...each('pageSize', ['limit', 'take', 'per_page', 'perPage', 'page_size', 'pageSize']),
  ...each('start', ['offset', 'skip']),
  ...each('sort', ['sortBy', 'sort_by', 'orderBy', 'order_by', 'order']),
  ...each('fields', ['select']),
  ...each('relations', ['include', 'join']),
  ...each('search', ['q']),
]);

/** Parameters of ours that some lists read, and that are refused where none does. */
const declaredOnes = ['search', 'facets', 'fields', 'populate', 'aggregates', 'deleted'];

/**
 * Usual names of the parameters that every list reads. Where the host has given others, and nobody else reads the query
 * string, a condition by the usual name would be lost.
 */
const usualOnes: ReadonlyMap<string, keyof typeof spellings> = new Map([
  ['filters', 'filters'],
  ['sort', 'sort'],
  ['pagination', 'page'],
]);

/** The way out for a client that has sent a foreign name. */
export interface Advice {
  /** The parameter that asks for the same. Undefined for one that the list does not read. */
  readonly parameter: Parameter | undefined;
  /** `send pagination[pageSize]=10`. */
  readonly text: string;
}

/** The names of a list that decide what a foreign name asks for. */
export interface ListNames {
  readonly names: ParameterNames;
  /** The beginning of the list's parameters, where one URL carries several lists. */
  readonly prefix: string;
  /** The names of ours that the list does not read, each with what to do instead. */
  readonly unread: ReadonlyMap<string, string>;
  /** The names of fields that every client may ask about, with the prefix. */
  readonly fields: ReadonlySet<string>;
}

/**
 * Returns what a client should do in place of sending a name that lists have elsewhere, a parameter of ours that the
 * list does not read, or a condition without `filters`. Undefined for any other name.
 *
 * @param isOfQuery true in a query. In a body, the usual name of a parameter that has another one by `params` is the
 *   host's
 */
export function adviceFor(name: string, list: ListNames, isOfQuery: boolean): Advice | undefined {
  const { names, prefix, unread, fields } = list;
  const own = unread.get(name);
  if (own !== undefined) return { parameter: undefined, text: own };
  const usual = isOfQuery || prefix !== '' ? usualOnes.get(name) : undefined;
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const asked = usual ?? elsewhere(name) ?? elsewhere(rest);
  if (asked !== undefined) {
    const [parameter, text] = spellings[asked];
    return { parameter, text: text(names) };
  }
  if (name.startsWith('$') || rest.startsWith('$'))
    return { parameter: 'filters', text: `send ${names.filters}[field][$eq]=value` };
  if (!fields.has(name)) return undefined;
  const path = rest.replaceAll('.', '][');
  return { parameter: 'filters', text: `send ${names.filters}[${path}]=value` };
}

function elsewhere(name: string): keyof typeof spellings | undefined {
  return foreignNames.get(name.startsWith('filter.') ? 'filter' : name);
}

/**
 * Returns the names of ours that a list does not read, the usual ones and the host's, each with the declaration that
 * would change it.
 *
 * @param all the names of all parameters, read or not
 */
export function unreadNames(
  names: ParameterNames,
  all: Readonly<Partial<Record<string, string>>>,
): ReadonlyMap<string, string> {
  const unread = new Map<string, string>();
  for (const parameter of declaredOnes) {
    const read = nameRead(parameter, names);
    const advice = sendOrDeclare(parameter, names);
    for (const name of [parameter, all[parameter] ?? parameter]) if (name !== read) unread.set(name, advice);
  }
  return unread;
}

/** Returns the name of a parameter where the list reads it. */
function nameRead(parameter: string, names: ParameterNames): string | undefined {
  return new Map<string, string | undefined>(Object.entries(names)).get(parameter);
}

function sendOrDeclare(parameter: string, names: ParameterNames): string {
  const read = nameRead(parameter, names);
  if (read !== undefined) return `send ${read}`;
  return parameter === 'fields' ? 'let clients choose fields' : `declare \`${parameter}\``;
}

function each<Asked extends string>(asked: Asked, names: readonly string[]): readonly (readonly [string, Asked])[] {
  return names.map((name) => [name, asked] as const);
}
