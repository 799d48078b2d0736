import { describeValue } from './messages.js';

/** Marks the errors of this class in every copy of this package. An application can load two builds side by side. */
const errorBrand = Symbol.for('nestjs-filterable:FilterConfigurationError');

/**
 * A mistake of the program, not of a client: an option, a decorator or a condition of its own uses an unknown name,
 * or a wrong value. It is thrown at boot where it can be noticed there, and its message says what was wrong, what
 * exists, and how to mend it.
 *
 * A boot checks everything before it fails. {@link faults} has every mistake, and the message has each on its own line.
 *
 * @example
 * try { FilterService.forDataSource(dataSource); } catch (error) {
 *  if (error instanceof FilterConfigurationError) for (const fault of error.faults) console.error(fault);
 * }
 */
export class FilterConfigurationError extends Error {
  /** The name of the class, also where the code is minified. */
  override readonly name = 'FilterConfigurationError';
  /** Every mistake as a sentence, in the order of checking: options, entities, handlers. There is at least one. */
  readonly faults: readonly string[];

  /**
   * Makes an error of one mistake or of several.
   *
   * @param faults one sentence, or several for several mistakes
   */
  constructor(faults: string | readonly string[], options?: ErrorOptions) {
    const list = typeof faults === 'string' ? [faults] : [...faults];
    super(messageOf(list), options);
    this.faults = Object.freeze(list);
  }

  /** @internal */
  get [errorBrand](): true {
    return true;
  }

  /** Accepts the errors of other copies of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== FilterConfigurationError) return Object.prototype.isPrototypeOf.call(this.prototype, Object(value));
    return typeof value === 'object' && value !== null && errorBrand in value;
  }
}

function messageOf(faults: readonly string[]): string {
  if (faults.length < 2) return faults.join();
  return `${faults.length} mistakes in the configuration:\n${faults.map((fault) => `- ${fault}`).join('\n')}`;
}

/** Makes the error of a call that asks the database, where the data source has none, as in tests without a database. */
export function notConnected(subject: string, options?: ErrorOptions): FilterConfigurationError {
  return new FilterConfigurationError(
    `${subject} asks the database, and the data source is not connected; call its initialize() before`,
    options,
  );
}

/** Makes the error about what stands in place of a query builder that selects, such as one that deletes. */
export function noSelection(given: unknown): FilterConfigurationError {
  const isBuilder = typeof given === 'object' && given !== null && 'expressionMap' in given;
  return new FilterConfigurationError(
    isBuilder
      ? `A query is applied to a query builder that selects, not to ${describeValue(given)}; ` +
          'select the keys of its rows, and change the rows by these.'
      : `A query is applied to a query builder, such as repository.createQueryBuilder('post'), not to ${describeValue(given)}; ` +
          'page() and count() also take a repository.',
  );
}
