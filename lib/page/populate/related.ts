import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import {
  type Comparison,
  type Condition,
  type Hydration,
  type Populated,
  type QueryPlan,
  someCondition,
  unnamed,
} from '../../ast/index.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import { listPlanOf, sqlPlanFor } from '../list/plan.js';
import type { PageWatch } from '../list/trace.js';
import type { ListPlan, WrittenStatement } from '../../statements/index.js';
import {
  type NullsDefault,
  type SqlChanges,
  addJoins,
  addPlainOrder,
  addSelections,
  addWhere,
  orderSql,
  ownColumnsOf,
  tieSql,
  withOwnStatement,
} from '../../sql/index.js';
import {
  includesDeleted,
  nameInResult,
  readFromQuery,
  selectBeside,
  selectExactly,
  withoutCacheName,
} from '../../typeorm/index.js';
import type { ColumnSchema, FilterSchema, Link } from '../../schema/index.js';
import {
  type BoundKeys,
  type KeyOperands,
  type Links,
  type Parents,
  amongKeys,
  heldKeyOf,
  joinLinks,
  linksOf,
} from './parents.js';

/** Parts that all statements of one answer share. */
export interface Populating {
  /** Builder of the list, for its connection and its settings. */
  readonly builder: SelectQueryBuilder<ObjectLiteral>;
  readonly plan: QueryPlan;
  readonly nulls: NullsDefault;
  /** Maker of entities for this call. Default: the plan's. */
  readonly hydration?: Hydration | undefined;
  readonly watch?: PageWatch | undefined;
}

/**
 * Alias of related rows. A statement has it at most once in each of its scopes. It is short, because MariaDB parses it
 * in a branch for each parent.
 */
export const relatedAlias = 'nf_r';

/** Makes a builder of the related entity that selects nothing yet, on the list's connection. */
export function relatedRows(
  { builder, plan }: Populating,
  { relation: { target } }: Pick<Populated, 'relation'>,
): SelectQueryBuilder<ObjectLiteral> {
  const rows = selectBeside(builder).from<ObjectLiteral>(target.metadata.target, relatedAlias);
  // Under the list's name in a cache, a statement would get the related rows of other parents.
  withoutCacheName(rows);
  return plan.asked.deleted?.related === true || includesDeleted(builder) ? rows.withDeleted() : rows;
}

/** Makes a builder that selects exactly the columns that a populated relation answers. */
function answeredRows(populating: Populating, node: Populated): SelectQueryBuilder<ObjectLiteral> {
  const rows = relatedRows(populating, node).select(relatedAlias);
  selectExactly(rows, node.propertyPaths);
  return rows;
}

/** Makes the plan of all visible rows that a populated relation may answer, in their order, for any parent. */
export function relatedList(populating: Populating, node: Populated): ListPlan {
  const { plan, nulls } = populating;
  const { target, single } = node.relation;
  if (target.primaryKey.length === 0) {
    throw new FilterConfigurationError(`populate: ${target.name} has no primary key, which tells its rows apart`);
  }
  const filters = plan.at.isNamed === true && node.filters !== undefined ? unnamed(node.filters) : node.filters;
  const conditions = [filters, node.where].flatMap((condition) => condition ?? []);
  const total = node.limit !== undefined || !single;
  const list = sqlPlanFor(plan, { schema: target, conditions, nulls, sort: node.sort, total });
  // A builder that selects its whole entity is identified by a short text. What is answered is a part of the
  // statement, and written with it.
  const builder = relatedRows(populating, node).select(relatedAlias);
  return listPlanOf(builder, list, 'populate');
}

/** Related rows, limited to the first ones of each parent. */
interface RowsOfParents {
  readonly changes: SqlChanges;
  readonly parent: FilterSchema;
  readonly link: Link;
  readonly target: FilterSchema;
  /** Greatest number of rows for each parent. */
  readonly most: number;
  /** True where conditions take so long that a parent's own rows are sorted, and no others are read in their order. */
  readonly sortsOwn: boolean;
  /** True where comparisons take so long that no other rows are compared. An index may find what is related to rows. */
  readonly comparesOwn: boolean;
  readonly rows: () => SelectQueryBuilder<ObjectLiteral>;
}

/** Query for the keys of the first related rows of each parent, without brackets, and the names of its columns. */
interface FirstRows {
  readonly sql: string;
  /** Columns that identify the parents, not escaped. */
  readonly parent: readonly string[];
  /** Columns of the related rows' primary key, escaped. */
  readonly keys: readonly string[];
}

/** The first related rows of each parent as they stand in FROM, before their alias. */
interface RowsBeside {
  readonly from: string;
  /** Escaped alias of the parents. */
  readonly parents: string;
}

/** Writes rows beside each parent: `LATERAL`. Whole ones need not be looked up again by their keys. */
function rowsBeside(of: RowsOfParents, links: Links, selecting: Selecting = wholeRows(of)): RowsBeside {
  const parents = of.changes.statement.alias();
  const own = links.own.map((name) => `${parents}.${name}`);
  return { from: `(${links.sql}) ${parents} CROSS JOIN LATERAL (${firstOfOne(of, own, selecting)})`, parents };
}

