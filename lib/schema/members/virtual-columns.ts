import { valueKinds } from '../../values/index.js';
import { type DeclaredField, wrongField } from './declared-field.js';
import { exactOrderOfSql } from '../columns/exact-order.js';
import type { ExpressionSchema } from '../columns/expression.js';

/**
 * Makes the expression of a `@VirtualColumn()`: the SQL that its `query` returns for the row's alias. The rule must
 * name the kind, because the column's type does not tell it.
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
  // A sum of whole numbers may exceed their type, and a cursor must carry it all the same.
  const stored = kind.storedAs === 'integer' ? valueKinds.bigint : kind;
  return Object.freeze({
    ...registry.columns.of(column, rule.kind),
    sqlOf: (alias: string) => registry.dialect.computed({ sql: `(${query(alias)})`, storedAs: stored.storedAs }),
    columnName: undefined,
    kind,
    storedKind: kind,
    stored,
    exactOrder: exactOrderOfSql(registry.dialect),
    nullable: true,
    indexed: false,
    isSubquery: true,
  });
}
