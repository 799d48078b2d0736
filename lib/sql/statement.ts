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

/**
 * How many parameters were given a name of their own in this process, by any copy of this package. A host puts the text of
 * one builder into another, and its parameters beside the other's: `setParameters(sub.getParameters())`. Were two called
 * alike, a scope of the one would be given a value of the other. Drivers see positions and never these names.
 */
const counter = sharedCounter();

interface Counter {
  named: number;
}

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
   * @param unique whether no other statement of this process has its parameters' names. That costs microseconds, because
   * no engine for JavaScript likes keys that it has never seen; what is executed here and now can do without.
   */
  constructor(
    readonly dialect: Dialect,
    private readonly escape: (name: string) => string,
    private readonly isTaken: (name: string) => boolean,
    readonly scopes: ReadonlyMap<FilterSchema, Condition>,
    readonly withDeleted: boolean,
    private readonly unique = false,
  ) {}

  /** Binds a value, and gives the parameter as it stands in the text. */
  bind(value: unknown): string {
    let name: string;
    do name = this.unique ? `${prefix}p${(counter.named += 1)}` : parameterOf((this.bound += 1));
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
