import fc from 'fast-check';
import type { TanStackFilterFn } from 'nestjs-filterable/client';

/**
 * Models of filters of posts, each of a kind that fits its column, with operators and values among which some are none.
 */

const nothing = fc.constantFrom<unknown>(undefined, null, NaN, {}, [], Infinity);
const texts = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom(' a ', '%', '_', '\\', '"x', 'a,b', '1e3', '$eq'));
const numbers = fc.integer({ min: -1000, max: 1000 });
const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
const days = instants.map((date) => date.toISOString().slice(0, 10));
const members = fc.constantFrom('draft', 'published', 'archived');

const fieldsOf = {
  text: fc.constantFrom('title', 'slug', 'author.name'),
  number: fc.constantFrom('views', 'score', 'author.id'),
};

/** A value, a list of values, or something that is none. */
function valuesOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const lists = fc.array(fc.oneof({ weight: 4, arbitrary: value }, nothing), { maxLength: 3 });
  return fc.oneof({ weight: 3, arbitrary: value }, lists, fc.tuple(value, value), nothing);
}

/** Pages, of which some are none. */
export const pages = fc.record({ page: fc.integer({ min: -1, max: 50 }), pageSize: fc.integer({ min: -1, max: 50 }) });

/** The filters of some columns by their kind: the field, an operator, and a value. */
function filtersOf(kinds: Readonly<Record<string, Kind>>): fc.Arbitrary<readonly Drawn[]> {
  const one = Object.entries(kinds).map(([kind, { fields, operators, value }]) =>
    fc.record({
      kind: fc.constant(kind),
      field: fields,
      operator: fc.constantFrom(...operators),
      value: valuesOf(value),
    }),
  );
  return fc.array(fc.oneof(...one), { maxLength: 4 });
}

interface Kind {
  readonly fields: fc.Arbitrary<string>;
  readonly operators: readonly string[];
  readonly value: fc.Arbitrary<unknown>;
}

interface Drawn {
  readonly kind: string;
  readonly field: string;
  readonly operator: string;
  readonly value: unknown;
}

/** Filters of a TanStack Table, and the functions of their columns. */
export const tanStack = filtersOf({
  text: {
    fields: fieldsOf.text,
    operators: [
      ...[
        'includesString',
        'includesStringSensitive',
        'equalsString',
        'equalsStringSensitive',
        'startsWith',
        'endsWith',
      ],
      ...['equals', 'empty', 'notEmpty', 'arrHas', 'fuzzy', 'constructor'],
    ],
    value: texts,
  },
  number: {
    fields: fieldsOf.number,
    operators: [
      ...['equals', 'weakEquals', 'greaterThan', 'greaterThanOrEqualTo', 'lessThan', 'lessThanOrEqualTo', 'between'],
      ...['betweenInclusive', 'inNumberRange', 'arrHas', '__proto__'],
    ],
    value: numbers,
  },
  date: { fields: fc.constant('publishedAt'), operators: ['inDateRange'], value: fc.oneof(instants, days) },
}).map((filters) => {
  const filterFns = Object.fromEntries(filters.map(({ field, operator }) => [field, operator as TanStackFilterFn]));
  const kindOf = Object.fromEntries(filters.map(({ field, operator }) => [field, operator]));
  const fitting = filters.filter(({ field, operator }) => kindOf[field] === operator);
  return { columnFilters: fitting.map(({ field, value }) => ({ id: field, value })), filterFns };
});

