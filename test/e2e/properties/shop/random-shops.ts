import fc from 'fast-check';
import { type Field, type ShopName, entities } from '../expected-model.js';
import { mostlyFirst, pools } from '../value-pools.js';
import type { Document, ShopRowSeed, ShopSeed } from './dataset.js';
import { notes, specs } from './model.js';
import { documents, lists } from './random-documents.js';

/** The least and the most rows of an entity. */
type Size = readonly [number, number];

function shops(few: Size, some: Size, many: Size): fc.Arbitrary<ShopSeed> {
  return fc.record({ makers: seeds('Maker', few), products: seeds('Product', some), variants: seeds('Variant', many) });
}

type Columns<Value> = Readonly<Record<string, fc.Arbitrary<Value>>>;

/** Columns beside the key. A strict one takes JSON only, on every engine but PostgreSQL, where all are strict. */
const columns: Readonly<
  Record<ShopName, { items: Columns<ShopRowSeed['items'][string]>; documents: Columns<Document | null> }>
> = {
  Maker: { items: { lands: items('item') }, documents: { origin: documents(notes, { strict: false }) } },
  Product: {
    items: { tags: items('item'), marks: delimited(), codes: items('bigint', 5) },
    documents: {
      specs: documents(specs, { strict: true }),
      notes: documents(notes, { strict: false }),
      sizes: lists(fieldOf('sizes'), { strict: false }),
      counts: lists(fieldOf('counts'), { strict: true }),
    },
  },
  Variant: { items: { labels: items('item') }, documents: { specs: documents(notes, { strict: true }) } },
};

function fieldOf(name: string): Field {
  const field = entities.Product.fields[name];
  if (field === undefined) throw new TypeError(`products have no ${name}`);
  return field;
}

/** Lists of some values; with a frequency, one in so many elements is null, as it can be in no `simple-array`. */
function items(pool: 'item' | 'bigint', nulls?: number): fc.Arbitrary<readonly (string | null)[] | null> {
  const value = fc.constantFrom(...mostlyFirst(pools[pool].stored));
  const element = nulls === undefined ? value : fc.option(value, { freq: nulls });
  return fc.option(fc.array(element, { maxLength: 5, size: 'max' }), { freq: 6 });
}

/** Lists as texts with commas: the empty text is the empty list, and every comma has an element before and after it. */
function delimited(): fc.Arbitrary<readonly string[] | null> {
  const element = fc.constantFrom(...mostlyFirst(['', ...pools.item.stored]));
  const list = fc.array(element, { maxLength: 5, size: 'max' });
  return fc.option(
    list.map((elements) => (elements.join() === '' ? [] : elements)),
    { freq: 6 },
  );
}

const scalars: Readonly<Record<ShopName, readonly string[]>> = {
  Maker: ['name'],
  Product: ['name'],
  Variant: ['stock', 'price'],
};

function seeds(entity: ShopName, [minLength, maxLength]: Size): fc.Arbitrary<ShopRowSeed[]> {
  const values = Object.fromEntries(scalars[entity].map((name) => [name, storedValue(entities[entity].fields[name])]));
  const seed: fc.Arbitrary<ShopRowSeed> = fc.record({
    values: fc.record(values),
    items: fc.record(columns[entity].items),
    documents: fc.record(columns[entity].documents),
    link: entity === 'Variant' ? fc.nat({ max: 100 }) : fc.option(fc.nat({ max: 100 }), { freq: 4 }),
  });
  return fc.array(seed, { minLength, maxLength, size: 'max' });
}

function storedValue(field: Field | undefined): fc.Arbitrary<string | null> {
  const { pool = 'plain', nullable = false } = field ?? {};
  const value = fc.constantFrom(...pools[pool].stored);
  return nullable ? fc.option(value, { freq: 3 }) : value;
}

/** About thirty products, so that NULLs and equal values meet in every way. */
export const largeShops = shops([2, 4], [20, 30], [30, 60]);

/** Next to nothing. */
export const smallShops = shops([0, 1], [0, 2], [0, 4]);
