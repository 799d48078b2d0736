import type { Condition, Or, Related, RelatedCount } from '../ast/index.js';
import type { Dialect } from '../dialects/index.js';
import type { FilterSchema, RelationStrategy, Report } from '../schema/index.js';

/** A way of answering a condition on related rows: their keys first, as a whole, or a look at the relation of each row. */
export type RelatedShape = 'keys' | 'walk';

/** The shapes that were chosen for some conditions of a statement. */
export type RelatedShapes = ReadonlyMap<Related, RelatedShape>;

/** The facts of a builder and a request that the SQL of every part depends on. */
export interface StatementFacts {
  /** The database engine that the SQL is for. */
  readonly dialect: Dialect;
  /** Escapes a name as the builder does. */
  readonly escape: (name: string) => string;
  /** Tells whether the builder already has a parameter, an alias or a selection of that name. */
  readonly isTaken: (name: string) => boolean;
  /** The visible rows of each entity that has a scope. */
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  /** True where soft-deleted related rows count, because the builder includes its own. */
  readonly withDeleted: boolean;
  /** The strategy of relations that declare none. */
  readonly strategy?: RelationStrategy | undefined;
  readonly shapes?: RelatedShapes | undefined;
  readonly union?: Or | undefined;
  readonly inGroups?: RelatedCount | undefined;
  /** Receives what puts an end to preparing statements on the server; undefined where they are not prepared there. */
  readonly naming?: Report | undefined;
  /**
   * Gives parameters names that no other statement of this process has. It costs microseconds for each, so it is left out
   * where the library executes the builder itself.
   */
  readonly uniqueParameters?: boolean | undefined;
}
