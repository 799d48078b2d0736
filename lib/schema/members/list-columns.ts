import { type FilterValue, type ListType, elementKinds, listTypeOf, valueKinds } from '../../values/index.js';
import { type DeclaredField, refuseTransformer, wrongField } from './declared-field.js';
import type { ExpressionSchema, ListSchema } from '../columns/expression.js';

/** Makes the expression of a column whose type is a list: an array of PostgreSQL, or a `simple-array`. */
export function listColumn(field: DeclaredField): ExpressionSchema | undefined {
  const { column, rule, registry } = field;
  const list = rule.kind === 'opaque' ? undefined : listTypeOf(column, registry.dialect);
  if (list === undefined) {
    if (rule.list === undefined) return undefined;
    throw wrongField(field, 'is declared as a list, whose elements requests cannot name; leave out `list: true`');
  }
  // A column without a rule keeps $null and $notNull, which need no part of its value.
  if (rule.isImplied && column.transformer !== undefined) return undefined;
  refuseTransformer(field, 'a list');
  const kinds = elementKinds(list, registry.dialect);
  if (rule.kind !== undefined && kinds !== 'every' && !kinds.includes(rule.kind)) {
    throw wrongField(
      field,
      `is a list of ${list.kind} values, which cannot be read as ${rule.kind}; they can be: ${kinds.join(', ')}`,
    );
  }
  const kind = valueKinds[rule.kind ?? list.kind];
  const base = registry.columns.of(column, 'opaque');
  return Object.freeze({
    ...base,
    kind,
    storedKind: kind,
    stored: valueKinds[list.kind],
    accepts: list.storage === 'delimited' ? isDelimitedElement : isElement,
    // An index on a delimited text finds the whole text, not an element.
    indexed: base.indexed && list.storage === 'array',
    list: listIn(field, list),
  });
}

/** Applies the engine's list conditions to the column's own list. */
function listIn({ column, registry }: DeclaredField, { storage, kind }: ListType): ListSchema | undefined {
  const phrases = registry.dialect.lists[storage];
  const { sqlOf } = registry.columns.of(column, 'opaque');
  const elementsStoredAs = valueKinds[kind].storedAs;
  const elements = phrases?.elements;
  return (
    phrases && {
      isArray: storage === 'array',
      has: (alias, question) => phrases.has({ sql: sqlOf(alias), elementsStoredAs }, question),
      empty: (alias, negated) => phrases.empty({ sql: sqlOf(alias), elementsStoredAs }, negated),
      hasMatch: (alias, question) => phrases.hasMatch({ sql: sqlOf(alias), elementsStoredAs }, question),
      elements: elements && ((alias) => elements({ sql: sqlOf(alias), elementsStoredAs })),
    }
  );
}

/** Returns false also for a text with a comma: in a delimited list it would be two elements. */
function isDelimitedElement(value: FilterValue): boolean {
  return isElement(value) && !(typeof value === 'string' && value.includes(','));
}

/** Returns false for a day: a range of instants is not an element. */
function isElement(value: FilterValue): boolean {
  return typeof value !== 'object' || value.type !== 'day';
}
