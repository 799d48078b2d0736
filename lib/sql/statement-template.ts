import type { Dialect } from '../dialects/index.js';
import type { Table } from '../schema/index.js';
import type { FilterValue } from '../values/index.js';

/** The values of the operands of a request. */
type Operands = readonly (readonly FilterValue[])[];

/** Makes the value of a parameter of the values that an operand of a condition has. */
export type ParameterMaker = (values: readonly FilterValue[]) => unknown;

/** Makes a parameter of one value of an operand; a function of its own, because a closure keeps what is around it. */
export function makerAt(index: number, make: (value: FilterValue) => unknown): ParameterMaker {
  return (values) => {
    const value = values[index];
    return value === undefined ? undefined : make(value);
  };
}

/** Makes a list of all values of an operand; a function of its own for the same reason. */
export function makerOfAll(make: (value: FilterValue) => unknown): ParameterMaker {
  return (values) => values.map(make);
}

/**
 * The values of an operand that a parameter is made of: some, which are named by their places; or all, as one list, however many there
 * are. A list is bound as it is, or spread, so that each member is bound.
 */
export type PartOfOperand = 'places' | 'list' | 'spread';

/** A parameter that was made of an operand. */
export interface MadeParameter {
  readonly name: string;
  readonly part: PartOfOperand;
  readonly values: readonly FilterValue[];
  readonly make: ParameterMaker;
  readonly kind: ParameterKind;
}

/** The operand of a parameter that is the same in every request. */
export const noOperand: readonly FilterValue[] = Object.freeze([]);

/** How many names a statement has given, and what else its parts have told it. */
export interface StatementProgress {
  readonly bound: number;
  readonly named: number;
  readonly joined: number;
  readonly isPlannedForValues: boolean;
}

/** A number of values; or two and more, where no parameter is one of them. One value is written otherwise than several. */
type OperandLength = number | 'several';

/** A statement without the values of its request. */
export interface StatementTemplate {
  readonly parameters: readonly {
    readonly name: string;
    /** The place of the operand among those of the request; -1 for a parameter that is the same in every request. */
    readonly operand: number;
    readonly make: ParameterMaker;
    readonly kind: ParameterKind;
  }[];
  /** The places of lists that are spread and of any length; every other parameter is of one kind in every request. */
  readonly spread: readonly number[];
  /** The number of values of each operand, on which the text depends. */
  readonly lengths: readonly OperandLength[];
  readonly progress: StatementProgress;
  /** The tables that the library has written into the text. */
  readonly tables: readonly Table[];
}

/** The facts about a value that the SQL around its parameter may depend on. */
export interface ParameterKind {
  readonly type: string;
  /** The number of members of a list; undefined where it does not matter. */
  readonly length: number | undefined;
  /** The type of the first member of a list. */
  readonly member: string | undefined;
}

/** Returns the kind of a value. */
export function kindOfParameter(value: unknown): ParameterKind {
  if (!Array.isArray(value)) return { type: typeOf(value), length: undefined, member: undefined };
  return { type: 'list', length: value.length, member: typeof value[0] };
}

/** Returns true for a value of a kind. */
function isOfKind(value: unknown, { type, length, member }: ParameterKind): boolean {
  if (!Array.isArray(value)) return typeOf(value) === type;
  return type === 'list' && (length === undefined || value.length === length) && typeof value[0] === member;
}

/** Returns true for operands of as many values as a statement is written for. */
export function areOfLengths(operands: Operands, lengths: StatementTemplate['lengths']): boolean {
  return operands.every((values, place) => {
    const length = lengths[place];
    return length === 'several' ? values.length > 1 : values.length === length;
  });
}

/**
 * Makes the values of a statement's parameters, in their order, of the operands of another request of the shape; undefined where a
 * value is of another kind, or an operand has another number of values, on which the SQL may depend.
 */
export function valuesFrom(
  { parameters, lengths }: StatementTemplate,
  operands: Operands,
  dialect: Dialect,
): unknown[] | undefined {
  if (!areOfLengths(operands, lengths)) return undefined;
  const made: unknown[] = [];
  for (const { operand, make, kind } of parameters) {
    const value = make(operands[operand] ?? noOperand);
    if (!isOfKind(value, kind)) return undefined;
    made.push(asBound(value, dialect));
  }
  return made;
}

/** Returns a value as a parameter of a statement has it. */
export function asBound(value: unknown, dialect: Dialect): unknown {
  return isWrittenAsText(value, dialect) ? String(value) : value;
}

/** True for a whole number that the driver of an engine would not bind exactly. */
export function isWrittenAsText(value: unknown, { wholeNumberOperand }: Dialect): boolean {
  return wholeNumberOperand !== undefined && typeof value === 'bigint';
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return value instanceof Date ? 'date' : typeof value;
}

/**
 * Returns the template of a statement whose parameters were made of the operands of a request; undefined where one was made of
 * something else. It keeps no operand.
 *
 * @param operands those of the request
 */
export function statementTemplate(
  made: readonly MadeParameter[],
  { progress, tables }: Pick<StatementTemplate, 'progress' | 'tables'>,
  operands: Operands,
): StatementTemplate | undefined {
  const parameters: StatementTemplate['parameters'][number][] = [];
  const spread: number[] = [];
  const lengths = operands.map((values) => lengthOf(values, made));
  for (const { name, values, make, kind, part } of made) {
    const operand = operands.indexOf(values);
    if (operand < 0 && values !== noOperand) return undefined;
    const isAnyLength = lengths[operand] === 'several';
    parameters.push({ name, operand, make, kind: isAnyLength ? { ...kind, length: undefined } : kind });
    if (part === 'spread' && isAnyLength) spread.push(parameters.length - 1);
  }
  return { parameters, spread, lengths, progress, tables };
}

/** Returns on how many values of an operand a statement depends. */
function lengthOf(values: readonly FilterValue[], made: readonly MadeParameter[]): OperandLength {
  const isTakenApart = made.some((parameter) => parameter.values === values && parameter.part === 'places');
  return !isTakenApart && values.length > 1 ? 'several' : values.length;
}
