import type { EngineName } from '../../support/databases.js';

const uuid = (digit: string) => `${digit.repeat(8)}-1111-4111-8111-${digit.repeat(12)}`;

/** The restaurants of the tests; those of tenant 2 are seen by nobody but themselves, and 9 is deleted. */
const places = [
  {
    id: 1,
    name: 'Ayla',
    cuisine: 'Thai',
    rating: 4.5,
    price: '12.50',
    visits: '9007199254740993',
    open: true,
    level: 'low',
  },
  { id: 2, name: 'Bo', cuisine: 'Thai', rating: 3.25, price: '30.00', visits: '7', open: true, level: 'mid' },
  { id: 3, name: 'Cy', cuisine: 'thai', rating: null, price: '8.10', visits: '7', open: false, level: 'low' },
  { id: 4, name: 'Dao', cuisine: 'Oslo 100%', rating: 5, price: '30.00', visits: '0', open: true, level: 'high' },
  { id: 5, name: 'Eli', cuisine: null, rating: 1.5, price: '9.99', visits: '7', open: false, level: 'low' },
  { id: 6, name: 'Fay', cuisine: 'Sushi_Bar', rating: 2, price: '55.00', visits: '12', open: true, level: 'high' },
  { id: 7, name: 'Gus', cuisine: null, rating: 4.5, price: '9.99', visits: '12', open: true, level: 'low' },
  {
    id: 8,
    name: 'Hel',
    cuisine: 'Hidden',
    rating: 0.5,
    price: '1.00',
    visits: '1',
    open: false,
    level: 'mid',
    tenant: 2,
  },
  {
    id: 9,
    name: 'Ida',
    cuisine: 'Gone',
    rating: 0.1,
    price: '99.00',
    visits: '1',
    open: false,
    level: 'mid',
    gone: true,
  },
] as const;

/** The parts of each place that not all have. */
const more: Readonly<Record<number, object>> = {
  1: {
    ...{ founded: '2020-01-05', seen: '2024-03-01T10:00:00.000Z', code: uuid('a'), phone: '12 34', city: 'Oslo' },
    ...{ labels: ['red', 'blue', 'red'], notes: ['a b', '"q"'], sizes: [1, 2], chef: 1, paid: 100 },
    doc: {
      color: 'red',
      size: { width: 3 },
      big: 9007199254740993n,
      weight: 1.5,
      on: true,
      made: '2024-01-01',
      words: ['x', 'y'],
      counts: [1, 2, 2],
    },
  },
  2: {
    ...{ founded: '2020-01-05', seen: '2024-03-01T10:00:00.000Z', code: uuid('b'), phone: '1234', city: 'Oslo' },
    ...{ labels: ['Red', 'blue'], notes: ['a b'], sizes: [2], chef: 1, paid: 100 },
    doc: {
      color: 'Red',
      size: { width: 3 },
      big: 5,
      weight: 10,
      on: false,
      made: '2023-12-31',
      words: ['x', 7, null],
      counts: ['1', 3.5],
    },
  },
  3: {
    ...{ founded: '1999-12-31', seen: '2024-03-02T23:30:00.000Z', code: uuid('b'), phone: '99', city: 'Bergen' },
    ...{ labels: [], notes: [], sizes: [], chef: 2, paid: 5 },
    doc: { color: 5, size: 7, big: 5, weight: 'heavy', on: 'true', made: 'soon', words: 'x', counts: {} },
  },
  4: {
    founded: null,
    seen: null,
    code: uuid('c'),
    phone: null,
    city: null,
    labels: null,
    notes: null,
    sizes: null,
    doc: null,
    chef: 3,
    paid: 5,
  },
  5: {
    founded: '2020-01-05',
    seen: '2024-03-01T10:00:00.000Z',
    code: uuid('c'),
    phone: '99',
    city: 'Oslo',
    labels: ['green'],
    notes: ['x'],
    sizes: [3],
    doc: { color: 'red', words: ['X'] },
    chef: null,
    paid: 7,
  },
  6: {
    founded: '2021-06-01',
    seen: null,
    code: uuid('c'),
    phone: '99',
    city: 'oslo',
    labels: ['blue'],
    notes: ['x', 'y'],
    sizes: [2, 3],
    doc: {},
    chef: 4,
    paid: 7,
  },
  7: {
    founded: null,
    seen: null,
    code: uuid('d'),
    phone: null,
    city: 'Bergen',
    labels: ['blue'],
    notes: ['X'],
    sizes: [9],
    doc: { color: null, words: [] },
    chef: 2,
    paid: 7,
  },
  8: {
    founded: '1900-01-01',
    seen: '1970-01-01T00:00:00.000Z',
    code: uuid('e'),
    phone: '0',
    city: 'Hidden',
    labels: ['hidden'],
    notes: ['hidden'],
    sizes: [99],
    doc: { color: 'hidden', words: ['hidden'], weight: 99 },
    chef: 1,
    paid: 1,
  },
  9: {
    founded: '1900-01-01',
    seen: '1970-01-01T00:00:00.000Z',
    code: uuid('f'),
    phone: '0',
    city: 'Gone',
    labels: ['gone'],
    notes: ['gone'],
    sizes: [98],
    doc: { color: 'gone', words: ['gone'] },
    chef: 1,
    paid: 1,
  },
};

