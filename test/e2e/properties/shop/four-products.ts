import type { Document, ShopRowSeed, ShopSeed } from './dataset.js';
import type { Json } from './json.js';

/** Four products: one with a maker, two with variants, and the last with nothing but a text that is no JSON. */
export const fourProducts: ShopSeed = {
  makers: [row({ items: { lands: null }, documents: { origin: null } })],
  products: [
    product('{"l\\u0061bels":["a"],"word":"a"}', number('-9223372036854775809'), 0),
    product('{"labels":["a","b"],"word":"a "}', number('-9223372036854775808'), null),
    product('{"labels":["b"]}', { text: 'null', json: null }, null),
    product(null, { text: '{', json: undefined }, null),
  ],
  variants: [
    ...[variant(5, 1), variant(3, 1), variant(1, 2), variant(7, 2)],
    // With a few rows more MariaDB sorts by other means.
    ...Array.from({ length: 20 }, () => variant(4, 1)),
  ],
};

function row(seed: Partial<ShopRowSeed>): ShopRowSeed {
  return { values: { name: 'a' }, items: {}, documents: {}, link: null, ...seed };
}

function product(specs: string | null, notes: Document, link: number | null): ShopRowSeed {
  const documents = { specs: specs === null ? null : read(specs), notes, sizes: null, counts: null };
  return row({ items: { tags: null, marks: null, codes: null }, documents, link });
}

function variant(width: number, link: number): ShopRowSeed {
  const documents = { specs: read(`{"size":{"width":${width}}}`) };
  return row({ values: { stock: null, price: null }, items: { labels: null }, documents, link });
}

/** A document whose `big` is a number of so many digits. */
function number(digits: string): Document {
  return { text: `{"big":${digits}}`, json: { members: new Map([['big', { digits }]]) } };
}

/** Reads a text whose numbers are small. */
function read(text: string): Document {
  return { text, json: treeOf(JSON.parse(text)) };
}

function treeOf(value: unknown): Json {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return { digits: String(value) };
  if (Array.isArray(value)) return value.map(treeOf);
  return { members: new Map(Object.entries(Object(value)).map(([key, inner]) => [key, treeOf(inner)])) };
}
