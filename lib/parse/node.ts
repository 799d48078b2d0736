import type { Condition, Moment, SortDirection } from '../ast/index.js';
import type { Compatibility } from '../compatibility/index.js';
import { type FilterIssue, type IssueCollector, type IssueDetails, type Location, readable } from '../issues/index.js';
import { Budget, type LimitName, type Limits, type SpentLimit, exceed, limitTable } from '../limits.js';
import type { AnyOperator } from '../operators/index.js';
import type { NamedFilterSchema, ReadableValues, SortTarget, ViewKind } from '../schema/index.js';
import type { Work } from '../cost.js';
import { endOfDigits } from '../values/index.js';
import {
  type JsonReading,
  NumberText,
  RepeatedKey,
  isOneEdit,
  isPlainObject,
  looksLikeJson,
  mostSegments,
  readJson,
} from '../wire/index.js';

/** The condition that a value of a named filter stands for, or the issue of a column that refuses the value. */
export interface Expansion {
  /** Undefined for every row. */
  readonly condition?: Condition | undefined;
  readonly refusedBy?: FilterIssue;
}

export interface NamedFilters {
  /**
   * Returns the conditions that a value of a filter stands for, and spends them from the budget of the request.
   */
  readonly expand: (filter: NamedFilterSchema, value: unknown, request: ParseContext) => Expansion;
  /** The moment of relative dates in these conditions, where it was read before. */
  moment: Moment | undefined;
  /** True once the request has used one. */
  used: boolean;
}

/** One parameter of one request: where its issues go, the budget it spends, and the rules it is read by. */
export interface ParseContext {
  readonly issues: IssueCollector;
  readonly budget: Budget;
  readonly compatibility: Compatibility;
  /**
   * True in a query string, where JSON text may stand for an object. False below such a text, in a body and in code,
   * where a text is only a text.
   */
  readonly readsJson: boolean;
  /** The moment of relative dates. Undefined where the list reads none. */
  readonly moment: Moment | undefined;
  /** `moment` where a date alone is its midnight, not the whole day. */
  readonly dates?: 'moment' | undefined;
  /** Every operator that exists, by token. A field's schema has the operators that the field takes. */
  readonly operators: ReadonlyMap<string, AnyOperator>;
  /** Host's context of this request, from which `when` callbacks decide which members are visible. */
  readonly context: unknown;
  /** Reads what named filters stand for. Undefined for the program's own conditions, which know none. */
  readonly named: NamedFilters | undefined;
  /** The client's names of the parts of a page, where it sent flat ones. */
  readonly pageNames?: ReadonlyMap<string, string> | undefined;
  /** The sort keys by their flat names, where the client sent its order so and these have rules of their own. */
  readonly sortNames?: SortNames | undefined;
  /** What reads the values at some places, where a flat name takes fewer than its field. By pointer. */
  readonly narrowed?: ReadonlyMap<string, ReadableValues> | undefined;
  /** Location of the whole parameter, where exceeded limits on the whole request are reported. */
  readonly root: Location;
}

/** The rules of an order that was sent by flat names. */
export interface SortNames {
  /** The only keys, by their names. Undefined where they are those of the view. */
  readonly keys: ReadonlyMap<string, NamedSortKey> | undefined;
  /** Direction of a key that is sent without one. */
  readonly direction: SortDirection;
  /** True where the client has sent a direction alone, and the key is the list's. */
  readonly isAlone: boolean;
}

/** A sort key with a name of its own. */
export interface NamedSortKey {
  readonly target: SortTarget;
  /** Its only direction. Undefined where the client chooses. */
  readonly direction: SortDirection | undefined;
}

/**
 * Form of a value: one value (`scalar`), `null`, a list, an object, the values of a repeated key, or a value that no
 * request can hold (`other`), such as a function or a class instance.
 */
export type Shape = 'scalar' | 'null' | 'list' | 'object' | 'repeated' | 'other';

