import { oppositeOfNull } from '../../operators/index.js';
import type { FieldSchema, RelationSchema } from '../../schema/index.js';
import type { FilterValue, ValueKind } from '../../values/index.js';
import { valueKinds } from '../../values/index.js';
import type { Comparison, Condition, Not, Related, RelatedCount } from '../condition.js';
import {
  type Printed,
  type PrintedObject,
  type PrintPlace,
  emptyObject,
  inOrder,
  logicalDepth,
} from './print-places.js';
import { plainConditions, put } from './print-places.js';
import { conjunctsOf } from '../traverse.js';

/**
 * Prints a condition as the object that a client would send. Its conjuncts share one object where their keys allow it,
 * or else go into `$and`. They are sorted first, so that equal requests are printed alike. The deepest come first,
 * because `$and` adds a level, and a request accepted at the edge of `logicalDepth` must not be printed beyond it.
 *
 * @param about the relation directly above the object, if the object is about its rows
 */
export function printObject(condition: Condition, about?: RelationSchema): Printed {
  const object = emptyObject();
  const rest: Printed[] = [];
  for (const { places } of conjunctsOf(condition)
    .map((conjunct) => ranked(placesOf(conjunct, about)))
    .sort(byRank)) {
    if (places.some((place) => put(object, place))) continue;
    const alone = emptyObject();
    if (places.some((place) => put(alone, place))) rest.push(inOrder(alone));
  }
  if (rest.length > 0) object['$and'] = rest;
  return inOrder(object);
}

/** Returns a text that is equal for conditions that are printed alike. */
export function keyOfCondition(condition: Condition): string {
  return JSON.stringify(printObject(condition));
}

/** Places where a conjunct can stand, with its rank among the others: the deepest first, then by text. */
interface Ranked {
  readonly places: readonly PrintPlace[];
  readonly depth: number;
  readonly key: string;
}

function ranked(places: readonly PrintPlace[]): Ranked {
  const [best] = places;
  const alone = emptyObject();
  if (best !== undefined) put(alone, best);
  return { places, depth: logicalDepth(alone), key: JSON.stringify(alone) };
}

