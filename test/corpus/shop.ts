import { DataSource } from 'typeorm';
import { Country, Label, Maker, Product, Review, entities } from './model.js';
import { Random } from './random.js';

export const words = ['oak', 'pine', 'steel', 'lamp', 'desk', '100%', 'a_b', 'red', 'Élan', 'chair'] as const;
export const statuses = ['new', 'used', 'gone'] as const;
export const colors = ['red', 'blue', 'green', 'black'] as const;
export const materials = ['oak', 'pine', 'steel'] as const;
export const labelNames = ['sale', 'eco', 'handmade', 'classic', 'outlet'] as const;

/** Opens the shop in memory, with the rows that belong to the corpus: 120 products, 12 makers, 300 reviews. */
export async function openShop(): Promise<DataSource> {
  const source = await new DataSource({
    ...{ type: 'better-sqlite3', database: ':memory:', synchronize: true },
    entities,
  }).initialize();
  const random = new Random(1);
  await source.manager.save(Country, [
    { code: 'NO', name: 'Norway' },
    { code: 'IT', name: 'Italy' },
    { code: 'TH', name: 'Thailand' },
  ]);
  await source.manager.save(
    Maker,
    upTo(12).map((id) => makerOf(id, random)),
  );
  await source.manager.save(
    Label,
    labelNames.map((name, index) => ({ id: index + 1, name })),
  );
  await source.manager.save(
    Product,
    upTo(120).map((id) => productOf(id, random)),
  );
  await source.manager.save(
    Review,
    upTo(300).map((id) => reviewOf(id, random)),
  );
  return source;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const two = (number: number) => String(number).padStart(2, '0');
const dayOf = (random: Random) => `${2019 + random.below(6)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
const momentOf = (random: Random) => new Date(`${dayOf(random)}T${two(random.below(24))}:${two(random.below(60))}:00Z`);

/** Null once in so many times. */
function maybe<Value>(random: Random, inSoMany: number, make: () => Value): Value | null {
  const value = make();
  return random.once(inSoMany) ? null : value;
}

export const serialOf = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;

function makerOf(id: number, random: Random) {
  return {
    ...{ id, name: `${random.pick(words)} works ${id}`, bankAccount: `NO${id}` },
    foundedOn: maybe(random, 4, () => dayOf(random)),
    country: maybe(random, 4, () => ({ code: random.pick(['NO', 'IT', 'TH']) })),
  };
}

function productOf(id: number, random: Random) {
  return {
    ...{ id, name: `${random.pick(words)} ${random.pick(words)} ${id}`, limited: random.below(3), purchasePrice: id },
    note: maybe(random, 3, () => `${random.pick(words)}, ${random.pick(words)}`),
    status: maybe(random, 8, () => random.pick(statuses)),
    stock: maybe(random, 8, () => random.below(30)),
    sold: maybe(random, 8, () => String(9_007_199_254_740_990n + BigInt(random.below(8)))),
    price: maybe(random, 8, () => `${random.below(200)}.${random.pick(['00', '25', '50', '75'])}`),
    weight: maybe(random, 8, () => random.below(80) / 4),
    isOnSale: random.once(2),
    releasedAt: maybe(random, 6, () => momentOf(random)),
    addedOn: maybe(random, 6, () => dayOf(random)),
    opensAt: maybe(random, 6, () => `${two(random.below(24))}:${random.pick(['00', '30'])}:00`),
    serial: maybe(random, 6, () => serialOf(id)),
    size: { width: 1 + random.below(6), height: maybe(random, 4, () => 1 + random.below(6)) },
    colors: maybe(random, 5, () => (random.once(6) ? [] : [...random.some(colors, 3)])),
    specs: maybe(random, 5, () => specsOf(random)),
    deletedAt: random.once(10) ? new Date('2025-01-01T00:00:00Z') : null,
    maker: maybe(random, 6, () => ({ id: 1 + random.below(12) })),
    labels: random.once(4) ? [] : random.some(labelNames, 3).map((name) => ({ id: labelNames.indexOf(name) + 1 })),
  };
}

function specsOf(random: Random): object {
  const watts = random.pick([5, 10, 60, 'many', null, 1.5]);
  return { material: random.pick(materials), power: { watts }, ports: random.some(['usb', 'hdmi', 'vga'], 3) };
}

function reviewOf(id: number, random: Random) {
  return {
    ...{ id, text: `${random.pick(words)} ${random.pick(words)}`, createdAt: momentOf(random) },
    stars: maybe(random, 6, () => 1 + random.below(5)),
    approved: maybe(random, 6, () => random.once(2)),
    product: { id: 1 + random.below(100) },
  };
}
