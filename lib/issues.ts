/**
 * Every way in which a client's request can be refused. The union is closed: a code is added here, documented in
 * docs/errors.md, and nowhere else.
 */
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

/** The code of an issue, which a client can decide by; its message is for people. */
export type IssueCode = (typeof issueCodes)[number];

/** One mistake in a request: its place, its nature, and the way to mend it. */
export interface FilterIssue {
  readonly code: IssueCode;
  /** The key as the client wrote it: `filters[author][nam]`. Long segments are cut and unprintable characters escaped. */
  readonly path: string;
  /** An RFC 6901 JSON pointer from the root of the request: `/filters/author/nam`. */
  readonly pointer: string;
  /** One sentence for a person, starting with the path. It never contains the value. */
  readonly message: string;
  /** The names that this client may use at this place: fields, then relations, then groups; at most 50. */
  readonly allowed?: readonly string[];
  /** With `invalid_value`: the kind of value that the field holds. */
  readonly kind?: string;
  /** With `limit_exceeded`: the name of the limit, as in the `limits` option. */
  readonly limit?: string;
  /** With `limit_exceeded`: the value of that limit. */
  readonly max?: number;
}

/** The parts of an issue beside its place, which the collector adds. */
export type IssueDetails = Pick<FilterIssue, 'code' | 'allowed' | 'kind' | 'limit' | 'max'>;

const longestSegment = 64;
const mostAllowed = 50;

/** Characters that could break a log line or an HTML page, or deceive a reader; they are printed as code points. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}<>&"'`\\]/gu;

function readable(segment: string): string {
  const cut = segment.length > longestSegment ? `${segment.slice(0, longestSegment)}…` : segment;
  return cut.replace(unprintable, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/**
 * A place in a request, as a linked list from the inside out. Descending costs one small object; the two texts are made
 * only when something is wrong.
 */
export class Location {
  private constructor(
    private readonly parent: Location | undefined,
    private readonly segment: string | number,
    /** The place whose key it is written under, for a part of a value that has no key of its own. */
    private readonly written: Location | undefined,
  ) {}

  /** Makes the place of a parameter: `filters`, or the name that the application gives it. */
  static root(parameter: string): Location {
    return new Location(undefined, parameter, undefined);
  }

  /** Makes the place of a member: of an object by its key, of a list by its index. */
  child(segment: string | number): Location {
    return new Location(this, segment, undefined);
  }

  /** Makes a place inside of a value: the second key of `sort=a,b` has a pointer of its own, but is written under `sort`. */
  within(segment: string | number, written: Location = this): Location {
    return new Location(this, segment, written);
  }

  /** Makes a place with the same pointer whose key is written otherwise: `filter[id]` for `filters`. */
  writtenAs(key: string): Location {
    return new Location(this.parent, this.segment, Location.root(key));
  }

  /** The key as the client wrote it: `filters[author][name]`, with long segments cut. */
  get path(): string {
    if (this.written !== undefined) return this.written.path;
    const before = this.parent?.path;
    const segment = readable(String(this.segment));
    return before === undefined ? segment : `${before}[${segment}]`;
  }

  /** The place as an RFC 6901 JSON pointer: `/filters/author/name`. */
  get pointer(): string {
    const token = String(this.segment).replaceAll('~', '~0').replaceAll('/', '~1');
    return `${this.parent?.pointer ?? ''}/${token}`;
  }
}

/** The issues of one request, up to a number that is still of use to a reader. */
export class IssueCollector {
  private readonly found: FilterIssue[] = [];

  constructor(private readonly most: number) {}

  /** Adds an issue, unless there are enough. `text` continues the path into a sentence: `is not a filterable field`. */
  add(location: Location, details: IssueDetails, text: string): void {
    if (this.found.length >= this.most) return;
    const { allowed, ...rest } = details;
    const path = location.path;
    const named = allowed?.slice(0, mostAllowed);
    this.found.push({
      code: rest.code,
      path,
      pointer: location.pointer,
      message: `${path} ${text}`,
      ...(named === undefined ? {} : { allowed: named }),
      ...(rest.kind === undefined ? {} : { kind: rest.kind }),
      ...(rest.limit === undefined ? {} : { limit: rest.limit }),
      ...(rest.max === undefined ? {} : { max: rest.max }),
    });
  }

  /** The number of issues so far. A step of reading has succeeded if it is the same before and after. */
  get count(): number {
    return this.found.length;
  }

  /** True where no more issues are taken, so that there is no use in looking for any. */
  get isFull(): boolean {
    return this.found.length >= this.most;
  }

  /** The issues, in the order of reading. */
  get issues(): readonly FilterIssue[] {
    return this.found;
  }
}
