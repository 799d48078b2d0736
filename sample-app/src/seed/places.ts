/** A country and its cities. */
export interface Place {
  readonly code: string;
  readonly country: string;
  readonly cities: readonly string[];
}

export const PLACES: readonly Place[] = [
  { code: 'NO', country: 'Norway', cities: ['Oslo', 'Bergen', 'Trondheim'] },
  { code: 'SE', country: 'Sweden', cities: ['Stockholm', 'Göteborg', 'Malmö'] },
  { code: 'DK', country: 'Denmark', cities: ['København', 'Aarhus'] },
  { code: 'FR', country: 'France', cities: ['Paris', 'Lyon', 'Bordeaux'] },
  { code: 'IT', country: 'Italy', cities: ['Roma', 'Milano', 'Bologna', 'Napoli'] },
  { code: 'ES', country: 'Spain', cities: ['Madrid', 'Barcelona', 'San Sebastián'] },
  { code: 'PT', country: 'Portugal', cities: ['Lisboa', 'Porto'] },
  { code: 'DE', country: 'Germany', cities: ['Berlin', 'München', 'Köln'] },
  { code: 'GB', country: 'United Kingdom', cities: ['London', 'Edinburgh'] },
  { code: 'JP', country: 'Japan', cities: ['Tokyo', 'Osaka', 'Kyoto'] },
  { code: 'TH', country: 'Thailand', cities: ['Bangkok', 'Chiang Mai'] },
  { code: 'IN', country: 'India', cities: ['Mumbai', 'New Delhi'] },
  { code: 'MX', country: 'Mexico', cities: ['Ciudad de México', 'Oaxaca'] },
  { code: 'IS', country: 'Iceland', cities: ['Reykjavík'] },
];

/** Every city with its country's code. The seed leaves the last one without restaurants. */
export const CITIES = PLACES.flatMap(({ code, cities }) => cities.map((name) => ({ name, code })));

export const TAGS: readonly string[] = [
  'family-friendly',
  'vegan',
  'romantic',
  'outdoor seating',
  'live music',
  'late night',
  'wheelchair accessible',
  'dogs welcome',
  'halal',
  'kosher',
  'gluten-free',
  'takeaway',
];
