import { type KeyPart, part, partsOf } from '../caches/index.js';
import { type Addition } from '../sql/index.js';
import type { StatementUse } from './prepare.js';

/** Writes the use of a statement, and its addition to the plan. */
export function useText(use: StatementUse, selected: readonly KeyPart[], addition: Addition): string {
  const { rowsAs, made, window } = use;
  return rowsAs + (made ?? '') + part(window && 'window') + partsOf(selected) + part(addition.sql);
}

/** How a driver binds parameters, as far as it decides the text of a statement. */
export interface BindingFacts {
  /** True where numbers are written into the text, as a part of it. */
  readonly numbersAreText: boolean;
  /** True for a list whose number of members may decide the text. */
  readonly isSpread: (name: string) => boolean;
}

/** Facts for any driver. They write more than some need. */
export const anyBinding: BindingFacts = { numbersAreText: true, isSpread: () => true };

/**
 * Writes the names of parameters, and the parts of their values that decide the text or the binding.
 *
 * @returns undefined for a value that no driver binds
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

/**
 * Writes the part of a value that decides the text or the binding, or returns undefined for a
 * value that no driver binds.
 */
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
