import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { FilterSchema, Link } from '../../schema/index.js';
import { type SqlChanges, addJoins, addWhere, orderSql, ownColumnsOf, tieSql } from '../../sql/index.js';
import { readFromQuery } from '../../typeorm/index.js';
import type { KeyOperands } from './keys.js';
import { type Links, linksByList } from './links.js';

/** Related rows, limited to the first ones of each parent. */
export interface RowsOfParents {
  readonly changes: SqlChanges;
  /** Entity of the parents. */
  readonly parent: FilterSchema;
  readonly link: Link;
  /** Entity of the related rows. */
  readonly target: FilterSchema;
  /** Greatest number of rows for each parent. */
  readonly most: number;
  /** True where conditions take so long that a parent's own rows are sorted, and no others are read in their order. */
  readonly sortsOwn: boolean;
  /** True where comparisons take so long that no other rows are compared. An index may find what is related to rows. */
  readonly comparesOwn: boolean;
  /** Makes a builder of the related entity that selects nothing yet. */
  readonly rows: () => SelectQueryBuilder<ObjectLiteral>;
}

/** Query for the keys of the first related rows of each parent, without brackets, and the names of its columns. */
export interface FirstRows {
  readonly sql: string;
  /** Columns that identify the parents, not escaped. */
  readonly parent: readonly string[];
  /** Columns of the related rows' primary key, escaped. */
  readonly keys: readonly string[];
}

/** The first related rows of each parent as they stand in FROM, before their alias. */
export interface RowsBeside {
  readonly from: string;
  /** Escaped alias of the parents. */
  readonly parents: string;
}

/** Writes rows beside each parent: `LATERAL`. Whole ones need not be looked up again by their keys. */
export function rowsBeside(of: RowsOfParents, links: Links, selecting: Selecting = wholeRows(of)): RowsBeside {
  const parents = of.changes.statement.alias();
  const own = links.own.map((name) => `${parents}.${name}`);
  return { from: `(${links.sql}) ${parents} CROSS JOIN LATERAL (${firstOfOne(of, own, selecting)})`, parents };
}

/** Writes a query for keys beside each parent: `LATERAL`. */
export function firstBeside(of: RowsOfParents, links: Links): FirstRows {
  const { statement, primaryKey } = of.changes;
  const names = primaryKey.map(() => statement.name());
  const { from, parents } = rowsBeside(of, links, keysAs(of, names));
  const first = statement.alias();
  const parent = links.parent.map((name) => `${parents}.${statement.escaped(name)}`);
  const keys = names.map((name) => statement.escaped(name));
  const columns = [...parent, ...keys.map((name) => `${first}.${name}`)].join(', ');
  const sql = `SELECT ${columns} FROM ${from} ${first}`;
  return { sql, parent: links.parent, keys };
}

/** Writes a query with a branch for each parent, identified by a number. */
export function firstInBranches(
  of: RowsOfParents,
  { rows }: Extract<KeyOperands, { readonly as: 'branches' | 'list' }>,
): FirstRows {
  const { statement, primaryKey } = of.changes;
  const place = statement.name();
  const names = primaryKey.map(() => statement.name());
  // Places in the text of a branch that differ between branches. No name has braces.
  const numberMark = `{${place}}`;
  const marks = of.parent.primaryKey.map(() => `{${statement.name()}}`);
  const number = { sql: numberMark, name: place };
  const branch = firstOfOne(of, ownValues(of, marks), (alias) => [number, ...keysAs(of, names)(alias)]);
  const branches = rows.map((values, number) =>
    marks.reduce(
      (text, mark, column) => text.replaceAll(mark, values[column] ?? ''),
      branch.replaceAll(numberMark, String(number)),
    ),
  );
  return {
    sql: branches.map((text) => `(${text})`).join(' UNION ALL '),
    parent: [place],
    keys: names.map((name) => statement.escaped(name)),
  };
}

