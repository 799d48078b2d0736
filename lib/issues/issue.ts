/** All codes of issues. docs/answers.md explains each, and no request is refused by another. */
export const issueCodes = [
  'malformed_key',
  'malformed_encoding',
  'duplicate_key',
  'unknown_field',
  'unknown_operator',
  'unknown_parameter',
  'operator_not_allowed',
  'expected_value',
  'expected_list',
  'expected_pair',
  'expected_object',
  'expected_boolean',
  'invalid_value',
  'not_sortable',
  'invalid_direction',
  'sort_too_deep',
  'duplicate_sort',
  'invalid_pagination',
  'invalid_cursor',
  'limit_exceeded',
] as const;

/** The machine-readable reason of an issue. */
export type IssueCode = (typeof issueCodes)[number];

/** The name of a limit, as in the `limits` option. */
export type LimitName =
  | 'queryBytes'
  | 'bodyBytes'
  | 'parameters'
  | 'logicalDepth'
  | 'conditions'
  | 'members'
  | 'values'
  | 'valueLength'
  | 'needleLength'
  | 'unanchoredNeedles'
  | 'relationHops'
  | 'toManyHops'
  | 'relationConditions'
  | 'documentConditions'
  | 'sortKeys'
  | 'sortHops'
  | 'searchWords'
  | 'searchTerms'
  | 'facets'
  | 'facetValues'
  | 'aggregates'
  | 'populate'
  | 'populateHops'
  | 'populatedPerRow'
  | 'populatedRows'
  | 'aggregatedRelations'
  | 'pageSize'
  | 'maxPageSize'
  | 'offset'
  | 'cost'
  | 'issues';

/** The members that every issue has: its place and its message. */
interface IssueBase {
  /**
   * The key as the client wrote it: `filters[author][nam]`. Long segments are cut and unprintable characters escaped.
   */
  readonly path: string;
  /** An RFC 6901 JSON pointer from the root of the request: `/filters/author/nam`. */
  readonly pointer: string;
  /** One sentence for a person, starting with the path. It never contains the value. */
  readonly message: string;
}

/**
 * The members that belong to some codes. Other issues declare them undefined, so that they can be read from any issue.
 */
interface NoMembers {
  /** Only an issue about a name or a page has the allowed names. */
  readonly allowed?: undefined;
  /** Only an issue about a value has the kind of a field. */
  readonly kind?: undefined;
  /** Only an issue about a limit has its name. */
  readonly limit?: undefined;
  /** Only an issue about a limit has its value. */
  readonly max?: undefined;
}

/** A name that does not exist, or may not be used at its place. */
export interface NameIssue extends IssueBase, Omit<NoMembers, 'allowed'> {
  /** The reason: the name does not exist here, or may not be used here. */
  readonly code: 'unknown_field' | 'unknown_operator' | 'unknown_parameter' | 'operator_not_allowed' | 'not_sortable';
  /** The names that this client may use here: fields, then relations, then groups; at most 50. */
  readonly allowed: readonly string[];
}

/** A value that its field does not accept. */
export interface ValueIssue extends IssueBase, Omit<NoMembers, 'kind'> {
  /** The reason: the field does not accept the value. */
  readonly code: 'invalid_value';
  /** The kind of the field, such as `integer`. Missing where the database refused a value and did not say which. */
  readonly kind?: string;
}

/** An impossible page: two styles at once, a size that is not a number, a style that the list does not have. */
export interface PaginationIssue extends IssueBase, Omit<NoMembers, 'allowed'> {
  /** The reason: the page is impossible. */
  readonly code: 'invalid_pagination';
  /** Parameters that the list reads, where another was sent. */
  readonly allowed?: readonly string[];
}

/** A request for more than a limit allows. */
export interface LimitIssue extends IssueBase, Omit<NoMembers, 'limit' | 'max'> {
  /** The reason: the request exceeds a limit. */
  readonly code: 'limit_exceeded';
  /** The name of the limit, as in the `limits` option. */
  readonly limit: LimitName;
  /** The value of the limit in this handler. */
  readonly max: number;
}

