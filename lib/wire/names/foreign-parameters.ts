import { type IssueCollector, Location, readable } from '../../issues/index.js';
import { adviceFor } from './foreign-names.js';
import type { FlatRules } from './flat-parameters.js';
import type { ForeignValue } from './foreign-value.js';
import { type Likeness, likenessOf, nearest } from './near-miss.js';
import { type Parameter, type ParameterNames, namesIn, parameterOf, parameters } from './parameters.js';

/**
 * Policies for parameters that are not ours: `similar` refuses typos of our names, `ignore` refuses nothing, `refuse`
 * refuses every name that the host has not allowed.
 */
export const unknownPolicies = ['similar', 'ignore', 'refuse'] as const;
/** One of {@link unknownPolicies}. */
export type UnknownPolicy = (typeof unknownPolicies)[number];

/** The names that a list reads. */
export interface KnownNames {
  readonly params: ParameterNames;
  readonly flat?: FlatRules | undefined;
}

/** The rules of one handler for the parameters that are not its own. */
export interface ForeignRules {
  readonly policy: UnknownPolicy;
  /** The prefix of this list's parameters, where one URL carries several lists. */
  readonly prefix?: string | undefined;
  /** The parameters that the host reads itself. */
  readonly allowed: readonly string[];
  /** Returns the names of the other lists of the same handler, whose own rules are made later. */
  readonly others: () => readonly KnownNames[];
  /**
   * True where nothing but the list reads a request, so that the names that lists have elsewhere would be
   * dropped in silence: in a query string or a body, and in an object of code.
   */
  readonly isSoleReader: { readonly ofText: boolean; readonly ofObjects: boolean };
  /** The flat names of the list. Undefined where it has none. */
  readonly flat?: FlatRules | undefined;
  /** The parameters that the handler reads one by one. */
  readonly freed: readonly string[];
  /** The names of ours that the list does not read, each with what to do instead. */
  readonly unread: ReadonlyMap<string, string>;
  /**
   * Search parameter of the compatibility mode's clients (`_q`). A list without a search refuses it, because
   * ignoring it would find too much.
   */
  readonly search: string | undefined;
  /** Returns true where the rest of a key fits a parameter of the list. Without an entity it never does. */
  readonly looksLike: (parameter: Parameter, rest: ForeignRest) => boolean;
}

/** Everything after the name in a foreign key. */
export interface ForeignRest {
  /** The texts in its brackets: `name` and `` for `short[name][]`. */
  readonly segments: readonly string[];
  /** The value, if it is a text. */
  readonly value: string | undefined;
}

/**
 * Examines every parameter that is not ours, because it may be a typo: conditions under `filter` would be lost, and the
 * result too wide. Made once for each handler, with everything that depends only on names.
 */
export class ForeignParameters {
  private readonly likenesses: readonly Likeness[];
  private readonly allowed: ReadonlySet<string>;
  /** The names that a client may use, in a query string and in an object without flat names. */
  private readonly known: readonly string[];
  private readonly nested: readonly string[];

  constructor(
    private readonly names: ParameterNames,
    private readonly rules: ForeignRules,
  ) {
    const closed = rules.flat?.closed;
    const own = namesIn(names).filter((name) => closed === undefined || !isClosed(name, names, closed));
    this.likenesses = parameters.flatMap((parameter) => {
      const name = names[parameter];
      return name === undefined ? [] : likenessOf(parameter, name, rules.prefix ?? '');
    });
    this.allowed = new Set(rules.allowed);
    this.known = [...own, ...(rules.flat?.told ?? []), ...rules.allowed];
    this.nested = [...namesIn(names), ...rules.allowed];
  }

  /** Refuses a typo of our parameters, and an unknown parameter where the policy says so. */
  look(key: string, value: ForeignValue, issues: IssueCollector): void {
    const { policy, search } = this.rules;
    if (policy === 'ignore' && search === undefined) return;
    const end = endOfName(key);
    const hasBracket = end < key.length;
    const name = hasBracket ? key.slice(0, end) : key;
    if (this.isKnown(key, name)) return;
    const known = this.namesBeside(value);
    if (name === search) {
      if (!value.isEmpty) this.refuseSearch(name, known, issues);
      return;
    }
    if (policy === 'ignore') return;
    const ours = hasBracket || value.isNested() ? this.nearestTo(name, key.slice(end), value) : undefined;
    if (ours !== undefined && !known.includes(ours)) this.refuseClosed(name, issues);
    else if (ours !== undefined) refuseNear({ key, name, ours }, issues);
    else if (!this.refuseForeign(name, value, issues) && policy === 'refuse') refuseUnknown(name, known, issues);
  }

