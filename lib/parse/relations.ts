import {
  type Condition,
  type CountComparison,
  type Quantifier,
  type Related,
  and,
  comparisonWhere,
  conjunctsOf,
  mapParts,
  related,
  relatedCount,
} from '../ast/index.js';
import { meaningOf } from '../compatibility/index.js';
import { valueKinds } from '../values/index.js';
import { type ImpliedOperator, type Node, didYouMean, isListWithGap, objectInText, refuse, report } from './node.js';
import {
  type ConditionReader,
  type Depth,
  type NameScope,
  type OneRow,
  type ValueType,
  conditionsUnder,
  isUsable,
  readField,
  readFlag,
  readOperand,
  readOperator,
  takesOperator,
} from './fields.js';
import {
  type FieldSchema,
  type RelationSchema,
  type View,
  aggregateAt,
  aggregateField,
  aggregateFieldsOf,
  aggregateTokens,
  findMember,
  keyField,
  namesOf,
} from '../schema/index.js';
import {
  type AggregateFunction,
  existenceTokens,
  groupTokens,
  quantifiers,
  reservedTokens,
  toManyTokens,
} from '../operators/index.js';
import { isPlainObject } from '../wire/index.js';

/** The operators that compare a number of rows. */
export const countTokens: readonly string[] = [
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
];

/** Type of a count, which belongs to no column: a whole number. */
const countType: ValueType = { kind: valueKinds.integer, facts: { zone: 'UTC' } };

/** A `$count` as it was read: comparisons of the number of related rows, and a condition on the counted rows. */
export interface CountRequest {
  readonly where: Condition | undefined;
  readonly comparisons: readonly CountComparison[];
}

/** Reads the object under `$where`, a condition on the related rows. */
type ReadWhere = (node: Node) => Condition | undefined;

/**
 * Reads `$count`: a number, a list of numbers, or an object of operators, with `$where` beside them.
 *
 * @returns undefined where any part was refused, because a count without one of its parts would be another count
 */
function readCount(node: Node, readWhere: ReadWhere): CountRequest | undefined {
  const { issues } = node;
  const before = issues.count;
  const request = readForm(node, readWhere);
  return issues.count > before ? undefined : request;
}

/** Reads one of the three forms. A bare number is short for `$eq`, a list for `$in`. */
function readForm(node: Node, readWhere: ReadWhere): CountRequest | undefined {
  if (node.shape === 'object') return readObject(node, readWhere);
  const object = objectInText(node);
  if (object === 'refused') return undefined;
  if (object !== undefined) return readObject(object, readWhere);
  return { where: undefined, comparisons: readComparison(Array.isArray(node.value) ? '$in' : '$eq', node) };
}

/** Reads the comparisons of an object, and its `$where`. A `$where` alone counts nothing, so it is refused. */
function readObject(node: Node, readWhere: ReadWhere): CountRequest | undefined {
  const { keys } = node;
  if (isListWithGap(keys)) return refuse.listWithGap(node);
  const tokens = keys.filter((key) => key !== '$where');
  if (tokens.length === 0) {
    return refuse.expectedValue(node, `must be a number or a comparison; use one of: ${countTokens.join(', ')}`);
  }
  const comparisons = tokens.flatMap((token) => readComparison(token, node.child(token)));
  refuseTwins(comparisons, node);
  return { where: node.has('$where') ? readWhere(node.child('$where')) : undefined, comparisons };
}

/** Refuses two spellings of one operator, which some compatibility modes have: this is one key given twice. */
function refuseTwins(comparisons: readonly CountComparison[], node: Node): void {
  const tokens = comparisons.map(({ operator }) => operator.token);
  const twin = tokens.find((token, index) => tokens.indexOf(token) < index);
  if (twin !== undefined) refuse.duplicateName(node.child(twin));
}

/** Reads one comparison; an empty list means that it was refused. */
function readComparison(spelling: string, node: Node): readonly CountComparison[] {
  const { operators, compatibility } = node.context;
  const { token } = meaningOf(compatibility, spelling);
  const operator = countTokens.includes(token) ? operators.get(token) : undefined;
  if (operator === undefined) {
    const allowed = [...countTokens, '$where'];
    if (operators.has(token)) refuse.operatorNotAllowed(node, allowed, 'a count');
    else refuse.unknownOperator(node, allowed);
    return [];
  }
  if (!node.spend('conditions')) return [];
  const values = readOperand(operator, countType, node);
  return values === undefined ? [] : [{ operator, values }];
}

/**
 * Spends the cost of a predicate on a relation, a subquery. `$none` and `$every` must read each related row.
 *
 * @param negated true below an odd number of `$not`s
 */
