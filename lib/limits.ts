import { type Work, type WorkParts, narrowingCostOf, priceOf } from './cost.js';
import type { IssueCollector, LimitName, Location } from './issues/index.js';
export type { LimitName } from './issues/index.js';
import { type Option, FilterConfigurationError, checkEach, optionsIn, wrongValue } from './configuration/index.js';

/** One limit on what a single request may cost. */
interface LimitRow {
  /** The limit where the program sets none. */
  readonly default: number;
  /** Greatest value that a program may set. Beyond it the library would guarantee nothing. */
  readonly cap: number;
  /** The unit that is counted, in words that continue `at most 32`. */
  readonly summary: string;
}

/** Every limit, in one place. docs/limits.md says what each prevents. */
export const limitTable = {
  queryBytes: { default: 8_192, cap: 16_384, summary: 'bytes in the whole query string' },
  bodyBytes: { default: 65_536, cap: 65_536, summary: 'bytes of a body source, measured as JSON' },
  parameters: { default: 256, cap: 1_000, summary: 'parameters in the whole query string' },
  logicalDepth: { default: 5, cap: 10, summary: 'groups and $not inside one another' },
  conditions: { default: 32, cap: 100, summary: 'comparisons in one request' },
  members: { default: 100, cap: 1_000, summary: 'members of one list' },
  values: { default: 256, cap: 5_000, summary: 'values sent in one request' },
  valueLength: { default: 256, cap: 4_096, summary: 'characters in one value' },
  needleLength: { default: 100, cap: 256, summary: 'characters in the text of a text match' },
  unanchoredNeedles: {
    default: 4,
    cap: 16,
    summary: 'text matches, or tens of list elements, that no index can serve',
  },
  relationHops: { default: 3, cap: 5, summary: 'relations on one path' },
  toManyHops: { default: 2, cap: 3, summary: 'to-many relations on one path' },
  relationConditions: { default: 8, cap: 32, summary: 'subqueries in one request' },
  documentConditions: { default: 8, cap: 32, summary: 'comparisons of parts of JSON documents that no index serves' },
  sortKeys: { default: 5, cap: 10, summary: 'keys in one sort' },
  sortHops: { default: 1, cap: 5, summary: 'relations on the path of one sort key' },
  searchWords: { default: 6, cap: 16, summary: 'words in one search' },
  searchTerms: { default: 16, cap: 40, summary: 'words times fields in one search' },
  facets: { default: 8, cap: 20, summary: 'facets in one request' },
  facetValues: { default: 20, cap: 100, summary: 'values of one facet' },
  aggregates: { default: 8, cap: 20, summary: 'aggregates of the list in one request' },
  populate: { default: 5, cap: 20, summary: 'populated relations in one request' },
  populateHops: { default: 2, cap: 4, summary: 'populated relations on one path' },
  populatedPerRow: { default: 10, cap: 100, summary: 'related rows of one row' },
  populatedRows: { default: 2_000, cap: 20_000, summary: 'related rows on one page' },
  aggregatedRelations: { default: 4, cap: 10, summary: 'aggregated relations in the rows of an answer' },
  pageSize: { default: 25, cap: 1_000, summary: 'rows on a page when the client names no size' },
  maxPageSize: { default: 100, cap: 1_000, summary: 'rows in one page' },
  offset: { default: 100_000, cap: Number.MAX_SAFE_INTEGER, summary: 'rows that may be skipped' },
  cost: { default: 1_000, cap: 5_000, summary: 'units of work of every kind together' },
  issues: { default: 10, cap: 10, summary: 'issues reported in one refusal' },
} as const satisfies Record<LimitName, LimitRow>;

/** Greatest amounts of one request. docs/limits.md has the reason of each limit, its default, and its cap. */
export type Limits = Readonly<Record<LimitName, number>>;

const limitNames = Object.keys(limitTable) as LimitName[];

/** Limits where a program sets none. */
export const defaultLimits: Limits = Object.freeze(
  Object.fromEntries(limitNames.map((name) => [name, limitTable[name].default])) as Record<LimitName, number>,
);

/**
 * Completes a program's limits with the base's.
 *
 * @param option the limits as they are set, and where
 * @param base the limits where none is set: the defaults, or the module's for a handler
 * @throws FilterConfigurationError with every limit that is unknown, not a whole number, or above its cap
 */