  /** Refuses another API's name for a list's parameter if nobody else could read it. True where it was refused. */
  private refuseForeign(name: string, value: ForeignValue, issues: IssueCollector): boolean {
    const { isOfText } = value;
    const { isSoleReader, freed, unread } = this.rules;
    if (!(isOfText ? isSoleReader.ofText : isSoleReader.ofObjects)) return false;
    const [family = name] = name.split('.', 1);
    if (freed.includes(family) || this.allowed.has(family)) return false;
    const advice = adviceFor(name, { names: this.names, unread, isOfText });
    if (advice === undefined) return false;
    if (issues.has('unknown_parameter', name)) return true;
    const ways = isOfText && advice.startsWith('send') ? `${advice}, declare \`flat\`` : advice;
    const text = `is not read here; ${ways}, or name it in allowParameters`;
    issues.add(Location.root(name), { code: 'unknown_parameter', allowed: this.namesBeside(value) }, text);
    return true;
  }

  /** Returns the names that a client may use where a value stands. */
  private namesBeside({ isBesideFlat }: ForeignValue): readonly string[] {
    return isBesideFlat ? this.known : this.nested;
  }

  private nearestTo(name: string, brackets: string, value: ForeignValue): string | undefined {
    return nearest(name, this.likenesses, (parameter) => {
      if (value.isNested()) return true;
      return this.rules.looksLike(parameter, { segments: segmentsOf(brackets), value: value.text() });
    });
  }

  private isKnown(key: string, name: string): boolean {
    if (this.allowed.has(key) || this.allowed.has(name)) return true;
    return this.rules
      .others()
      .some(({ params, flat }) => parameterOf(key, params) !== undefined || flat?.targets.has(name) === true);
  }

  /** Refuses a parameter of ours that the list reads by flat names alone, once. */
  refuseClosed(name: string, issues: IssueCollector): void {
    if (issues.has('unknown_parameter', name)) return;
    const text = `is not read here; use one of: ${this.known.slice(0, 50).join(', ')}`;
    issues.add(Location.root(name), { code: 'unknown_parameter', allowed: this.known }, text);
  }

  /** Refuses a flat name in JSON, where only the list's own names count. */
  refuseFlat(name: string, issues: IssueCollector): void {
    const closed = this.rules.flat?.closed.has('filters') === true;
    const way = closed ? 'send a form' : `send a form, or ${this.names.filters} in JSON`;
    const text = `is read in query strings and forms alone; ${way}`;
    issues.add(Location.root(name), { code: 'unknown_parameter', allowed: this.known }, text);
  }

  private refuseSearch(name: string, allowed: readonly string[], issues: IssueCollector): void {
    const { search } = this.names;
    const text = `is not read here; ${search === undefined ? 'this list has no search' : `did you mean ${search}?`}`;
    issues.add(Location.root(name), { code: 'unknown_parameter', allowed }, text);
  }
}

/** Refuses a parameter once, however many keys it has: they would crowd out the issues of others. */
function refuseUnknown(name: string, allowed: readonly string[], issues: IssueCollector): void {
  if (issues.has('unknown_parameter', name)) return;
  const text = `is not a parameter here; use one of: ${allowed.slice(0, 50).join(', ')}`;
  issues.add(Location.root(name), { code: 'unknown_parameter', allowed }, text);
}

function isClosed(name: string, names: ParameterNames, closed: ReadonlySet<Parameter>): boolean {
  return parameters.some((parameter) => names[parameter] === name && closed.has(parameter));
}

function refuseNear(
  { key, name, ours }: { readonly key: string; readonly name: string; readonly ours: string },
  issues: IssueCollector,
): void {
  const at = Location.root(ours).writtenAs(key);
  const text = `is not read; did you mean ${ours}? To let it pass, list ${readable(name)} in allowParameters`;
  issues.add(at, { code: 'malformed_key' }, text);
}

/** Returns the position of the first bracket, even if encoded twice, or else the length of the key. */
function endOfName(key: string): number {
  const end = key.search(/[[\]]|%5[bd]/i);
  return end < 0 ? key.length : end;
}

/** Returns the texts in the brackets of a key. They may be encoded twice, or not closed. */
function segmentsOf(brackets: string): readonly string[] {
  return brackets.split(/[[\]]|%5[bd]/i).filter((_, index) => index % 2 === 1);
}
