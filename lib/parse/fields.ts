import { type Condition, and, comparison, not, or, timeOf } from '../ast/index.js';
import {
  type ImpliedOperator,
  type Node,
  type ParseContext,
  isListWithGap,
  objectInText,
  refuse,
  shapeOf,
  textOf,
} from './node.js';
import {
  type ExpressionSchema,
  type FieldSchema,
  type Member,
  type View,
  fieldsOf,
  formerNames,
  lookUp,
  namesOf,
} from '../schema/index.js';
import { flags, meaningOf } from '../compatibility/index.js';
import { type AnyOperator, type OperatorTakes, oppositeOfNull, relationTokens } from '../operators/index.js';
import {
  type FilterValue,
  type ValueResult,
  type ValueFacts,
  type ValueKind,
  isRange,
  startOf,
} from '../values/index.js';
import { NumberText } from '../wire/index.js';

/** Reads one node, or returns undefined for a node that was refused, or is empty. */
type ReadCondition = (node: Node) => Condition | undefined;

/**
 * Reads the conditions under the names of an object. A refused name gives none. Reading ends once the report is full: a
 * request within the limits can have thousands of unknown names.
 */
export function conditionsUnder(node: Node, keys: readonly string[], read: ReadCondition): Condition[] {
  const conditions: Condition[] = [];
  for (const key of keys) {
    if (node.issues.isFull) break;
    const condition = read(node.child(key));
    if (condition !== undefined) conditions.push(condition);
  }
  return conditions;
}

/**
 * Reads the conditions of a list's members, as many as {@link conditionsUnder} would. A hole in the list is a member.
 */
export function conditionsIn(node: Node, read: ReadCondition): Condition[] {
  const conditions: Condition[] = [];
  const length = node.members?.length ?? 0;
  for (let index = 0; index < length && !node.issues.isFull; index += 1) {
    const condition = read(node.member(index));
    if (condition !== undefined) conditions.push(condition);
  }
  return conditions;
}

/** The depth of a condition in its request, as the limits count it. */
export interface Depth {
  /** The groups and `$not`s around the condition. */
  readonly logical: number;
  /** The relations on its path. */
  readonly hops: number;
  /** The to-many relations on its path. */
  readonly toManyHops: number;
  /** True below an odd number of `$not`s. There, a condition on some related row means that no row satisfies it. */
  readonly negated: boolean;
}

/** The depth of `filters` itself. */
export const surface: Depth = Object.freeze({ logical: 0, hops: 0, toManyHops: 0, negated: false });

/** Names that exist at one level: the members of an entity's view, an embedded property's, or a document's paths. */
export interface NameScope {
  readonly view: View;
  readonly members: ReadonlyMap<string, Member>;
  /** Allows `$and`, `$or` and `$not`. They stand beside an entity's own members, not inside an embedded property. */
  readonly groups: boolean;
  /** Document that has these members as its paths, and whose operators may stand beside them. Undefined elsewhere. */
  readonly document?: FieldSchema | undefined;
  /** The relation to one row whose row the names are about. Undefined for any other row, and for the program. */
  readonly ofOne?: OneRow | undefined;
}

/** A related row, of which there is one at most. */
export interface OneRow {
  readonly node: Node;
  /** True where NULL for a field that is never NULL means that there is no such row. */
  readonly canBeAbsent: boolean;
}

/** Reads condition objects. Relations read the conditions on their rows by it, and it reads relations. */
export interface ConditionReader {
  /** Reads an object of conditions that must all hold. */
  object(node: Node, view: View, depth: Depth): Condition | undefined;
  /** Reads the condition under one name of such an object; the name is the node's key. */
  key(names: NameScope, node: Node, depth: Depth): Condition | undefined;
}

type Members = ReadonlyMap<string, Member>;

/**
 * Records the use of a deprecated member, and refuses a former name of it beside another one: the object then asks for
 * it twice. The member is known to be visible.
 *
 * @returns false where it was refused
 */
export function isUsable(members: Members, member: Member, node: Node): boolean {
  if (member.type !== 'embedded') node.issues.use(member.deprecated);
  const former = formerNames(members)?.get(node.key);
  if (former === undefined || !node.beside.some((other) => contradicts(members, former, node, other))) return true;
  refuse.duplicateName(node);
  return false;
}

/** Returns true where another key of the object stands for the member. Of two former names, the second contradicts. */
function contradicts(members: Members, former: Member, node: Node, other: Node): boolean {
  const member = lookUp(members, other.key);
  if (member === undefined || (!members.has(other.key) && !other.isBefore(node))) return false;
  if (member.type !== 'embedded' || former.type !== 'embedded') {
    const asked = leavesIn(former, node);
    return leavesIn(member, other).some((leaf) => asked.includes(leaf));
  }
  const fields = [...fieldsOf(former.members)];
  return [...fieldsOf(member.members)].some((field) =>
    fields.some(({ propertyPath }) => propertyPath === field.propertyPath),
  );
}

