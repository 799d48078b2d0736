import { FilterConfigurationError, withArticle } from '../configuration/index.js';
import type { Visibility } from './declarations.js';

/*
 * Contexts of descriptions, which no request has. A host's `when` reads its own context type, and would fail at these,
 * so it is not called for them.
 */

/** Context that sees no member with a `when`, for a description that anyone may read. */
export const nobody = Symbol('nobody');

/** Context that sees every member, for what a programmer writes, such as an example. */
export const everybody = Symbol('everybody');

/** Returns true where something with or without a `when` exists in a context. Every call of a `when` passes here. */
export function isShown({ when }: { readonly when: Visibility | undefined }, context: unknown): boolean {
  if (when === undefined) return true;
  return context === nobody || context === everybody ? context === everybody : when(context);
}

export function allOf(visibilities: readonly (Visibility | undefined)[]): Visibility | undefined {
  const given = visibilities.filter((when) => when !== undefined);
  return given.length < 2 ? given[0] : (context: unknown) => given.every((when) => when(context));
}

/**
 * Returns true where a host's synchronous function (a `when`, a scope) returned a promise. Nobody will await it, so a
 * rejection is swallowed: unhandled, it would end the Node process.
 */
export function isPromise(result: unknown): boolean {
  if ((typeof result !== 'object' && typeof result !== 'function') || result === null) return false;
  if (!('then' in result) || typeof result.then !== 'function') return false;
  Promise.resolve(result).catch(() => undefined);
  return true;
}

/** Receives a fault of a host's function that does not fail the request, and its cause. The Nest module logs it. */
export type Report = (message: string, cause?: unknown, level?: 'error' | 'warn') => void;

/** Returns a report that says each message once: clients could otherwise fill the log. */
export function reportingOnce(report: Report): Report {
  const reported = new Set<string>();
  return (message, cause, level) => {
    if (reported.has(message)) return;
    reported.add(message);
    report(message, cause, level);
  };
}

/**
 * The `when` functions of one data source. They are the host's code, and the names in a request decide which of them
 * run. A function that throws must not turn a request into a 500, and one that returns a promise, which is truthy, must
 * not show a field to everybody.
 */
export class Visibilities {
  /** Name of some field or relation with a `when`, for messages, if there is one. */
  example: string | undefined;
  private readonly reported = new Set<string>();

  constructor(private readonly report: Report) {}

  /**
   * Wraps the `when` of a rule, so that it returns a boolean: true only for `true`, and false for errors. A
   * promise is a configuration mistake, and is thrown. Faults are reported once for each member.
   *
   * @param name the member's name in messages: `Post.title`
   * @throws FilterConfigurationError for an `async` function
   */
  withSafeWhen<Rule extends { readonly when?: Visibility | undefined }>(rule: Rule, name: string): Rule {
    const { when } = rule;
    if (when === undefined) return rule;
    this.example ??= name;
    if (Object.prototype.toString.call(when) === '[object AsyncFunction]') throw promiseError(name, 'is async');
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

  private decide(when: Visibility, name: string, context: unknown): boolean {
    let result: unknown;
    try {
      result = when(context);
    } catch (cause) {
      this.reportOnce(name, 'failed', cause);
      return false;
    }
    if (typeof result === 'boolean') return result;
    if (isPromise(result)) throw promiseError(name, 'returned a promise');
    // Not worth a report: `user?.isAdmin` returns undefined where nobody is logged in.
    if (result !== undefined && result !== null) {
      this.reportOnce(name, `returned ${withArticle(typeof result)} instead of true or false`);
    }
    return false;
  }

  private reportOnce(name: string, fault: string, cause?: unknown): void {
    if (this.reported.has(name)) return;
    this.reported.add(name);
    this.report(`\`when\` of ${name} ${fault}; ${name} is then hidden. This is logged once.`, cause);
  }
}

function isRuleWithWhen(rule: unknown): rule is { readonly name?: unknown; readonly when: Visibility } {
  return typeof rule === 'object' && rule !== null && 'when' in rule && typeof rule.when === 'function';
}

function promiseError(name: string, fault: string): FilterConfigurationError {
  return new FilterConfigurationError(
    `\`when\` of ${name} ${fault}, and must return true or false; await in \`context\``,
  );
}
