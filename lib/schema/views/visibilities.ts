import { FilterConfigurationError, withArticle } from '../../configuration/index.js';
import { isAudience } from '../rules/audience.js';
import { isPromise } from '../rules/promise.js';
import type { Visibility } from '../rules/member-rules.js';

/** Receives a fault of a host's function that does not fail the request, and its cause. The Nest module logs it. */
export type Report = (message: string, cause?: unknown) => void;

/**
 * The `when` functions of one data source. They are the host's code, and the names in a request decide which of them
 * run. A function that throws must not turn a request into a 500, and one that returns a promise, which is truthy, must
 * not show a field to everybody.
 */
export class Visibilities {
  /** Functions not yet tried for a promise, each with the name of a member that has it. */
  private readonly untried = new Map<Visibility, string>();
  private readonly reported = new Set<string>();
  private first: string | undefined;

  constructor(private readonly report: Report) {}

  /** Name of some field or relation with a `when`, for messages, if there is one. */
  get example(): string | undefined {
    return this.first;
  }

  /**
   * Wraps the `when` of a rule, so that it returns a boolean: true only for `true`, and false for errors. A
   * promise is a configuration mistake, and is thrown. Faults are reported once for each member, because clients
   * could otherwise fill the log.
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
   * Wraps the `when` of every rule in a list of names and rules; see {@link withSafeWhen}. Anything else is returned as
   * it is, for the checks of the list.
   *
   * @param owner the entity's name in messages
   */
  withSafeRules<Rules>(rules: Rules, owner: string): Rules;
  withSafeRules(rules: unknown, owner: string): unknown {
    if (!Array.isArray(rules)) return rules;
    return rules.map((rule: unknown) =>
      isRuleWithWhen(rule) ? this.withSafeWhen(rule, `${owner}.${String(rule.name)}`) : rule,
    );
  }

  /**
   * Calls every function once, with the first request's context. One that returns a promise then fails this request,
   * whichever fields it names, so that the developer finds it and not a client.
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

function isRuleWithWhen(rule: unknown): rule is { readonly name?: unknown; readonly when: Visibility } {
  return typeof rule === 'object' && rule !== null && 'when' in rule && typeof rule.when === 'function';
}

/** Calls a function, or returns undefined where it throws. The error is reported when a request names its member. */
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
