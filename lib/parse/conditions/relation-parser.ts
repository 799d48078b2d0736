import {
  type Condition,
  type Quantifier,
  type Related,
  and,
  conjunctsOf,
  related,
  relatedCount,
} from '../../ast/index.js';
import { meaningOf } from '../../compatibility/index.js';
import {
  type FieldSchema,
  type RelationSchema,
  type View,
  aggregateAt,
  aggregateTokens,
  keyField,
  namesOf,
} from '../../schema/index.js';
import {
  type AggregateFunction,
  existenceTokens,
  groupTokens,
  quantifiers,
  reservedTokens,
  toManyTokens,
} from '../../operators/index.js';
import { isPlainObject } from '../../wire/index.js';
import { readAggregate } from './aggregate-parser.js';
import { conditionsUnder } from './conditions-of.js';
import { readCount } from './count-parser.js';
import { takesOperator } from './field-operators.js';
import { readOperator } from './field-parser.js';
import { objectInText } from '../reading/json-texts.js';
import type { ConditionReader, Depth, OneRow } from './name-scope.js';
import { isVainNull } from './vain-null.js';
import { type Node, isListWithGap } from '../reading/node.js';
import { readFlag } from './operand-parser.js';
import { type ImpliedOperator, refuse } from '../reading/refusals.js';
import { existence, existenceByNull, standsApart, toMany } from './relation-predicates.js';
import { spendOnCount, spendOnRelated } from './relation-cost.js';

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
        return refuse.expectedObject(node, 'takes conditions on the related row');
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
    if (keys.length === 0) return refuse.expectedObject(node, 'takes conditions, and is given an empty object');
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
    const where = and(conditionsUnder(node, keys, (child) => this.aboutRow(request, child, ofOne)));
    if (where === undefined) return undefined;
    if (ofOne?.canBeAbsent !== true || !conjunctsOf(where).some(isVainNull))
      return paidFor(node, related(relation, 'some', where), depth);
    const others = and(conjunctsOf(where).filter((part) => !isVainNull(part)));
    const some = others && paidFor(node, related(relation, 'some', others), depth);
    const absent = paidFor(node, related(relation, 'none'), depth);
    return and([some, absent].filter((part) => part !== undefined));
  }

  /** Reads a name of the related entity, a group, or an operator on the related row's key. */
  private aboutRow(request: RelationRequest, node: Node, ofOne: OneRow | undefined): Condition | undefined {
    const { view, depth } = request;
    const { key } = node;
    const isName = !key.startsWith('$') || (groupTokens as readonly string[]).includes(key);
    if (isName) return this.conditions.key({ view, members: view.members, groups: true, ofOne }, node, depth);
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
  return isWithin ? { ...outside, hops, toManyHops } : undefined;
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
    return refuse.expectedObject(node, 'takes an object of conditions on the related row');
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
