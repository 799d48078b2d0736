import { BoundedCache, twin } from '../caches/index.js';
import { type SqlChanges, entityText, part } from '../sql/index.js';
import type { Parameters } from './parameter-slots.js';
import type { StatementUse } from './prepare.js';

/** What a compiled plan adds to a builder. */
export type StatementChanges = Pick<SqlChanges, 'where' | 'joins' | 'order' | 'leading' | 'statement' | 'made'>;

/** What is done with a statement, and selected by it. */
export interface UseOfStatement extends StatementUse {
  readonly selected: readonly string[];
}

/** What is selected by a statement that reads the total beside the rows. */
export const selectedTotal = 'total';

/** Writes what is done with a statement. */
export function useText({ rowsAs, window, selected }: UseOfStatement): string {
  return rowsAs + part(window && 'window') + selectedText(selected);
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

/** The length of a text that is written as a number: the key of a cache is looked up in the less time the shorter it is. */
const longText = 60;

const numbers = new BoundedCache<number>({ entries: 1_000 });
let numbered = 0;

/** Writes the number of a text, which no other text has. */
function numberText(text: string): string {
  let number = numbers.get(text);
  if (number === undefined) numbers.set(text, (number = numbered += 1));
  return `#${number}`;
}

/** Writes what a compiled plan adds to a builder: conditions, joins and order. */
export function changesText({ where, joins, order, leading }: StatementChanges): string {
  let text = part(where);
  for (const { type, table, alias, on } of joins) {
    const joined = typeof table === 'string' ? part(table) : entityText(table.metadata);
    text += `j${type}${joined}${part(alias)}${part(on)}`;
  }
  for (const sql of leading) text += `l${part(sql)}`;
  for (const { sql, rootColumn, direction, emitNulls, nullsFirst } of order) {
    const nulls = emitNulls ? (nullsFirst ? 'f' : 'l') : '';
    text += `o${direction}${nulls}${part(rootColumn?.metadata.propertyPath)}${part(sql)}`;
  }
  return text;
}

/**
 * Returns the test whether a list may be spread, so that the text has a place for each of its members: true of every list that none of
 * the texts of a statement binds as one value. It is asked of the texts themselves, never of what stands for one in a key.
 */
export function spreadIn(texts: readonly string[]): BindingFacts['isSpread'] {
  return (name) => texts.some((text) => text.includes(`:...${name}`)) || !texts.some((text) => bindsWhole(text, name));
}

/** True where a text binds a parameter as one value. A name may be the beginning of another. */
function bindsWhole(text: string, name: string): boolean {
  const parameter = `:${name}`;
  for (let at = text.indexOf(parameter); at >= 0; at = text.indexOf(parameter, at + 1)) {
    if (!/[\w.]/.test(text.charAt(at + parameter.length))) return true;
  }
  return false;
}

/** How a driver binds parameters, as far as it decides the text of a statement. */
export interface BindingFacts {
  /** True where numbers are written into the text: then a number is a part of it. */
  readonly numbersAreText: boolean;
  /** True for a list whose number of members the text may depend on. */
  readonly isSpread: (name: string) => boolean;
  /** True for a parameter that need not be written, because all that depends on it is known. */
  readonly isKnown?: (name: string) => boolean;
}

/**
 * Writes the names of parameters, and as much of their values as the text of the statement or their binding depends on;
 * undefined where a value is of a kind that no driver binds.
 */
export function parametersText(parameters: Parameters, facts: BindingFacts): string | undefined {
  let text = '';
  for (const name of Object.keys(parameters)) {
    if (facts.isKnown?.(name) === true) continue;
    const own = parameterText(name, parameters[name], facts);
    if (own === undefined) return undefined;
    text += own;
  }
  return text;
}

/** Writes the name of one parameter, as {@link parametersText} does. */
export function parameterText(name: string, value: unknown, facts: BindingFacts): string | undefined {
  const kind = kindText(name, value, facts);
  return kind && `p${part(name)}${kind}`;
}

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
