import type { RedundantIndex } from '../contract/index.js';
import type { CatalogueIndex, IndexKey } from '../dialects/index.js';

/** An index that another one makes redundant. */
type Redundancy = Pick<RedundantIndex, 'index' | 'coveredBy' | 'why'>;

/**
 * Returns the indexes of a table whose work another one does: exact duplicates, and those whose keys begin the keys of
 * another. An index that keeps values unique, or belongs to a constraint, has work of its own.
 */
export function redundantIn(indexes: readonly CatalogueIndex[]): readonly Redundancy[] {
  const droppable = indexes.filter((index) => !index.isUnique && !index.isOfConstraint && index.isComplete);
  return droppable.flatMap((index) => {
    const covering = indexes.filter((candidate) => isCovered(index, candidate, indexes));
    // The longest one is covered by no other.
    const [other] = covering.sort((one, two) => two.keys.length - one.keys.length);
    if (other === undefined) return [];
    const why = other.keys.length === index.keys.length ? 'duplicate' : 'prefix';
    return [{ index: index.name, coveredBy: other.name, why }];
  });
}

function isCovered(index: CatalogueIndex, other: CatalogueIndex, all: readonly CatalogueIndex[]): boolean {
  if (other === index || !other.isComplete || other.method !== index.method) return false;
  const isBeginning = index.keys.every((key, place) => isSame(key, other.keys[place]));
  if (!isBeginning) return false;
  if (other.keys.length > index.keys.length) return index.method === 'btree';
  // Of two duplicates, the later one goes.
  return other.isUnique || other.isOfConstraint || all.indexOf(other) < all.indexOf(index);
}

function isSame(one: IndexKey, other: IndexKey | undefined): boolean {
  return (
    other !== undefined &&
    one.column === other.column &&
    one.expression === other.expression &&
    one.isDescending === other.isDescending &&
    one.operatorClass === other.operatorClass &&
    one.collation === other.collation &&
    one.isPrefix === other.isPrefix
  );
}
