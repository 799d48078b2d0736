/** Kept as a JSON document. Every part may be missing: `filters[facilities][seats][terrace][$gte]=20`. */
export interface Facilities {
  readonly seats?: { readonly inside?: number; readonly terrace?: number };
  readonly parking?: 'garage' | 'street';
  readonly payment?: readonly ('card' | 'cash' | 'phone')[];
}
