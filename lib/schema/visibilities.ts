import { FilterConfigurationError, withArticle } from '../configuration/index.js';
import { isAudience } from './audience.js';
import { isPromise } from './promise.js';
import type { Visibility } from './rules.js';

/** Receives a fault of a host's function that does not fail the request, and its cause; the Nest module logs it. */
export type Report = (message: string, cause?: unknown) => void;

/**
 * The `when` functions of one data source. They are the host's own code, and which of them run depends on the names in a
 * request. So one that throws must not turn a request into a 500, and one that returns a promise, which is truthy, must not
 * show a field to everybody.
 */
export class Visibilities {
  /** The functions that have not been tried for a promise yet, and the name of a member that has each. */
  private readonly untried = new Map<Visibility, string>();
  private readonly reported = new Set<string>();
  private first: string | undefined;

  constructor(private readonly report: Report) {}

  /** The name of some field or relation that has a `when`, for messages; undefined where none has. */
  get example(): string | undefined {
    return this.first;
  }

  /**
   * Wraps the `when` of a rule, so that it returns a boolean: false for an error and for everything but true. A promise is a
   * mistake of the configuration, and is thrown. Faults are reported once for each member, because clients could otherwise fill the log.
   *
   * @param name the member's name in messages: `Post.title`
   */
  withSafeWhen<Rule extends { readonly when?: Visibility | undefined }>(rule: Rule, name: string): Rule {
    const { when } = rule;
    if (when === undefined) return rule;
    this.first ??= name;
    this.untried.set(when, name);
    return { ...rule, when: (context: unknown) => this.decide(when, name, context) };
  }

  /**
   * Calls every function once, with the context of the first request. One that returns a promise then fails that request,
   * whichever fields it is about, and is found by the developer and not by the first client that names its field.
   *
   * @throws FilterConfigurationError where a function returns a promise
   */
  check(context: unknown): void {
    if (this.untried.size === 0 || isAudience(context)) return;
    for (const [when, name] of this.untried) if (isPromise(resultOf(when, context))) throw promiseError(name);
    this.untried.clear();
  }

  private decide(when: Visibility, name: string, context: unknown): boolean {
    let result: unknown;
    try {
      result = when(context);
    } catch (cause) {
      this.reportOnce(name, 'failed', cause);
      return false;
    }
    if (typeof result === 'boolean') return result;
    if (isPromise(result)) throw promiseError(name);
    // Not worth a report: `user?.isAdmin` returns undefined where nobody is logged in.
    if (result !== undefined && result !== null) {
      this.reportOnce(name, `returned ${withArticle(typeof result)} instead of true or false`);
    }
    return false;
  }

  private reportOnce(name: string, fault: string, cause?: unknown): void {
    if (this.reported.has(name)) return;
    this.reported.add(name);
    this.report(`\`when\` of ${name} ${fault}; ${name} is hidden wherever it does. This is logged once.`, cause);
  }
}

/** Calls a function; undefined where it throws, which is reported when a request names its member. */
function resultOf(when: Visibility, context: unknown): unknown {
  try {
    return when(context);
  } catch {
    return undefined;
  }
}

function promiseError(name: string): FilterConfigurationError {
  return new FilterConfigurationError(
    `\`when\` of ${name} returned a promise, and must return true or false; await what it needs in \`context\``,
  );
}
