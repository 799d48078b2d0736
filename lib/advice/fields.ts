import {
  type ExpressionSchema,
  type FieldSchema,
  type FilterSchema,
  isColumn,
  relatedAggregateOf,
} from '../schema/index.js';
import { driverOf } from '../typeorm/index.js';
import { type Use, type WantedKey, type Wants, nothing, ranks, wanting, without } from './want.js';

/** Alias of the table in an expression, which is then left out. */
const alias = '"nf_table"';

/** Returns the SQL of an expression over the columns of its table, without an alias. */
function bareSql({ sqlOf }: Pick<ExpressionSchema, 'sqlOf'>): string {
  return sqlOf(alias).replaceAll(`${alias}.`, '');
}

/**
 * Returns what a field wants for conditions and sorts. A field whose operators no index serves, and that is no sort
 * key, wants nothing.
 *
 * @param schema the entity that the field belongs to
 * @param use the first use of it
 */
export function wantsOfField(schema: FilterSchema, field: Pick<FieldSchema, 'expression'>, use: Use): Wants {
  const { expression } = field;
  // The links of an aggregate of related rows are wanted with its relation.
  if (relatedAggregateOf(expression) !== undefined) return nothing;
  if (expression.isSubquery) return without({ entity: schema.name, use, reason: ofVirtualColumns });
  if (expression.list !== undefined) return wantsOfList(schema, expression, { ...use, name: 'list' });
  if (expression.document !== undefined) return wantsOfPath(schema, expression, { ...use, name: 'path' });
  return isColumn(expression) && expression.kind.comparable ? wantsOfColumn(schema, expression, use) : nothing;
}

const ofVirtualColumns =
  'no index serves the values of a virtual column: index the columns by which its query finds its rows, or store the value';

/** True where an index serves some condition on a field, or its order. */
export function isWanted({ operators, sortable, expression }: FieldSchema): boolean {
  if (expression.list !== undefined) return operators.size > 0;
  return sortable || [...operators.values()].some(({ indexUse }) => indexUse === 'point' || indexUse === 'range');
}

/** Returns a column as the key of an index. Undefined for a field that is no column with an order. */
export function keyOfColumn(
  schema: FilterSchema,
  { expression }: Pick<FieldSchema, 'expression'>,
): WantedKey | undefined {
  const isKey = isColumn(expression) && expression.kind.comparable && expression.list === undefined;
  return isKey && expression.document === undefined ? keyOf(schema, expression) : undefined;
}

function keyOf(schema: FilterSchema, { columnName, metadata }: ExpressionSchema & { columnName: string }): WantedKey {
  const written = schema.dialect.indexes.prefixOf?.(columnName, metadata.type);
  return { sql: columnName, isExpression: false, written, collation: metadata.collation };
}

function wantsOfColumn(schema: FilterSchema, expression: ExpressionSchema & { columnName: string }, use: Use): Wants {
  const { kind } = expression;
  const key = keyOf(schema, expression);
  const hasFewValues = kind.name === 'boolean' || kind.name === 'enum';
  return wanting({
    ...{ entity: schema.name, table: schema.table, method: 'btree', keys: [key], inAnyOrder: 1, uses: [use] },
    rank: hasFewValues ? ranks.fewValues : ranks.values,
    note: hasFewValues ? ofFewValues : key.written && ofPrefixes,
  });
}

const ofFewValues = 'A column of few values: the index helps for the rare ones alone.';
const ofPrefixes = 'The index has the first 191 characters, and serves no order.';

function wantsOfList(schema: FilterSchema, expression: ExpressionSchema, use: Use): Wants {
  const { document, list, metadata, kind } = expression;
  const { indexes } = schema.dialect;
  const isDocument = document !== undefined;
  const found = indexes.listIndex({
    storage: isDocument ? 'document' : list?.isArray === true ? 'array' : 'delimited',
    column: driverOf(metadata.entityMetadata).escape(metadata.databaseName),
    type: metadata.type,
    collation: metadata.collation,
    isPlain: kind.name !== 'uuid' && kind.name !== 'float',
  });
  if ('reason' in found) return without({ entity: schema.name, use, reason: found.reason });
  const isExpression = found.sql.startsWith('(');
  const keys = [{ sql: found.sql, isExpression, operatorClass: found.operatorClass }];
  return wanting({
    ...{ entity: schema.name, table: schema.table, method: 'gin', keys, inAnyOrder: 1, uses: [use] },
    rank: ranks.parts,
  });
}

function wantsOfPath(schema: FilterSchema, expression: ExpressionSchema, use: Use): Wants {
  const { document } = expression;
  // The document itself is only tested for presence.
  if (document?.kind === undefined) return nothing;
  const reason = schema.dialect.indexes.noExpressions;
  if (reason !== undefined) return without({ entity: schema.name, use, reason });
  const keys = [{ sql: bareSql(expression), isExpression: true }];
  return wanting({
    ...{ entity: schema.name, table: schema.table, method: 'btree', keys, inAnyOrder: 1, uses: [use] },
    rank: ranks.parts,
  });
}
