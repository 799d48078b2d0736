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

export type IssueCode = (typeof issueCodes)[number];

/** One thing that is wrong with a request: where, what, and what would have been right. */
export interface FilterIssue {
  readonly code: IssueCode;
  /** The key as the client wrote it: `filters[author][nam]`. Long segments are cut and unprintable characters escaped. */
  readonly path: string;
  /** An RFC 6901 JSON pointer from the root of the request: `/filters/author/nam`. */
  readonly pointer: string;
  /** One sentence for a person, starting with the path. It never contains the value. */
  readonly message: string;
  /** What this client may use at this place: fields, then relations, then groups; at most 50. */
  readonly allowed?: readonly string[];
  /** With `invalid_value`: the kind of value that the field holds. */
  readonly kind?: string;
  /** With `limit_exceeded`: the name of the limit, as in the `limits` option. */
  readonly limit?: string;
  /** With `limit_exceeded`: the value of that limit. */
  readonly max?: number;
}

/** What an issue says beside its place; the place is added by the collector. */
export type IssueDetails = Pick<FilterIssue, 'code' | 'allowed' | 'kind' | 'limit' | 'max'>;

const longestSegment = 64;
const mostAllowed = 50;

/** What could break a log line, an HTML page or a reader's eye is printed as a code point, never as itself. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}<>&"'`\\]/gu;

/**
 * Prints a name of a client's so that it is harmless in a log, a page and a terminal: cut at 64 characters, with quotes,
 * brackets of markup and unprintable characters as code points (`\u{202e}`).
 */
export function readable(segment: string): string {
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
    /** Where it is written, if not under a segment of its own. */
    private readonly written: Location | undefined,
  ) {}

  /** A place that starts at a parameter: `filters`, or whatever the host calls it. */
  static root(parameter: string): Location {
    return new Location(undefined, parameter, undefined);
  }

  child(segment: string | number): Location {
    return new Location(this, segment, undefined);
  }

  /** A place inside a value: the second key of `sort=a,b` has a pointer of its own, but is written under `sort`. */
  within(segment: string | number, written: Location = this): Location {
    return new Location(this, segment, written);
  }

  /** The same place where its key was written otherwise: `filter[id]` for `filters`. */
  writtenAs(key: string): Location {
    return new Location(this.parent, this.segment, Location.root(key));
  }

  get path(): string {
    if (this.written !== undefined) return this.written.path;
    const before = this.parent?.path;
    const segment = readable(String(this.segment));
    return before === undefined ? segment : `${before}[${segment}]`;
  }

  get pointer(): string {
    const token = String(this.segment).replaceAll('~', '~0').replaceAll('/', '~1');
    return `${this.parent?.pointer ?? ''}/${token}`;
  }
}

/** Gathers what is wrong with one request, up to a number that a reader can still use. */
export class IssueCollector {
  private readonly found: FilterIssue[] = [];

  constructor(private readonly most: number) {}

  /**
   * Reports an issue. Nothing happens where the most issues were found already.
   *
   * @param text continues the path into a sentence: `is not a filterable field`, or `: 'titel' is not sortable` for one of
   * several names at that path
   */
  add(location: Location, details: IssueDetails, text: string): void {
    if (this.found.length >= this.most) return;
    const { allowed, ...rest } = details;
    const path = location.path;
    const named = allowed?.slice(0, mostAllowed);
    this.found.push({
      code: rest.code,
      path,
      pointer: location.pointer,
      message: text.startsWith(':') ? `${path}${text}` : `${path} ${text}`,
      ...(named === undefined ? {} : { allowed: named }),
      ...(rest.kind === undefined ? {} : { kind: rest.kind }),
      ...(rest.limit === undefined ? {} : { limit: rest.limit }),
      ...(rest.max === undefined ? {} : { max: rest.max }),
    });
  }

  /** How many were found so far: what a reader compares before and after a step to learn whether it succeeded. */
  get count(): number {
    return this.found.length;
  }

  /** Whether nothing more would be told: then there is no use in looking for it. */
  get isFull(): boolean {
    return this.found.length >= this.most;
  }

  get issues(): readonly FilterIssue[] {
    return this.found;
  }
}
