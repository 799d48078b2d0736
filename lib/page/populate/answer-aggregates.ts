import type { ObjectLiteral } from 'typeorm';
import { type FieldSchema, type FilterSchema, type Link, checkTables } from '../../schema/index.js';
import { ListPlan, type WrittenStatement, listOf } from '../../statements/index.js';
import { type SqlChanges, type SqlPlan, addWhere, compile, ownColumnsOf, withOwnStatement } from '../../sql/index.js';
import { textOfKey, storedKeyOfRaw } from '../../typeorm/index.js';
import { type Values, readValues } from '../rows/read-statement.js';
import { type AggregateValue, aggregateValue } from '../values/aggregate-value.js';
import { type AggregateGroup, type AnsweredAggregate, groupsOf } from './aggregate-groups.js';
import { type BoundKeys, type KeyOperands, boundKeys, dividedFor, wayOf } from './keys.js';
import { linksByList, linksByTable, linksThrough } from './links.js';
import { amongKeys, parentKeyIn } from './parent-keys.js';
import { type Parent, parentsOf } from './parents.js';
import { type Populating, relatedAlias, relatedRows } from './related-list.js';

/** Rows of one entity, and the aggregates of related rows that they are answered with. */
interface AnsweredRows {
  readonly schema: FilterSchema;
  readonly rows: Iterable<ObjectLiteral>;
  readonly answered: readonly FieldSchema[];
}

/**
 * Puts the aggregates of related rows that a query answers into rows of one entity. One statement for each relation and
 * condition follows the rows, on their connection.
 */
export async function answerAggregates(
  populating: Populating,
  { schema, rows, answered }: AnsweredRows,
): Promise<void> {
  const parents = parentsOf(schema, rows);
  if (parents.all.length === 0) return;
  for (const group of groupsOf(answered, populating.plan.aggregated)) {
    const plan = groupedList(populating, group);
    checkTables([schema.table, ...(group.relation.link.via === 'junction' ? [group.relation.link.table] : [])]);
    const way = wayOf(plan, { relation: group.relation, limit: undefined });
    const keyColumn = parentKeyIn(group.relation, schema);
    for (const part of dividedFor(parents.all, way)) {
      await readPart({ populating, group, parent: schema, plan, way, keyColumn }, part);
    }
  }
}

/** Parts that all statements of one group share. */
interface PartOf {
  readonly populating: Populating;
  readonly group: AggregateGroup;
  readonly parent: FilterSchema;
  readonly plan: ListPlan;
  readonly way: KeyOperands['as'];
  /** The column of the related rows that holds the key of their parent, where it tells the groups apart. */
  readonly keyColumn: string | undefined;
}

/** Makes the plan of all visible related rows that count. */
function groupedList(populating: Populating, { relation, where }: AggregateGroup): ListPlan {
  const { scopes, aggregated, strategy, naming, deleted } = populating.plan;
  const list: SqlPlan = {
    schema: relation.target,
    conditions: where === undefined ? [] : [where],
    scopes,
    aggregated,
    strategy,
    naming,
    relatedDeleted: deleted?.related,
    sort: [],
    total: false,
    nulls: 'engine',
  };
  const builder = relatedRows(populating, { relation }).select(relatedAlias);
  return new ListPlan(listOf(builder, list), 'answered aggregates', () => compile(list, builder));
}

/** Reads the aggregates of some parents by one statement. A parent without a row in the answer has no related ones. */
async function readPart(of: PartOf, parents: readonly Parent[]): Promise<void> {
  const { plan, group, parent, way } = of;
  const keys = boundKeys(
    plan,
    parents.map(({ key }) => key),
    way,
  );
  const alias = plan.list.builder.escape(relatedAlias);
  const values = group.aggregates.map((each) => ({ each, value: valueOf(each, alias) }));
  const { link } = group.relation;
  const columns = [...ownColumnsOf(link), ...farColumnsOf(link)];
  const selected = ['answered aggregates', way, parent.table.path, ...columns, ...values.map(({ value }) => value.sql)];
  const write = () => writeGroups({ ...of, keys }, values);
  const read = await readValues({ plan, addition: keys.addition, selected, write });
  const found = byParent(read, of, parents);
  for (const one of parents) {
    const row = found.get(one);
    for (const [place, { each, value }] of values.entries()) {
      const answer = row === undefined ? noneOf(each) : value.valueOf(row[place]);
      for (const entity of one.entities) entity[each.name] = answer;
    }
  }
}

