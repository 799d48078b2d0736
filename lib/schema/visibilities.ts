import { FilterConfigurationError, withArticle } from '../configuration/index.js';
import { isPromise } from './promise.js';
import type { Visibility } from './rules.js';

/** Takes what goes wrong in a function of the host's and is no reason to fail a request: the face logs it. */
export type Report = (message: string, cause?: unknown) => void;

/**
 * The `when` functions of one data source. They are the host's own code, called for what clients name: one that throws must
 * not make a server's error of a request, and one that gives a promise, which is as good as true, must not show anything.
 */
export class Visibilities {
  /** With the name of a field or relation that has it. */
  private readonly unchecked = new Map<Visibility, string>();
  private readonly reported = new Set<string>();
  private any: string | undefined;

  constructor(private readonly report: Report) {}

  /** The name of a field or relation that is there for some contexts alone, if there is any. */
  get example(): string | undefined {
    return this.any;
  }

  /**
   * A rule with its `when` made safe: it gives true or false. What it throws, and what it gives in their place, hides the
   * field or relation, and is reported once for each: a client could have it written as often as it likes.
   */
  guarded<Rule extends { readonly when?: Visibility | undefined }>(rule: Rule, name: string): Rule {
    const { when } = rule;
    if (when === undefined) return rule;
    this.any ??= name;
    this.unchecked.set(when, name);
    return { ...rule, when: (context: unknown) => this.decide(when, name, context) };
  }

  /**
   * Calls each function that was not called yet, whatever the request is about, so that one that gives a promise is an error
   * from the first request on, and not only for who names its field.
   */
  check(context: unknown): void {
    if (this.unchecked.size === 0) return;
    for (const [when, name] of this.unchecked) if (isPromise(attempt(when, context))) throw promised(name);
    this.unchecked.clear();
  }

  private decide(when: Visibility, name: string, context: unknown): boolean {
    let shown: unknown;
    try {
      shown = when(context);
    } catch (cause) {
      this.reportOnce(name, 'failed', cause);
      return false;
    }
    if (typeof shown === 'boolean') return shown;
    if (isPromise(shown)) throw promised(name);
    // `user?.isAdmin` gives undefined where nobody is logged in.
    if (shown !== undefined && shown !== null)
      this.reportOnce(name, `gave ${withArticle(typeof shown)}, not true or false`);
    return false;
  }

  private reportOnce(name: string, fault: string, cause?: unknown): void {
    if (this.reported.has(name)) return;
    this.reported.add(name);
    this.report(`\`when\` of ${name} ${fault}; ${name} is hidden wherever it does. This is logged once.`, cause);
  }
}

/** What a function gives; undefined where it throws, which is reported when its field is named. */
function attempt(when: Visibility, context: unknown): unknown {
  try {
    return when(context);
  } catch {
    return undefined;
  }
}

function promised(name: string): FilterConfigurationError {
  return new FilterConfigurationError(
    `\`when\` of ${name} gave a promise, and must give true or false at once; await what it needs in \`context\`, and decide ` +
      'by that',
  );
}
