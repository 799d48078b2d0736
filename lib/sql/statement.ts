import type { Dialect } from '../dialects/index.js';
import type { FilterSchema } from '../schema/index.js';
import type { Condition } from '../ast/index.js';

/** What the library's own parameters and aliases begin with; a counter follows, so names never grow with the request. */
export const prefix = 'nf_';

/** The names in turn, each made once: a text that was a key of an object before is found in another at once. */
function namesAfter(start: string): (count: number) => string {
  const made: string[] = [];
  return (count) => (made[count] ??= `${start}${count}`);
}

const nameOf = namesAfter(prefix);
const parameterOf = namesAfter(`${prefix}p`);

/** One statement while it is written: its parameters, its aliases, and what every part of it must know. */
export class Statement {
  readonly parameters: Record<string, unknown> = {};
  private bound = 0;
  private named = 0;
  private joined = 0;

  /**
   * @param isTaken whether the builder already has a parameter, an alias or a selection of that name
   * @param scopes the rows that may be seen of each entity that has a scope
   * @param withDeleted whether the handler asked for soft-deleted rows
   */
  constructor(
    readonly dialect: Dialect,
    private readonly escape: (name: string) => string,
    private readonly isTaken: (name: string) => boolean,
    readonly scopes: ReadonlyMap<FilterSchema, Condition>,
    readonly withDeleted: boolean,
  ) {}

  /** Binds a value, and gives the parameter as it stands in the text. */
  bind(value: unknown): string {
    let name: string;
    do name = parameterOf((this.bound += 1));
    while (this.isTaken(name));
    const { wholeNumberOperand } = this.dialect;
    const asText = wholeNumberOperand !== undefined && typeof value === 'bigint';
    this.parameters[name] = asText ? String(value) : value;
    return asText ? wholeNumberOperand(`:${name}`) : `:${name}`;
  }

  /**
   * Binds a list, which TypeORM spreads into as many parameters: to name each is ten times the work, and is done only where
   * each needs a phrase of its own.
   */
  bindEach(values: readonly unknown[]): string {
    if (this.dialect.wholeNumberOperand !== undefined && typeof values[0] === 'bigint') {
      return values.map((value) => this.bind(value)).join(', ');
    }
    return `:...${this.bind(values).slice(1)}`;
  }

  /** A name that nothing in the statement has: for an alias or a selected expression. */
  name(): string {
    let name: string;
    do name = nameOf((this.named += 1));
    while (this.isTaken(name));
    return name;
  }

  /** A new alias, escaped. */
  alias(): string {
    return this.escape(this.name());
  }

  /** Writes a subquery that a planner makes a join of, in a way that it does not once it has enough to join. */
  joinable(found: string, tables: number): string {
    this.joined += tables;
    const { mostJoinedTables = Infinity } = this.dialect;
    return this.joined <= mostJoinedTables ? found : `COALESCE(${found}, FALSE)`;
  }

  escaped(name: string): string {
    return this.escape(name);
  }
}
