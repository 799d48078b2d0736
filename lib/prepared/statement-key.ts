import { BoundedCache, twin } from '../caches/index.js';
import { type Addition, part } from '../sql/index.js';
import type { StatementUse } from './prepare.js';

/** What is done with a statement, and all that decides its text beside its plan. */
export interface UseOfStatement extends StatementUse {
  /** What is selected, and whatever else is written. */
  readonly selected: readonly string[];
  readonly addition: Addition;
}

/** What is selected by a statement that reads the total beside the rows. */
export const selectedTotal = 'total';

/** Writes what is done with a statement, and what it adds to its plan. */
export function useText({ rowsAs, window, selected, addition }: UseOfStatement): string {
  return rowsAs + part(window && 'window') + selectedText(selected) + part(addition.sql);
}

/** The numbers of long texts, by the lists that requests have in common. */
const known = new WeakMap<readonly string[], string>();

/** Writes what is selected. */
function selectedText(selected: readonly string[]): string {
  const number = known.get(selected);
  if (number !== undefined) {
    twin?.same('the number of a text', number, () => numberText(partsText(selected)));
    return number;
  }
  const text = partsText(selected);
  if (text.length <= longText) return text;
  const short = numberText(text);
  known.set(selected, short);
  return short;
}

function partsText(texts: readonly string[]): string {
  let text = '';
  for (const sql of texts) text += part(sql);
  return text;
}

/** Longer parts of a key are replaced by a number, because hashing a long key takes longer than the page's look-up. */
const longText = 60;

const numbers = new BoundedCache<number>({ entries: 1_000 });
let numbered = 0;

/** Writes the number of a text, which no other text has. */
function numberText(text: string): string {
  let number = numbers.get(text);
  if (number === undefined) numbers.set(text, (number = numbered += 1));
  return `#${number}`;
}

/** How a driver binds parameters, as far as it decides the text of a statement. */
export interface BindingFacts {
  /** True where numbers are written into the text: then a number is a part of it. */
  readonly numbersAreText: boolean;
  /** True for a list whose number of members the text may depend on. */
  readonly isSpread: (name: string) => boolean;
}

/** Facts that hold whatever a driver does: more is written than some need. */
export const anyBinding: BindingFacts = { numbersAreText: true, isSpread: () => true };

/**
 * Writes the names of parameters, and as much of their values as the text of the statement or their binding depends on.
 *
 * @returns undefined where a value is of a kind that no driver binds
 */
export function parametersText(
  names: readonly string[],
  values: readonly unknown[],
  facts: BindingFacts,
): string | undefined {
  let text = '';
  for (const [place, name] of names.entries()) {
    const kind = kindText(name, values[place], facts);
    if (kind === undefined) return undefined;
    text += `p${part(name)}${kind}`;
  }
  return text;
}

/** Writes the numbers of members of the lists that a template spreads, for which the text has a place each. */
export function listsText(places: readonly number[], values: readonly unknown[]): string {
  let text = '';
  for (const place of places) text += kindText('', values[place], anyBinding) ?? '';
  return text;
}

/** Writes as much of a value as the text of a statement or its binding depends on; undefined for one that no driver binds. */
function kindText(name: string, value: unknown, { numbersAreText, isSpread }: BindingFacts): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'bigint':
    case 'boolean':
    case 'undefined':
      return typeof value;
    case 'number':
      return numbersAreText ? `number ${value};` : 'number';
    case 'object':
      if (Array.isArray(value)) return isSpread(name) ? `list ${value.length};` : 'list';
      if (value === null) return 'null';
      return value instanceof Date ? 'date' : 'object';
    default:
      return undefined;
  }
}