/** An issue that its message describes completely. */
export interface PlainIssue extends IssueBase, NoMembers {
  /** The reason. Its message says the rest. */
  readonly code: Exclude<IssueCode, (NameIssue | ValueIssue | PaginationIssue | LimitIssue)['code']>;
}

/**
 * One mistake in a request: its code, its place, and what would have been right. Compare `code` to reach the
 * members that belong to it.
 *
 * @example
 * if (issue.code === 'limit_exceeded') console.log(`${issue.limit} is ${issue.max}`);
 */
export type FilterIssue = PlainIssue | NameIssue | ValueIssue | PaginationIssue | LimitIssue;

/** An issue without its place and message: its code, and the members that belong to the code. */
export type IssueDetails = FilterIssue extends infer Issue
  ? Issue extends FilterIssue
    ? Omit<Issue, keyof IssueBase>
    : never
  : never;

/** A code that needs no other member. */
export type SimpleIssueCode = Exclude<IssueCode, NameIssue['code'] | LimitIssue['code']>;

/** A name that clients may still send, and should not. */
export interface DeprecatedName {
  /** Its entity, and its present name for clients: `Restaurant.score`. */
  readonly name: string;
  /** The way out for clients: `use rating`. */
  readonly text: string;
  /** Day from which it is deprecated, if that is declared. */
  readonly since?: string;
  /** Day from which it may be gone, if that is declared. */
  readonly until?: string;
}

const longestSegment = 64;

/** Characters that could break a log line or an HTML page, or mislead a reader. They are printed as code points. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}<>&"'`\\]/gu;

/**
 * Prints a client's name harmlessly for a log, a page and a terminal: cut at 64 characters, with quotes, markup
 * brackets and unprintable characters as code points (`\u{202e}`).
 */
export function readable(segment: string): string {
  const cut = segment.length > longestSegment ? `${segment.slice(0, longestSegment)}…` : segment;
  return cut.replace(unprintable, codePointOf);
}

/** Characters that begin a line of their own in a log, or change a terminal. */
const beyondLines = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Prints another program's text, such as a driver's message, as one line of a log: a client's value may be in it. */
export function inOneLine(text: string): string {
  return text.replace(beyondLines, codePointOf);
}

function codePointOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * A place in a request, as a linked list from the inside out. A step down makes one small object. The two texts are
 * made only for a mistake.
 */
export class Location {
  private constructor(
    private readonly parent: Location | undefined,
    private readonly segment: string | number,
    /** Key in the request that holds this place, where it has no segment of its own. */
    private readonly container: Location | undefined,
  ) {}

  /** Returns the place of a whole parameter: `filters`, or the host's name for it. */
  static root(parameter: string): Location {
    return new Location(undefined, parameter, undefined);
  }

  /** Returns the place of a member: a key of an object, or an index of a list. */
  child(segment: string | number): Location {
    return new Location(this, segment, undefined);
  }

  /** Returns a place inside one value: the second key of `sort=a,b` has the pointer `/sort/1` and the path `sort`. */
  within(segment: string | number, container: Location = this): Location {
    return new Location(this, segment, container);
  }

  /** Returns this place with the path of a key that the client wrote differently: `filter[id]` for `filters`. */
  writtenAs(key: string): Location {
    return new Location(this.parent, this.segment, Location.root(key));
  }

  /** The key in the notation of query strings: `filters[author][nam]`. */
  get path(): string {
    if (this.container !== undefined) return this.container.path;
    const before = this.parent?.path;
    const segment = readable(String(this.segment));
    return before === undefined ? segment : `${before}[${segment}]`;
  }

  /** The JSON pointer (RFC 6901): `/filters/author/nam`. */
  get pointer(): string {
    const token = String(this.segment).replaceAll('~', '~0').replaceAll('/', '~1');
    return `${this.parent?.pointer ?? ''}/${token}`;
  }
}

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
