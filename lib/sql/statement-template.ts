import type { FilterValue } from '../values/index.js';

/** Makes the value of a parameter of the values that an operand of a condition has. */
export type ParameterMaker = (values: readonly FilterValue[]) => unknown;

/** Makes a parameter of one value of an operand; a function of its own, because a closure keeps what is around it. */
export function makerAt(index: number, make: (value: FilterValue) => unknown): ParameterMaker {
  return (values) => {
    const value = values[index];
    return value === undefined ? undefined : make(value);
  };
}

/** Makes a list of all values of an operand. */
export function makerOfAll(make: (value: FilterValue) => unknown): ParameterMaker {
  return (values) => values.map(make);
}

/** A parameter that was made of an operand. */
export interface MadeParameter {
  readonly name: string;
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

/** A statement without the values of its request. */
export interface StatementTemplate {
  readonly parameters: readonly {
    readonly name: string;
    /** The place of the operand among those of the request; -1 for a parameter that is the same in every request. */
    readonly operand: number;
    readonly make: ParameterMaker;
    readonly kind: ParameterKind;
  }[];
  /** The names of the parameters. */
  readonly names: ReadonlySet<string>;
  readonly progress: StatementProgress;
}

/** The facts about a value that the SQL around its parameter may depend on. */
export interface ParameterKind {
  readonly type: string;
  /** The number of members of a list. */
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
export function isOfKind(value: unknown, { type, length, member }: ParameterKind): boolean {
  if (Array.isArray(value)) return type === 'list' && value.length === length && typeof value[0] === member;
  return typeOf(value) === type;
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
  progress: StatementProgress,
  operands: readonly (readonly FilterValue[])[],
): StatementTemplate | undefined {
  const parameters: StatementTemplate['parameters'][number][] = [];
  for (const { name, values, make, kind } of made) {
    const operand = operands.indexOf(values);
    if (operand < 0 && values !== noOperand) return undefined;
    parameters.push({ name, operand, make, kind });
  }
  return { parameters, names: new Set(parameters.map(({ name }) => name)), progress };
}
