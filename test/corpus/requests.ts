import type { ListName } from './answers.js';
import { type Field, answeredFields, booleans, lists, ownFields, pairs, relatedFields, sortKeys } from './fields.js';
import { mistaken } from './mistaken.js';
import type { Random } from './random.js';
import { words } from './shop.js';

/** A request to a list, as a client writes it: pairs of a key and a value, not yet encoded. */
export type Pairs = (readonly [string, string])[];

const keyOf = (segments: readonly (string | number)[]) => segments.map((segment) => `[${segment}]`).join('');

/** Gives a random request; one in four has a mistake. */
export function requestOf(list: ListName, random: Random): string {
  const asked = makers[list](random);
  return textOf(random.once(4) ? mistaken(asked, random) : asked);
}

const encode = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',');
const textOf = (asked: Pairs) => asked.map(([key, value]) => `${key}=${encode(value)}`).join('&');

const makers: Readonly<Record<ListName, (random: Random) => Pairs>> = {
  plain: (random) => [...filtersOf(random), ...sortOf(random), ...paginationOf(random)],
  declared: (random) => [...filtersOf(random), ...parametersOf(random), ...sortOf(random), pageSizeOf(random)],
  flat: (random) => [...flatOf(random), ...(random.once(3) ? filtersOf(random) : [])],
  strapi: (random) => [...filtersOf(random), ...sortOf(random), ...strapiOf(random), pageSizeOf(random)],
  purity: (random) => [...filtersOf(random), ...sortOf(random), ...paginationOf(random)],
};

function filtersOf(random: Random): Pairs {
  if (random.once(12)) return jsonOf(random);
  if (random.once(3)) return conditionOf(random, []);
  return Array.from({ length: 1 + random.below(2) }, (_, place) => oneFilter(random, place)).flat();
}

/** A condition, on its own or in a group of its own, so that two never have one key. */
function oneFilter(random: Random, place: number): Pairs {
  const inGroup = (group: readonly (string | number)[]) => conditionOf(random, group);
  const shapes = [
    () => inGroup(['$and', place]),
    () => inGroup(['$and', place]),
    () => [...inGroup(['$and', place, '$or', 0]), ...inGroup(['$and', place, '$or', 1])],
    () => inGroup(['$and', place, '$not']),
  ];
  return random.pick(shapes)();
}

function conditionOf(random: Random, group: readonly (string | number)[]): Pairs {
  if (random.once(3)) return relatedOf(random, group);
  const field = random.pick(ownFields);
  return comparisonOf(random, [...group, ...field.path], field);
}

function comparisonOf(random: Random, at: readonly (string | number)[], field: Field): Pairs {
  if (random.once(8)) return [[`filters${keyOf(at)}`, field.value(random)]];
  const operator = random.pick(field.operators);
  const key = `filters${keyOf([...at, operator])}`;
  if (booleans.includes(operator)) return [[key, random.pick(['true', 'false'])]];
  if (pairs.includes(operator))
    return [field.value(random), field.value(random)].map((value, i) => [`${key}[${i}]`, value]);
  if (!lists.includes(operator)) return [[key, field.value(random)]];
  return Array.from({ length: 1 + random.below(3) }, (_, index) => [`${key}[${index}]`, field.value(random)] as const);
}

function relatedOf(random: Random, group: readonly (string | number)[]): Pairs {
  const relation = random.pick(['maker', 'reviews', 'labels']);
  const inner = (...more: string[]) => {
    const field = random.pick(relatedFields[relation] ?? []);
    return comparisonOf(random, [...group, relation, ...more, ...field.path], field);
  };
  const at = (...more: string[]) => `filters${keyOf([...group, relation, ...more])}`;
  const toOne = [
    () => inner(),
    (): Pairs => [[at('$exists'), random.pick(['true', 'false'])]],
    (): Pairs => [[at(), '3']],
  ];
  if (relation === 'maker') return random.pick(toOne)();
  const functions = ['$avg', '$sum', '$min', '$max'];
  return random.pick<() => Pairs>([
    ...[() => inner(), () => inner('$some'), () => inner('$every'), () => inner('$none')],
    () => [[at('$count', random.pick(['$gte', '$eq', '$lt'])), String(random.below(5))]],
    () => [[at('$count', '$gte'), '1'], ...inner('$count', '$where')],
    () => [[at('$null'), random.pick(['true', 'false'])]],
    () => [[at(random.pick(functions), 'stars', random.pick(['$gte', '$lt'])), String(1 + random.below(5))]],
  ])();
}