/** Writes a query that numbers the rows of each parent. */
export function firstByNumber(
  of: RowsOfParents,
  { rows }: Extract<KeyOperands, { readonly as: 'branches' | 'list' }>,
): FirstRows {
  const { statement, primaryKey, order } = of.changes;
  const links = linksByList(statement, { schema: of.parent, link: of.link, operands: { as: 'list', rows } }, rows);
  const [parents, number, numbered] = [statement.name(), statement.name(), statement.alias()];
  const names = primaryKey.map(() => statement.name());
  const builder = of.rows();
  const alias = statement.escaped(builder.alias);
  const related = of.link.via === 'columns' ? of.link.pairs : of.link.relatedJunctionColumns;
  const ties = related.map(
    (pair, place) => `${alias}.${pair.related} = ${statement.escaped(parents)}.${links.own[place]}`,
  );
  builder.innerJoin(`(${links.sql})`, parents, ties.join(' AND '));
  const parent = links.parent.map((name) => `${statement.escaped(parents)}.${statement.escaped(name)}`);
  for (const [place, name] of links.parent.entries()) builder.addSelect(parent[place] ?? '', name);
  for (const [place, column] of primaryKey.entries()) builder.addSelect(column.sqlOf(alias), names[place]);
  const over = `PARTITION BY ${parent.join(', ')} ORDER BY ${orderSql(order, statement.dialect)}`;
  builder.addSelect(`ROW_NUMBER() OVER (${over})`, number);
  addJoins(builder, of.changes);
  addWhere(builder, of.changes);
  const inner = builder.setOption('disable-global-order').getQuery();
  const columns = [...links.parent, ...names].map((name) => `${numbered}.${statement.escaped(name)}`).join(', ');
  const sql = `SELECT ${columns} FROM (${inner}) ${numbered} WHERE ${numbered}.${statement.escaped(number)} <= ${of.most}`;
  return { sql, parent: links.parent, keys: names.map((name) => statement.escaped(name)) };
}

/** Returns what a query selects of related rows, by their escaped alias. A column without a name keeps its own. */
type Selecting = (alias: string) => readonly { readonly sql: string; readonly name?: string | undefined }[];

/** Selects every column that the entity knows, under its own name. */
function wholeRows({ changes: { statement }, target }: RowsOfParents): Selecting {
  const names = new Set(target.metadata.columns.map(({ databaseName }) => statement.escaped(databaseName)));
  return (alias) => [...names].map((name) => ({ sql: `${alias}.${name}` }));
}

/** Selects the columns of the key under names, not escaped. */
export function keysAs({ changes: { primaryKey } }: RowsOfParents, names: readonly string[]): Selecting {
  return (alias) => primaryKey.map((column, place) => ({ sql: column.sqlOf(alias), name: names[place] }));
}

/**
 * Writes the query for the first related rows of one parent.
 *
 * @param own the values that the rows are tied to
 */
export function firstOfOne(
  { changes, link, target, most, sortsOwn, comparesOwn, rows }: RowsOfParents,
  own: readonly string[],
  selecting: Selecting,
): string {
  const { statement, order } = changes;
  const builder = rows();
  const alias = statement.escaped(builder.alias);
  for (const { sql, name } of selecting(alias)) builder.addSelect(sql, name);
  addJoins(builder, changes);
  builder.setOption('disable-global-order');
  const tie = tieSql(statement, link, { alias, own });
  // A planner that expects conditions to leave few rows, or finds them by an index, would begin with these in the whole
  // table, for each parent, or read it in the order of the rows.
  const { whole, last, constant } = (sortsOwn ? target.dialect.hints : undefined) ?? {};
  const [key] = changes.primaryKey;
  const first = whole !== undefined && constant !== undefined && key ? `${constant(key.sqlOf(alias))}, ` : '';
  addWhere(builder, { statement, where: changes.where !== undefined && last ? last(changes.where) : changes.where });
  if (whole === undefined || !comparesOwn) builder.andWhere(tie);
  else readFromQuery(builder, `(${whole(`SELECT * FROM ${statement.from(target.table)} ${alias} WHERE ${tie}`)})`);
  return `${builder.getQuery()} ORDER BY ${first}${orderSql(order, statement.dialect)} LIMIT ${most}`;
}

/** Returns the values that related rows are tied to: a part of their parent's key, or looked up by it. */
function ownValues({ changes: { statement }, parent, link }: RowsOfParents, key: readonly string[]): readonly string[] {
  return ownColumnsOf(link).map((name) => {
    const place = parent.primaryKey.findIndex(({ columnName }) => columnName === name);
    if (place >= 0) return key[place] ?? '';
    const alias = statement.alias();
    const where = parent.primaryKey.map((column, index) => `${column.sqlOf(alias)} = ${key[index]}`).join(' AND ');
    return `(SELECT ${alias}.${name} FROM ${statement.from(parent.table)} ${alias} WHERE ${where})`;
  });
}