function spendOnRelated(node: Node, { relation, quantifier }: Related, negated: boolean): boolean {
  if (!node.spend('relationConditions')) return false;
  if (!relation.toMany) return true;
  const isAbsence = (quantifier !== 'some') !== negated;
  return node.work('manyConditions') && (!isAbsence || node.work('absences'));
}

/** True where some related rows may be hidden, so that junction rows alone do not count them. */
function hidesRows({ target }: RelationSchema): boolean {
  return target.deleteDate !== undefined || target.discriminator !== undefined || target.scopes.length > 0;
}

/** Spends what an aggregate costs beyond a virtual column. Each of its comparisons is charged as one elsewhere. */
function spendOnAggregate(node: Node, { link }: RelationSchema, hasWhere: boolean): boolean {
  if (hasWhere && !node.work('countedWhere')) return false;
  return link.via !== 'junction' || node.work('countedJunctions');
}

/** Spends the cost of a count's comparisons: a subquery each, for each row of the list. */
function spendOnCount(node: Node, relation: RelationSchema, { comparisons, where }: CountRequest): boolean {
  const { length } = comparisons;
  if (!node.spend('relationConditions', length) || !node.work('counts', length)) return false;
  if (where !== undefined && !node.work('countedWhere', length)) return false;
  const isAboutRows = where !== undefined || hidesRows(relation);
  return relation.link.via !== 'junction' || !isAboutRows || node.work('countedJunctions', length);
}

/** An aggregate of related rows in a request: its relation, and how conditions on the related rows are read. */
export interface AggregateRequest {
  readonly relation: RelationSchema;
  readonly function: AggregateFunction;
  /** View of the related entity. */
  readonly view: View;
  /** The groups and `$not`s around it. */
  readonly depth: number;
  readonly readWhere: (node: Node) => Condition | undefined;
}

/** Reads what stands under `$avg` and its like: fields of the related row with comparisons, and `$where`. */
function readAggregate(request: AggregateRequest, node: Node): Condition | undefined {
  const object = node.shape === 'object' ? node : objectInText(node);
  if (object === 'refused') return undefined;
  if (object === undefined)
    return refuse.expectedObject(node, 'must have fields of the related row, each with a comparison');
  const { keys } = object;
  if (isListWithGap(keys)) return refuse.listWithGap(object);
  const fields = keys.filter((key) => key !== '$where');
  if (fields.length === 0)
    return refuse.expectedObject(object, 'must have a field of the related row with a comparison');
  const before = object.issues.count;
  const where = keys.includes('$where') ? request.readWhere(object.child('$where')) : undefined;
  const each = conditionsUnder(object, fields, (child) => readOne(request, child, where !== undefined));
  const condition = and(each);
  if (condition === undefined || object.issues.count > before) return undefined;
  return where === undefined ? condition : withWhere(condition, where);
}

/** Reads the comparisons of one field. */
function readOne(request: AggregateRequest, node: Node, hasWhere: boolean): Condition | undefined {
  const field = fieldAt(request, node);
  if (field === undefined || !spendOnAggregate(node, request.relation, hasWhere)) return undefined;
  return readField(field, node, request.depth);
}

/** Looks up a field that has the aggregate. A hidden field is refused like one that does not exist. */
function fieldAt({ relation, function: row, view }: AggregateRequest, node: Node): FieldSchema | undefined {
  const { context } = node.context;
  const { key } = node;
  const member = findMember(view.members, key, context);
  if (member !== undefined && !isUsable(view.members, member, node)) return undefined;
  const field = member?.type === 'field' ? aggregateField(relation, row, member) : undefined;
  if (field !== undefined) return field;
  const allowed = aggregateFieldsOf(relation, row, { kind: view.kind, context }).map(([name]) => name);
  if (member?.type !== 'field') return refuse.unknownField(node, allowed);
  return report(node, { code: 'operator_not_allowed', allowed }, `has no such aggregate${didYouMean(key, allowed)}`);
}

/** Limits the related rows that the comparisons aggregate. */
function withWhere(condition: Condition, where: Condition): Condition {
  if (condition.type === 'comparison') return comparisonWhere(condition, where);
  return mapParts(condition, (part) => withWhere(part, where));
}

/** Operators on to-many relations alone. */
const toMany: ReadonlySet<string> = new Set(toManyTokens);

/** Operators of existence, with true for a related row and false for none. */
const existence: ReadonlyMap<string, boolean> = new Map([
  ['$exists', true],
  ['$notNull', true],
  ['$null', false],
]);

/** Comparisons of a relation with null, with true for a related row and false for none. Null is never a key. */
const existenceByNull: ReadonlyMap<string, boolean> = new Map([
  ['$eq', false],
  ['$ne', true],
]);