/**
 * One value of a request tree, its place in the tree, and the context of its request. Every parser takes a node and
 * hands on its children, so that a refusal needs nothing else: only then is the location made. A list of thousands of
 * values is one node. A member becomes a node of its own when it is refused, or is a condition.
 */
export class Node {
  private constructor(
    readonly value: unknown,
    readonly context: ParseContext,
    /** Name or index of the value in its parent. Empty at the root. */
    readonly key: string,
    private readonly parent: Node | undefined,
  ) {}

  /** Makes the node of a whole parameter. */
  static root(value: unknown, context: ParseContext): Node {
    return new Node(value, context, '', undefined);
  }

  /** Location for refusals. The values of a repeated key have only pointers, no names of their own. */
  get at(): Location {
    const { parent, key } = this;
    if (parent === undefined) return this.context.root;
    return parent.value instanceof RepeatedKey ? parent.at.within(key) : parent.at.child(key);
  }

  get issues(): IssueCollector {
    return this.context.issues;
  }

  get shape(): Shape {
    return shapeOf(this.value);
  }

  /** Names in an object, in the order of their arrival. Empty where the value is not a plain object. */
  get keys(): readonly string[] {
    return isPlainObject(this.value) ? Object.keys(this.value) : [];
  }

  /** The other members of the object that holds this one. */
  get beside(): readonly Node[] {
    const { parent, key } = this;
    return parent === undefined ? [] : parent.keys.filter((name) => name !== key).map((name) => parent.child(name));
  }

  /** Returns true for a member that came before another one of the same object. */
  isBefore({ key }: Node): boolean {
    const keys = this.parent?.keys ?? [];
    return keys.indexOf(this.key) < keys.indexOf(key);
  }

  /** Members of a list, of a repeated key, or of a single value in place of a list. Undefined for an object or null. */
  get members(): readonly unknown[] | undefined {
    const { value } = this;
    if (isList(value)) return value;
    if (value instanceof RepeatedKey) return value.values;
    return this.shape === 'scalar' ? [value] : undefined;
  }

  /** True where an object has an own property of the name, with any value. */
  has(key: string): boolean {
    return isObject(this.value) && Object.hasOwn(this.value, key);
  }

  /** Returns the node under a name of an object. */
  child(key: string): Node {
    return new Node(isObject(this.value) ? this.value[key] : undefined, this.context, key, this);
  }

  /** Returns the node of one of the {@link members}. A single value in place of a list is its own member. */
  member(index: number): Node {
    const isOwn = this.shape === 'scalar';
    return isOwn ? this : new Node(this.members?.[index], this.context, String(index), this);
  }

  /** Returns the node of the object or list that a JSON text stands for. Texts in it are plain texts. */
  parsed(value: unknown): Node {
    return new Node(value, { ...this.context, readsJson: false }, this.key, this.parent);
  }

  /**
   * Returns the node of a parameter inside a parameter, such as the `sort` of a populated relation: issues about the
   * whole of it are located here.
   */
  rooted(): Node {
    return new Node(this.value, { ...this.context, root: this.at }, this.key, this.parent);
  }

  /** Returns the same node, with a budget of its own in place of the request's. */
  apart(): Node {
    const { budget, issues } = this.context;
    return new Node(this.value, { ...this.context, budget: new Budget(budget.limits, issues) }, this.key, this.parent);
  }

  /** Spends from a limit on the whole request. False where nothing is left, which is reported once, at the root. */
  spend(name: SpentLimit, amount = 1): boolean {
    const { budget, root } = this.context;
    return budget.spend(name, amount, root);
  }

  /** Spends work without a limit of its own, from the cost of the whole request. False where nothing is left. */
  work(kind: Work, amount = 1): boolean {
    const { budget, root } = this.context;
    return budget.work(kind, amount, root);
  }

  /** Spends again the work that a facet repeats. False where nothing is left. */
  repeat(): boolean {
    const { budget, root } = this.context;
    return budget.repeat(root);
  }

