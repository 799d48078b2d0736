import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { words } from './operators.js';
import { GuideBadge, GuideChef, GuideRestaurant, GuideReview, GuideTag, canary } from './guide.js';

/** The rows of the guide as they are stored, each with the keys that it refers by. */
export interface GuideData {
  readonly chefs: readonly ChefRow[];
  readonly badges: readonly BadgeRow[];
  readonly restaurants: readonly RestaurantRow[];
  readonly tags: readonly TagRow[];
  readonly reviews: readonly ReviewRow[];
  /** The junction table. */
  readonly taggings: readonly { readonly restaurant: string; readonly tag: string }[];
}

export interface ChefRow {
  readonly id: number;
  readonly name: string;
  readonly rank: number | null;
  readonly born: string | null;
  readonly region: number;
  readonly isDeleted: boolean;
  readonly mentor: number | null;
}

export interface BadgeRow {
  readonly series: string;
  readonly number: number;
  readonly metal: string | null;
  readonly chef: number | null;
}

export interface RestaurantRow {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly price: string | null;
  readonly region: number;
  readonly chef: number | null;
}

export interface TagRow {
  readonly id: string;
  readonly label: string;
  readonly weight: number | null;
}

export interface ReviewRow {
  readonly id: number;
  readonly stars: number;
  readonly text: string | null;
  readonly spam: boolean;
  readonly isDeleted: boolean;
  readonly restaurant: string | null;
  readonly author: number | null;
}

/** The largest region: rows of it are seen by nobody. */
const hiddenRegion = 9;

const region = fc.constantFrom(1, 1, 2, 3, hiddenRegion);
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null, freq: 3 });
/** A key that may be of no row. */
const reference = (keys: number) => maybe(fc.integer({ min: 1, max: keys + 1 }));

const uuidOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const restaurantId = (index: number) => String(index * 7);

/** Any rows of the guide, some of which nobody may see. */
export const guideData: fc.Arbitrary<GuideData> = fc
  .record({ chefs: fc.integer({ min: 1, max: 8 }), restaurants: fc.integer({ min: 1, max: 9 }) })
  .chain(({ chefs, restaurants }) =>
    fc.record({
      chefs: fc.tuple(
        ...Array.from({ length: chefs }, (_, index) =>
          fc.record({
            id: fc.constant(index + 1),
            name: words,
            rank: maybe(fc.integer({ min: 0, max: 4 })),
            born: maybe(fc.constantFrom('1961-02-03', '1970-12-31')),
            region,
            isDeleted: fc.constantFrom(false, false, false, true),
            mentor: reference(chefs),
          }),
        ),
      ),
      badges: fc.tuple(
        ...Array.from({ length: 4 }, (_, index) =>
          fc.record({
            series: fc.constant(index % 2 === 0 ? 'a' : 'b'),
            number: fc.constant(index),
            metal: maybe(words),
            // Of several badges a chef would have any.
            chef: fc.constant(index < chefs ? index + 1 : null),
          }),
        ),
      ),
      restaurants: fc.tuple(
        ...Array.from({ length: restaurants }, (_, index) =>
          fc.record({
            id: fc.constant(restaurantId(index + 1)),
            code: fc.constant(`code ${index + 1}`),
            title: words,
            price: maybe(fc.constantFrom('1.50', '10.25', '3.00')),
            region,
            chef: reference(chefs),
          }),
        ),
      ),
      tags: fc.tuple(
        ...Array.from({ length: 6 }, (_, index) =>
          fc.record({
            id: fc.constant(uuidOf(index + 1)),
            label: words,
            weight: maybe(fc.integer({ min: 0, max: 3 })),
          }),
        ),
      ),
      reviews: fc
        .array(
          fc.record({
            stars: fc.integer({ min: 0, max: 5 }),
            text: maybe(words),
            spam: fc.constantFrom(false, false, true),
            isDeleted: fc.constantFrom(false, false, false, true),
            restaurant: maybe(fc.integer({ min: 1, max: restaurants }).map((index) => `code ${index}`)),
            author: reference(chefs),
          }),
          { maxLength: 40 },
        )
        .map((reviews) => reviews.map((review, index) => ({ id: index + 1, ...review }))),
      taggings: fc.uniqueArray(
        fc.record({
          restaurant: fc.integer({ min: 1, max: restaurants }).map(restaurantId),
          tag: fc.integer({ min: 1, max: 6 }).map(uuidOf),
        }),
        { maxLength: 25, selector: ({ restaurant, tag }) => `${restaurant} ${tag}` },
      ),
    }),
  );

/** Puts the rows into the tables, in the place of those that are there. What nobody may see has the canary. */
export async function fillGuide(source: DataSource, data: GuideData): Promise<void> {
  const { manager } = source;
  const table = (name: string) => source.driver.escape(name);
  for (const name of ['guide_tagging', 'guide_review', 'guide_badge', 'guide_tag', 'guide_restaurant', 'guide_chef']) {
    const path = source.entityMetadatas.find(({ tableName }) => tableName === name)?.tablePath ?? name;
    await manager.query(`DELETE FROM ${path.split('.').map(table).join('.')}`);
  }
  const secret = canary;
  const deletedAt = (isDeleted: boolean) => (isDeleted ? new Date('2024-05-06T07:08:09Z') : null);
  const hidden = <Text extends string | null>(isHidden: boolean, text: Text) => (isHidden ? canary : text);
  await manager.insert(
    GuideChef,
    data.chefs.map(({ isDeleted, mentor, name, ...row }) => ({
      ...row,
      secret,
      name: hidden(isDeleted || row.region === hiddenRegion, name),
      deletedAt: deletedAt(isDeleted),
      mentor: mentor === null ? null : { id: mentor },
    })),
  );
  await manager.insert(
    GuideBadge,
    data.badges.map(({ chef, ...row }) => ({ ...row, secret, chef: chef === null ? null : { id: chef } })),
  );
  await manager.insert(
    GuideRestaurant,
    data.restaurants.map(({ chef, title, ...row }) => ({
      ...row,
      secret,
      title: hidden(row.region === hiddenRegion, title),
      chef: chef === null ? null : { id: chef },
    })),
  );
  await manager.insert(
    GuideTag,
    data.tags.map((row) => ({ ...row, secret })),
  );
  if (data.reviews.length > 0) {
    await manager.insert(
      GuideReview,
      data.reviews.map(({ isDeleted, restaurant, author, text, ...row }) => ({
        ...row,
        secret,
        text: hidden(isDeleted || row.stars === 0, text),
        deletedAt: deletedAt(isDeleted),
        restaurant: restaurant === null ? null : { code: restaurant },
        author: author === null ? null : { id: author },
      })),
    );
  }
  for (const { restaurant, tag } of data.taggings) {
    await manager.createQueryBuilder().relation(GuideRestaurant, 'tags').of(restaurant).add(tag);
  }
}
