import { keyOf } from '../schema/index.js';
import type { FilterValue, ValueKind } from '../values/index.js';
import { valueKinds } from '../values/index.js';
import type { Comparison, Condition, Not, Related, RelatedCount } from './condition.js';
import type { QueryPlan } from './filter-query.js';
import type { Slice } from './slice.js';
import type { SortTerm } from './sort.js';

/** A condition object, a list, or a text, in the shape in which a client writes them. */
export type Printed = string | null | readonly Printed[] | { readonly [key: string]: Printed };

/** A whole request in its canonical form. */
export interface PrintedQuery {
  filters?: Printed;
  sort?: readonly string[];
  pagination?: Readonly<Record<string, string>>;
}

interface PrintedObject {
  [key: string]: Printed;
}

/** One place where a condition can stand in its object, and what stands there. */
interface Slot {
  readonly path: readonly string[];
  readonly value: Printed;
}

export function printQuery({ filters, sort, slice, view }: QueryPlan): PrintedQuery {
  return {
    ...(filters === undefined ? {} : { filters: printObject(filters) }),
    ...(sort.length === 0 ? {} : { sort: sort.map((term) => printSort(term, view.kind)) }),
    ...(slice === undefined ? {} : { pagination: printSlice(slice) }),
  };
}

/**
 * A condition as an object. Its conjuncts go into one object where their keys allow it, and into `$and` where they do not;
 * they are put in order first, so that the order of arrival does not show.
 */
