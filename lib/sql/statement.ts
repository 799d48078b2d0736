import type { Dialect } from '../dialects/index.js';
import type { FilterSchema, RelationSchema, RelationStrategy, Report } from '../schema/index.js';
import type { Condition, Related } from '../ast/index.js';

/** The prefix of the library's own parameters and aliases. A counter follows, so names never grow with the request. */
export const prefix = 'nf_';

/**
 * Returns a function that gives names in turn, and keeps them for the next statement: JavaScript engines look up a key that
 * objects had before much faster than one that no object had.
 */
function namesAfter(start: string): (count: number) => string {
  const names: string[] = [];
  return (count) => (names[count] ??= `${start}${count}`);
}

const nameOf = namesAfter(prefix);
const parameterOf = namesAfter(`${prefix}p`);

/**
 * Counts the parameters that were given a unique name in this process, by any copy of this package. A host may embed the text
 * of one builder in another, and its parameters beside the other's: `setParameters(sub.getParameters())`. If two had the same
 * name, a scope in one builder would compare with a value of the other. Drivers see positions, and never these names.
 */
const counter = sharedCounter();

interface Counter {
  named: number;
}

/** The ES module and the CommonJS build may both be loaded, so the counter is kept under a symbol that both know. */
function sharedCounter(): Counter {
  const key = Symbol.for('nestjs-filterable:parameters-named');
  const existing: unknown = Reflect.get(globalThis, key);
  if (isCounter(existing)) return existing;
  const value: Counter = { named: 0 };
  Object.defineProperty(globalThis, key, { value });
  return value;
}

function isCounter(value: unknown): value is Counter {
  return typeof value === 'object' && value !== null && 'named' in value && typeof value.named === 'number';
}

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
  /** Receives what puts an end to preparing statements on the server; undefined where they are not prepared there. */
  readonly naming?: Report | undefined;
  /**
   * Gives parameters names that no other statement of this process has. It costs microseconds for each, so it is left out
   * where the library executes the builder itself.
   */
  readonly uniqueParameters?: boolean | undefined;
}

/** One statement while it is compiled: its parameters, its aliases, and the facts that all of its parts depend on. */
export class Statement {
  readonly parameters: Record<string, unknown> = {};
  readonly dialect: Dialect;
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  readonly withDeleted: boolean;
  private bound = 0;
  private named = 0;
  private joined = 0;
  private isPlannedForValues = false;

  constructor(private readonly facts: StatementFacts) {
    this.dialect = facts.dialect;
    this.scopes = facts.scopes;
    this.withDeleted = facts.withDeleted;
  }

  /** Binds a value, and returns the parameter as it stands in the SQL: `:nf_p1`. */
  bind(value: unknown): string {
    const { isTaken, uniqueParameters } = this.facts;
    let name: string;
    do name = uniqueParameters ? `${prefix}p${(counter.named += 1)}` : parameterOf((this.bound += 1));
    while (isTaken(name));
    const { wholeNumberOperand } = this.dialect;
    const asText = wholeNumberOperand !== undefined && typeof value === 'bigint';
    this.parameters[name] = asText ? String(value) : value;
    return asText ? wholeNumberOperand(`:${name}`) : `:${name}`;
  }

  /**
   * Binds a list as one parameter that TypeORM spreads: a name for each value would take ten times as long, and is given only
   * where each needs a phrase of its own.
   */
  bindEach(values: readonly unknown[]): string {
    if (this.dialect.wholeNumberOperand !== undefined && typeof values[0] === 'bigint') {
      return values.map((value) => this.bind(value)).join(', ');
    }
    return `:...${this.bind(values).slice(1)}`;
  }

  /** Returns a name that nothing in the statement has yet, for an alias or a selected expression. */
  name(): string {
    let name: string;
    do name = nameOf((this.named += 1));
    while (this.facts.isTaken(name));
    return name;
  }

  /** Returns a new alias, escaped. */
  alias(): string {
    return this.facts.escape(this.name());
  }

  /**
   * Wraps a subquery in COALESCE(…, FALSE) once the statement joins `mostJoinedTables` tables, so that MariaDB stops turning
   * subqueries into joins; see {@link Dialect.mostJoinedTables}.
   *
   * @param tables the number of tables in the subquery
   */
  joinable(sql: string, tables: number): string {
    this.joined += tables;
    const { mostJoinedTables = Infinity } = this.dialect;
    return this.joined <= mostJoinedTables ? sql : `COALESCE(${sql}, FALSE)`;
  }

  /** Returns the shape that was chosen for a condition; undefined leaves it to the strategy of its relation. */
  shapeOf(condition: Related): RelatedShape | undefined {
    return this.facts.shapes?.get(condition);
  }

  /** Returns the strategy of a relation. */
  strategyOf({ strategy }: RelationSchema): RelationStrategy | undefined {
    return strategy ?? this.facts.strategy;
  }

  /** Marks a statement for which a plan that was made without its values could be a hundred times slower. */
  planForValues(): void {
    this.isPlannedForValues = true;
  }

  /** Returns who learns what puts an end to preparing on the server; undefined where this statement must not be prepared there. */
  get naming(): Report | undefined {
    const isPossible = !this.isPlannedForValues && this.dialect.namedStatements !== undefined;
    return isPossible ? this.facts.naming : undefined;
  }

  /** Escapes a name as the builder does. */
  escaped(name: string): string {
    return this.facts.escape(name);
  }
}
