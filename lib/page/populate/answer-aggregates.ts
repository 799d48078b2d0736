import type { ObjectLiteral } from 'typeorm';
import type { KeyValues } from '../../dialects/index.js';
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
import { parentsOf } from './parents.js';
import { type Populating, relatedAlias, relatedRows } from './related-list.js';

/** Rows of one entity, and the aggregates of related rows that they are answered with. */
interface AnsweredRows {
  readonly schema: FilterSchema;
  readonly rows: readonly ObjectLiteral[];
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
  if (rows.length === 0) return;
  for (const group of groupsOf(answered, populating.plan.aggregated)) {
    const plan = groupedList(populating, group);
    checkTables([schema.table, ...(group.relation.link.via === 'junction' ? [group.relation.link.table] : [])]);
    const way = wayOf(plan, { relation: group.relation, limit: undefined });
    const keyColumn = parentKeyIn(group.relation, schema);
    const found: Answers[] = [];
    for (const part of dividedFor(parents.keys, way)) {
      found.push(...(await readPart({ populating, group, parent: schema, plan, way, keyColumn }, part)));
    }
    for (const [row, entity] of rows.entries()) Object.assign(entity, found[parents.keyOf[row] ?? -1]);
  }
}

/** The aggregates of one parent, by the names of their properties. */
type Answers = Readonly<Record<string, unknown>>;

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
async function readPart(of: PartOf, part: readonly KeyValues[]): Promise<readonly Answers[]> {
  const { plan, group, parent, way } = of;
  const keys = boundKeys(plan, part, way);
  const alias = plan.list.builder.escape(relatedAlias);
  const values = group.aggregates.map((each) => ({ each, value: valueOf(each, alias) }));
  const { link } = group.relation;
  const columns = [...ownColumnsOf(link), ...farColumnsOf(link)];
  const selected = ['answered aggregates', way, parent.table.path, ...columns, ...values.map(({ value }) => value.sql)];
  const write = () => writeGroups({ ...of, keys }, values);
  const read = await readValues({ plan, addition: keys.addition, selected, write });
  const found = byParent(read, of, part);
  return part.map((_, parent) => {
    const row = found.get(parent);
    return Object.fromEntries(
      values.map(({ each, value }, place) => [each.name, row === undefined ? noneOf(each) : value.valueOf(row[place])]),
    );
  });
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
  part: readonly KeyValues[],
): ReadonlyMap<number, readonly unknown[]> {
  const isByKey = way === 'list' || keyColumn !== undefined;
  const byKey = new Map(isByKey ? part.map((key, place) => [textOfKey(key), place]) : []);
  const keys = isByKey ? primaryKey.length : 1;
  const found = new Map<number, readonly unknown[]>();
  for (const row of raw) {
    const values = names.map((name) => row[name]);
    const key = values.slice(0, keys);
    const text = () => textOfKey(keyColumn === undefined ? storedKeyOfRaw(key, primaryKey) : key);
    const parent = isByKey ? byKey.get(text()) : Number(key[0]);
    if (parent === undefined || part[parent] === undefined) {
      throw new TypeError('a group of related rows belongs to no row of the answer');
    }
    found.set(parent, values.slice(keys));
  }
  return found;
}