function printObject(condition: Condition): PrintedObject {
  const conjuncts = condition.type === 'and' ? condition.conditions : [condition];
  const ordered = conjuncts
    .map((conjunct) => slotsOf(conjunct))
    .map((slots) => ({ slots, key: JSON.stringify(slots[0]) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const object: PrintedObject = {};
  const rest: Printed[] = [];
  for (const { slots } of ordered) {
    if (slots.some((slot) => put(object, slot))) continue;
    const [first] = slots;
    const alone: PrintedObject = {};
    if (first !== undefined && put(alone, first)) rest.push(alone);
  }
  return inOrder(rest.length === 0 ? object : { ...object, $and: rest });
}

/** Where a condition can stand, the best place first. */
function slotsOf(condition: Condition): readonly Slot[] {
  switch (condition.type) {
    case 'and':
      return [{ path: ['$and'], value: [printObject(condition)] }];
    case 'or':
      return [{ path: ['$or'], value: sorted(condition.conditions.map((alternative) => printObject(alternative))) }];
    case 'not':
      return notSlots(condition);
    case 'comparison':
      return [{ path: [...condition.field.clientPath, condition.operator.token], value: printOperand(condition) }];
    case 'related':
      return relatedSlots(condition);
    case 'relatedCount':
      return [countSlot(condition)];
  }
}

/** A negation of one field's operators can stand under the field, any other as a group. */
function notSlots({ condition }: Not): readonly Slot[] {
  const inner = printObject(condition);
  const group: Slot = { path: ['$not'], value: inner };
  const comparisons = condition.type === 'and' ? condition.conditions : [condition];
  const [first] = comparisons;
  if (first?.type !== 'comparison' || Object.hasOwn(inner, '$and')) return [group];
  const ofOneField = comparisons.every((one) => one.type === 'comparison' && one.field === first.field);
  if (!ofOneField) return [group];
  const { clientPath } = first.field;
  return [{ path: [...clientPath, '$not'], value: at(inner, clientPath) }, group];
}

function relatedSlots({ relation, quantifier, where }: Related): readonly Slot[] {
  const path = relation.clientPath;
  if (where === undefined) return [{ path: [...path, '$exists'], value: quantifier === 'some' ? 'true' : 'false' }];
  const inner = printObject(where);
  if (quantifier !== 'some') return [{ path: [...path, `$${quantifier}`], value: inner }];
  const plain: Slot = { path: [...path, plainConditions], value: inner };
  return relation.toMany ? [plain, { path: [...path, '$some'], value: inner }] : [plain];
}

function countSlot({ relation, operator, values, where }: RelatedCount): Slot {
  const operand = printValues(operator.takes === 'value', valueKinds.integer, values);
  const count = { [operator.token]: operand, ...(where === undefined ? {} : { $where: printObject(where) }) };
  return { path: [...relation.clientPath, '$count'], value: count };
}

/** Stands for "the keys beside the quantifiers" until the object is finished. */
const plainConditions = '';

/** Puts a value where the slot says, unless something is there. False when there is no room. */
function put(object: PrintedObject, { path, value }: Slot): boolean {
  const [key, ...deeper] = path;
  if (key === undefined) return false;
  if (key === plainConditions) return putPlain(object, value);
  if (deeper.length === 0) {
    if (!Object.hasOwn(object, key)) object[key] = value;
    else if (key === '$count') return putCount(object, value);
    else return false;
    return true;
  }
  const inner: PrintedObject = Object.hasOwn(object, key) ? { ...(object[key] as PrintedObject) } : {};
  if (!put(inner, { path: deeper, value })) return false;
  object[key] = inner;
  return true;
}

/** A relation's plain conditions are about one row, so only one set of them fits beside the quantifiers. */
function putPlain(relation: PrintedObject, value: Printed): boolean {
  const taken = Object.keys(relation).some((key) => !quantifierKeys.has(key));
  if (taken) return false;
  Object.assign(relation, value);
  return true;
}

/** Two comparisons of one count fit into one object where they count the same rows. */
function putCount(relation: PrintedObject, value: Printed): boolean {
  const existing = relation['$count'] as PrintedObject;
  const added = value as PrintedObject;
  const sameRows = JSON.stringify(existing['$where']) === JSON.stringify(added['$where']);
  const tokens = Object.keys(added).filter((key) => key !== '$where');
  if (!sameRows || tokens.some((token) => Object.hasOwn(existing, token))) return false;
  relation['$count'] = { ...existing, ...added };
  return true;
}

const quantifierKeys: ReadonlySet<string> = new Set(['$some', '$every', '$none', '$exists', '$count']);

function printOperand({ field, operator, values }: Comparison): Printed {
  if (operator.takes === 'boolean') return 'true';
  return printValues(
    operator.takes === 'value' || operator.takes === 'needle',
    field.column.kind,
    values,
    operator.takes === 'list',
  );
}

function printValues(one: boolean, kind: ValueKind, values: readonly FilterValue[], unordered = false): Printed {
  const texts = values.map((value) => kind.print(value));
  if (one) return texts[0] ?? '';
  return unordered ? [...new Set(texts)].sort() : texts;
}

function printSort({ target, direction, nulls }: SortTerm, kind: QueryPlan['view']['kind']): string {
  const placement = nulls === undefined ? '' : nulls === 'first' ? ':nullsFirst' : ':nullsLast';
  return `${keyOf(kind, target)}:${direction}${placement}`;
}

function printSlice(slice: Slice): Readonly<Record<string, string>> {
  const count: Record<string, string> = slice.withCount === undefined ? {} : { withCount: String(slice.withCount) };
  switch (slice.type) {
    case 'page':
      return { page: String(slice.page), pageSize: String(slice.pageSize), ...count };
    case 'offset':
      return { start: String(slice.start), limit: String(slice.limit), ...count };
    case 'cursor':
      return { [slice.direction]: slice.cursor, pageSize: String(slice.pageSize), ...count };
  }
}

function at(object: PrintedObject, path: readonly string[]): Printed {
  return path.reduce<Printed>((inner, key) => (inner as PrintedObject)[key] ?? {}, object);
}

function inOrder(object: PrintedObject): PrintedObject {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function sorted(list: readonly Printed[]): readonly Printed[] {
  const keyed = list.map((printed) => ({ printed, key: JSON.stringify(printed) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ printed }) => printed);
}
