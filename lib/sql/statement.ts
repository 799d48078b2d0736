import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Dialect } from '../dialects/index.js';
import {
  type ExpressionSchema,
  type FilterSchema,
  type RelationSchema,
  type Table,
  checkTables,
} from '../schema/index.js';
import type { FilterValue } from '../values/index.js';
import { type Operands, type ParameterMaker, asBound, isWrittenAsText, noOperand } from './binding.js';
import type { SqlPlan } from './plan.js';
import { type Parts, includesDeleted, namesIn } from '../typeorm/index.js';

/** A table in this statement, by its alias, and the entity of its rows. */
export interface Rows {
  readonly alias: string;
  readonly schema: FilterSchema;
  /** Writes an expression of the rows while their document is being read. Undefined where it is written on its own. */
  readonly valueIn?: (expression: ExpressionSchema) => string | undefined;
}

/** Prefix of the library's own parameters and aliases. A counter follows, so names never grow with the request. */
const prefix = 'nf_';

interface Counter {
  named: number;
}

/**
 * Counts the parameters with unique names in this process. A host may embed one builder in another, with its parameters
 * beside the other's: if two had one name, a scope in one would compare with a value of the other.
 */
const counter = sharedCounter();

/** The ES module and the CommonJS build may both be loaded, so the counter is under a symbol that both have. */
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

/** The part of a statement that binds values. */
export type Binder = Pick<Statement, 'dialect' | 'bind'>;

/** Numbers of given names, and the properties that parts of a statement have set. */
interface Progress {
  readonly bound: number;
  readonly named: number;
  readonly joined: number;
  readonly isPlannedForValues: boolean;
}

/** A statement without the values of its request, and without its operands. */
export interface StatementTemplate {
  readonly parameters: readonly {
    readonly name: string;
    /** Index of the operand in the request, or -1 for a parameter that is equal in every request. */
    readonly operand: number;
    readonly make: ParameterMaker;
  }[];
  /** Names of the parameters. */
  readonly names: readonly string[];
  readonly progress: Progress;
  /** Tables that the library has written into the text. */
  readonly tables: readonly Table[];
}

/** One statement while it is compiled: its parameters, how each is made of operands, and what its parts depend on. */
export class Statement {
  readonly parameters: Record<string, unknown> = {};
  readonly dialect: Dialect;
  /** The parameters and how they were made. Undefined once something in the statement cannot be made again. */
  private made: { name: string; values: readonly FilterValue[]; make: ParameterMaker }[] | undefined = [];
  private readonly tables = new Set<Table>();
  private bound = 0;
  private named = 0;
  private joined = 0;
  private isPlannedForValues = false;
  private isUnseen = false;
  /** Names of the builder in small letters, because engines ignore their case. */
  private taken: readonly string[] | undefined;
  /** Condition beside those of the list. Empty without one. */
  condition = '';

  /** @param after the names of this statement follow those of another one */
  constructor(
    readonly plan: Omit<SqlPlan, 'schema' | 'conditions' | 'sort' | 'total' | 'nulls'> & {
      readonly schema: Pick<FilterSchema, 'dialect'>;
    },
    private readonly builder: Parts & Pick<SelectQueryBuilder<ObjectLiteral>, 'hasParameter'>,
    after?: Progress,
  ) {
    this.dialect = plan.schema.dialect;
    if (after === undefined) return;
    this.bound = after.bound;
    this.named = after.named;
    this.joined = after.joined;
    this.isPlannedForValues = after.isPlannedForValues;
  }

  /** True where soft-deleted related rows count, because the builder includes its own. */
  get withDeleted(): boolean {
    return this.plan.relatedDeleted === true || includesDeleted(this.builder);
  }

  /**
   * Returns the statement without its values, or undefined where another request of the structure may have another
   * text: where a parameter comes from anything but the operands.
   *
   * @param operands the request's own
   */
  template(operands: Operands): StatementTemplate | undefined {
    const { made, progress } = this;
    if (made?.length !== Object.keys(this.parameters).length) return undefined;
    const parameters: StatementTemplate['parameters'][number][] = [];
    for (const { name, values, make } of made) {
      const operand = operands.indexOf(values);
      if (operand < 0 && values !== noOperand) return undefined;
      parameters.push({ name, operand, make });
    }
    return { parameters, names: parameters.map(({ name }) => name), progress, tables: [...this.tables] };
  }

