import type { Dialect } from '../../dialects/index.js';
import type { Table } from '../../schema/index.js';
import type { FilterValue } from '../../values/index.js';

/** The values of the operands of a request. */
type Operands = readonly (readonly FilterValue[])[];

/** Makes a parameter's value from the values of a condition's operand. */
export type ParameterMaker = (values: readonly FilterValue[]) => unknown;

/**
 * Makes a parameter from one value of an operand. It is a function of its own, because a
 * closure keeps its surroundings.
 */
export function makerAt(index: number, make: (value: FilterValue) => unknown): ParameterMaker {
  return (values) => {
    const value = values[index];
    return value === undefined ? undefined : make(value);
  };
}

/** Makes a list from all values of an operand, for the same reason a function of its own. */
export function makerOfAll(make: (value: FilterValue) => unknown): ParameterMaker {
  return (values) => values.map(make);
}

/**
 * Values of an operand that a parameter is made from: some, by their indexes, or all, as one list. A list is bound as
 * it is, or spread, so that each member is bound.
 */
export type PartOfOperand = 'places' | 'list' | 'spread';

/** A parameter made from an operand. */
export interface MadeParameter {
  readonly name: string;
  readonly part: PartOfOperand;
  readonly values: readonly FilterValue[];
  readonly make: ParameterMaker;
  readonly kind: ParameterKind;
}

/** Operand of a parameter that is equal in every request. */
export const noOperand: readonly FilterValue[] = Object.freeze([]);

/** Numbers of given names, and the properties that parts of a statement have set. */
export interface NamesGiven {
  readonly bound: number;
  readonly named: number;
  readonly joined: number;
  readonly isPlannedForValues: boolean;
}

/** Number of values, or `several` where any number above one has the same SQL. One value has other SQL than several. */
type OperandLength = number | 'several';

/** A statement without the values of its request. */
export interface StatementTemplate {
  readonly parameters: readonly {
    readonly name: string;
    /** Index of the operand in the request, or -1 for a parameter that is equal in every request. */
    readonly operand: number;
    readonly make: ParameterMaker;
    readonly kind: ParameterKind;
  }[];
  /** Indexes of spread lists of any length. Every other parameter has one kind in every request. */
  readonly spread: readonly number[];
  /** Number of values of each operand, which decides the text. */
  readonly lengths: readonly OperandLength[];
  readonly progress: NamesGiven;
  /** Tables that the library has written into the text. */
  readonly tables: readonly Table[];
}

/** Facts about a value that the SQL around its parameter may depend on. */
export interface ParameterKind {
  readonly type: string;
  /** Number of members of a list. Undefined where it does not matter. */
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

/** Returns true for operands with the numbers of values that a statement is written for. */
export function areOfLengths(operands: Operands, lengths: StatementTemplate['lengths']): boolean {
  return operands.every((values, place) => {
    const length = lengths[place];
    return length === 'several' ? values.length > 1 : values.length === length;
  });
}

/**
 * Makes the values of a statement's parameters, in their order, from the operands of another request of the structure.
 *
 * @returns undefined where a value has another kind, or an operand another number of values, because the SQL may differ
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

/** Returns a value as a parameter of a statement holds it. */
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
 * Returns the template of a statement whose parameters were made from the operands of a request. It keeps no operand.
 *
 * @param operands the request's own
 * @returns undefined where a parameter comes from anything else
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

/** Returns the number of values that a statement depends on. */
function lengthOf(values: readonly FilterValue[], made: readonly MadeParameter[]): OperandLength {
  const isTakenApart = made.some((parameter) => parameter.values === values && parameter.part === 'places');
  return !isTakenApart && values.length > 1 ? 'several' : values.length;
}
