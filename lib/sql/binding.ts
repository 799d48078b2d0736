import type { Dialect } from '../dialects/index.js';
import type { ExpressionSchema } from '../schema/index.js';
import { type BindFacts, type FilterValue, bindFloat, clockOf, lastUpTo } from '../values/index.js';
import type { Statement, StatementTemplate } from './statement.js';
import { driverOf } from '../typeorm/index.js';

/** Values of each operand of a plan, in the order of its structure. */
export type Operands = readonly (readonly FilterValue[])[];

export type ParameterMaker = (values: readonly FilterValue[]) => unknown;

/** Greatest number of members to which a list is padded. A longer one has a statement for each number. */
const mostPadded = 1_024;

/**
 * Returns the number of members that a list of values is written with: 1, 2, 4, 8 and so on, so that lists of nearly
 * the same length share a statement. Its last member is repeated, which changes no membership.
 */
export function paddedLength(length: number): number {
  return length < 3 || length > mostPadded ? length : 2 ** Math.ceil(Math.log2(length));
}

/** Returns a list of values with its last member repeated up to the {@link paddedLength}. */
export function padded<Value>(values: readonly Value[]): readonly Value[] {
  const length = paddedLength(values.length);
  const [last] = values.slice(-1);
  if (length === values.length || last === undefined) return values;
  // `Array.from()` takes twenty times as long.
  const all = values.slice();
  while (all.length < length) all.push(last);
  return all;
}

export function memberAt<Value>(values: readonly Value[], index: number): Value | undefined {
  return values[Math.min(index, values.length - 1)];
}

/** Makes a parameter from one value of an operand. A function of its own, because a closure keeps its surroundings. */
export function makerAt(index: number, make: (value: FilterValue) => unknown): ParameterMaker {
  return (values) => {
    const value = memberAt(values, index);
    return value === undefined ? undefined : make(value);
  };
}

/** Makes a list from all values of an operand, for the same reason a function of its own. */
export function makerOfAll(make: (value: FilterValue) => unknown): ParameterMaker {
  return (values) => values.map(make);
}

/** @internal exported for its tests */
export function makerOfPadded(make: (value: FilterValue) => unknown): ParameterMaker {
  return (values) => padded(values).map(make);
}

/** Operand of a parameter that is equal in every request. */
export const noOperand: readonly FilterValue[] = Object.freeze([]);

/** Makes the values of a statement's parameters, in their order, from the operands of a request of the structure. */
export function valuesFrom(
  { parameters }: Pick<StatementTemplate, 'parameters'>,
  operands: Operands,
  dialect: Dialect,
): readonly unknown[] {
  return parameters.map(({ operand, make }) => asBound(make(operands[operand] ?? noOperand), dialect));
}

export function asBound(value: unknown, dialect: Dialect): unknown {
  return isWrittenAsText(value, dialect) ? String(value) : value;
}

/** True for a whole number that the driver of an engine would not bind exactly. */
export function isWrittenAsText(value: unknown, { wholeNumberOperand }: Dialect): boolean {
  return wholeNumberOperand !== undefined && typeof value === 'bigint';
}

/** Facts that decide how a value is bound: a field's, or a count's, which is compared like a field. */
export type BoundBy = Pick<ExpressionSchema, 'kind' | 'bindFacts'> & Partial<Pick<ExpressionSchema, 'column'>>;

/**
 * Binds one of the values of an operand, and returns it as it stands in the SQL: the parameter, or a phrase around it.
 */
export function operandOf(statement: Statement, by: BoundBy, values: readonly FilterValue[], index: number): string {
  const parameter = statement.bindFrom(values, makerAt(index, makerBy(by)));
  return by.kind.name === 'decimal' ? statement.dialect.decimalOperand(parameter) : parameter;
}

/** Binds a padded list as one parameter that TypeORM spreads, unless each value needs a phrase of its own. */
export function spreadOperand(
  statement: Statement,
  values: readonly FilterValue[],
  make: (value: FilterValue) => unknown,
): string {
  const [first] = values;
  const { wholeNumberOperand } = statement.dialect;
  if (wholeNumberOperand !== undefined && first !== undefined && typeof make(first) === 'bigint') {
    return padded(values)
      .map((_, index) => statement.bindFrom(values, makerAt(index, make)))
      .join(', ');
  }
  return `:...${statement.bindList(values, makerOfPadded(make)).slice(1)}`;
}

/** Makes the function that prepares a value for the driver. Outside of comparisons, a day is its first instant. */
export function makerBy(by: BoundBy): (value: FilterValue) => unknown {
  return (value) => boundValue(by, startOf(value));
}

function startOf(value: FilterValue): FilterValue {
  if (typeof value !== 'object' || value.type === 'instant') return value;
  return value.type === 'day' ? value.start : value.first;
}

/**
 * Returns a value prepared for the driver. A column with a transformer stores other values than its property has, so
 * its operands are transformed, and TypeORM's driver prepares them like a stored value.
 */
export function boundValue({ column, kind, bindFacts }: BoundBy, value: FilterValue): unknown {
  if (column?.transformer === undefined) return kind.bind(value, bindFacts);
  const driver = driverOf(column.entityMetadata);
  const stored: unknown = driver.preparePersistentValue(kind.toProperty(value), column);
  return stored instanceof Date ? withinYears(stored, bindFacts) : bindable(stored, bindFacts.dialect);
}

/** The driver writes a Date as the wall time of its zone, which MySQL takes for no date-time after the year 9999. */
function withinYears(date: Date, { dialect, storedIn }: BindFacts): Date {
  return new Date(lastUpTo(dialect.calendar.lastYear.datetime, date.getTime(), clockOf(storedIn)));
}

/** TypeORM's SQLite drivers write JavaScript numbers into the SQL text; as a BigInt or a text they are bound. */
function bindable(value: unknown, dialect: Dialect): unknown {
  if (typeof value !== 'number') return value;
  if (Number.isSafeInteger(value) && dialect.wholeNumbers === 'bigint') return BigInt(value);
  return bindFloat(value, dialect);
}
