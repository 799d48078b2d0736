import type { IssueCollector, LimitName, Location } from './issues.js';

export type { LimitName } from './issues.js';

/** What one limit counts, what it is by default, and how far a host may raise it. */
interface LimitRow {
  readonly default: number;
  readonly cap: number;
  readonly summary: string;
}

/** Every limit, in one place. Why each exists is told in SECURITY.md. */
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
  unanchoredNeedles: { default: 4, cap: 16, summary: 'text matches that no index can serve' },
  relationHops: { default: 3, cap: 5, summary: 'relations on one path' },
  toManyHops: { default: 2, cap: 3, summary: 'to-many relations on one path' },
  relationConditions: { default: 8, cap: 32, summary: 'subqueries in one request' },
  sortKeys: { default: 5, cap: 10, summary: 'keys in one sort' },
  sortHops: { default: 1, cap: 5, summary: 'relations on the path of one sort key' },
  pageSize: { default: 25, cap: 1_000, summary: 'rows on a page when the client names no size' },
  maxPageSize: { default: 100, cap: 1_000, summary: 'rows that a client may ask for at once' },
  offset: { default: 100_000, cap: Number.MAX_SAFE_INTEGER, summary: 'rows that may be skipped' },
  issues: { default: 10, cap: 10, summary: 'issues reported in one refusal' },
} as const satisfies Record<LimitName, LimitRow>;

/** How much one request may ask for. See {@link limitTable} for what each counts and how far it may be raised. */
export type Limits = Readonly<Record<LimitName, number>>;

const limitNames = Object.keys(limitTable) as LimitName[];

export const defaultLimits: Limits = Object.freeze(
  Object.fromEntries(limitNames.map((name) => [name, limitTable[name].default])) as Record<LimitName, number>,
);

/**
 * Completes what a host has set, or says in one sentence what is wrong with it. The caller makes an error of the
 * sentence, naming where it was set.
 */
export function resolveLimits(set: Partial<Limits> | undefined, base: Limits = defaultLimits): Limits | string {
  if (set === undefined) return base;
  for (const [name, value] of Object.entries(set)) {
    if (!Object.hasOwn(limitTable, name)) return `limits.${name} does not exist; use one of: ${limitNames.join(', ')}`;
    const wrong = wrongLimit(name as LimitName, value);
    if (wrong !== undefined) return wrong;
  }
  const limits = { ...base, ...withoutUndefined(set) };
  if (limits.pageSize > limits.maxPageSize && set.pageSize === undefined) limits.pageSize = limits.maxPageSize;
  if (limits.pageSize > limits.maxPageSize) {
    return `limits.pageSize is ${limits.pageSize}, more than limits.maxPageSize (${limits.maxPageSize})`;
  }
  return Object.freeze(limits);
}

function wrongLimit(name: LimitName, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const row: LimitRow = limitTable[name];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= row.cap) return undefined;
  return `limits.${name} must be a whole number from 1 to ${row.cap} (${row.summary}), not ${typeof value === 'number' ? value : typeof value}`;
}

function withoutUndefined(set: Partial<Limits>): Partial<Limits> {
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
}

/** Limits that are used up while a request is read; the others are compared with one number. */
export type SpentLimit = 'conditions' | 'values' | 'unanchoredNeedles' | 'relationConditions';

/** What is left of the limits of one request. It is spent while reading, before any work grows with it. */
export class Budget {
  private readonly spent: Record<SpentLimit, number> = {
    conditions: 0,
    values: 0,
    unanchoredNeedles: 0,
    relationConditions: 0,
  };

  constructor(
    readonly limits: Limits,
    private readonly issues: IssueCollector,
  ) {}

  /** Spends, and reports at `root` the first time that more is asked than there is. False when nothing is left. */
  spend(name: SpentLimit, amount: number, root: Location): boolean {
    const before = this.spent[name];
    this.spent[name] = before + amount;
    if (this.spent[name] <= this.limits[name]) return true;
    if (before <= this.limits[name]) this.exceed(name, root);
    return false;
  }

  /** Compares one number with its limit, and reports at `location` when it is above. False when it is. */
  within(name: LimitName, amount: number, location: Location): boolean {
    if (amount <= this.limits[name]) return true;
    this.exceed(name, location);
    return false;
  }

  private exceed(name: LimitName, location: Location): void {
    exceed(this.issues, this.limits, name, location);
  }
}

/** Reports that a limit was exceeded. */
export function exceed(issues: IssueCollector, limits: Limits, name: LimitName, location: Location): void {
  const max = limits[name];
  issues.add(
    location,
    { code: 'limit_exceeded', limit: name, max },
    `asks for too much: at most ${max} ${limitTable[name].summary} (limits.${name})`,
  );
}