/** The filter models of AG Grid, by column. */
export const agGrid = filtersOf({
  text: {
    fields: fieldsOf.text,
    operators: [
      'contains',
      'notContains',
      'equals',
      'notEqual',
      'startsWith',
      'endsWith',
      'blank',
      'notBlank',
      'empty',
    ],
    value: texts,
  },
  number: {
    fields: fieldsOf.number,
    operators: ['equals', 'notEqual', 'lessThan', 'greaterThanOrEqual', 'inRange', 'blank', 'notBlank', 'toString'],
    value: numbers,
  },
  date: {
    fields: fc.constantFrom('publishedOn', 'publishedAt'),
    operators: ['equals', 'notEqual', 'lessThan', 'greaterThan', 'inRange', 'blank', 'notBlank', 'today'],
    value: days.map((day) => `${day} 00:00:00`),
  },
  set: { fields: fc.constant('status'), operators: ['set'], value: members },
}).map((filters) =>
  Object.fromEntries(
    filters.map(({ kind, field, operator, value }) => {
      const isPair = Array.isArray(value) && kind !== 'set';
      const [from, to] = isPair ? value : [value];
      const names = kind === 'date' ? { dateFrom: from, dateTo: to } : { filter: from, filterTo: to };
      return [field, { filterType: kind, type: operator, values: value, ...names }];
    }),
  ),
);

/** The columns of that grid. */
// prettier-ignore
export const muiColumns = [
  ...['title', 'slug', 'author.name'].map((field) => ({ field, type: 'string' })),
  ...['views', 'score', 'author.id'].map((field) => ({ field, type: 'number' })),
  ...[{ field: 'publishedOn', type: 'date' }, { field: 'publishedAt', type: 'dateTime' }],
  ...[{ field: 'status', type: 'singleSelect' }, { field: 'isFeatured', type: 'boolean' }],
];
const presence = ['isEmpty', 'isNotEmpty'];
const ofDates = ['is', 'not', 'after', 'onOrAfter', 'before', 'onOrBefore', ...presence];
/** The items of the filters of a MUI Data Grid. */
export const mui = filtersOf({
  string: {
    fields: fieldsOf.text,
    operators: [
      'contains',
      'doesNotContain',
      'equals',
      'doesNotEqual',
      'startsWith',
      'endsWith',
      'isAnyOf',
      ...presence,
    ],
    value: texts,
  },
  number: { fields: fieldsOf.number, operators: ['=', '!=', '>', '>=', '<', '<=', 'isAnyOf', 'is'], value: numbers },
  date: { fields: fc.constant('publishedOn'), operators: ofDates, value: instants },
  dateTime: { fields: fc.constant('publishedAt'), operators: ofDates, value: instants },
  choice: { fields: fc.constant('status'), operators: ['is', 'not', 'isAnyOf', 'contains'], value: members },
  boolean: { fields: fc.constant('isFeatured'), operators: ['is', 'not'], value: fc.constantFrom('true', 'false') },
});

const ruleKinds = filtersOf({
  text: {
    fields: fieldsOf.text,
    operators: [
      ...['=', '!=', 'contains', 'beginsWith', 'endsWith', 'doesNotContain', 'doesNotBeginWith', 'doesNotEndWith'],
      ...['null', 'notNull', 'in', 'notIn', 'between', '~', 'sounds'],
    ],
    value: texts,
  },
  number: {
    fields: fieldsOf.number,
    operators: ['=', '!=', '<', '<=', '>', '>=', 'null', 'in', 'notIn', 'between', 'notBetween', 'constructor'],
    value: numbers,
  },
});
/** Groups of rules of React Query Builder. */
export const { group } = fc.letrec<{ group: object; member: object }>((tie) => ({
  group: fc.record(
    {
      combinator: fc.constantFrom('and', 'or', 'and', 'OR', 'xor'),
      rules: fc.tuple(ruleKinds, fc.array(tie('member'), { maxLength: 2 })).map((lists) => lists.flat()),
      not: fc.boolean(),
      muted: fc.constant(true),
    },
    { requiredKeys: ['combinator', 'rules'] },
  ),
  member: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.constant({ field: 'views', operator: '>', value: 5, muted: true }),
    tie('group'),
    fc
      .record({ value: ruleKinds, mode: fc.constantFrom('some', 'all', 'none', 'atLeast', 'most'), threshold: numbers })
      .map(({ value, mode, threshold }) => ({
        field: 'comments',
        operator: '=',
        value: { combinator: 'and', rules: value.map((rule) => ({ ...rule, field: 'body' })).filter(isOfText) },
        match: { mode, threshold },
      })),
  ),
}));

function isOfText({ kind }: { readonly kind: string }): boolean {
  return kind === 'text';
}
