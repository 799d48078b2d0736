import { type Condition, type SortTerm, forEachCondition } from '../ast/index.js';
import type { FieldSchema, FilterSchema, RelatedAggregate, SortTarget } from '../schema/index.js';

/** Entities with scopes, and declared aggregates with conditions, that a query reaches: each once. */
export class Reached {
  readonly schemas: FilterSchema[] = [];
  readonly aggregates: RelatedAggregate[] = [];

  /** @param before what is reached anyway, and left out here */
  constructor(private readonly before?: Reached) {}

  schema(schema: FilterSchema): void {
    if (schema.scopes.length === 0 || this.before?.schemas.includes(schema) === true) return;
    if (!this.schemas.includes(schema)) this.schemas.push(schema);
  }

  /** Adds the entities on the other side of the relations in a condition, and what its aggregates reach. */
  condition(condition: Condition | undefined): void {
    if (condition === undefined) return;
    forEachCondition(condition, (each) => {
      if (each.type === 'related' || each.type === 'relatedCount') this.schema(each.relation.target);
      else if (each.type === 'comparison') this.field(each.field);
    });
  }

  sort(terms: readonly SortTerm[]): void {
    for (const { target } of terms) this.target(target);
  }

  /** Adds the entities on a path, and those whose rows its end aggregates. */
  target({ hops, field }: SortTarget): void {
    for (const hop of hops) this.schema(hop.target);
    if (field !== 'count') this.field(field);
  }

  field({ expression }: FieldSchema): void {
    const aggregate = expression.aggregate;
    if (aggregate === undefined) return;
    this.schema(aggregate.relation.target);
    this.aggregate(aggregate);
  }

  /** Adds the aggregates of a condition in a scope, whose relations have no scopes. */
  aggregatesOf(condition: Condition): void {
    forEachCondition(condition, (each) => {
      const aggregate = each.type === 'comparison' ? each.field.expression.aggregate : undefined;
      if (aggregate !== undefined) this.aggregate(aggregate);
    });
  }

  private aggregate(aggregate: RelatedAggregate): void {
    if (aggregate.where === undefined || this.before?.aggregates.includes(aggregate) === true) return;
    if (!this.aggregates.includes(aggregate)) this.aggregates.push(aggregate);
  }
}
