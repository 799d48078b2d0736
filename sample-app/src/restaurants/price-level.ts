/** From cheap to dear; the alphabet agrees, so the order is the same on engines that keep an enum as text. */
export enum PriceLevel {
  Budget = 'budget',
  Casual = 'casual',
  Fine = 'fine',
  Luxury = 'luxury',
}
