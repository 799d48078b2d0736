import { type DeletedRows, deletedModes } from '../ast/index.js';
import { eitherOf } from '../configuration/index.js';
import { type Node, refuse } from '../parse/index.js';
import type { DeclaredDeleted } from './declared-deleted.js';

const modes = eitherOf(deletedModes);

/** Reads `deleted`: `with` or `only`. Undefined where it was refused. */
export function readDeleted(node: Node, { related, only }: DeclaredDeleted): DeletedRows | undefined {
  const { value, shape } = node;
  if (shape === 'repeated') return refuse.duplicateKey(node);
  if (shape !== 'scalar') return refuse.expectedValue(node, `takes ${modes}`);
  const mode = deletedModes.find((each) => each === value);
  if (mode === undefined) return refuse.invalidValue(node, 'enum', `must be ${modes}`);
  return Object.freeze({ mode, related, condition: mode === 'only' ? only : undefined });
}
