import type { DeprecatedName } from './deprecated-name.js';
import type { FilterIssue, IssueCode, IssueDetails } from './issue.js';
import type { Location } from './location.js';

const mostAllowed = 50;

const unused: readonly DeprecatedName[] = Object.freeze([]);

/** Collects the issues of one request, up to a number that a person can still use. */
export class IssueCollector {
  private readonly collected: FilterIssue[] = [];
  private used: readonly DeprecatedName[] = unused;

  constructor(private readonly most: number) {}

  /**
   * Adds an issue, unless there are enough.
   *
   * @param text continues the path into a sentence: `is not a filterable field`, or `: 'titel' is not sortable` for one
   * of several names at the path
   */
  add(location: Location, details: IssueDetails, text: string): void {
    if (this.isFull) return;
    const { path, pointer } = location;
    const message = text.startsWith(':') ? `${path}${text}` : `${path} ${text}`;
    const head = { code: details.code, path, pointer, message };
    this.collected.push({ ...head, ...withFewNames(details) });
  }

  /** Records the deprecated names of a member that the request has used. Nearly always there are none. */
  use(names: readonly DeprecatedName[]): void {
    for (const each of names) {
      const isKnown = this.used.some(({ name, text }) => name === each.name && text === each.text);
      if (!isKnown) this.used = [...this.used, each];
    }
  }

  /** The deprecated names that the request has used so far, each once. */
  get deprecated(): readonly DeprecatedName[] {
    return this.used;
  }

  /** True where a path was reported with a code, for what is reported once however often it was sent. */
  has(code: IssueCode, path: string): boolean {
    return this.collected.some((issue) => issue.code === code && issue.path === path);
  }

  /** The number of issues so far. A reader compares it before and after a step to learn whether the step succeeded. */
  get count(): number {
    return this.collected.length;
  }

  /** True when no further issue would be reported, so that looking for one is useless. */
  get isFull(): boolean {
    return this.collected.length >= this.most;
  }

  /** The issues, in the order of their addition. */
  get issues(): readonly FilterIssue[] {
    return this.collected;
  }
}

/** Cuts `allowed` at 50 names: an entity with more would fill the answer. */
function withFewNames(details: IssueDetails): IssueDetails {
  if (!('allowed' in details) || details.allowed === undefined) return details;
  return { ...details, allowed: details.allowed.slice(0, mostAllowed) };
}
