import type { Ids } from './case.js';

/** A condition on a list, and the rows that it and its negation find. */
export interface ListQuestion {
  readonly what: string;
  /** Returns the query string, by the key of the column and two encoded elements. */
  readonly write: (key: string, a: string, b: string) => string;
  readonly finds: Ids;
  readonly others: Ids;
}

/** Ways to keep a list: an array, a text with commas, a document. */
export type ListStorage = 'array' | 'delimited' | 'document';

const rows: readonly (readonly ('a' | 'b' | 'null')[] | null)[] = [
  ['a'], // 1
  ['a', 'b'], // 2
  [], // 3
  null, // 4
  ['null'], // 5
  ['null', 'a'], // 6
  ['b', 'b'], // 7
];

/**
 * Documents that are no list, or have elements of other types: none has an `a` or `b`, and the first alone is a list.
 */
const odd: readonly string[] = ['[{"a":1},[]]', '{"0":"a"}', 'null'];

/** Returns what a column holds, row by row; null for what its storage does not have. */
export function listsOf(storage: ListStorage, [a, b]: readonly [string, string]): readonly (string | null)[] {
  const elements = { a, b, null: storage === 'array' ? 'NULL' : 'null' } as const;
  const lists = rows.map(
    (row) =>
      row &&
      written(
        storage,
        row.map((name) => elements[name]),
      ),
  );
  return storage === 'document' ? [...lists, ...odd] : lists;
}

function written(storage: ListStorage, elements: readonly string[]): string | null {
  if (storage === 'array') return `{${elements.join(',')}}`;
  if (storage === 'document') return `[${elements.join(',')}]`;
  return elements.includes('null') ? null : elements.join(',');
}

const filled: Ids = [1, 2, 3, 5, 6, 7, 8];
const none: Ids = [4, 9, 10];

function question(what: string, finds: Ids, write: ListQuestion['write']): ListQuestion {
  return { what, finds, others: filled.filter((id) => !finds.includes(id)), write };
}

function aboutNull(what: string, finds: Ids, write: ListQuestion['write']): ListQuestion {
  return { what, finds, others: finds === none ? filled : none, write };
}

export const listQuestions: readonly ListQuestion[] = [
  question('$has a', [1, 2, 6], (key, a) => `${key}[$has]=${a}`),
  question('$has b', [2, 7], (key, _a, b) => `${key}[$has]=${b}`),
  question('a', [1, 2, 6], (key, a) => `${key}=${a}`),
  question('$hasEvery a', [1, 2, 6], (key, a) => `${key}[$hasEvery]=${a}`),
  question('$hasEvery a, b', [2], (key, a, b) => `${key}[$hasEvery][0]=${a}&${key}[$hasEvery][1]=${b}`),
  question('$hasEvery b, b', [2, 7], (key, _a, b) => `${key}[$hasEvery][0]=${b}&${key}[$hasEvery][1]=${b}`),
  question('$hasSome b', [2, 7], (key, _a, b) => `${key}[$hasSome]=${b}`),
  question('$hasSome a, b', [1, 2, 6, 7], (key, a, b) => `${key}[$hasSome][]=${a}&${key}[$hasSome][]=${b}`),
  question('$empty', [3], (key) => `${key}[$empty]=true`),
  question('$empty false', [1, 2, 5, 6, 7, 8], (key) => `${key}[$empty]=false`),
  aboutNull('$null', none, (key) => `${key}[$null]=true`),
  aboutNull('$null false', filled, (key) => `${key}[$null]=false`),
  aboutNull('$notNull', filled, (key) => `${key}[$notNull]=true`),
  question('$has both ways', [2], (key, a, b) => `${key}[$has]=${a}&${key}[$hasSome]=${b}`),
];