export function resolveLimits(option: Option, base: Limits = defaultLimits): Limits {
  if (option.value === undefined) return base;
  const set: Partial<Limits> = optionsIn(option, limitNames);
  const { subject } = option;
  checkEach(limitNames, (name) => checkLimit(name, { subject, name: `limits.${name}`, value: set[name] }));
  const limits = { ...base, ...withoutUndefined(set) };
  if (limits.pageSize > limits.maxPageSize && set.pageSize === undefined) limits.pageSize = limits.maxPageSize;
  if (limits.pageSize > limits.maxPageSize) {
    throw new FilterConfigurationError(
      `${subject}: \`limits.pageSize\` is ${limits.pageSize}, more than \`limits.maxPageSize\` (${limits.maxPageSize})`,
    );
  }
  return Object.freeze(limits);
}

function checkLimit(name: LimitName, option: Option): void {
  const { value } = option;
  const { cap, summary }: LimitRow = limitTable[name];
  if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= cap)) return;
  throw wrongValue(option, `a whole number from 1 to ${cap} (${summary})`);
}

function withoutUndefined(set: Partial<Limits>): Partial<Limits> {
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
}

/** Name of a limit that adds up while a request is read. Every other limit is compared with one number. */
export type SpentLimit =
  | 'conditions'
  | 'values'
  | 'unanchoredNeedles'
  | 'relationConditions'
  | 'documentConditions'
  | 'populate'
  | 'populatedRows'
  | 'aggregatedRelations';

/** Remainder of the limits of one request. It is spent while reading, before any work can grow with the request. */
export class Budget {
  private readonly amounts: Partial<Record<Work, number>> = {};
  private cost = 0;

  constructor(
    readonly limits: Limits,
    private readonly issues: IssueCollector,
  ) {}

  /** Returns how much of a limit was spent so far. */
  spent(name: SpentLimit): number {
    return this.amounts[name] ?? 0;
  }

  /** What was spent so far: the parts of the cost. It grows with what is spent later. */
  get parts(): WorkParts {
    return this.amounts;
  }

  /**
   * Spends an amount of a limit, and its part of the cost. Returns false where either is not covered. The first time,
   * this is reported at `root`: one issue for each limit says enough.
   */
  spend(name: SpentLimit, amount: number, root: Location): boolean {
    const before = this.amounts[name] ?? 0;
    const most = this.limits[name];
    if (before + amount <= most) return this.work(name, amount, root);
    this.amounts[name] = before + amount;
    if (before <= most) this.exceed(name, root);
    return false;
  }

  /**
   * Spends work without a limit of its own. Returns false where the cost is not covered, which is
   * reported once, at `root`.
   */
  work(kind: Work, amount: number, root: Location): boolean {
    const before = this.cost;
    this.amounts[kind] = (this.amounts[kind] ?? 0) + amount;
    this.cost = before + priceOf(kind, amount);
    if (this.cost <= this.limits.cost) return true;
    if (before <= this.limits.cost) this.exceed('cost', root);
    return false;
  }

  /** Returns true where an amount of a limit, and its part of the cost, are covered by what is left. */
  covers(name: SpentLimit, amount: number): boolean {
    const spent = this.amounts[name] ?? 0;
    return spent + amount <= this.limits[name] && this.cost + priceOf(name, amount) <= this.limits.cost;
  }

  /** Spends again the work that a facet repeats: it finds the list's rows once more. */
  repeat(root: Location): boolean {
    return this.work('facetConditions', narrowingCostOf(this.amounts), root);
  }

  /** Compares a number with its limit. Returns false where it is greater, which is reported at `location`. */
  within(name: LimitName, amount: number, location: Location): boolean {
    if (amount <= this.limits[name]) return true;
    this.exceed(name, location);
    return false;
  }

  private exceed(name: LimitName, location: Location): void {
    exceed(this.issues, this.limits, name, location);
  }
}

/**
 * The budget of conditions that a program gives in the place of a client's words. They are within any limit of one
 * part, such as its depth, and spend from the budget of the client.
 */
export class BudgetOfClient extends Budget {
  /** @param client the budget to spend, and the place of its issue once nothing is left */
  constructor(
    limits: Limits,
    issues: IssueCollector,
    private readonly client: { readonly budget: Budget; readonly root: Location },
  ) {
    super(limits, issues);
  }

  override spend(name: SpentLimit, amount: number): boolean {
    return this.client.budget.spend(name, amount, this.client.root);
  }

  override work(kind: Work, amount: number): boolean {
    return this.client.budget.work(kind, amount, this.client.root);
  }
}

/** Reports that a request exceeds a limit. */
export function exceed(issues: IssueCollector, limits: Limits, name: LimitName, location: Location): void {
  const max = limits[name];
  issues.add(
    location,
    { code: 'limit_exceeded', limit: name, max },
    `exceeds a limit: at most ${max} ${limitTable[name].summary} (limits.${name})`,
  );
}
