import { editDistance } from '../configuration/index.js';
import { type ParameterNames, decode, namesIn, parameterOf } from './names.js';
import { type Parameter, parameters } from './parameters.js';
import { type IssueCollector, Location, readable } from '../issues/index.js';

/** The parameter that asks for the same here, and the text after its name. */
interface Asked {
  readonly parameter: Parameter;
  readonly rest: string;
}

/** Names by which lists are asked elsewhere. */
const foreignNames: ReadonlyMap<string, Asked> = new Map([
  ...each('filters', '[field]=value', ['filter', 'where', 's']),
  ...each('pagination', '[page]=2', ['page']),
  ...each('pagination', '[pageSize]=10', ['limit', 'take', 'per_page', 'perPage', 'page_size', 'pageSize']),
  ...each('pagination', '[start]=20', ['offset', 'skip']),
  ...each('sort', '=field:desc', ['sortBy', 'sort_by', 'orderBy', 'order_by', 'order']),
  ...each('fields', '', ['select']),
  ...each('populate', '', ['include', 'join']),
  ...each('search', '', ['q']),
]);

function each(parameter: Parameter, rest: string, names: readonly string[]) {
  return names.map((name) => [name, { parameter, rest }] as const);
}

/** Parameters of ours that some lists read, and that are refused where none does. */
const declaredOnes = ['search', 'facets', 'fields', 'populate', 'aggregates', 'deleted'] as const satisfies Parameter[];

/**
 * Usual names of the parameters that every list reads. Where the host has given others, and nobody else reads the query
 * string, a condition by the usual name would be lost.
 */
const usualOnes: ReadonlyMap<string, Asked> = new Map([
  ...each('filters', '[field]=value', ['filters']),
  ...each('sort', '=field:desc', ['sort']),
  ...each('pagination', '[page]=2', ['pagination']),
]);

/** The way out for a client that has sent a foreign name. */
export interface Advice {
  /** The parameter that asks for the same. Undefined for one that the list does not read. */
  readonly parameter: Parameter | undefined;
  /** `send pagination[pageSize]=10`. */
  readonly text: string;
}

/** The names of a list that decide what a foreign name asks for. */
export interface ListNames {
  readonly names: ParameterNames;
  /** The beginning of the list's parameters, where one URL carries several lists. */
  readonly prefix: string;
  /** The names of ours that the list does not read, each with what to do instead. */
  readonly unread: ReadonlyMap<string, string>;
  /** The names of fields that every client may ask about, with the prefix. */
  readonly fields: ReadonlySet<string>;
}

/**
 * Returns what a client should do in place of sending a name that lists have elsewhere, a parameter of ours that the
 * list does not read, or a condition without `filters`. Undefined for any other name.
 *
 * @param isOfQuery true in a query. In a body, the usual name of a parameter that has another one by `params` is the
 *   host's
 */
function adviceFor(name: string, list: ListNames, isOfQuery: boolean): Advice | undefined {
  const { names, prefix, unread, fields } = list;
  const own = unread.get(name);
  if (own !== undefined) return { parameter: undefined, text: own };
  const usual = isOfQuery || prefix !== '' ? usualOnes.get(name) : undefined;
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const asked = usual ?? elsewhere(name) ?? elsewhere(rest);
  if (asked !== undefined) return { parameter: asked.parameter, text: sendOrDeclare(asked, names) };
  if (name.startsWith('$') || rest.startsWith('$'))
    return { parameter: 'filters', text: `send ${names.filters}[field][$eq]=value` };
  if (!fields.has(name)) return undefined;
  const path = rest.replaceAll('.', '][');
  return { parameter: 'filters', text: `send ${names.filters}[${path}]=value` };
}

function elsewhere(name: string): Asked | undefined {
  return foreignNames.get(name.startsWith('filter.') ? 'filter' : name);
}

/**
 * Returns the names of ours that a list does not read, the usual ones and the host's, each with the declaration that
 * would change it.
 *
 * @param all the names of all parameters, read or not
 */
export function unreadNames(
  names: ParameterNames,
  all: Readonly<Partial<Record<string, string>>>,
): ReadonlyMap<string, string> {
  const unread = new Map<string, string>();
  for (const parameter of declaredOnes) {
    const advice = sendOrDeclare({ parameter, rest: '' }, names);
    for (const name of [parameter, all[parameter] ?? parameter])
      if (name !== names[parameter]) unread.set(name, advice);
  }
  return unread;
}