/** Lists the members that a value asks for, by their property paths. A text may ask for all of a group. */
function leavesIn(member: Member, node: Node): readonly string[] {
  if (member.type !== 'embedded') return [member.propertyPath];
  const { members } = member;
  const names = node.shape === 'object' ? node.keys : [...members.keys()];
  return names.flatMap((name) => {
    const inner = lookUp(members, name);
    return inner === undefined ? [] : leavesIn(inner, node.child(name));
  });
}

/** Returns true where a field takes an operator, by any of the spellings of the compatibility mode. */
export function takesOperator(field: FieldSchema, spelling: string, context: ParseContext): boolean {
  return operatorOf(field, meaningOf(context.compatibility, spelling).token, context) !== undefined;
}

/** Parts of a context that map spellings to operators. */
type Vocabulary = Pick<ParseContext, 'compatibility' | 'operators'>;

export interface OperatorSpelling {
  readonly spelling: string;
  readonly operator: AnyOperator;
  /** True where the spelling means the operator's negation. */
  readonly negated: boolean;
}

/** Lists every spelling that a field takes for an operator: the operators' own tokens, and the compatibility mode's. */
export function spellingsOf(field: FieldSchema, vocabulary: Vocabulary): readonly OperatorSpelling[] {
  const { compatibility, operators } = vocabulary;
  return [...new Set([...operators.keys(), ...compatibility.spellings.keys()])].flatMap((spelling) => {
    const { token, negated } = meaningOf(compatibility, spelling);
    const operator = operatorOf(field, token, vocabulary);
    return operator === undefined ? [] : { spelling, operator, negated };
  });
}

/** Finds an operator among a field's own. */
function operatorOf(field: FieldSchema, token: string, context: Vocabulary): AnyOperator | undefined {
  return field.operators.get(token) ?? respelled(field, token, context);
}

/**
 * Finds an operator for a field that is restricted to another spelling of it: in some modes,
 * `$contains` is `$containsc`.
 */
function respelled(field: FieldSchema, token: string, context: Vocabulary): AnyOperator | undefined {
  const { compatibility, operators } = context;
  for (const [spelling, meaning] of compatibility.spellings) {
    const isAllowed = meaning.token === token && !meaning.negated && field.operators.has(spelling);
    if (isAllowed) return operators.get(token);
  }
  return undefined;
}

/** Refuses an operator: it does not exist, or the field does not take it. */
function refuseOperator(field: FieldSchema, token: string, node: Node): undefined {
  const exists = node.context.operators.has(token) || relationTokens.has(token);
  return refuse[exists ? 'operatorNotAllowed' : 'unknownOperator'](node, namesUnder(field, node.context));
}

export function namesUnder({ members, operators }: FieldSchema, { context }: ParseContext): string[] {
  const paths = members === undefined ? [] : namesOf(members, context, false);
  return [...paths, ...operators.keys(), '$not'];
}

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
  if (shape === 'null') return refuse.expectedValue(node, 'needs a value');
  if (shape !== 'scalar') return refuse.expectedValue(node, 'must be one value');
  const text = textOf(value);
  if (typeof text === 'string' && !node.isWithin('valueLength', text.length)) return undefined;
  const reading = convert(type, value, context);
  const why = reading.ok ? 'cannot be a value of this field' : reasonFor(type, value, reading.reason);
  return refuse.invalidValue(node, type.kind.name, why);
}

/** Converts a text, a number of a JSON text, or a native value of a body or of code, as the kind reads each. */
function convert(
  { kind, facts, list }: ValueType,
  value: unknown,
  { compatibility, moment, dates }: Pick<ParseContext, 'compatibility' | 'moment' | 'dates'>,
): ValueResult {
  if (value instanceof NumberText) return convertNumber({ kind, facts }, value);
  if (typeof value !== 'string') return kind.readNative(value, facts);
  const word = kind.name === 'boolean' ? compatibility.booleans.get(value) : undefined;
  const reading = kind.read(word ?? value, facts);
  if (dates === 'moment' && kind.name === 'datetime' && reading.ok) return { ok: true, value: startOf(reading.value) };
  if (reading.ok || kind.readRelative === undefined || moment === undefined || list !== undefined) return reading;
  return kind.readRelative(value, facts, () => timeOf(moment)) ?? reading;
}

/**
 * Converts a number of a JSON text by its digits, where the kind is numeric. Other kinds refuse
 * it like a number in code.
 */