/** Returns the aggregate of no rows. */
function noneOf({ aggregate }: AnsweredAggregate): number | null {
  return aggregate.function.counts ? 0 : null;
}

/** @param alias the escaped alias of the related rows */
function valueOf({ aggregate: { function: row, of } }: AnsweredAggregate, alias: string): AggregateValue {
  return of === undefined ? { sql: 'COUNT(*)', valueOf: Number } : aggregateValue(row, of, alias);
}

function farColumnsOf(link: Link): readonly string[] {
  if (link.via === 'columns') return link.pairs.map(({ related }) => related);
  const pairs = [...link.ownJunctionColumns, ...link.relatedJunctionColumns];
  return [link.table.path, ...pairs.flatMap(({ own, related }) => [own, related])];
}

/** Columns that tell the groups of a statement apart: the parent's number or key, as SQL. */
type GroupKeys = readonly string[];

/** Writes the statement: the related rows of the parents, in a group for each, with the parent's number or key. */
function writeGroups(
  of: PartOf & { readonly keys: BoundKeys },
  values: readonly { readonly value: AggregateValue }[],
): WrittenStatement<ObjectLiteral> {
  const changes = withOwnStatement(of.plan.with(of.keys.addition));
  const { statement } = changes;
  const rows = relatedRows(of.populating, { relation: of.group.relation });
  addWhere(rows, changes);
  const columns =
    of.keyColumn === undefined ? joinParents(rows, of, statement) : limitToParents(rows, of, of.keyColumn);
  const names = [...columns, ...values.map(({ value }) => value.sql)].map((sql) => {
    const name = statement.name();
    rows.addSelect(sql, name);
    return name;
  });
  for (const column of columns) rows.addGroupBy(column);
  return { builder: rows.setParameters(statement.parameters).setOption('disable-global-order'), names };
}

type RowsOfGroups = WrittenStatement<ObjectLiteral>['builder'];

/** Leaves the rows of the parents by the column that has their keys, which an index gives in groups. */
function limitToParents(
  rows: RowsOfGroups,
  { parent, keys: { operands } }: PartOf & { readonly keys: BoundKeys },
  keyColumn: string,
): GroupKeys {
  const column = `${rows.escape(rows.alias)}.${keyColumn}`;
  rows.andWhere(amongKeys(column, operands, parent));
  return [column];
}

/** Joins the rows with a table of the parents. */
function joinParents(
  rows: RowsOfGroups,
  { group, parent, keys: { operands } }: PartOf & { readonly keys: BoundKeys },
  statement: SqlChanges['statement'],
): GroupKeys {
  const { link } = group.relation;
  const links = linksThrough(statement, link, (own) => {
    const linked = { schema: parent, link: own, operands };
    return operands.as === 'table'
      ? linksByTable(statement, linked, operands)
      : linksByList(statement, linked, operands.rows);
  });
  const parents = statement.name();
  const alias = statement.escaped(parents);
  const related = link.via === 'columns' ? link.pairs : link.relatedJunctionColumns;
  const on = related.map(
    (pair, place) => `${statement.escaped(rows.alias)}.${pair.related} = ${alias}.${links.own[place]}`,
  );
  rows.innerJoin(`(${links.sql})`, parents, on.join(' AND '));
  return links.parent.map((name) => `${alias}.${statement.escaped(name)}`);
}

/** Finds the row of each parent, by its number or its key, and leaves only the aggregates in it. */
function byParent(
  { raw, names }: Values,
  { way, keyColumn, parent: { primaryKey } }: PartOf,
  parents: readonly Parent[],
): ReadonlyMap<Parent, readonly unknown[]> {
  const isByKey = way === 'list' || keyColumn !== undefined;
  const byKey = new Map(isByKey ? parents.map((parent) => [textOfKey(parent.key), parent]) : []);
  const keys = isByKey ? primaryKey.length : 1;
  const found = new Map<Parent, readonly unknown[]>();
  for (const row of raw) {
    const values = names.map((name) => row[name]);
    const key = values.slice(0, keys);
    const text = () => textOfKey(keyColumn === undefined ? storedKeyOfRaw(key, primaryKey) : key);
    const parent = isByKey ? byKey.get(text()) : parents[Number(key[0])];
    if (parent === undefined) throw new TypeError('a group of related rows belongs to no row of the answer');
    found.set(parent, values.slice(keys));
  }
  return found;
}
