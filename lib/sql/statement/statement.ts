import type { Condition, Related } from '../../ast/index.js';
import {
  type FilterSchema,
  type RelationSchema,
  type RelationStrategy,
  type Report,
  type Table,
  checkTables,
} from '../../schema/index.js';
import type { FilterValue } from '../../values/index.js';
import { BoundParameters } from './bound-parameters.js';
import { nameOf } from './own-names.js';
import type { AggregatedConditions, RelatedShape, StatementFacts } from './facts.js';
import { type NamesGiven, type StatementTemplate, statementTemplate } from './template.js';

/** One statement while it is compiled: its parameters, its aliases, and the facts that all of its parts depend on. */
export class Statement extends BoundParameters {
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  readonly aggregated: AggregatedConditions | undefined;
  readonly withDeleted: boolean;
  private readonly tables = new Set<Table>();
  private named = 0;
  private joined = 0;
  private isPlannedForValues = false;

  constructor(facts: StatementFacts) {
    super(facts);
    this.scopes = facts.scopes;
    this.aggregated = facts.aggregated;
    this.withDeleted = facts.withDeleted;
  }

  /**
   * Makes the statement of another request with the same structure, with the same names.
   *
   * @param values the request's, by `valuesFrom`
   */
  static of(facts: StatementFacts, template: StatementTemplate, values: readonly unknown[]): Statement {
    const statement = new Statement(facts);
    for (const [place, { name }] of template.parameters.entries()) statement.parameters[name] = values[place];
    for (const table of template.tables) statement.from(table);
    statement.goOnFrom(template.progress);
    return statement;
  }

  /**
   * Returns the statement without its values, or undefined where another request of the
   * structure may have another text.
   */
  template(operands: readonly (readonly FilterValue[])[]): StatementTemplate | undefined {
    const { made, progress } = this;
    if (made?.length !== Object.keys(this.parameters).length) return undefined;
    return statementTemplate(made, { progress, tables: [...this.tables] }, operands);
  }

  /**
   * Returns a copy, for one of several statements with the same conditions. Its later names and values are not in the
   * others, so that the text of each does not depend on the others.
   */
  copy(): Statement {
    const copy = new Statement(this.facts);
    Object.assign(copy.parameters, this.parameters);
    for (const table of this.tables) copy.tables.add(table);
    copy.goOnFrom(this.progress);
    copy.markUnrepeatable();
    return copy;
  }

  /**
   * Includes another statement in this one, with its parameters. The other was compiled first, and this one for a
   * builder with its parameters, so that no name is given twice.
   */
  include(part: Statement): void {
    Object.assign(this.parameters, part.parameters);
    for (const table of part.tables) this.tables.add(table);
    this.made = this.made && part.made && [...part.made, ...this.made];
    this.bound = Math.max(this.bound, part.bound);
    this.isPlannedForValues ||= part.isPlannedForValues;
  }

  /** Numbers of given names, and the properties that parts have set. */
  get progress(): NamesGiven {
    const { bound, named, joined, isPlannedForValues } = this;
    return { bound, named, joined, isPlannedForValues };
  }

  private goOnFrom({ bound, named, joined, isPlannedForValues }: NamesGiven): void {
    this.bound = bound;
    this.named = named;
    this.joined = joined;
    this.isPlannedForValues = isPlannedForValues;
  }

  /** Returns a table as it stands in FROM, escaped, and records that the statement reads it. */
  from(table: Table): string {
    checkTables([table]);
    this.tables.add(table);
    return table.sql;
  }

  /** Returns an unused name for an alias or a selected expression. */
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
   * Wraps a subquery in COALESCE(…, FALSE) once the statement joins `mostJoinedTables` tables, so that MariaDB stops
   * turning subqueries into joins; see {@link Dialect.mostJoinedTables}.
   *
   * @param tables the number of tables in the subquery
   */
  joinable(sql: string, tables: number): string {
    this.joined += tables;
    const { mostJoinedTables = Infinity } = this.dialect;
    return this.joined <= mostJoinedTables ? sql : `COALESCE(${sql}, FALSE)`;
  }

  /** Returns the chosen shape of a condition, or undefined for its relation's strategy. */
  shapeOf(condition: Related): RelatedShape | undefined {
    return this.facts.shapes?.get(condition);
  }

  /** True for the disjunction whose alternatives are answered one by one. */
  isUnion(condition: Condition): boolean {
    return this.facts.union === condition;
  }

  /** True for the condition that is answered from all related rows in groups. */
  isInGroups(condition: Condition): boolean {
    return this.facts.inGroups === condition;
  }

  /** Returns the strategy of a relation. */
  strategyOf({ strategy }: RelationSchema): RelationStrategy | undefined {
    return strategy ?? this.facts.strategy;
  }

  /** Marks a statement for which a server's plan without its values could be a hundred times slower. */
  planForValues(): void {
    this.isPlannedForValues = true;
  }

  /** Without the values, a planner assumes the average number of to-many rows, and begins at the wrong table. */
  planForRowsOf({ toMany }: RelationSchema): void {
    if (toMany) this.planForValues();
  }

  /**
   * Returns the callback for named statements that stop working, or undefined where this
   * statement must not have a name.
   */
  get naming(): Report | undefined {
    const isPossible = !this.isPlannedForValues && this.dialect.namedStatements !== undefined;
    return isPossible ? this.facts.naming : undefined;
  }

  /** Escapes a name as the builder does. */
  escaped(name: string): string {
    return this.facts.escape(name);
  }
}
