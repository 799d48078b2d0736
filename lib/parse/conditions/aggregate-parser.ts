import { type Condition, and, comparisonWhere, mapParts } from '../../ast/index.js';
import type { AggregateFunction } from '../../operators/index.js';
import {
  type FieldSchema,
  type RelationSchema,
  type View,
  aggregateField,
  aggregateFieldsOf,
  findMember,
} from '../../schema/index.js';
import { conditionsUnder } from './conditions-of.js';
import { readField } from './field-parser.js';
import { isUsable } from './former-names.js';
import { objectInText } from '../reading/json-texts.js';
import { type Node, isListWithGap } from '../reading/node.js';
import { didYouMean, refuse, report } from '../reading/refusals.js';
import { spendOnAggregate } from './relation-cost.js';

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
export function readAggregate(request: AggregateRequest, node: Node): Condition | undefined {
  const object = node.shape === 'object' ? node : objectInText(node);
  if (object === 'refused') return undefined;
  if (object === undefined)
    return refuse.expectedObject(node, 'takes fields of the related row, each with a comparison');
  const { keys } = object;
  if (isListWithGap(keys)) return refuse.listWithGap(object);
  const fields = keys.filter((key) => key !== '$where');
  if (fields.length === 0) return refuse.expectedObject(object, 'takes a field of the related row with a comparison');
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
