/** The number of executions that tell how long a statement usually takes. */
const usualExecutions = 5;

/** The number of executions that are looked at once the server may have made a plan for any values. */
const watchedExecutions = 10;

/** A slow execution takes more than so many times as long as usual, and longer than so many milliseconds. */
const slow = { times: 3, milliseconds: 5 } as const;

/**
 * Guard against plans that the server makes once for any values, where one for the values at hand would be much faster. It knows
 * how long a statement takes without a name, and looks at its first executions by one.
 */
export class PlanGuard {
  private readonly times: number[] = [];
  private usual = Infinity;
  private isClosed = false;

  /** @param plannedEach the number of executions by a name for which the server makes a plan each */
  constructor(private readonly plannedEach: number) {}

  /** True where the statement may have a name: it is known how long it takes, and no plan for any values has made it slow. */
  get allows(): boolean {
    return this.times.length === usualExecutions && !this.isClosed;
  }

  /** Allows no name from now on. */
  close(): void {
    this.isClosed = true;
  }

  /** Takes note of an execution without a name. */
  tookUsually(milliseconds: number): void {
    if (this.times.length === usualExecutions) return;
    this.times.push(milliseconds);
    // Not the mean: the first execution often waits for pages that are not in memory yet, and would hide any other that is slow.
    this.usual = [...this.times].sort((one, other) => one - other)[usualExecutions >> 1] ?? Infinity;
  }

  /**
   * Tells whether an execution by a name is so slow that a plan for any values may be the reason.
   *
   * @param execution its number among those by the name and on the connection, from 1
   */
  suspects(milliseconds: number, execution: number): boolean {
    const watched = execution - this.plannedEach;
    if (watched < 1 || watched > watchedExecutions) return false;
    return milliseconds > slow.milliseconds && milliseconds > slow.times * this.usual;
  }
}
