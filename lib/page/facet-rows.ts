import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type FieldPath, spellingsOf } from '../schema/index.js';
import { pathRows, valueSql } from '../sql/index.js';
import type { EachRow } from './rows/matching-rows.js';

/** An expression that rows select, and its name. */
type Selected = readonly [sql: string, name: string];

/** Expressions that rows select for a field, and the table that is joined for them: its SQL, name and condition. */
export type RowParts = readonly [
  selected: readonly Selected[],
  joined: readonly [table: string, name: string, on: string] | undefined,
];

/** A field of rows, except a list. */
export interface SelectedField {
  readonly parts: RowParts;
  readonly value: string;
}

/** Values of a field in the rows of a list, before they are counted: a row for each row of the list and each value. */
export interface FacetRows {
  readonly parts: RowParts;
  /** SQL before and after the query of the rows. */
  readonly around: readonly [before: string, after: string];
  /** Escaped name of the column that is equal for equal values. */
  readonly key: string;
  /** Escaped name of the column with the value as it is spelled. */
  readonly spelled: string;
  /**
   * Escaped name of the primary key, where a row of the list may have one value in several rows. Undefined otherwise.
   */
  readonly rowKey: string | undefined;
  /** True where the rows may have NULL in place of a missing value. */
  readonly hasGaps: boolean;
}

/**
 * Reads a field beside the rows of a list. Related rows are joined, and a list's elements stand beside the row, so that
 * a row may have one value several times. A single-column key lets COUNT(DISTINCT) count rows once. No engine counts
 * several columns, so the rows are first reduced to one for each value, in its least spelling.
 */
export function facetRows(rows: EachRow, path: FieldPath): FacetRows {
  const { own } = rows;
  const { field, hops } = path;
  const { list } = field.expression;
  const isMultiple = list !== undefined || hops.some(({ single }) => !single);
  const primaryKey = isMultiple ? rows.list.sql.primaryKey : [];
  const selectedKeys = primaryKey.map(({ sqlOf }): Selected => [sqlOf(rows.alias), own.name()]);
  const keys = selectedKeys.map(([, name]) => own.escaped(name));
  const elements = list?.elements;
  const isList = elements !== undefined;
  const { parts, value: column } = isList ? selectedList(rows, path) : selectedField(rows, path);
  let value = column;
  let around: FacetRows['around'] = ['', ''];
  if (isList) {
    // The elements stand beside the row.
    const alias = own.alias();
    value = own.alias();
    const each = elements(alias);
    const selected = [...keys.map((key) => `${alias}.${key} AS ${key}`), `${each.value} AS ${value}`];
    around = [`SELECT ${selected.join(', ')} FROM (`, `) ${alias}, ${each.from}`];
  }
  const [selected, joined] = parts;
  const all: RowParts = [[...selectedKeys, ...selected], joined];
  if (keys.length < 2) {
    return { parts: all, around, key: value, spelled: value, rowKey: keys[0], hasGaps: isMultiple || hops.length > 0 };
  }
  // A NULL element, and a related row without a value, have no value.
  const [alias, key, spelled] = [own.alias(), own.alias(), own.alias()];
  const equal = spellingsOf(`${alias}.${value}`, field.expression);
  const by = [...keys.map((name) => `${alias}.${name}`), equal.key].join(', ');
  const once = `SELECT ${equal.key} AS ${key}, ${equal.least ?? equal.key} AS ${spelled} FROM (${around[0]}`;
  const after = `${around[1]}) ${alias} WHERE ${alias}.${value} IS NOT NULL GROUP BY ${by}`;
  return { parts: all, around: [once, after], key, spelled, rowKey: undefined, hasGaps: false };
}

/** Selects a field, except a list, by joining its relations. */
export function selectedField(rows: EachRow, { hops, field: { expression } }: FieldPath): SelectedField {
  const { own, list } = rows;
  const name = own.name();
  const schema = hops.at(-1)?.target ?? list.sql.schema;
  const read = (alias: string): string => valueSql(own, expression, { alias, schema });
  return { parts: valueParts(rows, hops, name, read), value: own.escaped(name) };
}

/** Selects the column of a list, under its own name. */
function selectedList(rows: EachRow, { hops, field: { expression } }: FieldPath): SelectedField {
  const name = expression.metadata.databaseName;
  const value = rows.own.escaped(name);
  return { parts: valueParts(rows, hops, name, (alias) => `${alias}.${value}`), value };
}

/** Selects the value of the row itself, or joins the related rows. */
function valueParts(
  { alias, own, list: { sql } }: EachRow,
  hops: FieldPath['hops'],
  name: string,
  read: (alias: string) => string,
): RowParts {
  if (hops.length === 0) return [[[read(alias), name]], undefined];
  const select = (end: string): string => `${read(end)} AS ${own.escaped(name)}`;
  const { table, name: joined, on } = pathRows(own, hops, { alias, schema: sql.schema }, select);
  return [[[`${own.escaped(joined)}.${own.escaped(name)}`, name]], [table, joined, on]];
}

export function addParts(rows: SelectQueryBuilder<ObjectLiteral>, [selected, joined]: RowParts): void {
  if (joined !== undefined) rows.innerJoin(...joined);
  for (const [sql, name] of selected) rows.addSelect(sql, name);
}
