import { valueKinds } from '../values/index.js';
import { type DeclaredField, wrongField } from './declared-field.js';
import { exactOrderOfSql } from './exact-order.js';
import type { ExpressionSchema } from './expression.js';

/**
 * Makes the expression of a `@VirtualColumn()`: what its `query` gives for the row's alias. Its type says little of what that is,
 * so that the rule must name the kind.
 */
export function virtualColumn(field: DeclaredField): ExpressionSchema | undefined {
  const { path, column, rule, registry } = field;
  const { query } = column;
  if (!column.isVirtualProperty || query === undefined) return undefined;
  if (rule.kind === undefined) {
    throw wrongField(
      field,
      `is a virtual column, whose values no type tells; name their kind: { name: '${path}', kind: 'integer' }`,
    );
  }
  const kind = valueKinds[rule.kind];
  // A sum of whole numbers may be greater than any of them, and a cursor has to carry it all the same.
  const stored = kind.storedAs === 'integer' ? valueKinds.bigint : kind;
  return Object.freeze({
    ...registry.columns.of(column, rule.kind),
    sqlOf: (alias: string) => registry.dialect.computed({ sql: `(${query(alias)})`, storedAs: stored.storedAs }),
    columnName: undefined,
    storedKind: kind,
    stored,
    exactOrder: exactOrderOfSql(registry.dialect),
    nullable: true,
    indexed: false,
    isSubquery: true,
  });
}
