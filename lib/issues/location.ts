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
