import { pathOf } from './names.js';
import { printed, refusal } from './operators.js';

/** The functions of a grid that mean the same here. Those that count rows, or take the first one, do not. */
const functions: readonly unknown[] = ['sum', 'avg', 'min', 'max'];

/**
 * Writes an aggregate of all rows, as a grid asks for it.
 *
 * @throws TypeError for a function that has no exact meaning here
 */
export function aggregateOf(name: unknown, row: unknown, adapter: string): string {
  const field = pathOf(name, adapter).join('.');
  if (functions.includes(row) && !/[,:]/.test(field)) return `${field}:${String(row)}`;
  throw refusal(
    `${adapter}: the aggregate ${printed(row)} of ${field}`,
    'has no meaning here; use sum, avg, min or max',
  );
}
