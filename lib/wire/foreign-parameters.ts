import { type IssueCollector, Location } from '../issues.js';
import { decode } from './decode.js';
import { type Likeness, likenessOf, nearest } from './near-miss.js';
import { parameterOf, parameters } from './parameters.js';
import type { ParameterNames } from './request-tree.js';

/** What is done about parameters that are not ours: only near misses are refused, none, or all that nobody has named. */
export const unknownPolicies = ['similar', 'ignore', 'refuse'] as const;
export type UnknownPolicy = (typeof unknownPolicies)[number];

/** How one handler looks at the parameters that are not its own. */
export interface ForeignRules {
  readonly policy: UnknownPolicy;
  /** What the names of this list begin with, where one URL carries several. */
  readonly prefix?: string | undefined;
  /** Names that the host reads itself. */
  readonly allowed: readonly string[];
  /** What other parameters of the same handler are called. */
  readonly others: readonly ParameterNames[];
  /** A name under which clients of this family search. With a value it asks for less, so it is not left alone. */
  readonly search: string | undefined;
}

/** What a key was given. */
export interface ForeignValue {
  /** Whether there is anything: `_q=` asks for nothing. */
  readonly isEmpty: boolean;
  /** Whether it is an object or a list, or the JSON text of one: what only a parameter of ours is given. */
  isNested(): boolean;
}

/**
 * Looks at every parameter that is not ours, because one of them may have been meant to be: what a typo in `filters` leaves
 * unread would have narrowed the result. What depends on names alone is made once for each handler.
 */
export class ForeignParameters {
  private readonly likenesses: readonly Likeness[];
  private readonly allowed: ReadonlySet<string>;
  private readonly known: readonly string[];

  constructor(
    private readonly names: ParameterNames,
    private readonly rules: ForeignRules,
  ) {
    this.likenesses = parameters.map((parameter) => likenessOf(names[parameter], rules.prefix ?? ''));
    this.allowed = new Set(rules.allowed);
    this.known = [...parameters.map((parameter) => names[parameter]), ...rules.allowed];
  }

  /** Refuses a parameter that was meant for us, or that nobody knows where that is not allowed. */
  look(key: string, value: ForeignValue, issues: IssueCollector): void {
    const { policy, search } = this.rules;
    if (policy === 'ignore' && search === undefined) return;
    const end = endOfName(key);
    const hasBracket = end < key.length;
    const name = hasBracket ? key.slice(0, end) : key;
    if (this.isKnown(key, name)) return;
    if (name === search) {
      if (!value.isEmpty) this.refuseSearch(name, issues);
      return;
    }
    if (policy === 'ignore') return;
    const meant = hasBracket || value.isNested() ? nearest(name, this.likenesses) : undefined;
    if (meant !== undefined) refuseNear(key, meant, issues);
    else if (policy === 'refuse') this.refuseUnknown(name, issues);
  }

  private isKnown(key: string, name: string): boolean {
    if (this.allowed.has(key) || this.allowed.has(name)) return true;
    return this.rules.others.some((names) => parameterOf(key, names) !== undefined);
  }

  private refuseSearch(name: string, issues: IssueCollector): void {
    const text = 'is not read here; this list has no search';
    issues.add(Location.root(name), { code: 'unknown_parameter', allowed: this.known }, text);
  }

  private refuseUnknown(name: string, issues: IssueCollector): void {
    const text = `is not a parameter here; use one of: ${this.known.slice(0, 50).join(', ')}`;
    issues.add(Location.root(name), { code: 'unknown_parameter', allowed: this.known }, text);
  }
}

function refuseNear(key: string, meant: string, issues: IssueCollector): void {
  const at = Location.root(meant).writtenAs(key);
  const text = `is not read; did you mean ${meant}? Its keys are written ${meant}[name][name]`;
  issues.add(at, { code: 'malformed_key' }, text);
}

/** Where brackets begin, encoded twice or not; the end of the key where there are none. */
function endOfName(key: string): number {
  const end = key.search(/[[\]]|%5[bd]/i);
  return end < 0 ? key.length : end;
}

/** A value in a body, or in an object of a program's. */
export function foreignNode(node: unknown): ForeignValue {
  return {
    isEmpty: node === '' || node === null || node === undefined,
    isNested: () => typeof node === 'object' && node !== null,
  };
}

/** A value in a query string, not decoded; undefined where there is none. */
export function foreignText(raw: string | undefined): ForeignValue {
  if (raw === undefined || raw === '') return nothing;
  return { isEmpty: false, isNested: () => isJsonText(decode(raw) ?? raw) };
}

const nothing: ForeignValue = { isEmpty: true, isNested: () => false };

/** The JSON text of an object or a list; also of an object whose end is missing, which is no text of anything else. */
function isJsonText(text: string): boolean {
  const first = /^\s*([[{])\s*(["[{]?)/.exec(text);
  if (first === null) return false;
  if (first[1] === '{' && first[2] === '"') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