  /** Compares an amount with a limit. False where it is above the limit, which is reported at this node. */
  isWithin(name: LimitName, amount: number): boolean {
    const { budget } = this.context;
    return amount <= budget.limits[name] || budget.within(name, amount, this.at);
  }
}

/**
 * Returns the form of a value. Objects are those of parsers and literals; a Date and the digits
 * of a number are scalars.
 */
export function shapeOf(value: unknown): Shape {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return 'scalar';
    case 'object':
      return value === null ? 'null' : shapeOfObject(value);
    default:
      return 'other';
  }
}

function shapeOfObject(value: object): Shape {
  if (Array.isArray(value)) return 'list';
  if (value instanceof Date || value instanceof NumberText) return 'scalar';
  if (value instanceof RepeatedKey) return 'repeated';
  return isPlainObject(value) ? 'object' : 'other';
}

/** Returns true for the names of `{ 1: 'a' }`: all are digits, so without the gap this would be a list. */
export function isListWithGap(keys: readonly string[]): boolean {
  for (const key of keys) if (key === '' || endOfDigits(key, 0) < key.length) return false;
  return keys.length > 0;
}

/** Returns the digits of a number in a JSON text, and every other value as it is. */
export function textOf(value: unknown): unknown {
  return value instanceof NumberText ? value.digits : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Returns true for a list, whose members are not known. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Longest unknown name that is compared. A longer one is hardly a typo, and comparing it would cost. */
const longestName = 64;

/** Shortest existing name that is suggested for one edit: too many words are one letter away from `id`. */
const shortestName = 4;

/**
 * Returns the name nearest to a typo: equal but for case and underscores, or one edit away (a letter added, left out or
 * changed, or two neighbours swapped).
 *
 * @param names the names to suggest, all visible to this client
 *
 * @internal exported for its tests
 */
export function nearestName(typo: string, names: readonly string[]): string | undefined {
  if (typo.length > longestName) return undefined;
  const lower = typo.toLowerCase();
  const plain = withoutUnderscores(lower);
  return (
    names.find((name) => withoutUnderscores(name.toLowerCase()) === plain) ??
    names.find((name) => name.length >= shortestName && isOneEdit(lower, name.toLowerCase()))
  );
}

function withoutUnderscores(name: string): string {
  return name.replaceAll('_', '');
}

/** Place of a refusal, and the collector for it. Every node is one. */
export interface Place {
  readonly issues: IssueCollector;
  readonly at: Location;
}

/** Place with a name that was not found there. */
interface NamedPlace extends Place {
  readonly key: string;
}

/** Operator that a shorthand stands for: `$eq` for a bare value, `$in` for a list, `$null` for null. */
export interface ImpliedOperator {
  readonly token: string;
  /** Part whose absence makes it a shorthand. */
  readonly missing: 'operator' | 'value';
  readonly subject: 'this field' | 'this relation';
}

/** Greatest number of names in a message, and in the issue's `allowed`. */
const mostNames = 50;

/** Ends a refusal with the existing names: "; use one of: a, b, c", or with nothing if there are none. */
function oneOf(allowed: readonly string[]): string {
  return allowed.length === 0 ? '' : `; use one of: ${listed(allowed)}`;
}

/** Ends the refusal of an unknown name: "; did you mean 'title'? Use one of: …" if a listed name is near. */
export function didYouMean(unknown: string, allowed: readonly string[]): string {
  const nearest = nearestName(unknown, allowed.slice(0, mostNames));
  return nearest === undefined ? oneOf(allowed) : `; did you mean '${nearest}'? Use one of: ${listed(allowed)}`;
}

function listed(names: readonly string[]): string {
  return names.slice(0, mostNames).join(', ');
}

/** Reports an issue, and returns undefined, the parser's result for a refused node. */
export function report({ issues, at }: Place, details: IssueDetails, text: string): undefined {
  issues.add(at, details, text);
}

/**
 * Refusals of the parser, each worded once, so that equal mistakes read alike. Each returns undefined, the parser's
 * result for a refused node.
 */
export const refuse = {
  /** Refuses a name that does not exist, or that this client may not see; both read alike. */
  unknownField(node: NamedPlace, allowed: readonly string[]): undefined {
    return report(
      node,
      { code: 'unknown_field', allowed },
      `is not a filterable field${didYouMean(node.key, allowed)}`,
    );
  },
  /** Refuses an operator that does not exist here, for any client. */
  unknownOperator(node: NamedPlace, allowed: readonly string[]): undefined {
    return report(
      node,
      { code: 'unknown_operator', allowed },
      `is not an operator here${didYouMean(node.key, allowed)}`,
    );
  },
  /** Refuses an operator that exists, but not for this field. */
  operatorNotAllowed(place: Place, allowed: readonly string[], subject = 'this field'): undefined {
    const text = `is an operator that ${subject} does not accept${oneOf(allowed)}`;
    return report(place, { code: 'operator_not_allowed', allowed }, text);
  },
  /** Refuses a quantifier or a count on a relation to one row. */
  toManyOnly(place: Place, allowed: readonly string[]): undefined {
    const text = `is an operator for relations to many rows${oneOf(allowed)}`;
    return report(place, { code: 'operator_not_allowed', allowed }, text);
  },
  /** Refuses NULL of a related field that is never NULL. Clients mean rows without a related row by it. */
  neverNull(place: Place, instead: string): undefined {
    const text = `finds nothing, because the field of a related row is never NULL; use ${instead}`;
    return report(place, { code: 'operator_not_allowed', allowed: [] }, text);
  },
  /** Refuses a shorthand, such as a bare value, for an operator that is not allowed here. */
  impliedNotAllowed(place: Place, allowed: readonly string[], implied: ImpliedOperator): undefined {
    const { token, missing, subject } = implied;
    const text = `without ${missing === 'value' ? 'a' : 'an'} ${missing} means ${token}, which ${subject} does not accept`;
    return report(place, { code: 'operator_not_allowed', allowed }, `${text}${oneOf(allowed)}`);
  },
  malformedKey(place: Place, text: string): undefined {
    return report(place, { code: 'malformed_key' }, text);
  },
  expectedValue(place: Place, text = 'must be one value'): undefined {
    return report(place, { code: 'expected_value' }, text);
  },
  expectedList(place: Place, text = 'must be a list of values, one or more'): undefined {
    return report(place, { code: 'expected_list' }, text);
  },
  /** Refuses `[0]` and `[2]` without `[1]`: the request has lost a member, or has a wrong index. */
  listWithGap(place: Place): undefined {
    return report(place, { code: 'expected_list' }, 'is a list whose indexes must run from 0 without a gap');
  },
  expectedPair(place: Place): undefined {
    return report(place, { code: 'expected_pair' }, 'must be exactly two values, the lower and then the upper');
  },
  expectedObject(place: Place, text: string): undefined {
    return report(place, { code: 'expected_object' }, text);
  },
  expectedBoolean(place: Place): undefined {
    return report(place, { code: 'expected_boolean' }, 'must be true or false');
  },
  /** @param kind the name of the value kind, which the issue carries as `kind` */
  invalidValue(place: Place, kind: string, text: string): undefined {
    return report(place, { code: 'invalid_value', kind }, text);
  },
  /** @param allowed the parameters that the handler reads, for an unknown one */
  invalidPagination(place: Place, text: string, allowed?: readonly string[]): undefined {
    return report(place, { code: 'invalid_pagination', ...(allowed === undefined ? {} : { allowed }) }, text);
  },
  /** Refuses a name that occurs twice: in the object of a JSON text, or as two spellings of an operator. */
  duplicateName(place: Place): undefined {
    return report(place, { code: 'duplicate_key' }, 'is sent more than once');
  },
  /** Refuses a repeated key where one value belongs. */
  duplicateKey(place: Place): undefined {
    return report(place, { code: 'duplicate_key' }, 'is sent more than once; send one value');
  },
} as const;

/** Returns true for a text in place of an object or a list; see {@link opened}. */
export function isJson(node: Node): boolean {
  return node.context.readsJson && typeof node.value === 'string' && looksLikeJson(node.value);
}

/**
 * Returns the node itself, or that of the object or list whose JSON text it is.
 *
 * @returns undefined for a text that was refused: it is incomplete, too deep, or repeats a name
 */
export function opened(node: Node): Node | undefined {
  if (!isJson(node)) return node;
  const reading = readingOf(node);
  return reading.outcome === 'read' ? node.parsed(reading.node) : refuseReading(node, reading);
}

/**
 * Parses a text that is either a value, or the JSON of an object that fits here.
 *
 * @param fits decides by an object's names whether it can stand here
 * @returns undefined for a value, and `refused` for a text that can be neither, which was reported
 */
export function objectInText(node: Node, fits?: (names: readonly string[]) => boolean): Node | 'refused' | undefined {
  if (!isJson(node)) return undefined;
  const reading = readingOf(node);
  if (reading.outcome === 'malformed') return undefined;
  if (reading.outcome !== 'read') {
    refuseReading(node, reading);
    return 'refused';
  }
  const object = reading.node;
  return isPlainObject(object) && fits?.(Object.keys(object)) !== false ? node.parsed(object) : undefined;
}

/** Reads a JSON text to the greatest depth of a request within its limits. */
function readingOf({ value, context }: Node): JsonReading {
  return readJson(String(value), mostSegments(context.budget.limits));
}

/** Refuses a JSON text that could not be read. A repeated name is located inside of the text. */
function refuseReading(node: Node, reading: Exclude<JsonReading, { readonly outcome: 'read' }>): undefined {
  const { issues, at, context } = node;
  switch (reading.outcome) {
    case 'malformed':
      return refuse.expectedObject(node, 'must be valid JSON');
    case 'too_deep':
      exceed(issues, context.budget.limits, 'logicalDepth', at);
      return undefined;
    case 'duplicate': {
      const place = reading.path.reduce<Location>((location, segment) => location.child(segment), at);
      return refuse.duplicateName({ issues, at: place });
    }
  }
}

/** The author of a request, and how far it is trusted: one row of {@link origins}. */
export interface Origin {
  /** Names of the parameters: only the configured ones, or also the usual ones, under which a query prints itself. */
  readonly names: 'host' | 'hostOrUsual';
  /** View of an entity whose names exist: for clients, for code, or all columns. */
  readonly view: ViewKind;
  /** Keys beside the parameters: the host's own, which are searched for typos, or refused. */
  readonly otherKeys: 'host' | 'refused';
  /** True for a text of a URL, which links repeat. */
  readonly isInUrl: boolean;
  /** True for an object that a program made, which can hold what JSON cannot: symbols, hidden properties. */
  readonly isObjectOfCode: boolean;
  /** Limits instead of the handler's. Undefined where the handler's apply. */
  readonly limits: Limits | undefined;
}

/** Depth of refusal for an object that contains itself, before the stack overflows. */
const deepest = 100;

/** Limits of trusted input: only those on recursion, because a program does not attack itself. */
const trustedLimits: Limits = Object.freeze({
  ...(Object.fromEntries(Object.keys(limitTable).map((name) => [name, Infinity])) as Record<keyof Limits, number>),
  logicalDepth: deepest,
  relationHops: deepest,
  toManyHops: deepest,
  populateHops: deepest,
  issues: limitTable.issues.default,
  pageSize: limitTable.pageSize.default,
  sortHops: limitTable.sortHops.cap,
});

/**
 * Rules for every client: the host's names, the client's view, the handler's limits, and other keys
 * that belong to the host.
 */
const client = {
  names: 'host',
  view: 'client',
  otherKeys: 'host',
  isInUrl: false,
  isObjectOfCode: false,
  limits: undefined,
} as const satisfies Origin;

/**
 * All origins of a request, and the rules for each.
 *
 * | origin | is | example |
 * |---|---|---|
 * | `queryString` | a text from a URL | `?filters[title]=a` |
 * | `body` | a body, the content of a QUERY, the payload of a message | `{ "filters": { "title": "a" } }` |
 * | `object` | an object that a program has from a client | `parse(Post, { filters: { title: 'a' } })` |
 * | `code` | an object that a programmer wrote | `filter(posts, { filters: { title: 'a' } })` |
 * | `trusted` | conditions of the server's own: scopes, `and()`, trusted `filter()` | `and(query, { ownerId: 1 })` |
 */
export const origins = {
  queryString: { ...client, isInUrl: true },
  body: client,
  object: { ...client, names: 'hostOrUsual', isObjectOfCode: true },
  code: {
    names: 'hostOrUsual',
    view: 'code',
    otherKeys: 'refused',
    isInUrl: false,
    isObjectOfCode: true,
    limits: undefined,
  },
  trusted: {
    names: 'hostOrUsual',
    view: 'all',
    otherKeys: 'refused',
    isInUrl: false,
    isObjectOfCode: true,
    limits: trustedLimits,
  },
} as const satisfies Readonly<Record<string, Origin>>;

/** Reads a whole number from 1, such as a limit of rows. Undefined where it was refused. */
export function readPositiveNumber(node: Node): number | undefined {
  if (node.shape === 'repeated') return refuse.duplicateKey(node);
  const value = textOf(node.value);
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 1) return number;
  return refuse.invalidValue(node, 'integer', 'must be a whole number from 1');
}

