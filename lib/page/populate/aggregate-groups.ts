import type { Condition } from '../../ast/index.js';
import { type FieldSchema, type RelatedAggregate, relatedAggregateOf } from '../../schema/index.js';

/** An aggregate of related rows that is answered, by its property. */
export interface AnsweredAggregate {
  readonly name: string;
  readonly aggregate: RelatedAggregate;
}

/** Aggregates of the same related rows, which one statement reads. */
export interface AggregateGroup {
  readonly relation: RelatedAggregate['relation'];
  /** The condition that the related rows must satisfy. Undefined where all of them count. */
  readonly where: Condition | undefined;
  readonly aggregates: readonly AnsweredAggregate[];
}

/** Divides aggregates by their related rows. */
export function groupsOf(
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
