import { PriceLevel } from '../restaurants/price-level.js';

/**
 * The first restaurants of every guide: names with wildcards, accents and URL characters, each beside a similar name.
 */
export const LANDMARKS: readonly Landmark[] = [
  { name: '100% Pasta', cuisine: 'Italian', stars: 4, opened: '2020-01-01', priceLevel: PriceLevel.Casual },
  { name: '100 Pasta', cuisine: 'Italian', stars: 2, opened: '2020-01-02' },
  { name: '1000 Noodles', cuisine: 'Thai', stars: null, opened: '2020-01-01' },
  { name: 'Snake_Bar', cuisine: 'Thai', stars: 3, opened: '2019-12-31' },
  { name: 'Snake-Bar', cuisine: 'Thai', stars: 3, opened: '2019-12-31' },
  { name: "L'Étoile", cuisine: 'French', stars: 5, opened: '1984-05-18', priceLevel: PriceLevel.Luxury },
  { name: "L'Etoile", cuisine: 'French', stars: 1, opened: '2021-09-01', priceLevel: PriceLevel.Budget },
  { name: 'ÉLAN', cuisine: 'Nordic', stars: null, opened: '2020-02-29' },
  { name: 'Wow! Tacos', cuisine: 'Mexican', stars: 0, opened: '2024-02-29', priceLevel: PriceLevel.Budget },
  { name: 'Back\\slash', cuisine: 'Nordic', stars: null, opened: '2000-01-01' },
  { name: '[Brackets]', cuisine: 'Vegetarian', stars: 2, opened: '2020-01-01' },
  { name: 'Salt & Pepper = Love', cuisine: 'Indian', stars: 4, opened: '2011-11-11' },
  { name: 'Fish + Chips', cuisine: 'Vegetarian', stars: 0, opened: '2020-01-01' },
  { name: '東京食堂', cuisine: 'Japanese', stars: 3, opened: '1999-12-31', priceLevel: PriceLevel.Fine },
];

export interface Landmark {
  readonly name: string;
  readonly cuisine: string;
  readonly stars: number | null;
  readonly opened: string;
  readonly priceLevel?: PriceLevel;
}
