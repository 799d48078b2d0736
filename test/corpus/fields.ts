import type { Random } from './random.js';
import { colors, labelNames, materials, serialOf, statuses, words } from './shop.js';

/** A field of a list: its key in brackets, the kind of its values, and texts that are such values. */
export interface Field {
  readonly path: readonly string[];
  readonly operators: readonly string[];
  readonly value: (random: Random) => string;
}

const equality = ['$eq', '$ne', '$in', '$notIn', '$null', '$notNull'];
const ordered = [...equality, '$lt', '$lte', '$gt', '$gte', '$between', '$notBetween'];
const matches = ['$contains', '$notContains', '$startsWith', '$endsWith'];
const texts = [
  ...[...ordered, '$eqi', '$nei', '$eqc', ...matches],
  ...[...matches.map((token) => `${token}i`), ...matches.map((token) => `${token}c`)],
];
const listed = ['$has', '$hasEvery', '$hasSome', '$empty', '$null', '$notNull'];

/** Operators that take a list, two values, or true or false; the others take one value. */
export const lists = ['$in', '$notIn', '$hasEvery', '$hasSome'];
export const pairs = ['$between', '$notBetween'];
export const booleans = ['$null', '$notNull', '$empty'];

const two = (number: number) => String(number).padStart(2, '0');
const day = (random: Random) => `${2019 + random.below(6)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
const moment = (random: Random) =>
  random.pick([day, (it: Random) => `${day(it)}T${two(it.below(24))}:00:00Z`, (it: Random) => `${day(it)} 10:30`])(
    random,
  );

const whole = (below: number) => (random: Random) => String(random.below(below));
const one = (values: readonly string[]) => (random: Random) => random.pick(values);

const textField = (path: string[], values: readonly string[]) => ({ path, operators: texts, value: one(values) });
const orderedField = (path: string[], value: (random: Random) => string) => ({ path, operators: ordered, value });

/** Every field of a product, with those of its documents and embedded objects. */
export const ownFields: readonly Field[] = [
  orderedField(['id'], whole(130)),
  textField(['name'], words),
  textField(['note'], words),
  { path: ['status'], operators: equality, value: one(statuses) },
  { path: ['state'], operators: equality, value: one(statuses) },
  orderedField(['stock'], whole(30)),
  orderedField(['sold'], (random) => String(9_007_199_254_740_990n + BigInt(random.below(8)))),
  orderedField(['price'], (random) => `${random.below(200)}.${random.pick(['5', '25', '00'])}`),
  orderedField(['weight'], (random) => random.pick(['1', '2.5', '7.25', '1e1', '19.75'])),
  { path: ['isOnSale'], operators: ['$eq', '$ne'], value: one(['true', 'false', '1', '0']) },
  orderedField(['releasedAt'], moment),
  orderedField(['addedOn'], day),
  orderedField(['opensAt'], (random) => `${two(random.below(24))}:${random.pick(['00', '30'])}`),
  orderedField(['serial'], (random) => serialOf(1 + random.below(120))),
  orderedField(['size', 'width'], whole(7)),
  orderedField(['size', 'height'], whole(7)),
  textField(['specs', 'material'], materials),
  orderedField(['specs', 'power', 'watts'], one(['5', '10', '60'])),
  { path: ['specs', 'ports'], operators: listed, value: one(['usb', 'hdmi', 'vga']) },
  { path: ['specs'], operators: ['$null', '$notNull'], value: one(['true']) },
  { path: ['colors'], operators: listed, value: one(colors) },
  { path: ['limited'], operators: ['$eq', '$gte'], value: whole(3) },
];

/** Fields of a related row, by the relation that leads to it. */
export const relatedFields: Readonly<Record<string, readonly Field[]>> = {
  maker: [
    orderedField(['id'], whole(13)),
    textField(['name'], words),
    orderedField(['foundedOn'], day),
    { path: ['country', 'code'], operators: equality, value: one(['NO', 'IT', 'TH']) },
    textField(['country', 'name'], ['Norway', 'Italy', 'way']),
  ],
  reviews: [
    orderedField(['stars'], whole(6)),
    textField(['text'], words),
    { path: ['approved'], operators: ['$eq', '$ne', '$null'], value: one(['true', 'false']) },
    orderedField(['createdAt'], moment),
  ],
  labels: [orderedField(['id'], whole(6)), textField(['name'], labelNames)],
};

export const sortKeys = [
  ...[
    'id',
    'name',
    'note',
    'status',
    'stock',
    'sold',
    'price',
    'weight',
    'isOnSale',
    'releasedAt',
    'addedOn',
    'opensAt',
  ],
  ...['serial', 'size.width', 'size.height', 'specs.material', 'specs.power.watts'],
  ...['maker.name', 'maker.foundedOn', 'maker.country.name', 'reviews.$count', 'labels.$count', 'reviews.$avg.stars'],
];

export const answeredFields = [
  'id',
  'name',
  'note',
  'status',
  'stock',
  'price',
  'isOnSale',
  'addedOn',
  'size.width',
  'colors',
];
