import { type Moment, timeOf } from '../../ast/index.js';
import { type Compatibility, flags } from '../../compatibility/index.js';
import type { AnyOperator } from '../../operators/index.js';
import type { FilterValue, Reading, ValueFacts, ValueKind } from '../../values/index.js';
import { NumberText } from '../../wire/index.js';
import { type Node, isListWithGap, shapeOf, textOf } from '../reading/node.js';
import type { ParseContext } from '../reading/parse-context.js';
import { refuse } from '../reading/refusals.js';

/** Type that values are read as: a kind, the column's facts that limit it, and the column's own veto. */
export interface ValueType {
  readonly kind: ValueKind;
  readonly facts: ValueFacts;
  /** Returns false where the column's transformer throws on a value. */
  readonly accepts?: ((value: FilterValue) => boolean) | undefined;
  /** Set for a column that keeps a list, whose values are never relative dates. */
  readonly list?: object | undefined;
}

/**
 * Reads the operand of an operator as values, or returns undefined where it was refused. {@link readFlag} reads the
 * operand of `$null` and its like.
 */
export function readOperand(operator: AnyOperator, type: ValueType, node: Node): FilterValue[] | undefined {
  switch (operator.takes) {
    case 'value':
      return asList(readValue(type, node));
    case 'needle':
      return asList(readNeedle(operator, type, node));
    case 'list':
      return readList(type, node);
    case 'pair':
      return readPair(type, node);
    case 'boolean':
      return undefined;
  }
}

/** Reads `true` or `false`, the operand of `$null` and its like. Some compatibility modes have other words. */
export function readFlag(token: string, node: Node): boolean | undefined {
  const { value, context } = node;
  const texts = token === '$null' || token === '$notNull' ? context.compatibility.nullFlags : flags;
  if (typeof value === 'boolean') return texts === undefined || value;
  if (node.shape === 'repeated') return refuse.duplicateKey(node);
  if (texts === undefined && (typeof value === 'string' || value === null)) return true;
  const flag = typeof value === 'string' ? texts?.get(value) : undefined;
  return flag ?? refuse.expectedBoolean(node);
}

/** Reads one value, and counts it. */
function readValue(type: ValueType, node: Node): FilterValue | undefined {
  if (!node.spend('values')) return undefined;
  return valueOf(type, node.value, node.context) ?? refuseValue(type, node);
}

/**
 * Converts one value, or returns undefined for one that {@link refuseValue} refuses. Lists have many values and few
 * mistakes, so this makes no node, no location and no text. A refused value is read a second time.
 */
export function valueOf(type: ValueType, value: unknown, rules: ParseContext): FilterValue | undefined {
  if (shapeOf(value) !== 'scalar') return undefined;
  const text = textOf(value);
  if (typeof text === 'string' && text.length > rules.budget.limits.valueLength) return undefined;
  const reading = convert(type, value, rules);
  return reading.ok && type.accepts?.(reading.value) !== false ? reading.value : undefined;
}

/** Finds out why {@link valueOf} returned undefined, and refuses the node with the reason. */
function refuseValue(type: ValueType, node: Node): undefined {
  const { value, shape, context } = node;
  if (shape === 'repeated') return refuse.duplicateKey(node);
  if (shape === 'null') return refuse.expectedValue(node, 'takes a value, and is given none');
  if (shape !== 'scalar') return refuse.expectedValue(node, 'takes one value');
  const text = textOf(value);
  if (typeof text === 'string' && !node.isWithin('valueLength', text.length)) return undefined;
  const reading = convert(type, value, context);
  const why = reading.ok ? 'is not a value that this field can hold' : reasonFor(type, value, reading.reason);
  return refuse.invalidValue(node, type.kind.name, why);
}

/** Converts a text, a number of a JSON text, or a native value of a body or of code, as the kind reads each. */
function convert(
  { kind, facts, list }: ValueType,
  value: unknown,
  { compatibility, moment }: { readonly compatibility: Compatibility; readonly moment?: Moment | undefined },
): Reading {
  if (value instanceof NumberText) return convertNumber({ kind, facts }, value);
  if (typeof value !== 'string') return kind.readNative(value, facts);
  const word = kind.name === 'boolean' ? compatibility.booleans.get(value) : undefined;
  const reading = kind.read(word ?? value, facts);
  if (reading.ok || kind.readRelative === undefined || moment === undefined || list !== undefined) return reading;
  return kind.readRelative(value, facts, () => timeOf(moment)) ?? reading;
}

/**
 * Converts a number of a JSON text by its digits, where the kind is numeric. Other kinds refuse
 * it like a number in code.
 */
function convertNumber({ kind, facts }: ValueType, { digits }: NumberText): Reading {
  const number = Number(digits);
  if (kind.numeric) return kind.read(digits, facts);
  return kind.readNative(String(number) === digits ? number : NaN, facts);
}

/** Words a refusal. For a number in place of a text, the message says that it is a mistake of types. */
function reasonFor({ kind }: ValueType, value: unknown, reason: string): string {
  if (!kind.textual || typeof value === 'string') return reason;
  return `${reason}, not a ${value instanceof NumberText ? 'number' : typeof value}`;
}

/** Reads the text of a text match. Matches that are not anchored at the start are counted: no index serves them. */
function readNeedle(operator: AnyOperator, type: ValueType, node: Node): FilterValue | undefined {
  const { value, context } = node;
  if (value === '' && context.compatibility.emptyNeedle === 'none') return undefined;
  if (value === '') return refuse.invalidValue(node, type.kind.name, 'takes a text that is not empty');
  if (typeof value === 'string' && !node.isWithin('needleLength', value.length)) return undefined;
  const isUnanchored = operator.match?.anchor !== 'start';
  if (!(isUnanchored ? node.spend('unanchoredNeedles') && node.work('needles') : node.work('anchoredMatches')))
    return undefined;
  return readValue(type, node);
}

/** Reads the list of `$in` and `$notIn`; one value is a list of one. */
function readList(type: ValueType, node: Node): FilterValue[] | undefined {
  const { members } = node;
  if (members === undefined || members.length === 0) {
    return isListWithGap(node.keys) ? refuse.listWithGap(node) : refuse.expectedList(node);
  }
  return node.isWithin('members', members.length) ? readEach(type, node, members) : undefined;
}

/** Reads the two bounds of `$between`. */
function readPair(type: ValueType, node: Node): FilterValue[] | undefined {
  const members = node.shape === 'scalar' ? undefined : node.members;
  return members?.length === 2 ? readEach(type, node, members) : refuse.expectedPair(node);
}

/** Reads every member, so that everything wrong with a list is reported at once. */
function readEach(type: ValueType, node: Node, members: readonly unknown[]): FilterValue[] | undefined {
  if (!node.spend('values', members.length)) return undefined;
  const { context } = node;
  const values: FilterValue[] = [];
  for (let index = 0; index < members.length && !context.issues.isFull; index += 1) {
    const value = valueOf(type, members[index], context);
    if (value === undefined) refuseValue(type, node.member(index));
    else values.push(value);
  }
  return values.length === members.length ? values : undefined;
}

function asList(value: FilterValue | undefined): FilterValue[] | undefined {
  return value === undefined ? undefined : [value];
}