function sendOrDeclare({ parameter, rest }: Asked, names: ParameterNames): string {
  const read = names[parameter];
  if (read !== undefined) return `send ${read}${rest}`;
  return parameter === 'fields' ? 'let clients choose fields' : `declare \`${parameter}\``;
}

/** The meaning of a flat name: the place in brackets that asks for the same. */
export interface FlatTarget {
  readonly parameter: 'filters' | 'sort' | 'pagination';
  /** The names below the parameter: `dept`, `id`, `$eq`. */
  readonly path: readonly string[];
  /** The form of its value: one, a list, the keys of a sort, or one of the two halves of a sort key. */
  readonly takes: 'value' | 'list' | 'keys' | 'field' | 'direction';
  /** The text between the members of a list in one value. */
  readonly separator: string | undefined;
  /** True where an empty value is a value, and not what an empty form sends. */
  readonly keepsEmpty: boolean;
  /** Returns the usual spelling of a value. Undefined where it is sent in this spelling. */
  readonly respell?: ((text: string) => string) | undefined;
}

/** The flat names of a list, made at boot. */
export interface FlatRules {
  /** The meanings by the whole names, the prefix of the list included. */
  readonly targets: ReadonlyMap<string, FlatTarget>;
  /** The present names by former ones. */
  readonly former: ReadonlyMap<string, string>;
  /** The names that refusals show: present ones, of fields that everybody may see. */
  readonly shown: readonly string[];
  /** The first of the present names for each part of a page that the list reads. */
  readonly pageNames: ReadonlyMap<string, string>;
  /** The spellings that sort keys have beside the usual ones. Undefined where they have none. */
  readonly sort: FlatSort | undefined;
  /** True where the flat name of the sort key is the name of `sort` itself, whose other spellings are in brackets. */
  readonly takesSort: boolean;
  /** The key that a direction without one is about. Undefined where it needs a key. */
  readonly keyOfDirection: string | undefined;
  /** The parameters whose usual spelling is refused. */
  readonly closed: ReadonlySet<Parameter>;
}

/** The rules for `-title`, `title,DESC` and `title DESC`. */
export interface FlatSort {
  /** True where `sort` itself is read so. */
  readonly isOwn: boolean;
  /** The sort keys that are called `asc` or `desc`: after a comma they could be either. */
  readonly ambiguous: ReadonlySet<string>;
}

/** Returns the flat name that a key begins with, or undefined where it has none of them. */
export function flatNameIn(key: string, { targets }: FlatRules): string | undefined {
  const bracket = key.indexOf('[');
  const name = bracket < 0 ? key : key.slice(0, bracket);
  return targets.has(name) ? name : undefined;
}

/**
 * The part of a request that a parameter came in: the query string of its URL; its content, which is a body, a form or
 * the payload of a message; or an object that a program has made.
 */
export type Door = 'url' | 'content' | 'object';

/** Value of a foreign parameter, as far as the rules examine it. */
export interface ForeignValue {
  readonly door: Door;
  /** True where there is no value: `_q=` asks for nothing. */
  readonly isEmpty: boolean;
  /** True in a query string, and in a form. */
  readonly isOfText: boolean;
  /** True in a query string, and in the content of an HTTP QUERY, where a form may have flat names. */
  readonly isOfQuery: boolean;
  /** Returns true for an object, a list, or JSON text of either, which only our parameters take. */
  isNested(): boolean;
  /** Returns the value, decoded, or undefined where it is not a text. */
  text(): string | undefined;
}

/**
 * Wraps a value of a body, or of an object in code.
 *
 * @param isOfQuery true for the content of an HTTP QUERY
 */
export function foreignNode(node: unknown, door: Door, isOfQuery = false): ForeignValue {
  return {
    door,
    isEmpty: node === '' || node === null || node === undefined,
    isOfText: false,
    isOfQuery,
    isNested: () => typeof node === 'object' && node !== null,
    text: () => (typeof node === 'string' ? node : undefined),
  };
}

/** Wraps a value of a query string or a form, not decoded. A key without `=` has none. */
export function foreignText(raw: string | undefined, door: Door): ForeignValue {
  return ofText(door, () => (raw === undefined ? '' : (decode(raw) ?? raw)));
}

