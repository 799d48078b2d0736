import { type IssueCollector, Location, readable } from '../../issues/index.js';
import { type Advice, type ListNames, adviceFor } from './foreign-names.js';
import type { FlatRules } from './flat-parameters.js';
import { type Door, type ForeignValue, foreignNode } from './foreign-value.js';
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

/** Parameters that a handler reads beside its lists: `everything`, or some by name. */
export interface HostReads {
  readonly everything: boolean;
  readonly names: readonly string[];
}

/** The rules of one handler for the parameters that are not its own. */
export interface ForeignRules {
  /** The policy of the handler or the module. Undefined for the default. */
  readonly policy: UnknownPolicy | undefined;
  /** The prefix of this list's parameters, where one URL carries several lists. */
  readonly prefix?: string | undefined;
  /** The parameters that the host reads itself. */
  readonly allowed: readonly string[];
  /** Returns the names of the other lists of the same handler, whose own rules are made later. */
  readonly others: () => readonly KnownNames[];
  /**
   * The handler's own readers of each part of a request. Where nothing but the lists reads a part, names of which
   * lists are asked elsewhere would be dropped in silence.
   */
  readonly reads: Readonly<Record<Door, HostReads>>;
  /** The part that the list is read from. */
  readonly door: Door;
  /** The flat names of the list. Undefined where it has none. */
  readonly flat?: FlatRules | undefined;
  /** The names of ours that the list does not read, each with what to do instead. */
  readonly unread: ReadonlyMap<string, string>;
  /** The names of fields that every client may ask about, with the prefix. */
  readonly fields: ReadonlySet<string>;
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
 * result too wide. Every part of a request passes the same look. Made once for each handler, with everything that
 * depends only on names.
 */
export class ForeignParameters {
  private readonly likenesses: readonly Likeness[];
  private readonly allowed: ReadonlySet<string>;
  /** The names that a client may use, in a query string and in an object without flat names. */
  private readonly known: readonly string[];
  private readonly nested: readonly string[];
  private readonly closed: ReadonlySet<Parameter>;
  private readonly list: ListNames;

  constructor(
    private readonly names: ParameterNames,
    private readonly rules: ForeignRules,
  ) {
    const { flat, prefix = '', allowed, unread, fields } = rules;
    const closed = flat?.closed ?? new Set<Parameter>();
    const open = parameters.flatMap((parameter) => (closed.has(parameter) ? [] : (names[parameter] ?? [])));
    this.likenesses = parameters.flatMap((parameter) => {
      const name = names[parameter];
      return name === undefined ? [] : likenessOf(parameter, name, prefix);
    });
    this.allowed = new Set(allowed);
    this.known = [...open, ...(flat?.told ?? []), ...allowed];
    this.nested = [...namesIn(names), ...allowed];
    this.closed = closed;
    this.list = { names, prefix, unread, fields };
  }

  /** Refuses a typo of our parameters, and an unknown parameter where the policy says so. */
  look(key: string, value: ForeignValue, issues: IssueCollector): void {
    const { search } = this.rules;
    const policy = this.policyFor(value);
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
    const isSole = this.isSoleReader(value);
    const isForm = value.isOfText && value.door === 'content';
    if ((isSole || isForm) && /^\s*[[{]/.test(key)) return this.refuseJson(issues);
    const ours = hasBracket || value.isNested() ? this.nearestTo(name, key.slice(end), value) : undefined;
    if (ours !== undefined && !known.includes(ours)) return this.refuseClosed(name, issues);
    if (ours !== undefined) return refuseNear({ key, name, ours }, issues);
    if (this.isRead(key, name, value)) return;
    const cut = isSole ? namesIn(this.names).find((each) => known.includes(each) && isCutOff(key, each)) : undefined;
    if (cut !== undefined) return refuseNear({ key, name, ours: cut }, issues);
    const advice = isSole ? adviceFor(name, this.list, value.isOfQuery) : undefined;
    if (advice !== undefined) this.refuseForeign(name, { advice, value }, issues);
    else if (policy === 'refuse') refuseUnknown(name, known, issues);
  }

  /** Returns the names of fields that the list refuses as parameters of their own, because nobody would read them. */
  fieldsRefused(): readonly string[] {
    const value = foreignNode('', this.rules.door, true);
    if (this.policyFor(value) === 'ignore' || !this.isSoleReader(value)) return [];
    const isRead = (name: string) => {
      const isOwn = parameterOf(name, this.names) !== undefined || this.rules.flat?.targets.has(name) === true;
      return isOwn || this.isKnown(name, name) || this.isRead(name, name, value);
    };
    return [...this.rules.fields].filter((name) => !isRead(name));
  }

  /** Without brackets, nothing but flat names is read, so that any other name is a mistake. */
  private policyFor(value: ForeignValue): UnknownPolicy {
    const isFlatAlone = this.closed.size > 0 && value.isOfQuery && this.isSoleReader(value);
    return this.rules.policy ?? (isFlatAlone ? 'refuse' : 'similar');
  }

  private isSoleReader({ door }: ForeignValue): boolean {
    return !this.rules.reads[door].everything;
  }

  /** Returns true for a parameter that the handler reads by its name. */
  private isRead(key: string, name: string, { door }: ForeignValue): boolean {
    const { names } = this.rules.reads[door];
    const [family = name] = name.split('.', 1);
    return [key, name, family].some((each) => names.includes(each)) || this.allowed.has(family);
  }

  /** Refuses another API's name for a list's parameter, which nobody else could read. */
  private refuseForeign(
    name: string,
    { advice, value }: { readonly advice: Advice; readonly value: ForeignValue },
    issues: IssueCollector,
  ): void {
    const { parameter, text: way } = advice;
    if (value.isOfQuery && parameter !== undefined && this.closed.has(parameter))
      return this.refuseClosed(name, issues);
    if (issues.has('unknown_parameter', name)) return;
    const ways = value.isOfText && way.startsWith('send') ? `${way}, declare \`flat\`` : way;
    const text = `is not read here; ${ways}, or name it in allowParameters`;
    issues.add(Location.root(name), { code: 'unknown_parameter', allowed: this.namesBeside(value) }, text);
  }

  /** Refuses JSON in the place of a parameter. Its text is not repeated: it has values. */
  private refuseJson(issues: IssueCollector): void {
    const { filters } = this.names;
    if (issues.has('malformed_key', filters)) return;
    const text = `cannot be read: a key begins like JSON; send JSON as application/json, or behind a name: ${filters}={…}`;
    issues.add(Location.root(filters), { code: 'malformed_key' }, text);
  }

  /** Returns the names that a client may use where a value stands. */
  private namesBeside({ isOfQuery }: ForeignValue): readonly string[] {
    return isOfQuery ? this.known : this.nested;
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

/** Returns true for a name, and what cannot be part of one behind it: `filters(id)`, `sort:title`. */
function isCutOff(key: string, name: string): boolean {
  return key.startsWith(name) && /^[^\p{L}\p{N}_]/u.test(key.slice(name.length));
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
