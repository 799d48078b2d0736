import { type IssueCollector, Location, readable } from '../issues.js';
import { decode } from './decode.js';
import { type Likeness, likenessOf, nearest } from './near-miss.js';
import { type Parameter, type ParameterNames, namesIn, parameterOf, parameters } from './parameters.js';

/**
 * The policies for parameters that are not ours: `similar` refuses typos of ours, `ignore` refuses none, `refuse` refuses all
 * that the host has not named.
 */
export const unknownPolicies = ['similar', 'ignore', 'refuse'] as const;
/** One of {@link unknownPolicies}. */
export type UnknownPolicy = (typeof unknownPolicies)[number];

/** The rules of one handler for the parameters that are not its own. */
export interface ForeignRules {
  readonly policy: UnknownPolicy;
  /** The prefix of this list's parameters, where one URL carries several lists. */
  readonly prefix?: string | undefined;
  /** The parameters that the host reads itself. */
  readonly allowed: readonly string[];
  /** The names of the other lists of the same handler. */
  readonly others: readonly ParameterNames[];
  /** The search parameter of the compatibility mode's clients (`_q`). A list without a search refuses it: it would find too much. */
  readonly search: string | undefined;
  /** Tells whether the rest of a key is that of a parameter of the list. Without an entity, nothing here knows. */
  readonly looksLike: (parameter: Parameter, rest: ForeignRest) => boolean;
}

/** What stands behind the name of a foreign key. */
export interface ForeignRest {
  /** The texts in its brackets: `name` and `` for `short[name][]`. */
  readonly segments: readonly string[];
  /** The value; undefined where there is none, or where it is no text. */
  readonly value: string | undefined;
}

/** The value of a foreign parameter, as far as the rules look at it. */
export interface ForeignValue {
  /** True where there is no value: `_q=` asks for nothing. */
  readonly isEmpty: boolean;
  /** Returns true for an object, a list, or the JSON text of one, which only our parameters take. */
  isNested(): boolean;
  /** Returns the value, decoded; undefined where it is no text. */
  text(): string | undefined;
}

/**
 * Looks at every parameter that is not ours, because it may be a typo of ours: conditions under `filter` that nobody reads
 * would have narrowed the result. Made once for each handler, with everything that depends on names alone.
 */
export class ForeignParameters {
  private readonly likenesses: readonly Likeness[];
  private readonly allowed: ReadonlySet<string>;
  private readonly known: readonly string[];

  constructor(
    private readonly names: ParameterNames,
    private readonly rules: ForeignRules,
  ) {
    const own = namesIn(names);
    this.likenesses = parameters.flatMap((parameter) => {
      const name = names[parameter];
      return name === undefined ? [] : likenessOf(parameter, name, rules.prefix ?? '');
    });
    this.allowed = new Set(rules.allowed);
    this.known = [...own, ...rules.allowed];
  }

  /** Refuses a typo of our parameters, and an unknown parameter where the policy says so. */
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
    const ours = hasBracket || value.isNested() ? this.nearestTo(name, key.slice(end), value) : undefined;
    if (ours !== undefined) refuseNear({ key, name, ours }, issues);
    else if (policy === 'refuse') this.refuseUnknown(name, issues);
  }

  private nearestTo(name: string, brackets: string, value: ForeignValue): string | undefined {
    return nearest(name, this.likenesses, (parameter) => {
      if (value.isNested()) return true;
      return this.rules.looksLike(parameter, { segments: segmentsOf(brackets), value: value.text() });
    });
  }

  private isKnown(key: string, name: string): boolean {
    if (this.allowed.has(key) || this.allowed.has(name)) return true;
    return this.rules.others.some((names) => parameterOf(key, names) !== undefined);
  }

  private refuseSearch(name: string, issues: IssueCollector): void {
    const { search } = this.names;
    const text = `is not read here; ${search === undefined ? 'this list has no search' : `did you mean ${search}?`}`;
    issues.add(Location.root(name), { code: 'unknown_parameter', allowed: this.known }, text);
  }

  private refuseUnknown(name: string, issues: IssueCollector): void {
    const text = `is not a parameter here; use one of: ${this.known.slice(0, 50).join(', ')}`;
    issues.add(Location.root(name), { code: 'unknown_parameter', allowed: this.known }, text);
  }
}

function refuseNear(
  { key, name, ours }: { readonly key: string; readonly name: string; readonly ours: string },
  issues: IssueCollector,
): void {
  const at = Location.root(ours).writtenAs(key);
  const text = `is not read; did you mean ${ours}? To let it pass, list ${readable(name)} in allowParameters`;
  issues.add(at, { code: 'malformed_key' }, text);
}

/** Returns the position of the first bracket, even one that is encoded twice; the length of the key where there is none. */
function endOfName(key: string): number {
  const end = key.search(/[[\]]|%5[bd]/i);
  return end < 0 ? key.length : end;
}

/** Returns the texts in the brackets of a key, which may be encoded twice, or not be closed. */
function segmentsOf(brackets: string): readonly string[] {
  return brackets.split(/[[\]]|%5[bd]/i).filter((_, index) => index % 2 === 1);
}

/** Wraps a value of a body, or of an object in code. */
export function foreignNode(node: unknown): ForeignValue {
  return {
    isEmpty: node === '' || node === null || node === undefined,
    isNested: () => typeof node === 'object' && node !== null,
    text: () => (typeof node === 'string' ? node : undefined),
  };
}

/** Wraps a value of a query string, not decoded; undefined for a key without `=`. */
export function foreignText(raw: string | undefined): ForeignValue {
  if (raw === undefined || raw === '') return nothing;
  const text = () => decode(raw) ?? raw;
  return { isEmpty: false, isNested: () => isJsonText(text()), text };
}

const nothing: ForeignValue = { isEmpty: true, isNested: () => false, text: () => undefined };

/** Returns true for the JSON text of an object or a list; also for an object whose end is missing, which is nothing else. */
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