/** Returns true for a name that is a predicate of its own, not a condition on the one related row. */
function standsApart(relation: RelationSchema, key: string, node: Node): boolean {
  if (!key.startsWith('$')) return false;
  if (existence.has(key)) return true;
  if (existenceByNull.has(key) && node.child(key).value === null) return true;
  return relation.toMany && (toMany.has(key) || aggregateAt(relation, key) !== undefined);
}

/** A relation in a request: the view of the related entity, its key, and the depth of the conditions on its rows. */
interface RelationRequest {
  readonly relation: RelationSchema;
  readonly view: View;
  /** Primary key of the related entity. Undefined where it is composite, or the client may not see it. */
  readonly key: FieldSchema | undefined;
  readonly depth: Depth;
}

const quantifierOf: ReadonlyMap<string, Quantifier> = new Map(
  quantifiers.map((quantifier) => [`$${quantifier}`, quantifier]),
);

/** Reads the conditions on a relation: an object about a related row, quantifiers, existence, a count, or its key. */
export class RelationParser {
  constructor(private readonly conditions: ConditionReader) {}

  /**
   * Reads the node under a relation's name.
   *
   * @param kind the kind of the related entity's view, equal to its parent's
   * @param outside the depth of the relation itself
   */
  parse(relation: RelationSchema, kind: View['kind'], node: Node, outside: Depth): Condition | undefined {
    const depth = hop(relation, node, outside);
    if (depth === undefined) return undefined;
    const view = relation.view(kind);
    const request = { relation, view, key: keyField(view, node.context.context), depth };
    switch (node.shape) {
      case 'null':
        return paidFor(node, related(relation, 'none'), depth);
      case 'scalar':
        return this.scalar(request, node);
      case 'list':
        return readKey(request, '$in', node);
      case 'repeated':
        return refuse.duplicateKey(node);
      case 'object':
        return this.object(request, node);
      case 'other':
        return refuse.expectedObject(node, 'must be conditions on the related row');
    }
  }

  /** Reads the key of a related row, or the JSON text of conditions on it. */
  private scalar(request: RelationRequest, node: Node): Condition | undefined {
    const object = objectInText(node);
    if (object === 'refused') return undefined;
    return object === undefined ? readKey(request, '$eq', node) : this.object(request, object);
  }

  /** Reads an object. Each quantifier is a predicate of its own. All other names are about one related row. */
  private object(request: RelationRequest, node: Node): Condition | undefined {
    const { keys } = node;
    if (keys.length === 0) return refuse.expectedObject(node, 'must have at least one condition');
    if (isListWithGap(keys)) return refuse.listWithGap(node);
    const apart = keys.filter((key) => standsApart(request.relation, key, node));
    if (apart.length === 0) return this.someRow(request, keys, node);
    const predicates = conditionsUnder(node, apart, (child) => this.predicate(request, child));
    const plain = keys.filter((key) => !apart.includes(key));
    const someRow = plain.length === 0 ? undefined : this.someRow(request, plain, node);
    return and(someRow === undefined ? predicates : [...predicates, someRow]);
  }

  /** Reads a name that is a predicate of its own: `$count`, a quantifier, existence, or a comparison with null. */
  private predicate(request: RelationRequest, node: Node): Condition | undefined {
    const { key } = node;
    const { relation, view, depth } = request;
    if (key === '$count') return this.count(request, node);
    const aggregate = aggregateAt(relation, key);
    if (aggregate !== undefined) return this.aggregate(request, aggregate, node);
    const exists = existenceByNull.get(key);
    if (exists !== undefined) return paidFor(node, related(relation, exists ? 'some' : 'none'), depth);
    const quantifier = quantifierOf.get(key);
    if (quantifier === undefined) return readExistence(request, node);
    const where = this.conditions.object(node, view, depth);
    return where && paidFor(node, related(relation, quantifier, where), depth);
  }

  /** Reads the names about one related row: `{ name: 'a', score: 1 }` needs a row that matches both. */
  private someRow(request: RelationRequest, keys: readonly string[], node: Node): Condition | undefined {
    const { relation, depth } = request;
    const ofOne = ofOneIn(request, node);
    const names = { view: request.view, members: request.view.members, groups: true, document: undefined, ofOne };
    const where = and(conditionsUnder(node, keys, (child) => this.aboutRow(request, child, names)));
    if (where === undefined) return undefined;
    if (ofOne?.canBeAbsent !== true || !conjunctsOf(where).some(isVainNull))
      return paidFor(node, related(relation, 'some', where), depth);
    const others = and(conjunctsOf(where).filter((part) => !isVainNull(part)));
    const some = others && paidFor(node, related(relation, 'some', others), depth);
    const absent = paidFor(node, related(relation, 'none'), depth);
    return and([some, absent].filter((part) => part !== undefined));
  }

