import type { Populated } from '../ast/index.js';
import type { ReadPopulate } from './tree.js';

/** Completes populated relations that were read with what their declarations say in a context. */
export function populatedOf(read: readonly ReadPopulate[], context: unknown): readonly Populated[] {
  return Object.freeze(read.map((each) => populated(each, context)));
}

function populated({ declared, ...read }: ReadPopulate, context: unknown): Populated {
  const { sort } = read.asked;
  return Object.freeze({
    ...read,
    relation: declared.relation,
    where: declared.where(context),
    sort: sort.length > 0 ? sort : declared.sort,
    populate: populatedOf(read.populate, context),
  });
}
