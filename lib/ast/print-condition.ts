import { oppositeOfNull } from '../operators/index.js';
import type { FieldSchema, RelationSchema } from '../schema/index.js';
import type { FilterValue, ValueKind } from '../values/index.js';
import { valueKinds } from '../values/index.js';
import type { Comparison, Condition, Not, Related, RelatedCount } from './condition.js';
import { type Printed, type PrintedObject, type Slot, emptyObject, inOrder, logicalDepth } from './slots.js';
import { plainConditions, put } from './slots.js';
import { conjunctsOf } from './walk.js';

/**
 * A condition as an object. Its conjuncts go into one object where their keys allow it, and into `$and` where they do not.
 * They are put in order first, so that the order of arrival does not show; and the deepest come first, because `$and` is a
 * level more, and what was accepted at the edge of `logicalDepth` must not be printed beyond it.
 *
 * @param about the relation whose rows the object is about, where it stands directly under it
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

/** A text that is equal for conditions that are printed alike. */
export function keyOfCondition(condition: Condition): string {
  return JSON.stringify(printObject(condition));
}

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

/** Where a condition can stand, the best place first. */
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

/** The related key can be compared by the relation's own operators, too. */
function comparisonSlots(comparison: Comparison, about: RelationSchema | undefined): readonly Slot[] {
  const { field, operator } = comparison;
  if (operator.takes === 'boolean') return [flagSlot(comparison)];
  const value = printOperand(comparison);
  const named: Slot = { path: [...field.clientPath, operator.token], value };
  const [key, ...more] = about?.target.primaryKey ?? [];
  const isKey = field.column === key && more.length === 0;
  return isKey ? [named, { path: [operator.token], value }] : [named];
}

/** Where a field takes only one of `$null` and `$notNull`, the other was written as its opposite, and is printed so. */
function flagSlot({ field: { clientPath, operators }, operator: { token } }: Comparison): Slot {
  const opposite = oppositeOfNull.get(token);
  const isWrittenSo = opposite === undefined || operators.has(token) || !operators.has(opposite);
  if (isWrittenSo) return { path: [...clientPath, token], value: 'true' };
  return { path: [...clientPath, opposite], value: 'false' };
}

/** A negation of one field's operators can stand under the field, any other as a group. */
function notSlots({ condition }: Not): readonly Slot[] {
  const inner = printObject(condition);
  const group: Slot = { path: ['$not'], value: inner };
  const field = onlyField(condition);
  const operators = field && onlyAt(inner, field.clientPath);
  if (field === undefined || operators === undefined) return [group];
  return [{ path: [...field.clientPath, '$not'], value: operators }, group];
}

/** The field that a whole condition is about, if it is one. */
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

/** What stands at a path, if nothing stands beside it. */
function onlyAt(printed: Printed, path: readonly string[]): Printed | undefined {
  let here: Printed | undefined = printed;
  for (const key of path) {
    const entries: [string, Printed][] = Object.entries(here ?? {});
    const [entry] = entries;
    here = entries.length === 1 && entry?.[0] === key ? entry[1] : undefined;
  }
  return here;
}

function relatedSlots({ relation, quantifier, where }: Related): readonly Slot[] {
  const path = relation.clientPath;
  if (where === undefined) return existenceSlots(path, quantifier === 'some');
  const inner = printObject(where);
  if (quantifier !== 'some') return [{ path: [...path, `$${quantifier}`], value: inner }];
  const plain: Slot = { path: [...path, plainConditions], value: printObject(where, relation) };
  return relation.toMany ? [plain, { path: [...path, '$some'], value: inner }] : [plain];
}

/** Two spellings, because that there is a row and that there is none can be asked together, and then finds nothing. */
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
  return { path: [...relation.clientPath, '$count'], value: count };
}

function printOperand({ field, operator, values }: Comparison): Printed {
  return printValues(operator.takes, field.column.kind, values);
}

/** A list is a set: its order says nothing, nor does a member given twice. */
function printValues(takes: Comparison['operator']['takes'], kind: ValueKind, values: readonly FilterValue[]): Printed {
  const texts = values.map((value) => kind.print(value));
  if (takes === 'list') return [...new Set(texts)].sort();
  return takes === 'pair' ? texts : (texts[0] ?? '');
}

function sorted(list: readonly Printed[]): readonly Printed[] {
  const keyed = list.map((printed) => ({ printed, key: JSON.stringify(printed) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ printed }) => printed);
}
