import type { Dialect, KeyTable, KeyValues } from '../../dialects/index.js';
import type { Populated } from '../../ast/index.js';
import type { ListPlan } from '../../statements/index.js';
import type { Addition } from '../../sql/index.js';

/** Keys of parents in a statement: parameters as a table of their own, or one for each value. */
export type KeyOperands =
  | { readonly as: 'table'; readonly table: KeyTable; readonly parameters: readonly string[] }
  | { readonly as: 'branches' | 'list'; readonly rows: readonly (readonly string[])[] };

/** Keys bound in a statement. */
export interface BoundKeys {
  readonly operands: KeyOperands;
  readonly addition: Addition;
}

/**
 * Greatest number of keys in a statement with a parameter for each value, and on some engines a branch for each key.
 */
const mostKeys = 500;

/** Returns the form of the parents' keys in a statement, by the engine and the relation's strategy. */
export function wayOf(plan: ListPlan, { relation, limit }: Pick<Populated, 'relation' | 'limit'>): KeyOperands['as'] {
  const { schema, strategy } = plan.list.plan;
  if ((relation.strategy ?? strategy) === 'in') return 'list';
  if (schema.dialect.keyTable !== undefined) return 'table';
  return limit !== undefined && schema.dialect.limitsInBranches === true ? 'branches' : 'list';
}

/** Splits parents into groups for one statement each. */
export function dividedFor<Parent>(parents: readonly Parent[], way: KeyOperands['as']): readonly (readonly Parent[])[] {
  if (way === 'table') return [parents];
  const parts: Parent[][] = [];
  for (let from = 0; from < parents.length; from += mostKeys) parts.push(parents.slice(from, from + mostKeys));
  return parts;
}

/** Binds the keys of parents, so that few texts serve any number of them. */
export function boundKeys(plan: ListPlan, keys: readonly KeyValues[], way: KeyOperands['as']): BoundKeys {
  const { keyTable } = plan.list.plan.schema.dialect;
  let operands: KeyOperands | undefined;
  const addition = plan.add((binder) => {
    if (way === 'table' && keyTable !== undefined) {
      const parameters = keyTable.encode(keys).map((text) => binder.bind(text));
      operands = { as: way, table: keyTable, parameters };
    } else if (way !== 'table') {
      operands = {
        as: way,
        rows: padded(keys).map((key) => key.map((value) => binder.bind(inParameter(value, binder.dialect)))),
      };
    }
    return '';
  });
  if (operands === undefined) throw new TypeError('the engine has no table of keys');
  return { operands, addition: { ...addition, isOfAnyKind: true } };
}

/** Returns a value prepared for the driver, because SQLite's drivers write numbers into the text. */
export function inParameter(value: unknown, { wholeNumbers, floats }: Dialect): unknown {
  if (typeof value !== 'number') return value;
  if (Number.isSafeInteger(value)) return wholeNumbers === 'bigint' ? BigInt(value) : String(value);
  return floats === 'text' ? String(value) : value;
}

/**
 * Fills up with NULL keys, which have no related rows, so that few texts serve any number of keys. Up to 16 keys each
 * number has a text, then every second number up to 32, every fourth up to 64, and so on. On MariaDB, each branch takes
 * 17 µs to parse and to plan.
 */
export function padded(keys: readonly KeyValues[]): readonly KeyValues[] {
  const step = Math.max(1, 2 ** (Math.ceil(Math.log2(keys.length)) - 4));
  const length = Math.min(mostKeys, Math.ceil(keys.length / step) * step);
  const none = (keys[0] ?? []).map(() => null);
  return [...keys, ...Array.from({ length: length - keys.length }, () => none)];
}
