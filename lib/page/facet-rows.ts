import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { part, partsOf } from '../caches/index.js';
import { type FieldPath, type ListSchema, spellingsOf } from '../schema/index.js';
import { type PathRows, type SqlChanges, pathRows, valueSql } from '../sql/index.js';

/** Values of a field in the rows of a list, before they are counted. */
export interface FacetRows {
  /**
   * Makes a subquery, without brackets, with a row for each row of the list and each of its values. The list's builder
   * selects nothing yet, and is changed.
   */
  readonly sqlOf: (rows: SelectQueryBuilder<ObjectLiteral>) => string;
  /** SQL of the selected and joined parts, with all parameters. */
  readonly text: string;
  /** Escaped name of the column that is equal for equal values. */
  readonly key: string;
  /** Escaped name of the column with the value as it is spelled. */
  readonly spelled: string;
  /**
   * Escaped name of the primary key, where a row of the list may have one value in several rows. Undefined otherwise.
   */
  readonly rowKey?: string | undefined;
  /** True where the rows may have NULL in place of a missing value. */
  readonly hasGaps: boolean;
}

/** The rows of a list, by their escaped alias. */
interface ListRows {
  readonly alias: string;
  readonly changes: SqlChanges;
}

/**
 * Reads a field beside the rows of a list. Related rows are joined, and a list's elements stand beside the row, so that
 * a row may have one value several times. A single-column key lets COUNT(DISTINCT) count rows once. No engine counts
 * several columns, so the rows are first reduced to one for each value, in its least spelling.
 */
export function facetRows(list: ListRows, path: FieldPath): FacetRows {
  const { field, hops } = path;
  const isMultiple = field.expression.list !== undefined || hops.some(({ single }) => !single);
  const selected = isMultiple ? primaryKeyOf(list) : [];
  const keys = selected.map(({ name }) => list.changes.statement.escaped(name));
  const elements = field.expression.list?.elements;
  const values = elements === undefined ? plainRows(list, path) : elementRows(list, { path, elements, keys });
  const rows = { ...values, parts: { ...values.parts, selected: [...selected, ...values.parts.selected] } };
  if (keys.length > 1) return oncePerRow({ ...rows, keys }, path, list);
  const { value } = rows;
  return { ...written(rows), key: value, spelled: value, rowKey: keys[0], hasGaps: isMultiple || hops.length > 0 };
}

/** An expression that rows select, and its name. */
interface Selected {
  readonly sql: string;
  readonly name: string;
}

/** Expressions that rows select for a facet, and their joins. */
interface RowParts {
  readonly selected: readonly Selected[];
  readonly joined: PathRows | undefined;
}

/** A field of rows, except a list. */
export interface SelectedField {
  readonly parts: RowParts;
  /** The escaped name of its column. */
  readonly value: string;
}

/** Reads a field, except a list, by joining its relations. */
export function selectedField({ alias, changes }: ListRows, { hops, field: { expression } }: FieldPath): SelectedField {
  const name = changes.statement.name();
  const schema = hops.at(-1)?.target ?? changes.schema;
  const read = (end: string): string => valueSql(changes, expression, { alias: end, schema });
  const parts = valueParts({ alias, changes }, { hops, read, name });
  return { parts, value: changes.statement.escaped(name) };
}

/** Adds the selected expressions and joins to a builder of rows. */
export function addParts(rows: SelectQueryBuilder<ObjectLiteral>, { selected, joined }: RowParts): void {
  if (joined !== undefined) rows.innerJoin(joined.table, joined.name, joined.on);
  for (const { sql, name } of selected) rows.addSelect(sql, name);
}

/** Writes the selected expressions and joins. */
export function textOfParts({ selected, joined }: RowParts): string {
  return part(joined?.table) + part(joined?.on) + partsOf(selected.map(({ sql }) => sql));
}

/** Rows that select a value, and the subquery around them. */
interface ValueRows extends SelectedField {
  readonly around: (sql: string) => string;
}

function written({ parts, around }: ValueRows): Pick<FacetRows, 'sqlOf' | 'text'> {
  const sqlOf: FacetRows['sqlOf'] = (rows) => {
    addParts(rows, parts);
    return around(rows.getQuery());
  };
  return { sqlOf, text: textOfParts(parts) };
}

function plainRows(list: ListRows, path: FieldPath): ValueRows {
  return { ...selectedField(list, path), around: (sql) => sql };
}

/** Returns the columns of the primary key. */
function primaryKeyOf({ alias, changes: { primaryKey, statement } }: ListRows): readonly Selected[] {
  return primaryKey.map(({ sqlOf }) => ({ sql: sqlOf(alias), name: statement.name() }));
}

/** An expression at the end of a path, and the name to select it under. */
interface ValueAtEnd extends Pick<FieldPath, 'hops'> {
  readonly read: (alias: string) => string;
  readonly name: string;
}

/** Selects the value of the row itself, or joins the related rows. */
function valueParts({ alias, changes: { statement, schema } }: ListRows, { hops, read, name }: ValueAtEnd): RowParts {
  if (hops.length === 0) return { selected: [{ sql: read(alias), name }], joined: undefined };
  const select = (end: string): string => `${read(end)} AS ${statement.escaped(name)}`;
  const joined = pathRows(statement, { hops, from: { alias, schema }, select });
  return { selected: [{ sql: `${statement.escaped(joined.name)}.${statement.escaped(name)}`, name }], joined };
}

/** A list, and the columns to select beside its elements. */
interface ListAtEnd {
  readonly path: FieldPath;
  readonly elements: NonNullable<ListSchema['elements']>;
  /** The escaped names of the primary key's columns. */
  readonly keys: readonly string[];
}

/** Writes the elements of each row's list beside the row, under the name of the list's column. */
function elementRows(list: ListRows, { path: { hops, field }, elements: elementsOf, keys }: ListAtEnd): ValueRows {
  const { statement } = list.changes;
  const name = field.expression.metadata.databaseName;
  const parts = valueParts(list, { hops, read: (alias) => `${alias}.${statement.escaped(name)}`, name });
  const [alias, value] = [statement.alias(), statement.alias()];
  const elements = elementsOf(alias);
  const selected = [...keys.map((key) => `${alias}.${key} AS ${key}`), `${elements.value} AS ${value}`];
  const around = (sql: string) => `SELECT ${selected.join(', ')} FROM (${sql}) ${alias}, ${elements.from}`;
  return { parts, around, value };
}

/** Reduces rows to one for each key and value. A NULL element, and a related row without a value, have no value. */
function oncePerRow(
  { keys, value, around: before, parts }: ValueRows & Pick<ListAtEnd, 'keys'>,
  { field: { expression } }: FieldPath,
  { changes: { statement } }: ListRows,
): FacetRows {
  const [alias, key, spelled] = [statement.alias(), statement.alias(), statement.alias()];
  const own = keys.map((name) => `${alias}.${name}`);
  const equal = spellingsOf(`${alias}.${value}`, expression);
  const selected = [`${equal.key} AS ${key}`, `${equal.least ?? equal.key} AS ${spelled}`];
  const around = (sql: string) => {
    const from = `(${before(sql)}) ${alias} WHERE ${alias}.${value} IS NOT NULL`;
    return `SELECT ${selected.join(', ')} FROM ${from} GROUP BY ${[...own, equal.key].join(', ')}`;
  };
  return { ...written({ parts, around, value }), key, spelled, hasGaps: false };
}
