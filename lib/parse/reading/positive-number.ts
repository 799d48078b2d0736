import { type Node, textOf } from './node.js';
import { refuse } from './refusals.js';

/** Reads a whole number from 1, such as a limit of rows. Undefined where it was refused. */
export function readPositiveNumber(node: Node): number | undefined {
  if (node.shape === 'repeated') return refuse.duplicateKey(node);
  const value = textOf(node.value);
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 1) return number;
  return refuse.invalidValue(node, 'integer', 'must be a whole number from 1');
}
