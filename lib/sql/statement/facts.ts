import type { Comparison, Condition, Or, Related, RelatedCount } from '../../ast/index.js';
import type { Dialect } from '../../dialects/index.js';
import type { FilterSchema, RelatedAggregate, RelationStrategy, Report } from '../../schema/index.js';

/** A way of answering a condition on related rows: their keys first, as a whole, or row by row. */
export type RelatedShape = 'keys' | 'walk';

/** Chosen shapes of some conditions in a statement. */
export type RelatedShapes = ReadonlyMap<Related, RelatedShape>;

/** Declared conditions of aggregates of related rows, in a request's context. Undefined where all rows count. */
export type AggregatedConditions = ReadonlyMap<RelatedAggregate, Condition | undefined>;

/** Facts of a builder and a request that all parts of the SQL depend on. */
export interface StatementFacts {
  /** The database engine that the SQL is for. */
  readonly dialect: Dialect;
  /** Escapes a name as the builder does. */
  readonly escape: (name: string) => string;
  /** Returns true where the builder already uses the name, for a parameter, an alias or a selection. */
  readonly isTaken: (name: string) => boolean;
  /** Visible rows of each entity with a scope. */
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  /** Declared conditions of aggregates of related rows. */
  readonly aggregated?: AggregatedConditions | undefined;
  /** True where soft-deleted related rows count, because the builder includes its own. */
  readonly withDeleted: boolean;
  /** The strategy of relations that declare none. */
  readonly strategy?: RelationStrategy | undefined;
  readonly shapes?: RelatedShapes | undefined;
  readonly union?: Or | undefined;
  readonly inGroups?: Comparison | RelatedCount | undefined;
  /** Called when named statements stop working on the server. Undefined where none are used. */
  readonly naming?: Report | undefined;
  /**
   * Gives parameters names that are unique in this process. This costs microseconds for each, so it is left out where
   * the library executes the builder itself.
   */
  readonly uniqueParameters?: boolean | undefined;
}
