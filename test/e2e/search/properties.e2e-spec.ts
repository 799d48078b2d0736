import fc from 'fast-check';
import type { ObjectLiteral } from 'typeorm';
import { type World, onEngines } from '../../support/engines.js';
import { runs } from '../properties/settings.js';
import { asking, searchModels } from './model.js';

/** A chef, whom a reader may not see. */
interface ChefRow {
  readonly id: number;
  readonly name: string;
  readonly isHidden: boolean;
}

/** A shop, and what is written about it. */
interface ShopRow {
  readonly id: number;
  readonly tenant: number;
  readonly name: string;
  readonly slogan: string | null;
  readonly stars: number;
  readonly chef: number | null;
  readonly reviews: readonly { readonly text: string | null; readonly isDeleted: boolean }[];
}

/** All rows of a database. */
interface Dataset {
  readonly chefs: readonly ChefRow[];
  readonly shops: readonly ShopRow[];
}

/** The fields that are searched. */
const searched = ['name', 'slogan', 'stars', 'chef.name', 'reviews.text'];

/** Texts of few letters, so that words are found often; all of them are ASCII, whose case every engine knows. */
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', '1', '%', '_', '\\', ' ', '"'),
  minLength: 1,
  maxLength: 5,
});

const chefIds = [1, 2, 3];

const shop = (id: number, tenant: number): fc.Arbitrary<ShopRow> =>
  fc.record({
    id: fc.constant(id),
    tenant: fc.constant(tenant),
    name: text,
    slogan: fc.option(text),
    stars: fc.integer({ min: 0, max: 12 }),
    chef: fc.option(fc.constantFrom(...chefIds)),
    reviews: fc.array(fc.record({ text: fc.option(text), isDeleted: fc.boolean() }), { maxLength: 3 }),
  });

const shops = (from: number, tenant: number) =>
  fc.tuple(...Array.from({ length: 4 }, (_, index) => shop(from + index, tenant)));

/** Rows, some of which the readers of the first tenant may not see. */
const datasets: fc.Arbitrary<Dataset> = fc.record({
  chefs: fc.tuple(...chefIds.map((id) => fc.record({ id: fc.constant(id), name: text, isHidden: fc.boolean() }))),
  shops: shops(1, 1),
});

/** Shops of another tenant, to be added to any of these. */
const outsiders: fc.Arbitrary<readonly ShopRow[]> = shops(100, 2);

/** The words of a search: each has something that is no white space, and no quote that could end a phrase. */
const searches: fc.Arbitrary<readonly string[]> = fc.array(
  fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', 'B', '1', '%', '_', '\\'), minLength: 1, maxLength: 2 }),
    fc.constantFrom('a b', 'b a', '1 ', '12', '3'),
  ),
  { minLength: 1, maxLength: 3 },
);

/** Writes words as one search. */
function searchOf(words: readonly string[]): string {
  return words.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ');
}

/** The shops of a tenant in which every word is found: an evaluator that knows nothing of the library. */
function expectedIds({ chefs, shops }: Dataset, words: readonly string[], tenant: number): readonly number[] {
  const found = shops.filter((row) => {
    const chef = chefs.find(({ id, isHidden }) => id === row.chef && !isHidden);
    const reviews = row.reviews.filter(({ isDeleted }) => !isDeleted);
    const texts = [row.name, row.slogan, chef?.name, ...reviews.map((review) => review.text)];
    const isFound = (word: string) =>
      texts.some((value) => value?.toLowerCase().includes(word.toLowerCase())) ||
      (/^\d+$/.test(word) && Number(word) === row.stars);
    return row.tenant === tenant && words.every(isFound);
  });
  return found.map(({ id }) => id);
}

/** Replaces the rows of a database. */
async function store({ source, engine }: World, { chefs, shops }: Dataset): Promise<void> {
  for (const table of ['shop_crowd', 'review', 'shop', 'chef']) await source.query(`DELETE FROM ${table}`);
  await source.getRepository(searchModels[engine].Chef).insert(chefs.map((chef) => ({ ...chef })));
  await add({ source, engine }, shops);
}

/** Adds shops to a database. */
async function add({ source, engine }: Pick<World, 'source' | 'engine'>, shops: readonly ShopRow[]): Promise<void> {
  const { Shop, Review } = searchModels[engine];
  await source.getRepository<ObjectLiteral>(Shop).insert(
    shops.map(({ id, tenant, name, slogan, stars, chef }) => ({
      ...{ id, tenant, name, slogan, stars, style: 'fine' },
      chef: chef === null ? null : { id: chef },
    })),
  );
  const reviews = shops.flatMap(({ id, reviews: written }) =>
    written.map(({ text, isDeleted }, index) => ({
      ...{ id: id * 10 + index, text, stars: 1, shop: { id } },
      deletedAt: isDeleted ? new Date(0) : null,
    })),
  );
  if (reviews.length > 0) await source.getRepository<ObjectLiteral>(Review).insert(reviews);
}

onEngines('random searches', { entities: (engine) => searchModels[engine].entities }, (world) => {
  const { page, parse, shops: rows } = asking(world);
  // At most as many as here by the gate too: each fills a table twice.
  const [most, share] = world.engine === 'sqlite' ? [150, 2] : [40, 8];
  const numRuns = Math.min(most, Math.ceil(runs / share));

  /** The answers of all kinds to a search of a reader who is no member of staff. */
  const answersTo = async (words: readonly string[]) => {
    const query = parse({ search: searchOf(words), sort: 'id' }, { fields: searched, context: { tenant: 1 } });
    const [ids, total] = await page(query);
    return { ids, total, count: await world.filters.count(rows(), query) };
  };

  it('find the rows in which every word is, and are no oracle on rows that the reader may not see', async () => {
    await fc.assert(
      fc.asyncProperty(datasets, outsiders, searches, async (dataset, others, words) => {
        const ids = expectedIds(dataset, words, 1);
        const answers = { ids, total: ids.length, count: ids.length };
        await store(world, dataset);
        expect(await answersTo(words)).toEqual(answers);
        await add(world, others);
        expect(await answersTo(words)).toEqual(answers);
      }),
      { numRuns },
    );
  });
});