  /** Reads a name of the related entity, a group, or an operator on the related row's key. */
  private aboutRow(request: RelationRequest, node: Node, names: NameScope): Condition | undefined {
    const { depth } = request;
    const { key } = node;
    const isName = !key.startsWith('$') || (groupTokens as readonly string[]).includes(key);
    if (isName) return this.conditions.key(names, node, depth);
    const { operators, compatibility } = node.context;
    if (request.key !== undefined && operators.has(meaningOf(compatibility, key).token)) {
      return readOperator(request.key, key, node, depth.logical);
    }
    return refuseToken(node, allowedIn(request, node));
  }

  /** Reads `$avg` and its like. */
  private aggregate({ relation, view, depth }: RelationRequest, row: AggregateFunction, node: Node) {
    const readWhere = (where: Node) => this.conditions.object(where, view, depth);
    return readAggregate({ relation, function: row, view, depth: depth.logical, readWhere }, node);
  }

  /** Reads `$count`. Each comparison is a subquery. */
  private count(request: RelationRequest, node: Node): Condition | undefined {
    const { relation, view, depth } = request;
    const count = readCount(node, (where) => this.conditions.object(where, view, depth));
    if (count === undefined || !spendOnCount(node, relation, count)) return undefined;
    return relatedCount(relation, count.comparisons, count.where);
  }
}

/** Returns the one related row that names are about, in a request of a client's. */
function ofOneIn({ relation, view }: RelationRequest, node: Node): OneRow | undefined {
  if (relation.toMany || view.kind === 'all') return undefined;
  return { node, canBeAbsent: node.context.compatibility.nullOfRelated === 'absence' };
}

/** Returns the depth inside a relation, or refuses the relation for its depth. */
function hop({ toMany: isToMany }: RelationSchema, node: Node, outside: Depth): Depth | undefined {
  const hops = outside.hops + 1;
  const toManyHops = outside.toManyHops + (isToMany ? 1 : 0);
  const isWithin = node.isWithin('relationHops', hops) && node.isWithin('toManyHops', toManyHops);
  return isWithin ? { logical: outside.logical, hops, toManyHops, negated: outside.negated } : undefined;
}

/** Reads `$exists: true` and its like. False means the opposite. */
function readExistence({ relation, depth }: RelationRequest, node: Node): Condition | undefined {
  const flag = readFlag(node.key, node);
  if (flag === undefined) return undefined;
  return paidFor(node, related(relation, flag === existence.get(node.key) ? 'some' : 'none'), depth);
}

/** Refuses an operator: it is for to-many relations, does not exist, or needs a comparable key. */
function refuseToken(node: Node, allowed: readonly string[]): undefined {
  const { operators } = node.context;
  if (toMany.has(node.key)) return refuse.toManyOnly(node, allowed);
  if (!operators.has(node.key) && !reservedTokens.has(node.key)) return refuse.unknownOperator(node, allowed);
  return refuse.operatorNotAllowed(node, allowed, 'this relation');
}

/** Reads a value or a list in place of conditions, short for the related row's key. */
function readKey(request: RelationRequest, token: '$eq' | '$in', node: Node): Condition | undefined {
  const { relation, key, depth } = request;
  if (key === undefined || holdsRows(node)) {
    return refuse.expectedObject(node, 'must be an object of conditions on the related row');
  }
  if (!takesOperator(key, token, node.context)) {
    const implied: ImpliedOperator = { token, missing: 'operator', subject: 'this relation' };
    return refuse.impliedNotAllowed(node, allowedIn(request, node), implied);
  }
  const where = readOperator(key, token, node, depth.logical);
  return where && paidFor(node, related(relation, 'some', where), depth);
}

/** Returns true for a list of objects or lists: these are misplaced conditions, not keys. */
function holdsRows({ value }: Node): boolean {
  return Array.isArray(value) && value.some((entry) => isPlainObject(entry) || Array.isArray(entry));
}

/** Returns a predicate on a relation, if its cost is within the limits. */
function paidFor(node: Node, condition: Related, { negated }: Depth): Condition | undefined {
  return spendOnRelated(node, condition, negated) ? condition : undefined;
}

/** Lists the names and operators for a refusal, the related entity's first. */
function allowedIn({ relation, view, key }: RelationRequest, { context }: Node): string[] {
  return [
    ...namesOf(view.members, context.context),
    ...(relation.toMany ? toManyTokens : []),
    ...aggregateTokens(relation),
    ...existenceTokens,
    ...(key === undefined ? [] : [...key.operators.keys()].filter((token) => !existence.has(token))),
  ];
}

/**
 * Returns true for NULL of a field that is never NULL. Of a related row it never holds: whoever asks for it means that
 * there is no related row.
 */
export function isVainNull(condition: Condition): boolean {
  if (condition.type !== 'comparison' || condition.operator.token !== '$null') return false;
  return !condition.field.expression.nullable;
}
