import type { ShopName } from '../expected-model.js';
import type { Conditions } from '../tree.js';

/**
 * A request that was once answered wrongly, here or in a copy of the library that was broken to see whether it shows.
 */
interface Counterexample {
  readonly name: string;
  readonly root?: ShopName;
  readonly filters?: Conditions;
  readonly sort?: readonly string[];
  /** The keys that it finds among four products, one of which has a maker, and two of which have variants. */
  readonly finds: readonly string[];
}

export const counterexamples: readonly Counterexample[] = [
  {
    name: 'a list is found under a key that is written in escapes',
    filters: { specs: { labels: { $has: 'a' } } },
    finds: ['1', '2'],
  },
  {
    name: 'it is not found where it is negated',
    filters: { specs: { labels: { $not: { $has: 'a' } } } },
    finds: ['3'],
  },
  {
    name: 'texts of documents are equal in every letter and space',
    filters: { specs: { word: { $in: ['A', 'a '] } } },
    finds: ['2'],
  },
  {
    name: 'a number of more than 64 bits is not the nearest of 64',
    filters: { notes: { big: '-9223372036854775808' } },
    finds: ['2'],
  },
  { name: 'a document is there', filters: { notes: { $notNull: 'true' } }, finds: ['1', '2'] },
  {
    name: 'JSON null is none, and so is a text that is no JSON',
    filters: { notes: { $null: 'true' } },
    finds: ['3', '4'],
  },
  {
    name: 'without a related row a virtual column is NULL, and not a count of nothing',
    sort: ['maker.productCount:nullsLast', 'id'],
    finds: ['1', '2', '3', '4'],
  },
  {
    name: 'without one it is NULL in the other direction, too',
    sort: ['maker.productCount:desc:nullsFirst', 'id:desc'],
    finds: ['4', '3', '2', '1'],
  },
  {
    name: 'of the values at a path of many rows the least one counts',
    sort: ['variants.specs.size.width:nullsFirst', 'id'],
    finds: ['1', '4', '3', '2'],
  },
  {
    name: 'of the values at a path of many rows the greatest one counts',
    sort: ['variants.specs.size.width:desc:nullsLast', 'id'],
    finds: ['3', '2', '1', '4'],
  },
];
