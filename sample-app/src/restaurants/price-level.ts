/** From cheap to expensive. The order is also alphabetical, so engines that store enums as text sort them alike. */
export enum PriceLevel {
  Budget = 'budget',
  Casual = 'casual',
  Fine = 'fine',
  Luxury = 'luxury',
}
