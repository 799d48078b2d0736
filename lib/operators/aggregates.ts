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

const amount = { counts: false, suits: isNumeric };
const extreme = { counts: false, suits: isOrdered, kindOf: ({ kind }: Pick<AggregatedValues, 'kind'>) => kind };
const number = { counts: true, suits: isComparable, kindOf: () => valueKinds.integer };

/** Every aggregate function, in the order of the documentation. */
export const aggregateFunctions: readonly AggregateFunction[] = [
  {
    ...amount,
    name: 'sum',
    summary: 'the sum of the values',
    kindOf: (values, { floatsOnly }) => {
      if (values.storedAs === 'integer') return values.kind.name === 'bigint' ? valueKinds.decimal : valueKinds.bigint;
      return floatsOnly || areFloats(values) ? valueKinds.float : valueKinds.decimal;
    },
    sqlOf: (values, { sum }) => sum(values),
  },
  {
    ...amount,
    name: 'avg',
    summary: 'the average of the values',
    kindOf: (values, { floatsOnly }) => (floatsOnly || areFloats(values) ? valueKinds.float : valueKinds.decimal),
    sqlOf: (values, { average }) => average(values),
  },
  { ...extreme, name: 'min', summary: 'the least value', sqlOf: ({ sql }) => `MIN(${sql})` },
  { ...extreme, name: 'max', summary: 'the greatest value', sqlOf: ({ sql }) => `MAX(${sql})` },
  { ...number, name: 'count', summary: 'the number of values that are not NULL', sqlOf: ({ sql }) => `COUNT(${sql})` },
  {
    ...number,
    name: 'distinct',
    summary: 'the number of distinct values',
    sqlOf: ({ key }) => `COUNT(DISTINCT ${key})`,
  },
];

export function aggregateFunction(name: unknown): AggregateFunction | undefined {
  return aggregateFunctions.find((row) => row.name === name);
}

/** The tokens of the functions that stand under a relation, beside `$count`. */
export const relatedAggregateTokens: readonly string[] = aggregateFunctions
  .filter(({ counts }) => !counts)
  .map(({ name }) => `$${name}`);
