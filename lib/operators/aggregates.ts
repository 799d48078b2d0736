import { type AggregateSql, type Summands, areFloats } from '../dialects/index.js';
import { type ValueKind, valueKinds } from '../values/index.js';

/** The names of the aggregate functions, as `aggregates=price:sum` has them. */
export type AggregateName = 'count' | 'distinct' | 'sum' | 'avg' | 'min' | 'max';

/** The values that a function is applied to. */
export interface AggregatedValues extends Summands {
  readonly kind: ValueKind;
  /** The SQL that tells equal values from others. */
  readonly key: string;
}

/** One function over the values of many rows. None of them counts NULL. */
export interface AggregateFunction {
  readonly name: AggregateName;
  /** One line for `describe()` and generated documentation: `the sum of the values`. */
  readonly summary: string;
  /** True for a number of rows or values. It is 0 without any, where other functions are NULL. */
  readonly counts: boolean;
  /** Returns true for a kind that has such an aggregate. */
  readonly suits: (kind: ValueKind) => boolean;
  /** Returns the kind of its result. */
  readonly kindOf: (values: Pick<AggregatedValues, 'kind' | 'storedAs'>, sql: AggregateSql) => ValueKind;
  /** Writes it, as it is compared and sorted by. */
  readonly sqlOf: (values: AggregatedValues, sql: AggregateSql) => string;
}

/** The kinds that have a least and a greatest value which means something to a person. */
const ordered: ReadonlySet<string> = new Set(['text', 'date', 'datetime', 'time']);

const isComparable = ({ comparable }: ValueKind): boolean => comparable;
const isNumeric = ({ numeric }: ValueKind): boolean => numeric === true;
const isOrdered = (kind: ValueKind): boolean => isNumeric(kind) || ordered.has(kind.name);

/** Every aggregate function, in the order of the documentation. */
export const aggregateFunctions: readonly AggregateFunction[] = [
  {
    name: 'sum',
    summary: 'the sum of the values',
    counts: false,
    suits: isNumeric,
    kindOf: (values, { floatsOnly }) => {
      if (values.storedAs === 'integer') return values.kind.name === 'bigint' ? valueKinds.decimal : valueKinds.bigint;
      return floatsOnly || areFloats(values) ? valueKinds.float : valueKinds.decimal;
    },
    sqlOf: (values, { sum }) => sum(values),
  },
  {
    name: 'avg',
    summary: 'the average of the values',
    counts: false,
    suits: isNumeric,
    kindOf: (values, { floatsOnly }) => (floatsOnly || areFloats(values) ? valueKinds.float : valueKinds.decimal),
    sqlOf: (values, { average }) => average(values),
  },
  {
    name: 'min',
    summary: 'the least value',
    counts: false,
    suits: isOrdered,
    kindOf: ({ kind }) => kind,
    sqlOf: ({ sql }) => `MIN(${sql})`,
  },
  {
    name: 'max',
    summary: 'the greatest value',
    counts: false,
    suits: isOrdered,
    kindOf: ({ kind }) => kind,
    sqlOf: ({ sql }) => `MAX(${sql})`,
  },
  {
    name: 'count',
    summary: 'the number of values that are not NULL',
    counts: true,
    suits: isComparable,
    kindOf: () => valueKinds.integer,
    sqlOf: ({ sql }) => `COUNT(${sql})`,
  },
  {
    name: 'distinct',
    summary: 'the number of distinct values',
    counts: true,
    suits: isComparable,
    kindOf: () => valueKinds.integer,
    sqlOf: ({ key }) => `COUNT(DISTINCT ${key})`,
  },
];

/** Returns the aggregate function of a name, or undefined for any other text. */
export function aggregateFunction(name: unknown): AggregateFunction | undefined {
  return aggregateFunctions.find((row) => row.name === name);
}

/** The operators that compare an aggregate of related rows. */
export const aggregateOperators: ReadonlySet<string> = new Set([
  '$eq',
  '$ne',
  '$lt',
  '$lte',
  '$gt',
  '$gte',
  '$in',
  '$notIn',
  '$between',
  '$notBetween',
  '$null',
  '$notNull',
]);

/** The tokens of the functions that stand under a relation, beside `$count`. */
export const relatedAggregateTokens: readonly string[] = aggregateFunctions
  .filter(({ counts }) => !counts)
  .map(({ name }) => `$${name}`);