/** Writes a query for keys beside each parent: `LATERAL`. */
function firstBeside(of: RowsOfParents, links: Links): FirstRows {
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
function firstInBranches(
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

function firstByNumber(
  of: RowsOfParents,
  { rows }: Extract<KeyOperands, { readonly as: 'branches' | 'list' }>,
): FirstRows {
  const { statement, primaryKey, order } = of.changes;
  const links = linksOf(statement, { schema: of.parent, link: of.link, operands: { as: 'list', rows } });
  const builder = of.rows();
  const parent = joinLinks(builder, statement, { link: of.link, links });
  const [number, numbered] = [statement.name(), statement.alias()];
  const names = primaryKey.map(() => statement.name());
  const alias = statement.escaped(builder.alias);
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

/** Selects every column of the entity, under its own name. */
function wholeRows({ changes: { statement }, target }: RowsOfParents): Selecting {
  const names = new Set(target.metadata.columns.map(({ databaseName }) => statement.escaped(databaseName)));
  return (alias) => [...names].map((name) => ({ sql: `${alias}.${name}` }));
}

/** Selects the columns of the key under names, not escaped. */
function keysAs({ changes: { primaryKey } }: RowsOfParents, names: readonly string[]): Selecting {
  return (alias) => primaryKey.map((column, place) => ({ sql: column.sqlOf(alias), name: names[place] }));
}

/**
 * Writes the query for the first related rows of one parent.
 *
 * @param own the values that the rows are tied to
 */
function firstOfOne(
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

type Written = WrittenStatement<Record<string, unknown>>;

/** Related rows of some parents, with a plan of all possible ones. */
export interface RelatedOf {
  readonly populating: Populating;
  readonly node: Populated;
  /** Rows that have the related ones. */
  readonly parents: Pick<Parents, 'schema' | 'holdKeys'>;
  readonly plan: ListPlan;
  readonly keys: BoundKeys;
  /** Columns whose keys are read beside the rows. */
  readonly columns: readonly ColumnSchema[];
}

/**
 * Writes the statement that reads related rows, once for each parent, with the parent's number or key, and with the
 * keys of further related rows that they hold.
 */
export function writeRelated(related: RelatedOf): Written {
  const changes = withOwnStatement(related.plan.with(related.keys.addition));
  const written = writeRows(related, changes);
  const { builder } = written;
  const alias = builder.escape(builder.alias);
  const held = related.columns.map((column) => {
    const name = changes.statement.name();
    builder.addSelect(column.sqlOf(alias), name);
    return name;
  });
  return { builder, names: [...written.names, ...held] };
}

/** True where something is read for the related rows in their turn. */
export function hasParents({ populate, answered }: Populated): boolean {
  return populate.length > 0 || answered !== undefined;
}

/** Returns the columns of related rows that hold the keys of those that are populated in them, each once. */
export function heldColumnsOf({ populate }: Populated): readonly ColumnSchema[] {
  if (populate.length === 0) return [];
  return [...new Set(populate.flatMap(({ relation }) => heldKeyOf(relation) ?? []))];
}

function writeRows(related: RelatedOf, changes: SqlChanges): Written {
  const { limit } = related.node;
  if (limit !== undefined) return firstOfEach(related, changes, limit + 1);
  return related.parents.holdKeys ? oneByKey(related, changes) : oneOfEach(related, changes);
}

/** Writes the statement of a relation to one row whose key the parents hold: its own key, which is answered. */
function oneByKey({ node, populating, keys }: RelatedOf, changes: SqlChanges): Written {
  const { target } = node.relation;
  const rows = answeredRows(populating, node);
  const alias = changes.statement.escaped(rows.alias);
  addWhere(rows, changes);
  for (const column of changes.primaryKey) rows.andWhere(amongKeys(column.sqlOf(alias), keys.operands, target));
  rows.setParameters(changes.statement.parameters);
  return { builder: rows, names: target.primaryKey.map((column) => nameInResult(column, rows.alias)) };
}

function oneOfEach(related: RelatedOf, changes: SqlChanges): Written {
  const { node, populating } = related;
  const { statement } = changes;
  const links = linksOf(statement, linkedOf(related));
  const parents = statement.name();
  const alias = statement.escaped(parents);
  const rows = answeredRows(populating, node);
  const own = links.own.map((name) => `${alias}.${name}`);
  const on = tieSql(statement, node.relation.link, { alias: statement.escaped(rows.alias), own });
  rows.innerJoin(`(${links.sql})`, parents, on);
  addWhere(rows, changes);
  if (changes.order.length > 0) addPlainOrder(rows, changes);
  return withParents(rows, changes, columnsOf(statement, { alias, names: links.parent }));
}

function firstOfEach(related: RelatedOf, changes: SqlChanges, most: number): Written {
  const { node, populating, parents, keys } = related;
  const { statement, primaryKey } = changes;
  const rows = answeredRows(populating, node);
  const alias = statement.escaped(rows.alias);
  const { link, target } = node.relation;
  const { conditions } = related.plan.list.plan;
  const of = {
    changes,
    parent: parents.schema,
    link,
    target,
    most,
    sortsOwn: conditions.some((part) => someCondition(part, takesLong)),
    comparesOwn: conditions.some(comparesLong),
    rows: () => relatedRows(populating, node),
  };
  const joined = statement.name();
  const columns = primaryKey.map((column) => column.sqlOf(alias));
  const byKeys = (first: FirstRows): Written => {
    const on = first.keys.map((name, place) => `${statement.escaped(joined)}.${name} = ${columns[place]}`);
    rows.innerJoin(`(${first.sql})`, joined, on.join(' AND '));
    return ordered(rows, changes, { alias: statement.escaped(joined), names: first.parent });
  };
  const { operands } = keys;
  if (operands.as !== 'table')
    return byKeys(operands.as === 'branches' ? firstInBranches(of, operands) : firstByNumber(of, operands));
  const links = linksOf(statement, linkedOf(related));
  if (operands.table.firstRows === 'correlated') return correlated({ of, links, joined }, rows);
  if (!isReadByColumns(target)) return byKeys(firstBeside(of, links));
  const beside = rowsBeside(of, links);
  readFromQuery(rows, beside.from);
  // The rows of one parent stay in the order of their subquery, which PostgreSQL evaluates once for each parent, in a
  // nested loop. Sorting them again took a third of the statement for 2,100 rows. TypeORM would sort them by the order
  // of their entity, which puts the extra row of a parent among the others.
  rows.setOption('disable-global-order');
  return withParents(rows, changes, columnsOf(statement, { alias: beside.parents, names: links.parent }));
}

/** True for a subquery, or for a comparison that no index serves. */
function takesLong(part: Condition): boolean {
  if (part.type !== 'comparison') return part.type === 'related' || part.type === 'relatedCount';
  return part.field.expression.isSubquery || isUnserved(part);
}

/** True where rows are compared by what is in themselves, and no index serves that. */
function comparesLong(condition: Condition): boolean {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.conditions.some(comparesLong);
    case 'not':
    case 'named':
      return comparesLong(condition.condition);
    case 'comparison':
      return isUnserved(condition);
    case 'related':
    case 'relatedCount':
      return false;
  }
}

function isUnserved({ operator, field: { expression } }: Comparison): boolean {
  return operator.indexUse === undefined || (expression.document !== undefined && !expression.indexed);
}

/** The table of the parents under its name, and the rows that belong to them. */
interface Correlated {
  readonly of: RowsOfParents;
  readonly links: Links;
  readonly joined: string;
}

/**
 * Looks the rows up for each parent, by a query for their keys. SQLite begins with the left side of a CROSS JOIN.
 * Otherwise it may ask for each pair of a row and a parent, which gives the rows in their order.
 */
function correlated({ of, links, joined }: Correlated, rows: Written['builder']): Written {
  const { statement, primaryKey } = of.changes;
  const parents = statement.escaped(joined);
  const own = links.own.map((name) => `${parents}.${name}`);
  const names = primaryKey.map(() => statement.name());
  const first = firstOfOne(of, own, keysAs(of, names));
  const [column, ...more] = primaryKey.map((each) => each.sqlOf(statement.escaped(rows.alias)));
  const key = more.length === 0 ? column : `(${[column, ...more].join(', ')})`;
  readFromQuery(rows, `(${links.sql}) ${parents} CROSS JOIN ${statement.from(of.target.table)}`);
  rows.andWhere(`${key} IN (${first})`);
  return ordered(rows, of.changes, { alias: parents, names: links.parent });
}

/** True where no SQL of the application's own reads rows of an entity: it may read columns that the entity lacks. */
function isReadByColumns({ metadata }: FilterSchema): boolean {
  return metadata.columns.every(({ isVirtualProperty }) => !isVirtualProperty);
}

function linkedOf({ node, parents: { schema }, keys: { operands } }: RelatedOf) {
  return { schema, link: node.relation.link, operands };
}

interface ParentColumns {
  readonly alias: string;
  /** Names of the columns, not escaped. */
  readonly names: readonly string[];
}

function ordered(rows: Written['builder'], changes: SqlChanges, parents: ParentColumns): Written {
  const written = withParents(rows, changes, columnsOf(changes.statement, parents));
  addPlainOrder(rows, changes);
  return written;
}

function columnsOf(statement: SqlChanges['statement'], { alias, names }: ParentColumns): readonly string[] {
  return names.map((name) => `${alias}.${statement.escaped(name)}`);
}

/** Selects the identity of the parents, under names of its own. */
function withParents(rows: Written['builder'], changes: SqlChanges, columns: readonly string[]): Written {
  return { builder: rows, names: addSelections(rows, changes, columns) };
}
