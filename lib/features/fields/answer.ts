import type { ObjectLiteral } from 'typeorm';
import type { Condition } from '../../ast/index.js';
import {
  type AggregateValue,
  type PagePlan,
  type ParentsPart,
  aggregateValue,
  amongKeys,
  joinLinks,
  linksThrough,
  listOf,
  parentKeyIn,
  parentsOf,
  readForParents,
  relatedAlias,
  relatedBuilder,
  sqlPlanFor,
} from '../../page/index.js';
import type { FieldSchema, FilterSchema, RelatedAggregate } from '../../schema/index.js';
import { addSelections, addWhere } from '../../sql/index.js';
import type { Read } from '../../statements/index.js';
import { copyOf } from '../../typeorm/index.js';

/** Aggregates of the same related rows, which one statement reads. */
interface AggregateGroup {
  readonly relation: RelatedAggregate['relation'];
  /** The condition that the related rows must satisfy. Undefined where all of them count. */
  readonly where: Condition | undefined;
  /** The aggregates, each with its property. */
  readonly aggregates: readonly (readonly [name: string, aggregate: RelatedAggregate])[];
}

function groupsOf(
  fields: readonly FieldSchema[],
  conditions: ReadonlyMap<RelatedAggregate, Condition | undefined> | undefined,
): readonly AggregateGroup[] {
  const groups = new Map<string, (readonly [string, RelatedAggregate])[]>();
  for (const { propertyPath: name, expression } of fields) {
    const aggregate = expression.aggregate;
    if (aggregate?.group === undefined) throw new TypeError(`${name} is not a declared aggregate`);
    const group = groups.get(aggregate.group);
    if (group === undefined) groups.set(aggregate.group, [[name, aggregate]]);
    else group.push([name, aggregate]);
  }
  return [...groups.values()].flatMap((aggregates) => {
    const [first] = aggregates;
    if (first === undefined) return [];
    const [, aggregate] = first;
    const { relation, where } = aggregate;
    // A missing one would widen the aggregates in silence.
    if (where !== undefined && conditions?.has(aggregate) !== true)
      throw new TypeError(`${where.subject} was not read`);
    return { relation, where: conditions?.get(aggregate), aggregates };
  });
}

/**
 * Puts the aggregates of related rows that a query answers into rows of one entity. One statement for each relation and
 * condition follows the rows, on their connection.
 */
export async function answerAggregates(
  page: PagePlan,
  schema: FilterSchema,
  rows: readonly ObjectLiteral[],
  answered: readonly FieldSchema[],
): Promise<void> {
  if (rows.length === 0) return;
  const parents = parentsOf(schema, rows);
  for (const { relation, where, aggregates } of groupsOf(answered, page.plan.server.aggregated)) {
    const conditions = where === undefined ? [] : [where];
    const counted = { schema: relation.target, conditions, sort: [], total: false, nulls: 'engine' } as const;
    const builder = relatedBuilder(page, relation);
    const list = listOf(builder, sqlPlanFor(page.plan, counted), 'answered aggregates');
    const values = aggregates.map(([, aggregate]) => valueOf(aggregate, builder.escape(relatedAlias)));
    const selected = values.map(({ sql }) => sql);
    const column = parentKeyIn(relation, schema);
    const node = { relation, limit: undefined };
    const partsWith = (of: ParentsPart) => ({ parents: of, column, selected });
    // A parent without a row in the answer has no related ones.
    const none = aggregates.map(([, { function: row }]): unknown => (row.counts ? 0 : null));
    const found = parents.keys.map(() => none);
    for (const { result, parentOf } of await readForParents(
      list,
      groupsOfParents,
      parents,
      node,
      column !== undefined,
      partsWith,
    )) {
      const names = result.names.slice(-values.length);
      for (const [index, row] of result.raw.entries()) {
        found[parentOf[index] ?? -1] = values.map((value, place) => value.valueOf(row[names[place] ?? '']));
      }
    }
    for (const [row, entity] of rows.entries()) {
      const answers = found[parents.keyOf[row] ?? -1] ?? [];
      for (const [place, [name]] of aggregates.entries()) entity[name] = answers[place];
    }
  }
}

/** @param alias the escaped alias of the related rows */
function valueOf({ function: row, of }: RelatedAggregate, alias: string): AggregateValue {
  return of === undefined ? { sql: 'COUNT(*)', valueOf: Number } : aggregateValue(row, of, alias);
}

/** Aggregates of the related rows of some parents, in a group for each, with the parent's number or key. */
const groupsOfParents: Read<{
  readonly parents: ParentsPart;
  /** The column of the related rows that holds the key of their parent, where it identifies the groups. */
  readonly column: string | undefined;
  readonly selected: readonly string[];
}> = {
  write: (builder, changes, { parents, column, selected }) => {
    const { statement } = changes;
    const [, , { link }] = parents;
    const rows = copyOf(builder).select([]);
    addWhere(rows, changes);
    let columns: readonly string[];
    if (column === undefined) columns = joinLinks(rows, statement, link, linksThrough(statement, parents));
    else {
      // An index on the column gives its rows in groups.
      columns = [`${rows.escape(rows.alias)}.${column}`];
      rows.andWhere(amongKeys(`${columns[0]}`, parents));
    }
    const names = addSelections(rows, changes, [...columns, ...selected]);
    for (const by of columns) rows.addGroupBy(by);
    return { builder: rows.setOption('disable-global-order'), names };
  },
};
