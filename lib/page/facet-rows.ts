import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ExpressionSchema, FieldPath, ListSchema } from '../schema/index.js';
import { type SqlChanges, pathRows } from '../sql/index.js';

/** The values of a field in the rows of a list, before they are counted. */
export interface FacetRows {
  /** A subquery, without brackets, with a row for each row of the list and each of its values. */
  readonly sql: string;
  /** The escaped name of the column that rows of one value have in common. */
  readonly key: string;
  /** The escaped name of the column that has the value as it is spelled. */
  readonly spelled: string;
  /** The escaped name of the primary key, where a row of the list may have one value in several rows; otherwise undefined. */
  readonly rowKey?: string | undefined;
  /** True where the rows may have NULL in the place of a value that is none. */
  readonly hasGaps: boolean;
}

/**
 * Reads a field beside the rows of a list. What is behind relations is joined, and the elements of a list stand beside the row, so
 * that a row may have one value several times. By a key of one column its rows are counted once each; one of several columns no
 * engine counts, and the rows are reduced to one for each value before, in its least spelling.
 *
 * @param rows selects nothing yet, and is changed: a row of the list once each
 */
export function facetRows(rows: SelectQueryBuilder<ObjectLiteral>, path: FieldPath, changes: SqlChanges): FacetRows {
  const { list } = path.field.expression;
  const isMultiple = list !== undefined || path.hops.some(({ single }) => !single);
  const keys = isMultiple ? selectKeys(rows, changes) : [];
  const elements = list?.elements;
  const { sql, value } =
    elements === undefined ? selectedRows(rows, path, changes) : elementRows(rows, { path, elements, keys }, changes);
  if (keys.length > 1) return oncePerRow({ sql, value, keys }, path, changes);
  return { sql, key: value, spelled: value, rowKey: keys[0], hasGaps: isMultiple || path.hops.length > 0 };
}

/**
 * Selects the value of a field that is no list, joining what is behind relations, and returns the escaped name of its column.
 */
export function selectField(
  rows: SelectQueryBuilder<ObjectLiteral>,
  { hops, field: { expression } }: FieldPath,
  changes: SqlChanges,
): string {
  const name = changes.statement.name();
  selectValue(rows, { hops, read: (alias) => expression.sqlOf(alias), name }, changes);
  return changes.statement.escaped(name);
}

/** Rows of a subquery, and the escaped name of the column that has their value. */
interface ValueRows {
  readonly sql: string;
  readonly value: string;
}

function selectedRows(rows: SelectQueryBuilder<ObjectLiteral>, path: FieldPath, changes: SqlChanges): ValueRows {
  const value = selectField(rows, path, changes);
  return { sql: rows.getQuery(), value };
}

/** Selects the primary key, and returns the escaped names of its columns. */
function selectKeys(rows: SelectQueryBuilder<ObjectLiteral>, { primaryKey, statement }: SqlChanges): readonly string[] {
  return primaryKey.map(({ sqlOf }) => {
    const name = statement.name();
    rows.addSelect(sqlOf(rows.escape(rows.alias)), name);
    return statement.escaped(name);
  });
}

/** An expression at the end of a path, and the name to select it under. */
interface ValueAtEnd extends Pick<FieldPath, 'hops'> {
  readonly read: (alias: string) => string;
  readonly name: string;
}

/** Selects the value of the row itself, or joins the rows that have it. */
function selectValue(
  rows: SelectQueryBuilder<ObjectLiteral>,
  { hops, read, name }: ValueAtEnd,
  { statement, schema }: SqlChanges,
): void {
  const alias = rows.escape(rows.alias);
  if (hops.length === 0) {
    rows.addSelect(read(alias), name);
    return;
  }
  const select = (end: string): string => `${read(end)} AS ${statement.escaped(name)}`;
  const path = pathRows(statement, { hops, from: { alias, schema }, select });
  rows.innerJoin(path.table, path.name, path.on);
  rows.addSelect(`${statement.escaped(path.name)}.${statement.escaped(name)}`, name);
}

/** A list, and the columns that its elements are read beside. */
interface ListAtEnd {
  readonly path: FieldPath;
  readonly elements: NonNullable<ListSchema['elements']>;
  /** The escaped names of the primary key's columns. */
  readonly keys: readonly string[];
}

/** Writes the elements of each row's list beside the row. The list is read under the name of its column, as its elements are. */
function elementRows(
  rows: SelectQueryBuilder<ObjectLiteral>,
  { path: { hops, field }, elements: elementsOf, keys }: ListAtEnd,
  changes: SqlChanges,
): ValueRows {
  const { statement } = changes;
  const name = field.expression.metadata.databaseName;
  selectValue(rows, { hops, read: (alias) => `${alias}.${statement.escaped(name)}`, name }, changes);
  const [alias, value] = [statement.alias(), statement.alias()];
  const elements = elementsOf(alias);
  const selected = [...keys.map((key) => `${alias}.${key} AS ${key}`), `${elements.value} AS ${value}`];
  return { sql: `SELECT ${selected.join(', ')} FROM (${rows.getQuery()}) ${alias}, ${elements.from}`, value };
}

/** Reduces rows to one for each key and value. An element that is NULL, and a related row without a value, have none. */
function oncePerRow(
  { sql, keys, value }: ValueRows & Pick<ListAtEnd, 'keys'>,
  { field: { expression } }: FieldPath,
  { statement }: SqlChanges,
): FacetRows {
  const [alias, key, spelled] = [statement.alias(), statement.alias(), statement.alias()];
  const own = keys.map((name) => `${alias}.${name}`);
  const equal = spellingsOf(`${alias}.${value}`, expression);
  const selected = [`${equal.key} AS ${key}`, `${equal.least ?? equal.key} AS ${spelled}`];
  const from = `(${sql}) ${alias} WHERE ${alias}.${value} IS NOT NULL`;
  return {
    sql: `SELECT ${selected.join(', ')} FROM ${from} GROUP BY ${[...own, equal.key].join(', ')}`,
    key,
    spelled,
    hasGaps: false,
  };
}

/** Returns how values that are equal are grouped, by the type of the column that they are of. */
export function spellingsOf(sql: string, { column, stored, bindFacts }: ExpressionSchema) {
  const type = typeof column?.type === 'string' ? column.type : '';
  return bindFacts.dialect.spellings({ sql, storedAs: stored.storedAs, type });
}