/** The JSON text of a document, in which a BigInt is a number. */
function jsonOf(value: unknown): string {
  const text = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `#${inner}#` : inner));
  return text.replaceAll(/"#(\d+)#"/g, '$1');
}

function arrayOf(list: readonly unknown[] | null): string | null {
  return list === null ? null : `{${list.map((text) => JSON.stringify(text)).join(',')}}`;
}

type Row = Readonly<Record<string, string | null>>;

/** The rows of every table, as SQL takes them. */
export function facetRows(engine: EngineName): Readonly<Record<string, readonly Row[]>> {
  const isPostgres = engine === 'postgres';
  const list = (value: readonly unknown[] | null) => (isPostgres ? arrayOf(value) : (value?.join(',') ?? null));
  const truth = (value: boolean) => (isPostgres ? String(value) : value ? '1' : '0');
  const moment = (value: string | null) => (value === null || isPostgres ? value : wallTime(value, engine));
  return {
    country: rows('id name', '1 Norway', '2 Siam', '3 Empty'),
    chef: [
      { id: '1', name: 'Kai', stars: '3', langs: list(['no', 'th']), country_id: '1', deleted_at: null },
      { id: '2', name: 'Lin', stars: '1', langs: list(['th']), country_id: '2', deleted_at: null },
      { id: '3', name: 'Max', stars: '9', langs: list(['xx']), country_id: '3', deleted_at: '2024-01-01 00:00:00' },
      { id: '4', name: null, stars: '2', langs: null, country_id: null, deleted_at: null },
    ],
    tag: [
      { id: '1', name: 'cozy', secret: truth(false) },
      { id: '2', name: 'late', secret: truth(false) },
      { id: '3', name: 'Late', secret: truth(false) },
      { id: '4', name: 'watched', secret: truth(true) },
    ],
    place: places.map((place) => {
      const { id, name, cuisine, rating, price, visits, open, level } = place;
      const rest = more[id] as Readonly<Record<string, unknown>>;
      const text = (key: string) => {
        const value = rest[key];
        return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
      };
      const phone = text('phone');
      const sizes = rest['sizes'] as readonly number[] | null;
      return {
        ...{ id: String(id), name, cuisine, rating: rating === null ? null : String(rating), price, visits, level },
        ...{ open: truth(open), founded: text('founded'), seen: moment(text('seen')), code: text('code') },
        phone: phone === null ? null : `tel:${phone.replaceAll(' ', '')}`,
        addressCity: text('city'),
        labels: list(rest['labels'] as readonly string[] | null),
        notes: (rest['notes'] as readonly string[] | null)?.join(',') ?? null,
        sizes: sizes === null ? null : isPostgres ? arrayOf(sizes) : jsonOf(sizes),
        doc: rest['doc'] === null ? null : jsonOf(rest['doc']),
        ...{ paid: text('paid'), tenant: 'tenant' in place ? '2' : '1', chef_id: text('chef') },
        deleted_at: 'gone' in place ? '2024-01-01 00:00:00' : null,
      };
    }),
    review: rows(
      'id stars author at place_id',
      ...['1 5 Ann 2024-01-01 1', '2 5 Ann 2024-01-02 1', '3 1 ann 2024-01-03 1', '4 3 Bob 2023-05-05 2'],
      ...['5 3 Cat 2024-02-02 3', '6 3 Dan 2024-02-03 3', '7 4 Ann 2024-02-04 4', '8 2 Eve 1970-01-01 8'],
    ),
    place_tag: rows('place_id tag_id', '1 1', '1 2', '1 3', '2 2', '3 1', '3 4', '4 4', '6 3', '8 1', '9 2'),
    slot: rows('day hour kind', '1 9 open', '1 10 open', '2 9 shut'),
    mark: rows('id word slot_day slot_hour', '1 a 1 9', '2 a 1 9', '3 b 1 9', '4 a 1 10', '5 b 2 9'),
    vehicle: [
      { id: '1', type: 'car', maker: 'Saab', doors: '4' },
      { id: '2', type: 'car', maker: 'Saab', doors: '2' },
      { id: '3', type: 'boat', maker: 'Saab', doors: null },
      { id: '4', type: 'boat', maker: 'Ran', doors: null },
    ],
  };
}

/** Writes rows as lines of words. */
function rows(names: string, ...lines: readonly string[]): readonly Row[] {
  const keys = names.split(' ');
  return lines.map((line) => Object.fromEntries(line.split(' ').map((word, index) => [keys[index] ?? '', word])));
}

/** Returns a moment as the engine keeps it: SQLite as UTC, MariaDB by the clock of the process. */
function wallTime(moment: string, engine: EngineName): string {
  const at = new Date(moment);
  const shifted = engine === 'sqlite' ? at : new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().replace('T', ' ').replace('Z', '');
}
