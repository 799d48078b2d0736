import { declaredAggregate } from './declared-aggregates.js';
import type { DeclaredField } from './declared-field.js';
import { document, documentList, documentPath } from './document-fields.js';
import type { ExpressionSchema } from '../columns/expression.js';
import { listColumn } from './list-columns.js';
import { virtualColumn } from './virtual-columns.js';

/**
 * Makes the expression of a field that is declared in one way.
 *
 * @returns undefined for a field that is declared in another way
 * @throws FilterConfigurationError where the column does not fit the declaration
 */
type ExpressionSource = (field: DeclaredField) => ExpressionSchema | undefined;

/**
 * Every expression that a field can have. The first source that knows the declaration makes it. Any
 * other field is a column.
 */
const sources: readonly ExpressionSource[] = [
  declaredAggregate,
  documentPath,
  documentList,
  virtualColumn,
  listColumn,
  document,
];

/** Makes the expression of a declared field. */
export function expressionOf(field: DeclaredField): ExpressionSchema {
  for (const source of sources) {
    const expression = source(field);
    if (expression !== undefined) return expression;
  }
  return field.registry.columns.of(field.column, field.rule.kind);
}