function convertNumber({ kind, facts }: ValueType, { digits }: NumberText): ValueResult {
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
  if (value === '') return refuse.invalidValue(node, type.kind.name, 'must be a text that is not empty');
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

/** Operators of one value that accept null, with the operators that null turns them into. */
const nullMeanings: ReadonlyMap<string, string> = new Map([
  ['$eq', '$null'],
  ['$ne', '$notNull'],
]);

const takesOne: ReadonlySet<OperatorTakes> = new Set<OperatorTakes>(['value', 'needle']);

/** Beginning of a JSON text that can be an object of operators. Any other text is a value. */
const beginsWithOperator = /^\s*\{\s*"\$/;

/**
 * Reads the conditions on one field: a value, a list of values, or an object of operators.
 *
 * @param depth the groups and `$not`s around the field
 */
export function readField(field: FieldSchema, node: Node, depth: number): Condition | undefined {
  switch (node.shape) {
    case 'scalar':
      return readScalar(field, node, depth);
    case 'null':
    case 'list':
      return readShorthand(field, node, depth);
    case 'repeated':
      return refuse.duplicateKey(node);
    case 'object':
      return readOperators(field, node, depth);
    case 'other':
      return refuse.expectedValue(node, 'must be a value, a list of values, or operators');
  }
}

/**
 * Reads one operator of a field, with its operand.
 *
 * @param spelling the operator as the client spelled it; the key of the node, unless the node is a shorthand
 */
export function readOperator(field: FieldSchema, spelling: string, node: Node, depth: number): Condition | undefined {
  const { context } = node;
  const meaning = context.compatibility.spellings.get(spelling);
  const token = meaning?.token ?? spelling;
  const operator = operatorOf(field, token, context);
  if (operator === undefined) return refuseOperator(field, token, node);
  if (!spendOn(field.expression, node)) return undefined;
  if (operator.takes === 'boolean') return readFlagOperator(field, operator, node);
  const meaningOfNull = node.value === null ? nullMeanings.get(operator.token) : undefined;
  if (meaningOfNull !== undefined) return readNull(field, meaningOfNull, node);
  // Strapi's `$nstartswith` is `$startsWithi`, negated.
  const negated = meaning?.negated === true;
  const hasList = isListForOne(operator, node);
  const isGroup = hasList && (node.members?.length ?? 0) > 1;
  // A shorthand for a group, or for a negation, is as deep as the group.
  const inner = (negated ? 1 : 0) + (isGroup ? 1 : 0);
  if (inner > 0 && !node.isWithin('logicalDepth', depth + inner)) return undefined;
  return hasList ? compareWithEach(field, operator, negated, node) : compare(field, operator, negated, node);
}

/**
 * Spends the cost of a condition on an expression: a virtual column is a subquery wherever it stands, and
 * a document is read whole.
 */
function spendOn({ isSubquery, document, indexed }: ExpressionSchema, node: Node, conditions = 1): boolean {
  if (!node.spend('conditions', conditions)) return false;
  if (document !== undefined && !indexed && !node.spend('documentConditions', conditions)) return false;
  return !isSubquery || spendOnVirtual(node, conditions);
}

/** Spends the cost of further ranges of date-times: each is another use of the expression. */
function spendOnRanges(
  { isSubquery, bindFacts }: ExpressionSchema,
  values: readonly FilterValue[],
  node: Node,
): boolean {
  if (!isSubquery) return true;
  const ranges = values.filter((value) => isRange(value, bindFacts)).length;
  return ranges < 2 || spendOnVirtual(node, ranges - 1);
}

function spendOnVirtual(node: Node, uses: number): boolean {
  return node.spend('relationConditions', uses) && node.work('virtualConditions', uses);
}

/** Spends the cost of looking for elements in lists that are one text: the whole text is read, as for a text match. */
function spendOnElements({ list }: ExpressionSchema, elements: number, node: Node): boolean {
  const isText = list !== undefined && !list.isArray;
  return !isText || (node.spend('unanchoredNeedles', Math.ceil(elements / 10)) && node.work('listElements', elements));
}

/** Reads a value, or the JSON text of an object of operators, as Swagger UI sends it. */
function readScalar(field: FieldSchema, node: Node, depth: number): Condition | undefined {
  const { value, context } = node;
  if (typeof value !== 'string' || !value.includes('{') || !beginsWithOperator.test(value))
    return readShorthand(field, node, depth);
  const object = objectInText(node, (names) => names.every((name) => isOperator(name, context)));
  if (object === 'refused') return undefined;
  return object === undefined ? readShorthand(field, node, depth) : readOperators(field, object, depth);
}

function isOperator(name: string, { operators, compatibility }: ParseContext): boolean {
  return name === '$not' || operators.has(meaningOf(compatibility, name).token);
}

/** Operators that a bare value and a bare list are short for. */
const shorthands = {
  value: { value: '$eq', list: '$in' },
  list: { value: '$has', list: '$hasSome' },
} as const;

/** Reads a bare value or list. Bare null also asks whether a list is missing: a list has no `$eq`. */
function readShorthand(field: FieldSchema, node: Node, depth: number): Condition | undefined {
  if (node.shape === 'null' && field.expression.list !== undefined) {
    return spendOn(field.expression, node) ? readNull(field, '$null', node) : undefined;
  }
  const implies = shorthands[field.expression.list === undefined ? 'value' : 'list'];
  const token = Array.isArray(node.value) ? implies.list : implies.value;
  if (takesOperator(field, token, node.context)) return readOperator(field, token, node, depth);
  const implied: ImpliedOperator = { token, missing: 'operator', subject: 'this field' };
  return refuse.impliedNotAllowed(node, namesUnder(field, node.context), implied);
}

/** Reads an object of operators that must all hold: `{ $gte: 1, $lt: 9 }`. */
function readOperators(field: FieldSchema, node: Node, depth: number): Condition | undefined {
  const { keys } = node;
  if (keys.length === 0) return refuse.expectedObject(node, 'must have at least one operator');
  if (isListWithGap(keys)) return refuse.listWithGap(node);
  return and(conditionsUnder(node, keys, (child) => readKey(field, child, depth)));
}

/** Reads what stands under a field by one key: an operator, or `$not` of operators. */
export function readKey(field: FieldSchema, node: Node, depth: number): Condition | undefined {
  return node.key === '$not' ? readNot(field, node, depth + 1) : readOperator(field, node.key, node, depth);
}

/** Reads `$not` under a field, which negates an object of operators. */
function readNot(field: FieldSchema, node: Node, depth: number): Condition | undefined {
  if (node.shape !== 'object') return readNotOfValue(field, node, depth);
  if (!node.isWithin('logicalDepth', depth)) return undefined;
  const condition = readOperators(field, node, depth);
  return condition && not(condition);
}

/** Reads `$not` of the JSON text of operators, or of a value, where the compatibility mode reads that as `$ne`. */
function readNotOfValue(field: FieldSchema, node: Node, depth: number): Condition | undefined {
  const object = objectInText(node);
  if (object === 'refused') return undefined;
  if (object !== undefined) return readNot(field, object, depth);
  const isValue = node.shape === 'scalar' || node.shape === 'null';
  if (isValue && node.context.compatibility.notWithValue === '$ne') return readOperator(field, '$ne', node, depth - 1);
  return refuse.expectedObject(node, 'must be an object of operators');
}

/** Reads `$null`, `$empty` and other operators of true or false. False means the opposite. */
function readFlagOperator(field: FieldSchema, operator: AnyOperator, node: Node): Condition | undefined {
  const flag = readFlag(operator.token, node);
  if (flag === undefined) return undefined;
  if (flag) return comparison(field, operator, []);
  const opposite = node.context.operators.get(oppositeOfNull.get(operator.token) ?? '');
  return opposite === undefined ? not(comparison(field, operator, [])) : comparison(field, opposite, []);
}

/** Reads null, which means one of the operators `$null` and `$notNull`. */
function readNull(field: FieldSchema, token: string, node: Node): Condition | undefined {
  const implied = operatorOf(field, token, node.context);
  if (implied !== undefined) return comparison(field, implied, []);
  return refuse.impliedNotAllowed(node, namesUnder(field, node.context), {
    token,
    missing: 'value',
    subject: 'this field',
  });
}

/** Reads the operand, and makes the comparison. */
function compare(field: FieldSchema, operator: AnyOperator, negated: boolean, node: Node): Condition | undefined {
  const { narrowed } = node.context;
  const type = narrowed?.get(node.at.pointer) ?? field.narrowed ?? field.expression;
  const values = readOperand(operator, type, node);
  if (values === undefined || !spendOnElements(field.expression, values.length, node)) return undefined;
  if (!spendOnRanges(field.expression, values, node)) return undefined;
  const condition = comparison(field, operator, values);
  return negated ? not(condition) : condition;
}

/** Returns true for a list given to an operator of one value, where the compatibility mode defines this. */
function isListForOne(operator: AnyOperator, { context, shape }: Node): boolean {
  if (context.compatibility.listForOneValue === 'refused' || !takesOne.has(operator.takes)) return false;
  return shape === 'list' || shape === 'repeated';
}

/** Compares with each member of a list; each counts as a condition. The mode says whether any or all must match. */
function compareWithEach(
  field: FieldSchema,
  operator: AnyOperator,
  negated: boolean,
  node: Node,
): Condition | undefined {
  const length = node.members?.length ?? 0;
  if (length === 0) refuse.expectedValue(node);
  if (!node.isWithin('members', length) || !spendOn(field.expression, node, Math.max(0, length - 1))) return undefined;
  const each = conditionsIn(node, (member) => compare(field, operator, negated, member));
  return node.context.compatibility.listForOneValue === 'any' ? or(each) : and(each);
}