/** The conditions as JSON text. */
function jsonOf(random: Random): Pairs {
  const [stock, width] = [random.below(30), random.below(7)];
  const word = random.pick(words);
  return random.pick<Pairs>([
    [['filters', JSON.stringify({ stock: { $gte: stock }, name: { $contains: word } })]],
    [['filters[$or]', JSON.stringify([{ stock }, { size: { width } }])]],
    [['filters[reviews]', JSON.stringify({ stars: { $in: [1 + (stock % 5), 5] } })]],
    [['filters', JSON.stringify({ $not: { colors: { $has: 'red' } } })]],
  ]);
}

function sortOf(random: Random): Pairs {
  if (random.once(3)) return [];
  const keys = random.some(sortKeys, 2);
  const ending = () => random.pick(['', ':asc', ':desc', ':desc:nullsLast', ':asc:nullsFirst']);
  const written = keys.map((key) => `${key}${ending()}`);
  if (random.once(4)) return written.map((key, index) => [`sort[${index}]`, key]);
  return [['sort', written.join(',')]];
}

function paginationOf(random: Random): Pairs {
  const size = String(1 + random.below(8));
  return random.pick<Pairs>([
    [],
    [
      ['pagination[page]', String(1 + random.below(4))],
      ['pagination[pageSize]', size],
    ],
    [
      ['pagination[start]', String(random.below(20))],
      ['pagination[limit]', size],
    ],
    [
      ['pagination[after]', ''],
      ['pagination[pageSize]', size],
    ],
    [
      ['pagination[pageSize]', size],
      ['pagination[withCount]', random.pick(['true', 'false'])],
    ],
  ]);
}

const pageSizeOf = (random: Random): readonly [string, string] => ['pagination[pageSize]', String(1 + random.below(3))];

function parametersOf(random: Random): Pairs {
  const populated = random.pick(['maker', 'labels', 'reviews', 'maker.country', 'maker,labels']);
  return random.some<readonly [string, string]>(
    [
      ['search', random.some(words, 2).join(' ')],
      ['facets', random.some(['status', 'colors', 'labels.name', 'stock'], 2).join(',')],
      ['fields', random.some(answeredFields, 4).join(',')],
      random.once(3) ? ['populate[reviews][limit]', String(1 + random.below(5))] : ['populate', populated],
      [
        'aggregates',
        random
          .some(['stock:sum', 'stock:avg', 'stock:max', 'stock:distinct', 'weight:min', 'addedOn:max'], 3)
          .join(','),
      ],
      ['deleted', random.pick(['with', 'only'])],
    ],
    3,
  ) as Pairs;
}

function strapiOf(random: Random): Pairs {
  return random.pick<Pairs>([
    [],
    [['populate', '*']],
    [['populate[0]', 'maker']],
    [['fields', 'id,name']],
    [['_q', random.pick(words)]],
  ]);
}

function flatOf(random: Random): Pairs {
  return random.some<readonly [string, string]>(
    [
      ['page', String(1 + random.below(4))],
      [random.pick(['limit', 'take']), String(1 + random.below(20))],
      ['sortBy', random.pick(sortKeys)],
      ['name', random.pick([...words, ''])],
      ['status', random.pick(['new', 'used', 'broken'])],
      ['makerId', String(random.below(13))],
      ['from', random.pick(['2020-01-01', '2022-06-30', '2022-02-30'])],
      ['ids', random.pick(['1,2,3', '7', '4,,5'])],
    ],
    4,
  ) as Pairs;
}
