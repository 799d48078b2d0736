import { FilterConfigurationError } from './configuration-error.js';

/**
 * Mistakes of a series of checks. One start should show a programmer all of them, so a failed check does not stop the
 * next: its error is kept here, and thrown at the end.
 */
export class Faults {
  private readonly errors: FilterConfigurationError[] = [];
  private readonly reported = new Set<string>();

  /**
   * Runs one check and returns its result, or undefined where it failed. A repeated mistake is kept once, because a
   * handler meets its entity's mistakes again. Errors of other classes pass through.
   *
   * @param owner a name to put before each mistake, if its sentence does not name the owner: `PostsController.list`
   */
  collect<Result>(check: () => Result, owner?: string): Result | undefined {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof FilterConfigurationError)) throw error;
      this.add(error, owner);
      return undefined;
    }
  }

  /** Throws one error with every mistake, if there is any. */
  throwIfAny(): void {
    const first = this.errors[0];
    if (first === undefined) return;
    throw this.errors.length === 1 ? first : new FilterConfigurationError(this.errors.flatMap(({ faults }) => faults));
  }

  private add(error: FilterConfigurationError, owner: string | undefined): void {
    const unknown = error.faults.filter((fault) => !this.reported.has(fault));
    const faults = owner === undefined ? unknown : unknown.map((fault) => `${owner}: ${fault}`);
    const fresh = faults.filter((fault) => !this.reported.has(fault));
    if (fresh.length === 0) return;
    for (const fault of fresh) this.reported.add(fault);
    const isWhole = owner === undefined && fresh.length === error.faults.length;
    this.errors.push(isWhole ? error : new FilterConfigurationError(fresh, { cause: error }));
  }
}

/** Checks every item of a list, and throws one error with the mistakes of all of them. */
export function checkEach<Item>(items: Iterable<Item>, check: (item: Item) => void): void {
  const faults = new Faults();
  for (const item of items) faults.collect(() => check(item));
  faults.throwIfAny();
}
