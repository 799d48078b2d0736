import { type Comparison, type Condition, type Populated, someCondition } from '../../ast/index.js';
import type { ColumnSchema, FilterSchema } from '../../schema/index.js';
import type { ListPlan, WrittenStatement } from '../../statements/index.js';
import { type SqlChanges, addPlainOrder, addSelections, addWhere, tieSql, withOwnStatement } from '../../sql/index.js';
import { nameInResult, readFromQuery } from '../../typeorm/index.js';
import {
  type FirstRows,
  type RowsOfParents,
  firstBeside,
  firstByNumber,
  firstInBranches,
  firstOfOne,
  keysAs,
  rowsBeside,
} from './first-rows.js';
import type { BoundKeys } from './keys.js';
import { type Links, linksByList, linksByTable } from './links.js';
import { amongKeys, heldKeyOf } from './parent-keys.js';
import type { Parents } from './parents.js';
import { type Populating, answeredRows, relatedRows } from './related-list.js';

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

/** Writes the statement of a relation to one row. */
function oneOfEach(related: RelatedOf, changes: SqlChanges): Written {
  const { node, populating } = related;
  const { statement } = changes;
  const links = linksOf(related, changes);
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

/** Writes the statement of a relation to many rows. */
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
  const links = linksOf(related, changes);
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

/** Writes the table of the parents. */
function linksOf({ node, parents: { schema }, keys: { operands } }: RelatedOf, { statement }: SqlChanges): Links {
  const parents = { schema, link: node.relation.link, operands };
  return operands.as === 'table'
    ? linksByTable(statement, parents, operands)
    : linksByList(statement, parents, operands.rows);
}

/** Identity of each row's parent. */
interface ToldParents {
  readonly alias: string;
  /** Names of the columns, not escaped. */
  readonly names: readonly string[];
}

function ordered(rows: Written['builder'], changes: SqlChanges, parents: ToldParents): Written {
  const written = withParents(rows, changes, columnsOf(changes.statement, parents));
  addPlainOrder(rows, changes);
  return written;
}

function columnsOf(statement: SqlChanges['statement'], { alias, names }: ToldParents): readonly string[] {
  return names.map((name) => `${alias}.${statement.escaped(name)}`);
}

/** Selects the identity of the parents, under names of its own. */
function withParents(rows: Written['builder'], changes: SqlChanges, columns: readonly string[]): Written {
  return { builder: rows, names: addSelections(rows, changes, columns) };
}
