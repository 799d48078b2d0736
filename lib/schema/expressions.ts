import type { DeclaredField } from './declared-field.js';
import { document, documentList, documentPath } from './document-fields.js';
import type { ExpressionSchema } from './expression.js';
import { listColumn } from './list-columns.js';
import { virtualColumn } from './virtual-columns.js';

/**
 * Makes the expression of a field that is declared in one way; undefined for a field that is declared in another. It throws a
 * FilterConfigurationError where the column cannot be what the field is declared to be.
 */
type ExpressionSource = (field: DeclaredField) => ExpressionSchema | undefined;

/** Every expression that a field can be. The first source that knows the declaration makes it; a column is what is left. */
const sources: readonly ExpressionSource[] = [documentPath, documentList, virtualColumn, listColumn, document];

/** Makes the expression that a field is declared to be. */
export function expressionOf(field: DeclaredField): ExpressionSchema {
  for (const source of sources) {
    const expression = source(field);
    if (expression !== undefined) return expression;
  }
  return field.registry.columns.of(field.column, field.rule.kind);
}
