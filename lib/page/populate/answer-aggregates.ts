import type { ObjectLiteral } from 'typeorm';
import type { Condition } from '../../ast/index.js';
import {
  type FieldSchema,
  type FilterSchema,
  type Link,
  type RelatedAggregate,
  checkTables,
  relatedAggregateOf,
} from '../../schema/index.js';
import type { KeyValues } from '../../dialects/index.js';
import type { ListPlan, WrittenStatement } from '../../statements/index.js';
import { addSelections, addWhere, withOwnStatement } from '../../sql/index.js';
import { listPlanOf, sqlPlanFor } from '../list/plan.js';
import { readValues } from '../rows/read-statement.js';
import { type AggregateValue, aggregateValue } from '../aggregates.js';
import {
  type BoundKeys,
  type KeyOperands,
  amongKeys,
  boundKeys,
  dividedFor,
  joinLinks,
  linksOf,
  linksThrough,
  parentKeyIn,
  parentsOf,
  placesBy,
  wayOf,
} from './parents.js';
import { type Populating, relatedAlias, relatedRows } from './related.js';

/** An aggregate of related rows that is answered, by its property. */
interface AnsweredAggregate {
  readonly name: string;
  readonly aggregate: RelatedAggregate;
}

/** Aggregates of the same related rows, which one statement reads. */
interface AggregateGroup {
  readonly relation: RelatedAggregate['relation'];
  /** The condition that the related rows must satisfy. Undefined where all of them count. */
  readonly where: Condition | undefined;
  readonly aggregates: readonly AnsweredAggregate[];
}

function groupsOf(
  fields: readonly FieldSchema[],
  conditions: ReadonlyMap<RelatedAggregate, Condition | undefined> | undefined,
): readonly AggregateGroup[] {
  const groups = new Map<string, AnsweredAggregate[]>();
  for (const { propertyPath: name, expression } of fields) {
    const aggregate = relatedAggregateOf(expression);
    if (aggregate?.group === undefined) throw new TypeError(`${name} is no declared aggregate`);
    const group = groups.get(aggregate.group);
    if (group === undefined) groups.set(aggregate.group, [{ name, aggregate }]);
    else group.push({ name, aggregate });
  }
  return [...groups.values()].flatMap((aggregates) => {
    const [first] = aggregates;
    if (first === undefined) return [];
    const { relation, where } = first.aggregate;
    // A missing one would widen the aggregates in silence.
    if (where !== undefined && conditions?.has(first.aggregate) !== true) {
      throw new TypeError(`${where.subject} was not read`);
    }
    return { relation, where: conditions?.get(first.aggregate), aggregates };
  });
}

/**
 * Puts the aggregates of related rows that a query answers into rows of one entity. One statement for each relation and
 * condition follows the rows, on their connection.
 */
export async function answerAggregates(
  populating: Populating,
  schema: FilterSchema,
  rows: readonly ObjectLiteral[],
  answered: readonly FieldSchema[],
): Promise<void> {
  if (rows.length === 0) return;
  const parents = parentsOf(schema, rows);
  for (const group of groupsOf(answered, populating.plan.server.aggregated)) {
    const plan = groupedList(populating, group);
    checkTables([schema.table, ...(group.relation.link.via === 'junction' ? [group.relation.link.table] : [])]);
    const way = wayOf(plan, { relation: group.relation, limit: undefined });
    const keyColumn = parentKeyIn(group.relation, schema);
    const found: (readonly unknown[])[] = [];
    for (const part of dividedFor(parents.keys, way)) {
      const answers = await readPart({ populating, group, parent: schema, plan, way, keyColumn }, part);
      for (const each of answers) found.push(each);
    }
    const names = group.aggregates.map(({ name }) => name);
    for (const [row, entity] of rows.entries()) {
      const answers = found[parents.keyOf[row] ?? -1] ?? [];
      for (const [place, name] of names.entries()) entity[name] = answers[place];
    }
  }
}

interface PartOf {
  readonly populating: Populating;
  readonly group: AggregateGroup;
  readonly parent: FilterSchema;
  readonly plan: ListPlan;
  readonly way: KeyOperands['as'];
  /** The column of the related rows that holds the key of their parent, where it identifies the groups. */
  readonly keyColumn: string | undefined;
}

/** Makes the plan of all visible related rows that count. */
function groupedList(populating: Populating, { relation, where }: AggregateGroup): ListPlan {
  const conditions = where === undefined ? [] : [where];
  const rows = { schema: relation.target, conditions, sort: [], total: false, nulls: 'engine' } as const;
  const builder = relatedRows(populating, { relation }).select(relatedAlias);
  return listPlanOf(builder, sqlPlanFor(populating.plan, rows), 'answered aggregates');
}

/**
 * Reads the aggregates of some parents by one statement. A parent without a row in the answer has no related ones.
 *
 * @returns those of each parent, in the order of the group
 */
async function readPart(of: PartOf, part: readonly KeyValues[]): Promise<readonly (readonly unknown[])[]> {
  const { plan, group, parent, way } = of;
  const keys = boundKeys(plan, part, way);
  const alias = plan.list.builder.escape(relatedAlias);
  const values = group.aggregates.map((each) => valueOf(each, alias));
  const selected = ['answered aggregates', way, parent, group.relation, ...values.map(({ sql }) => sql)];
  const write = () => writeGroups({ ...of, keys }, values);
  const read = await readValues({ plan, addition: keys.addition, selected, write });
  const none = group.aggregates.map(({ aggregate }) => (aggregate.function.counts ? 0 : null));
  const answers = part.map((): readonly unknown[] => none);
  const names = read.names.slice(read.names.length - values.length);
  const parentOf = placesBy(read.names, {
    way,
    schema: parent,
    isRaw: of.keyColumn !== undefined,
    part,
  });
  for (const row of read.raw) {
    answers[parentOf(row)] = values.map((value, place) => value.valueOf(row[names[place] ?? '']));
  }
  return answers;
}

/** @param alias the escaped alias of the related rows */
function valueOf({ aggregate: { function: row, of } }: AnsweredAggregate, alias: string): AggregateValue {
  return of === undefined ? { sql: 'COUNT(*)', valueOf: Number } : aggregateValue(row, of, alias);
}

/** Writes the statement: the related rows of the parents, in a group for each, with the parent's number or key. */
function writeGroups(
  {
    plan,
    populating,
    group: { relation },
    parent,
    keyColumn,
    keys: { addition, operands },
  }: PartOf & { readonly keys: BoundKeys },
  values: readonly AggregateValue[],
): WrittenStatement<ObjectLiteral> {
  const changes = withOwnStatement(plan.with(addition));
  const { statement } = changes;
  const rows = relatedRows(populating, { relation });
  addWhere(rows, changes);
  let columns: readonly string[];
  if (keyColumn === undefined) {
    const table = (own: Link) => linksOf(statement, { schema: parent, link: own, operands });
    const links = linksThrough(statement, relation.link, table);
    columns = joinLinks(rows, statement, { link: relation.link, links });
  } else {
    // An index on the column gives its rows in groups.
    const column = `${rows.escape(rows.alias)}.${keyColumn}`;
    rows.andWhere(amongKeys(column, operands, parent));
    columns = [column];
  }
  const names = addSelections(rows, changes, [...columns, ...values.map(({ sql }) => sql)]);
  for (const column of columns) rows.addGroupBy(column);
  return { builder: rows.setOption('disable-global-order'), names };
}
