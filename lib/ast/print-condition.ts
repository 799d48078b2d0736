import { oppositeOfNull } from '../operators/index.js';
import type { FieldSchema, RelationSchema } from '../schema/index.js';
import type { FilterValue, ValueKind } from '../values/index.js';
import { valueKinds } from '../values/index.js';
import type { Comparison, Condition, Not, Related, RelatedCount } from './condition.js';
import { type Printed, type PrintedObject, type Slot, emptyObject, inOrder, logicalDepth } from './slots.js';
import { plainConditions, put } from './slots.js';
import { conjunctsOf } from './walk.js';

/**
 * Prints a condition as the object that a client would send. Its conjuncts share one object where their keys allow it, and go
 * into `$and` where they do not. They are sorted first, so that equal requests are printed alike; the deepest come first,
 * because `$and` adds a level, and a request that was accepted at the edge of `logicalDepth` must not be printed beyond it.
 *
 * @param about the relation that the object stands directly under, if its rows are what the object is about
 */
export function printObject(condition: Condition, about?: RelationSchema): Printed {
  const object = emptyObject();
  const rest: Printed[] = [];
  for (const { slots } of conjunctsOf(condition)
    .map((conjunct) => ranked(slotsOf(conjunct, about)))
    .sort(byRank)) {
    if (slots.some((slot) => put(object, slot))) continue;
    const alone = emptyObject();
    if (slots.some((slot) => put(alone, slot))) rest.push(inOrder(alone));
  }
  if (rest.length > 0) object['$and'] = rest;
  return inOrder(object);
}

/** Returns a text that is equal for conditions that are printed alike. */
export function keyOfCondition(condition: Condition): string {
  return JSON.stringify(printObject(condition));
}

/** The places where a conjunct can stand, with its rank among the others: the deepest first, then by text. */
interface Ranked {
  readonly slots: readonly Slot[];
  readonly depth: number;
  readonly key: string;
}

function ranked(slots: readonly Slot[]): Ranked {
  const [best] = slots;
  const alone = emptyObject();
  if (best !== undefined) put(alone, best);
  return { slots, depth: logicalDepth(alone), key: JSON.stringify(alone) };
}

function byRank(a: Ranked, b: Ranked): number {
  return b.depth - a.depth || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

/** Returns the places where a condition can stand, the best one first. */
function slotsOf(condition: Condition, about: RelationSchema | undefined): readonly Slot[] {
  switch (condition.type) {
    case 'and':
      return [{ path: ['$and'], value: [printObject(condition)] }];
    case 'or':
      return [{ path: ['$or'], value: sorted(condition.conditions.map((alternative) => printObject(alternative))) }];
    case 'not':
      return notSlots(condition);
    case 'comparison':
      return comparisonSlots(condition, about);
    case 'related':
      return relatedSlots(condition);
    case 'relatedCount':
      return [countSlot(condition)];
  }
}

/** A comparison of the related key can also stand as an operator directly under the relation: `author[$in]`. */
function comparisonSlots(comparison: Comparison, about: RelationSchema | undefined): readonly Slot[] {
  const { field, operator } = comparison;
  if (operator.takes === 'boolean') return [flagSlot(comparison)];
  const value = printOperand(comparison);
  const named: Slot = { path: [...field.clientPath, operator.token], value };
  const [key, ...more] = about?.target.primaryKey ?? [];
  const isKey = field.expression === key && more.length === 0;
  return isKey ? [named, { path: [operator.token], value }] : [named];
}

/** A field may allow only one of `$null` and `$notNull`; the other one is then printed as its opposite with `false`. */
function flagSlot({ field: { clientPath, operators }, operator: { token } }: Comparison): Slot {
  const opposite = oppositeOfNull.get(token);
  const isWrittenSo = opposite === undefined || operators.has(token) || !operators.has(opposite);
  if (isWrittenSo) return { path: [...clientPath, token], value: 'true' };
  return { path: [...clientPath, opposite], value: 'false' };
}

/** A negation of one field's operators can stand under the field; any other stands as a group. */
function notSlots({ condition }: Not): readonly Slot[] {
  const inner = printObject(condition);
  const group: Slot = { path: ['$not'], value: inner };
  const field = onlyField(condition);
  const operators = field && onlyAt(inner, field.clientPath);
  if (field === undefined || operators === undefined) return [group];
  return [...falseFlagSlots(condition), { path: [...field.clientPath, '$not'], value: operators }, group];
}

/** A flag that has no opposite is negated as it was read: by `false`, which is no deeper than the flag. */
function falseFlagSlots(condition: Condition): readonly Slot[] {
  if (condition.type !== 'comparison') return [];
  const { field, operator } = condition;
  if (operator.takes !== 'boolean' || oppositeOfNull.has(operator.token)) return [];
  return [{ path: [...field.clientPath, operator.token], value: 'false' }];
}

/** Returns the field that a whole condition is about; undefined where it is about several, or about a relation. */
function onlyField(condition: Condition): FieldSchema | undefined {
  switch (condition.type) {
    case 'comparison':
      return condition.field;
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

/** Returns the part of a printed object at a path; undefined where something else stands beside the path. */
function onlyAt(printed: Printed, path: readonly string[]): Printed | undefined {
  let node: Printed | undefined = printed;
  for (const key of path) {
    const entries: [string, Printed][] = Object.entries(node ?? {});
    const [entry] = entries;
    node = entries.length === 1 && entry?.[0] === key ? entry[1] : undefined;
  }
  return node;
}

function relatedSlots({ relation, quantifier, where }: Related): readonly Slot[] {
  const path = relation.clientPath;
  if (where === undefined) return existenceSlots(path, quantifier === 'some');
  const inner = printObject(where);
  if (quantifier !== 'some') return [{ path: [...path, `$${quantifier}`], value: inner }];
  const plain: Slot = { path: [...path, plainConditions], value: printObject(where, relation) };
  return relation.toMany ? [plain, { path: [...path, '$some'], value: inner }] : [plain];
}

/** Two spellings, because a request may hold both "a row exists" and "no row exists", in one object. */
function existenceSlots(path: readonly string[], exists: boolean): readonly Slot[] {
  return [
    { path: [...path, '$exists'], value: String(exists) },
    { path: [...path, exists ? '$notNull' : '$null'], value: 'true' },
  ];
}

function countSlot({ relation, comparisons, where }: RelatedCount): Slot {
  const count: PrintedObject = {};
  for (const { operator, values } of comparisons) {
    count[operator.token] = printValues(operator.takes, valueKinds.integer, values);
  }
  if (where !== undefined) count['$where'] = printObject(where);
  // Its place among others is found by its text, which must not depend on the order in which its operators were written.
  return { path: [...relation.clientPath, '$count'], value: inOrder(count) };
}

function printOperand({ field, operator, values }: Comparison): Printed {
  return printValues(operator.takes, field.expression.kind, values);
}

/** A list of values is a set: order and repetition mean nothing, so equal lists are printed alike. */
function printValues(takes: Comparison['operator']['takes'], kind: ValueKind, values: readonly FilterValue[]): Printed {
  const texts = values.map((value) => kind.print(value));
  if (takes === 'list') return [...new Set(texts)].sort();
  return takes === 'pair' ? texts : (texts[0] ?? '');
}

function sorted(list: readonly Printed[]): readonly Printed[] {
  const keyed = list.map((printed) => ({ printed, key: JSON.stringify(printed) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ printed }) => printed);
}
