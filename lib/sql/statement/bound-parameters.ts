import type { Dialect } from '../../dialects/index.js';
import type { FilterValue } from '../../values/index.js';
import { type Binder, operandFor } from './binder.js';
import type { StatementFacts } from './facts.js';
import { parameterOf, uniqueParameter } from './own-names.js';
import { type MadeParameter, type ParameterMaker, asBound, noOperand } from './template.js';

/** The parameters of a statement while it is compiled, and how each is made of the operands of a request. */
export class BoundParameters implements Binder {
  readonly parameters: Record<string, unknown> = {};
  readonly dialect: Dialect;
  /** How many parameters were given a name. */
  protected bound = 0;
  /** The parameters and how they were made. Undefined once something in the statement cannot be made again. */
  protected made: MadeParameter[] | undefined = [];
  private isUnseen = false;

  constructor(protected readonly facts: StatementFacts) {
    this.dialect = facts.dialect;
  }

  /** Marks parameters if one is made of something else than operands. */
  protected markUnrepeatable(): void {
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
    return this.asSeen(this.bindMade(values, make));
  }

  private asSeen(parameter: string): string {
    return this.isUnseen ? (this.dialect.hints?.unseen?.(parameter) ?? parameter) : parameter;
  }

  /** Binds a list that is made of an operand, as one parameter. */
  bindList(values: readonly FilterValue[], make: ParameterMaker): string {
    return this.bindMade(values, make);
  }

  private bindMade(values: readonly FilterValue[], make: ParameterMaker): string {
    const value = make(values);
    const name = this.parameter();
    // SQLite's drivers write a number into the text.
    if (typeof value === 'number' && this.dialect.floats === 'text') this.markUnrepeatable();
    this.made?.push({ name, values, make });
    return this.put(name, value);
  }

  /**
   * Compiles a part of the statement whose single values the planner does not look at, if the engine has a way of
   * writing that.
   */
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
}