/** A name in a list or an object, as a client wrote it. Nobody has looked whether it exists. */
export interface WantedName {
  readonly name: string;
  readonly place: Place;
  /** Value under the name in an object. Undefined for a name in a list. */
  readonly options: Node | undefined;
}

/** Names of one kind in a request, in the words of their refusals. */
export interface NamesOfKind {
  /** What a list of them is limited by. */
  readonly limit: 'facets' | 'aggregates' | 'members';
  /** Refuses a value that has no names. */
  readonly takes: string;
  /** Refuses a member of a list that is no text. */
  readonly each: string;
}

/**
 * Reads names in each of their forms: a text, a comma list, a list, a repeated key, or an object with a value under
 * each. They come one by one, so that each is refused before the next is looked at.
 */
export function* namesIn(node: Node, kind: NamesOfKind): Generator<WantedName> {
  if (node.value === '') return;
  const isValue = node.shape === 'scalar' && typeof node.value !== 'string';
  if (node.shape !== 'object' && node.members !== undefined && !isValue) yield* textsIn(node, kind);
  else if (node.shape !== 'object') refuse.expectedValue(node, kind.takes);
  else if (isListWithGap(node.keys)) refuse.listWithGap(node);
  else for (const key of node.keys) yield wantedUnder(node.child(key));
}

/** Splits the members of a list at their commas. A list is no longer than its names, so its length is checked first. */
export function* textsIn(node: Node, { limit, each }: NamesOfKind): Generator<WantedName> {
  const members = node.members ?? [];
  if (!node.isWithin(limit, members.length)) return;
  for (const [position, name] of partsOf(members).entries()) {
    const place = { issues: node.issues, at: node.at.within(position) };
    if (typeof name === 'string') yield { name, place, options: undefined };
    else refuse.expectedValue(place, each);
  }
}

/** Splits texts at their commas. Nearly always there is one text with one name, and nothing to copy. */
export function partsOf(texts: readonly unknown[]): readonly unknown[] {
  return texts.some(isCommaList) ? texts.flatMap((text) => (isCommaList(text) ? text.split(',') : [text])) : texts;
}

function isCommaList(text: unknown): text is string {
  return typeof text === 'string' && text.includes(',');
}

/** Returns the key of an object as a name, with its options. */
function wantedUnder(node: Node): WantedName {
  return { name: node.key, place: node, options: node };
}

/** Begins a refusal. In a list it repeats the name, because the path names only the list. */
export function subjectOf({ name, options }: WantedName): string {
  return options === undefined ? `: '${readable(name)}' is` : 'is';
}
