import type { Condition, Related } from '../ast/index.js';
import type { Dialect } from '../dialects/index.js';
import {
  type FilterSchema,
  type RelationSchema,
  type RelationStrategy,
  type Report,
  type Table,
  checkTables,
} from '../schema/index.js';
import type { FilterValue } from '../values/index.js';
import { type Binder, operandFor } from './binder.js';
import { nameOf, parameterOf, uniqueParameter } from './own-names.js';
import type { RelatedShape, StatementFacts } from './statement-facts.js';
import {
  type MadeParameter,
  type ParameterMaker,
  type PartOfOperand,
  type StatementProgress,
  type StatementTemplate,
  asBound,
  kindOfParameter,
  makerOfAll,
  noOperand,
  statementTemplate,
  valuesFrom,
} from './statement-template.js';

/** One statement while it is compiled: its parameters, its aliases, and the facts that all of its parts depend on. */
export class Statement implements Binder {
  readonly parameters: Record<string, unknown> = {};
  readonly dialect: Dialect;
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  readonly withDeleted: boolean;
  private readonly tables = new Set<Table>();
  private bound = 0;
  private named = 0;
  private joined = 0;
  private isPlannedForValues = false;
  private isUnseen = false;
  /** The parameters and how they were made; undefined once something in the statement cannot be made again. */
  private made: MadeParameter[] | undefined = [];

  constructor(private readonly facts: StatementFacts) {
    this.dialect = facts.dialect;
    this.scopes = facts.scopes;
    this.withDeleted = facts.withDeleted;
  }

  /**
   * Makes the statement of another request of the same shape, with the same names; undefined where the kind of a value is another, or
   * the number of values, which the SQL may depend on.
   */
  static of(
    facts: StatementFacts,
    template: StatementTemplate,
    operands: readonly (readonly FilterValue[])[],
  ): Statement | undefined {
    const values = valuesFrom(template, operands, facts.dialect);
    if (values === undefined) return undefined;
    const statement = new Statement(facts);
    for (const [place, { name }] of template.parameters.entries()) statement.parameters[name] = values[place];
    for (const table of template.tables) statement.from(table);
    statement.goOnFrom(template.progress);
    return statement;
  }

  /** Returns the statement without its values; undefined where another request of the shape may have another text. */
  template(operands: readonly (readonly FilterValue[])[]): StatementTemplate | undefined {
    const { made, progress } = this;
    if (made?.length !== Object.keys(this.parameters).length) return undefined;
    return statementTemplate(made, { progress, tables: [...this.tables] }, operands);
  }

  /**
   * Returns a copy, for one of several statements with the same conditions: what is bound and named there is not in the others, so
   * that the text of each is the same whether the others were written or not.
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
   * Makes another statement a part of this one, with its parameters; it was compiled first, and this one for a builder that has its
   * parameters, so that no name is given twice.
   */
  include(part: Statement): void {
    Object.assign(this.parameters, part.parameters);
    for (const table of part.tables) this.tables.add(table);
    this.made = this.made && part.made && [...part.made, ...this.made];
    this.bound = Math.max(this.bound, part.bound);
    this.isPlannedForValues ||= part.isPlannedForValues;
  }

  /** How many names the statement has given, and what its parts have told it. */
  get progress(): StatementProgress {
    const { bound, named, joined, isPlannedForValues } = this;
    return { bound, named, joined, isPlannedForValues };
  }

  private goOnFrom({ bound, named, joined, isPlannedForValues }: StatementProgress): void {
    this.bound = bound;
    this.named = named;
    this.joined = joined;
    this.isPlannedForValues = isPlannedForValues;
  }

  /** Returns a table as it stands in FROM, escaped; the statement is then one that reads it. */
  from(table: Table): string {
    checkTables([table]);
    this.tables.add(table);
    return table.sql;
  }

  /** Marks a statement of which a value is made of something else than operands. */
  markUnrepeatable(): void {
    this.made = undefined;
  }

  /** Binds a value, and returns the parameter as it stands in the SQL: `:nf_p1`. */
  bind(value: unknown): string {
    this.markUnrepeatable();
    return this.asSeen(this.put(this.parameter(), value));
  }

  /** Binds a value that is the same in every request of the shape. */
  bindConstant(value: unknown): string {
    return this.bindFrom(noOperand, () => value);
  }

  /** Binds what is made of an operand, in a way that is the same for any request of the shape. */
  bindFrom(values: readonly FilterValue[], make: ParameterMaker): string {
    return this.asSeen(this.bindPart(values, make, 'places'));
  }

  private asSeen(parameter: string): string {
    return this.isUnseen ? (this.dialect.shapes?.unseen?.(parameter) ?? parameter) : parameter;
  }

  /** Binds all values of an operand as one list, in a way that is the same for any number of them that is greater than one. */
  bindList(values: readonly FilterValue[], make: (value: FilterValue) => unknown, part: 'list' | 'spread'): string {
    return this.bindPart(values, makerOfAll(make), part);
  }

  private bindPart(values: readonly FilterValue[], make: ParameterMaker, part: PartOfOperand): string {
    const value = make(values);
    const name = this.parameter();
    const kind = kindOfParameter(value);
    // SQLite's drivers write a number into the text.
    if (kind.type === 'number' && this.dialect.floats === 'text') this.markUnrepeatable();
    this.made?.push({ name, part, values, make, kind });
    return this.put(name, value);
  }

  /** Compiles a part of the statement whose single values the planner does not look at, if the engine has a way of writing that. */
  unseen(compile: () => string): string {
    this.isUnseen = true;
    const sql = compile();
    this.isUnseen = false;
    return sql;
  }

  private parameter(): string {
    const { isTaken, uniqueParameters } = this.facts;
    let name: string;
    do name = uniqueParameters ? uniqueParameter() : parameterOf((this.bound += 1));
    while (
      // An addition has put its parameters into a copy of the statement.
      name in this.parameters ||
      isTaken(name)
    );
    return name;
  }

  private put(name: string, value: unknown): string {
    this.parameters[name] = asBound(value, this.dialect);
    return operandFor(name, value, this.dialect);
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

  /** True for the disjunction whose alternatives are answered one by one. */
  isUnion(condition: Condition): boolean {
    return this.facts.union === condition;
  }

  /** True for the number of related rows that is found by all of them in groups, on engines where that is faster. */
  isInGroups(condition: Condition): boolean {
    return this.dialect.groupsRelated === true && this.facts.inGroups === condition;
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