function byRank(a: Ranked, b: Ranked): number {
  return b.depth - a.depth || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

/** Returns the places where a condition can stand, the best one first. */
function placesOf(condition: Condition, about: RelationSchema | undefined): readonly PrintPlace[] {
  switch (condition.type) {
    case 'and':
      return [{ path: ['$and'], value: [printObject(condition)] }];
    case 'or':
      return [{ path: ['$or'], value: sorted(condition.conditions.map((alternative) => printObject(alternative))) }];
    case 'not':
      return notPlaces(condition);
    case 'comparison':
      return comparisonPlaces(condition, about);
    case 'named':
      return comparisonPlaces(condition.said, about);
    case 'related':
      return relatedSlots(condition);
    case 'relatedCount':
      return [countSlot(condition)];
  }
}

/** A comparison of the related key can also stand as an operator directly under the relation: `author[$in]`. */
function comparisonPlaces(comparison: Comparison, about: RelationSchema | undefined): readonly PrintPlace[] {
  const { field, operator } = comparison;
  if (comparison.where !== undefined) return [aggregatePlace(comparison, comparison.where)];
  if (operator.takes === 'boolean') return [flagPlace(comparison)];
  const value = printOperand(comparison);
  const named: PrintPlace = { path: [...field.clientPath, operator.token], value };
  const [key, ...more] = about?.target.primaryKey ?? [];
  const isKey = field.expression === key && more.length === 0;
  return isKey ? [named, { path: [operator.token], value }] : [named];
}

/** An aggregate with a `$where` stands alone under its function: `reviews[$avg]` has one for all of its fields. */
function aggregatePlace(comparison: Comparison, where: Condition): PrintPlace {
  const { field, operator } = comparison;
  const path = field.clientPath.slice(0, -1);
  const name = field.clientPath.at(-1) ?? '';
  const place =
    operator.takes === 'boolean' ? flagPlace(comparison) : { path: [operator.token], value: printOperand(comparison) };
  const of = { [name]: { [place.path.at(-1) ?? '']: place.value }, $where: printObject(where) };
  return { path, value: inOrder(of) };
}

/** A field may allow only one of `$null` and `$notNull`. The other is then printed as its opposite with `false`. */
function flagPlace({ field: { clientPath, operators }, operator: { token } }: Comparison): PrintPlace {
  const opposite = oppositeOfNull.get(token);
  const isWrittenSo = opposite === undefined || operators.has(token) || !operators.has(opposite);
  if (isWrittenSo) return { path: [...clientPath, token], value: 'true' };
  return { path: [...clientPath, opposite], value: 'false' };
}

/** A negation of one field's operators can stand under the field. Any other stands as a group. */
function notPlaces({ condition }: Not): readonly PrintPlace[] {
  const inner = printObject(condition);
  const group: PrintPlace = { path: ['$not'], value: inner };
  const field = onlyField(condition);
  const operators = field && onlyAt(inner, field.clientPath);
  if (field === undefined || operators === undefined) return [group];
  return [...falseFlagPlaces(condition), { path: [...field.clientPath, '$not'], value: operators }, group];
}

/** A flag without an opposite is negated as it was read: by `false`, at the depth of the flag. */
function falseFlagPlaces(condition: Condition): readonly PrintPlace[] {
  if (condition.type !== 'comparison') return [];
  const { field, operator } = condition;
  if (operator.takes !== 'boolean' || oppositeOfNull.has(operator.token)) return [];
  return [{ path: [...field.clientPath, operator.token], value: 'false' }];
}

/** Returns the field of a whole condition. Undefined where it is about several fields, or a relation. */
function onlyField(condition: Condition): FieldSchema | undefined {
  switch (condition.type) {
    case 'comparison':
      return condition.field;
    case 'named':
      return condition.said.field;
    case 'not':
      return onlyField(condition.condition);
    case 'and': {
      const [first, ...others] = condition.conditions.map(onlyField);
      return others.every((other) => other === first) ? first : undefined;
    }
    default:
      return undefined;
  }
}

/** Returns the part of a printed object at a path. Undefined where anything else stands beside the path. */
function onlyAt(printed: Printed, path: readonly string[]): Printed | undefined {
  let node: Printed | undefined = printed;
  for (const key of path) {
    const entries: [string, Printed][] = Object.entries(node ?? {});
    const [entry] = entries;
    node = entries.length === 1 && entry?.[0] === key ? entry[1] : undefined;
  }
  return node;
}

function relatedSlots({ relation, quantifier, where }: Related): readonly PrintPlace[] {
  const path = relation.clientPath;
  if (where === undefined) return existencePlaces(path, quantifier === 'some');
  const inner = printObject(where);
  if (quantifier !== 'some') return [{ path: [...path, `$${quantifier}`], value: inner }];
  const plain: PrintPlace = { path: [...path, plainConditions], value: printObject(where, relation) };
  return relation.toMany ? [plain, { path: [...path, '$some'], value: inner }] : [plain];
}

/** Two spellings, because one object may ask both that a row exists and that none does. */
function existencePlaces(path: readonly string[], exists: boolean): readonly PrintPlace[] {
  return [
    { path: [...path, '$exists'], value: String(exists) },
    { path: [...path, exists ? '$notNull' : '$null'], value: 'true' },
  ];
}

function countSlot({ relation, comparisons, where }: RelatedCount): PrintPlace {
  const count: PrintedObject = {};
  for (const { operator, values } of comparisons) {
    count[operator.token] = printValues(operator.takes, valueKinds.integer, values);
  }
  if (where !== undefined) count['$where'] = printObject(where);
  // The text decides its place among others, and must not depend on the written order of its operators.
  return { path: [...relation.clientPath, '$count'], value: inOrder(count) };
}

function printOperand({ field, operator, values }: Comparison): Printed {
  return printValues(operator.takes, field.expression.kind, values);
}

/** A list of values is a set: its order and repetitions mean nothing, so equal lists are printed alike. */
function printValues(takes: Comparison['operator']['takes'], kind: ValueKind, values: readonly FilterValue[]): Printed {
  const texts = values.map((value) => kind.print(value));
  if (takes === 'list') return [...new Set(texts)].sort();
  return takes === 'pair' ? texts : (texts[0] ?? '');
}

function sorted(list: readonly Printed[]): readonly Printed[] {
  const keyed = list.map((printed) => ({ printed, key: JSON.stringify(printed) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ printed }) => printed);
}
