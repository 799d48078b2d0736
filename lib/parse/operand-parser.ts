import { flags } from '../compatibility/index.js';
import type { Location } from '../issues.js';
import type { Operator } from '../operators/index.js';
import type { FilterValue, Reading, ValueFacts, ValueKind } from '../values/index.js';
import { NumberText, RepeatedKey } from '../wire/index.js';
import { isListWithGap, isPlainObject, shapeOf, textOf } from './nodes.js';
import type { ParseContext } from './parse-context.js';
import { refuse } from './refusals.js';

/** What values are read as. */
export interface ValueType {
  readonly kind: ValueKind;
  readonly facts: ValueFacts;
  /** Whether the column's transformer takes the value. */
  readonly accepts?: ((value: FilterValue) => boolean) | undefined;
}

/** Reads the operand of one operator: its shape first, then each value by the field's kind. */
export class OperandParser {
  constructor(private readonly context: ParseContext) {}

  /** The operand's values, or undefined when it was refused. `$null` and its like are read by {@link flag}. */
  values(operator: Operator, type: ValueType, node: unknown, at: Location): FilterValue[] | undefined {
    switch (operator.takes) {
      case 'value':
        return asList(this.value(type, node, at));
      case 'needle':
        return asList(this.needle(operator, type, node, at));
      case 'list':
        return this.list(type, node, at);
      case 'pair':
        return this.pair(type, node, at);
      case 'boolean':
        return undefined;
    }
  }

  /** One value of a kind. */
  value(type: ValueType, node: unknown, at: Location): FilterValue | undefined {
    return this.context.budget.spend('values', 1, this.context.root) ? this.member(type, node, at) : undefined;
  }

  /** The same for what was paid for with the rest of its list. */
  private member(type: ValueType, node: unknown, at: Location): FilterValue | undefined {
    const { issues, budget } = this.context;
    if (!this.isOne(node, at)) return undefined;
    const text = textOf(node);
    if (typeof text === 'string' && !budget.within('valueLength', text.length, at)) return undefined;
    const reading = this.read(type, node);
    if (reading.ok && type.accepts?.(reading.value) !== false) return reading.value;
    const why = reading.ok ? 'is no value that this field can hold' : reason(type, node, reading.reason);
    refuse.invalidValue(issues, at, type.kind.name, why);
    return undefined;
  }

  /** `true` or `false`, for the operators that take nothing else; `$null` has other words for it in some modes. */
  flag(token: string, node: unknown, at: Location): boolean | undefined {
    const { issues, compatibility } = this.context;
    const texts = token === '$null' || token === '$notNull' ? compatibility.nullFlags : flags;
    if (typeof node === 'boolean') return texts === undefined || node;
    if (node instanceof RepeatedKey) {
      refuse.duplicateKey(issues, at);
      return undefined;
    }
    if (texts === undefined && (typeof node === 'string' || node === null)) return true;
    const flag = typeof node === 'string' ? texts?.get(node) : undefined;
    if (flag === undefined) refuse.expectedBoolean(issues, at);
    return flag;
  }

  private read({ kind, facts }: ValueType, node: unknown): Reading {
    if (node instanceof NumberText) return readNumber({ kind, facts }, node);
    if (typeof node !== 'string') return kind.readNative(node, facts);
    const meant = kind.name === 'boolean' ? this.context.compatibility.booleans.get(node) : undefined;
    return kind.read(meant ?? node, facts);
  }

  private needle(operator: Operator, type: ValueType, node: unknown, at: Location): FilterValue | undefined {
    const { issues, budget } = this.context;
    if (node === '' && this.context.compatibility.emptyNeedle === 'none') return undefined;
    if (node === '') {
      refuse.invalidValue(issues, at, type.kind.name, 'takes a text that is not empty');
      return undefined;
    }
    if (typeof node === 'string' && !budget.within('needleLength', node.length, at)) return undefined;
    const unanchored = operator.match?.anchor !== 'start';
    if (unanchored && !budget.spend('unanchoredNeedles', 1, this.context.root)) return undefined;
    return this.value(type, node, at);
  }

  private list(type: ValueType, node: unknown, at: Location): FilterValue[] | undefined {
    const { issues, budget } = this.context;
    const members = listOf(node);
    if (members === undefined || members.length === 0) {
      if (isPlainObject(node) && isListWithGap(Object.keys(node))) refuse.listWithGap(issues, at);
      else refuse.expectedList(issues, at);
      return undefined;
    }
    if (!budget.within('members', members.length, at)) return undefined;
    return this.each(type, members, node, at);
  }

  private pair(type: ValueType, node: unknown, at: Location): FilterValue[] | undefined {
    const members = shapeOf(node) === 'scalar' ? undefined : listOf(node);
    if (members?.length !== 2) {
      refuse.expectedPair(this.context.issues, at);
      return undefined;
    }
    return this.each(type, members, node, at);
  }

  /** Every member is read, so that everything wrong with a list is told at once. */
  private each(type: ValueType, members: readonly unknown[], node: unknown, at: Location): FilterValue[] | undefined {
    if (!this.context.budget.spend('values', members.length, this.context.root)) return undefined;
    const values: FilterValue[] = [];
    for (let index = 0; index < members.length && !this.context.issues.isFull; index += 1) {
      const value = this.member(type, members[index], memberAt(node, index, at));
      if (value !== undefined) values.push(value);
    }
    return values.length === members.length ? values : undefined;
  }

  private isOne(node: unknown, at: Location): boolean {
    const { issues } = this.context;
    const shape = shapeOf(node);
    if (shape === 'scalar') return true;
    if (shape === 'repeated') refuse.duplicateKey(issues, at);
    else refuse.expectedValue(issues, at, shape === 'null' ? 'takes a value, and is given none' : 'takes one value');
    return false;
  }
}

/** The members of a list, however it is written: as a list, as a repeated key, or as one bare value. */
function listOf(node: unknown): readonly unknown[] | undefined {
  if (Array.isArray(node)) return node as readonly unknown[];
  if (node instanceof RepeatedKey) return node.values;
  return shapeOf(node) === 'scalar' ? [node] : undefined;
}

/** Where a member was written: a bare value in place of the list, those of a repeated key all at that key. */
function memberAt(node: unknown, index: number, at: Location): Location {
  if (Array.isArray(node)) return at.child(index);
  return node instanceof RepeatedKey ? at.within(index) : at;
}

function asList(value: FilterValue | undefined): FilterValue[] | undefined {
  return value === undefined ? undefined : [value];
}

/** By its digits where the kind is one of numbers; any other refuses it as it refuses a number in code. */
function readNumber({ kind, facts }: ValueType, { digits }: NumberText): Reading {
  const number = Number(digits);
  if (kind.numeric) return kind.read(digits, facts);
  return kind.readNative(String(number) === digits ? number : NaN, facts);
}

/** A number where a text belongs is a mistake of types, which deserves its own words. */
function reason({ kind }: ValueType, node: unknown, said: string): string {
  if (!kind.textual || typeof node === 'string') return said;
  return `${said}, not a ${node instanceof NumberText ? 'number' : typeof node}`;
}