/** Wraps a value of a query string or a form that was decoded before. */
export function foreignPair({ value }: { readonly value: string | null }, door: Door): ForeignValue {
  return ofText(door, () => value ?? '');
}

function ofText(door: Door, read: () => string): ForeignValue {
  const isNested = () => isJsonText(read());
  const text = () => (read() === '' ? undefined : read());
  return { door, isEmpty: text() === undefined, isOfText: true, isOfQuery: true, isNested, text };
}

/** Returns true for the JSON text of an object or a list, even if an object's end is missing. */
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

/** Shortest name where one edit counts as a typo. Shorter names have too many real words as neighbours. */
const shortestNear = 4;

/**
 * Longest name whose neighbours at one edit mostly are other parameters: `sport`, `port` and `short` beside `sort`.
 */
const longestCommon = 6;

/** A name with the forms of it that are compared. */
export interface Likeness {
  readonly parameter: Parameter;
  readonly name: string;
  readonly lower: string;
  /** The letters alone, in lower case. */
  readonly letters: string;
  /** Letters and digits of the list's prefix. A key without them belongs to another list. */
  readonly prefix: string;
}

/**
 * Prepares a name for comparisons, which is done at boot.
 *
 * @internal exported for its tests
 */
export function likenessOf(parameter: Parameter, name: string, prefix: string): Likeness {
  return { parameter, name, lower: name.toLowerCase(), letters: lettersOf(name), prefix: wordOf(prefix) };
}

/**
 * Finds the name that a key misspells: equal except for case and non-letters, or one edit away. The text before a `?`
 * or `;` may be part of a URL or of an escaped ampersand (`amp;filters`), so the key is also tried without it.
 *
 * @param looksLike whether the rest of the key fits a parameter; asked before one edit in a short name counts
 *
 * @internal exported for its tests
 */
export function nearest(key: string, names: readonly Likeness[], looksLike: LooksLike): string | undefined {
  return nearestTo(key, names, looksLike) ?? nearestTo(lastPart(key), names, looksLike);
}

/** Returns true where the text after a key's name fits a parameter. */
type LooksLike = (parameter: Parameter) => boolean;

function nearestTo(key: string, names: readonly Likeness[], looksLike: LooksLike): string | undefined {
  const lower = key.toLowerCase();
  const letters = lettersOf(key);
  const found = names.find((likeness) => {
    if (!wordOf(key).startsWith(likeness.prefix)) return false;
    if (letters === likeness.letters) return letters !== '';
    return isTypo(lower, likeness) && (likeness.letters.length > longestCommon || looksLike(likeness.parameter));
  });
  return found?.name;
}

function lastPart(key: string): string {
  return key.slice(Math.max(key.lastIndexOf('?'), key.lastIndexOf(';')) + 1);
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]+/gu, '').toLowerCase();
}

function wordOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

function isTypo(lower: string, name: Likeness): boolean {
  return name.letters.length >= shortestNear && isOneEdit(lower, name.lower);
}

/** Returns true where one letter is added, left out or changed, or two neighbours are swapped. */
export function isOneEdit(from: string, to: string): boolean {
  return Math.abs(from.length - to.length) <= 1 && editDistance(from, to) <= 1;
}

/**
 * Policies for parameters that are not ours: `similar` refuses typos of our names, `ignore` refuses nothing, `refuse`
 * refuses every name that the host has not allowed.
 */
export const unknownPolicies = ['similar', 'ignore', 'refuse'] as const;
/** One of {@link unknownPolicies}. */
export type UnknownPolicy = (typeof unknownPolicies)[number];

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
    this.known = [...new Set([...open, ...(flat?.shown ?? []), ...allowed])];
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

  /**
   * Returns the names of fields that the list refuses as parameters of their own, because nobody would read them.
   * A list of flat names alone refuses every unknown name.
   */
  fieldsRefused(): readonly string[] {
    const value = foreignNode('', this.rules.door, true);
    if (this.closed.size > 0 || this.policyFor(value) === 'ignore' || !this.isSoleReader(value)) return [];
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
    const text = `cannot be read: a key begins like JSON; send JSON as application/json, or as the value of a name: ${filters}={…}`;
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
    const text = `is read only in query strings and forms; ${way}`;
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
