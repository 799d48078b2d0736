import type { ParameterNames } from './parameters.js';

/** The things that lists are asked for, by any name: each with what says it here. */
const spellings = {
  filters: ({ filters }) => `send ${filters}[field]=value`,
  page: ({ pagination }) => `send ${pagination}[page]=2`,
  pageSize: ({ pagination }) => `send ${pagination}[pageSize]=10`,
  start: ({ pagination }) => `send ${pagination}[start]=20`,
  sort: ({ sort }) => `send ${sort}=field:desc`,
  search: (names) => sendOrDeclare('search', names),
  fields: (names) => sendOrDeclare('fields', names),
  relations: (names) => sendOrDeclare('populate', names),
} as const satisfies Readonly<Record<string, (names: ParameterNames) => string>>;

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

/**
 * Returns what a client should do in place of sending a name that lists have elsewhere, or of a parameter of
 * ours that the list does not read: `send pagination[pageSize]=10`. Undefined for any other name.
 */
export function adviceFor(name: string, { names, unread, isOfText }: Asked): string | undefined {
  const own = unread.get(name);
  if (own !== undefined) return own;
  const usual = isOfText ? usualOnes.get(name) : undefined;
  const asked = usual ?? foreignNames.get(name.startsWith('filter.') ? 'filter' : name);
  return asked === undefined ? undefined : spellings[asked](names);
}

/** The names of a list, and where a name was sent. */
interface Asked {
  readonly names: ParameterNames;
  readonly unread: ReadonlyMap<string, string>;
  /** True in a query string. In a body, the usual names of renamed parameters are the host's. */
  readonly isOfText: boolean;
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
