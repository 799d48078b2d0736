import { sortRequestsFor } from '../sorts.js';

/**
 * Paths that every engine orders alike: texts of which collations have no ideas of their own, and all that are no
 * texts.
 */
const paths = ['color', 'size.width', 'big', 'weight'];
const morePaths = [...paths, 'tiny', 'size.depth.mm', 'ratio', 'on', 'made', 'code', 'zero', 'odd'];

const under = (document: string, names: readonly string[]) => names.map((name) => `${document}.${name}`);

/** Paths and virtual columns, of the row itself and through relations. */
const keys = [
  ...['id', 'name', 'lineCount', 'topStock', 'stockSum', 'topPrice', 'isInStock', 'makerName'],
  ...under('specs', morePaths),
  ...under('notes', paths),
  ...['maker.id', 'maker.productCount', ...under('maker.origin', paths)],
  ...['variants.$count', 'variants.stock', 'variants.siblings', ...under('variants.specs', paths)],
];

export const sortsOfProducts = sortRequestsFor('Product', keys);