  /** Includes a statement that was compiled first; this one avoids the names of its parameters. */
  include(part: Statement): void {
    Object.assign(this.parameters, part.parameters);
    for (const table of part.tables) this.tables.add(table);
    this.made = this.made && part.made && [...part.made, ...this.made];
    this.bound = Math.max(this.bound, part.bound);
    this.isPlannedForValues ||= part.isPlannedForValues;
  }

  get progress(): Progress {
    const { bound, named, joined, isPlannedForValues } = this;
    return { bound, named, joined, isPlannedForValues };
  }

  and(condition: string): void {
    this.condition = this.condition === '' ? condition : `${this.condition} AND ${condition}`;
  }

  /** Binds a value, and returns the parameter as it stands in the SQL: `:nf_p1`. */
  bind(value: unknown): string {
    this.made = undefined;
    return this.asSeen(this.put(this.parameter(), value));
  }

  bindConstant(value: unknown): string {
    return this.bindFrom(noOperand, () => value);
  }

  /** Binds what is made of an operand, in a way that is the same for any request of the shape. */
  bindFrom(values: readonly FilterValue[], make: ParameterMaker): string {
    return this.asSeen(this.bindList(values, make));
  }

  /** Binds a list that is made of an operand, as one parameter. */
  bindList(values: readonly FilterValue[], make: ParameterMaker): string {
    const value = make(values);
    const name = this.parameter();
    // SQLite's drivers write a number into the text.
    if (typeof value === 'number' && this.dialect.floats === 'text') this.made = undefined;
    this.made?.push({ name, values, make });
    return this.put(name, value);
  }

  /** Compiles a part whose single values the planner does not look at, if the engine has a way of writing that. */
  unseen(compile: () => string): string {
    this.isUnseen = true;
    const sql = compile();
    this.isUnseen = false;
    return sql;
  }

  private asSeen(parameter: string): string {
    return this.isUnseen ? (this.dialect.hints?.unseen?.(parameter) ?? parameter) : parameter;
  }

  private parameter(): string {
    const { givenAway } = this.plan;
    let name: string;
    // A name that no object had before costs microseconds, so that the library's own builders have counted ones.
    do name = `${prefix}p${givenAway ? (counter.named += 1) : (this.bound += 1)}`;
    while (this.isTaken(name));
    return name;
  }

  private put(name: string, value: unknown): string {
    const { dialect } = this;
    this.parameters[name] = asBound(value, dialect);
    const parameter = `:${name}`;
    return isWrittenAsText(value, dialect) ? (dialect.wholeNumberOperand?.(parameter) ?? parameter) : parameter;
  }

  /** Returns a table as it stands in FROM, escaped, and records that the statement reads it. */
  from(table: Table): string {
    checkTables([table]);
    this.tables.add(table);
    return table.sql;
  }

  name(): string {
    let name: string;
    do name = `${prefix}${(this.named += 1)}`;
    while (this.isTaken(name));
    return name;
  }

  /** True where the builder already uses the name, for a parameter, an alias or a selection. */
  private isTaken(name: string): boolean {
    this.taken ??= namesIn(this.builder).map((own) => own.toLowerCase());
    return this.taken.includes(name) || this.builder.hasParameter(name);
  }

  alias(): string {
    return this.escaped(this.name());
  }

  escaped(name: string): string {
    return this.builder.escape(name);
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

  /** Marks a statement for which a server's plan without its values could be a hundred times slower. */
  planForValues(): void {
    this.isPlannedForValues = true;
  }

  /** Without the values, a planner assumes the average number of to-many rows, and begins at the wrong table. */
  planForRowsOf({ toMany }: RelationSchema): void {
    if (toMany) this.planForValues();
  }
}

/** Writes the end of a statement that takes some of its rows: numbers, or their parameters. */
export function limitSql(take: number | string, skip: number | string = 0): string {
  return skip === 0 ? ` LIMIT ${take}` : ` LIMIT ${take} OFFSET ${skip}`;
}
