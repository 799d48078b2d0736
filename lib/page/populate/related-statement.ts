import type { Populated } from '../../ast/index.js';
import type { FilterSchema } from '../../schema/index.js';
import type { ListPlan, WrittenStatement } from '../../statements/index.js';
import { type SqlChanges, addPlainOrder, addWhere, tieSql, withOwnStatement } from '../../sql/index.js';
import { readFromQuery } from '../../typeorm/index.js';
import {
  type FirstRows,
  firstBeside,
  firstByNumber,
  firstInBranches,
  firstOfOne,
  keysAs,
  rowsBeside,
} from './first-rows.js';
import type { BoundKeys } from './keys.js';
import { type Links, linksByList, linksByTable } from './links.js';
import { type Populating, answeredRows, relatedRows } from './related-list.js';

type Written = WrittenStatement<Record<string, unknown>>;

/** Related rows of some parents, with a plan of all possible ones. */
export interface RelatedOf {
  readonly populating: Populating;
  readonly node: Populated;
  /** Entity of the parents. */
  readonly parent: FilterSchema;
  readonly plan: ListPlan;
  readonly keys: BoundKeys;
}

/** Writes the statement that reads related rows, once for each parent, with the parent's number or key. */
export function writeRelated(related: RelatedOf): Written {
  const changes = withOwnStatement(related.plan.with(related.keys.addition));
  return related.node.limit === undefined
    ? oneOfEach(related, changes)
    : firstOfEach(related, changes, related.node.limit + 1);
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
  return withParents(rows, changes, { alias, names: links.parent });
}

/** Writes the statement of a relation to many rows. */
function firstOfEach(related: RelatedOf, changes: SqlChanges, most: number): Written {
  const { node, populating, parent, keys } = related;
  const { statement, primaryKey } = changes;
  const rows = answeredRows(populating, node);
  const alias = statement.escaped(rows.alias);
  const { link, target } = node.relation;
  const of = { changes, parent, link, target, most, rows: () => relatedRows(populating, node) };
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
  if (operands.table.firstRows === 'correlated') {
    const own = links.own.map((name) => `${statement.escaped(joined)}.${name}`);
    const names = primaryKey.map(() => statement.name());
    const first = firstOfOne(of, own, keysAs(of, names));
    const [column, ...more] = columns;
    rows.innerJoin(`(${links.sql})`, joined, `${more.length === 0 ? column : `(${columns.join(', ')})`} IN (${first})`);
    return ordered(rows, changes, { alias: statement.escaped(joined), names: links.parent });
  }
  if (!isReadByColumns(target)) return byKeys(firstBeside(of, links));
  const { from, parents } = rowsBeside(of, links);
  readFromQuery(rows, from);
  return ordered(rows, changes, { alias: parents, names: links.parent });
}

/** True where no SQL of the application's own reads rows of an entity: it may read columns that the entity lacks. */
function isReadByColumns({ metadata }: FilterSchema): boolean {
  return metadata.columns.every(({ isVirtualProperty }) => !isVirtualProperty);
}

/** Writes the table of the parents. */
function linksOf({ node, parent, keys: { operands } }: RelatedOf, { statement }: SqlChanges): Links {
  const parents = { schema: parent, link: node.relation.link, operands };
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
  const written = withParents(rows, changes, parents);
  addPlainOrder(rows, changes);
  return written;
}

/** Selects the identity of the parents, under names of its own. */
function withParents(rows: Written['builder'], { statement }: SqlChanges, { alias, names }: ToldParents): Written {
  const selected = names.map((name) => {
    const own = statement.name();
    rows.addSelect(`${alias}.${statement.escaped(name)}`, own);
    return own;
  });
  rows.setParameters(statement.parameters);
  return { builder: rows, names: selected };
}
