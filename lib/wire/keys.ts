import { unescape } from 'node:querystring';
import { type IssueCollector, Location } from '../issues/index.js';
import { type Limits, exceed } from '../limits.js';
import { canonicalNumber } from '../values/index.js';
import type { FlatKeys } from './flat.js';
import { type Door, type FlatRules, type ForeignParameters, foreignText } from './foreign.js';
import { type ParameterNames, decode, indexIn, locate, nameOf, parameterOf, parameterOfGarbled } from './names.js';
import type { Parameter } from './parameters.js';
import type { Member } from './tree.js';

/** The rules of reading a query string. */
export interface WireOptions {
  readonly params: ParameterNames;
  readonly limits: Limits;
  /** Looks for typos of our parameters among the host's. */
  readonly foreign: ForeignParameters;
  /** The part of the request that the text is: its URL's query string, or a form. */
  readonly door: Door;
  /** The flat names of the list. Undefined where it has none. */
  readonly flat?: FlatRules | undefined;
}

/**
 * Greatest number of segments that a request within its limits can need: two for each group (`[$and][0]`),
 * three for each relation (`[comments][$count][$where]`), two for each populated relation (`[chef][populate]`),
 * and some for embedded columns, `$not`, the operator, and the index. A deeper key exceeds some limit anyway.
 * It is refused here, without naming the limit, so that recursive code never sees it.
 */
export function mostSegments(limits: Limits): number {
  return 2 * limits.logicalDepth + 3 * limits.relationHops + 2 * limits.populateHops + 12;
}

const nul = 0x00;
const percent = 0x25;
const plus = 0x2b;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Goes through the parameters of a query string from left to right. Nothing is between `&&`. */
export class Scanner {
  /** Positions of the present parameter. */
  start = 0;
  end = -1;
  /** Position of the first `=` outside brackets, where the key ends, or the end of a key without a value. */
  endOfKey = -1;
  /** True where the value has a `%` or a `+`. */
  isValueEncoded = false;

  /** Positions of the next of these characters, from the beginning of the parameter on, or the length of the text. */
  private equals = -1;
  private percent = -1;
  private plus = -1;

  constructor(readonly text: string) {}

  /** Moves on to the next parameter. False at the end of the text. */
  next(): boolean {
    const { text } = this;
    do {
      this.start = this.end + 1;
      if (this.start >= text.length) return false;
      this.end = this.find('&', this.start);
    } while (this.start === this.end);
    const { start, end } = this;
    if (this.equals < start) this.equals = this.find('=', start);
    const endOfKey = Math.min(this.equals, end);
    const isClosed = text.charCodeAt(endOfKey - 1) === closeBracket || lengthOf(closeBracket, text, endOfKey - 3) === 3;
    this.endOfKey = isClosed || endOfKey === end ? endOfKey : this.findEndOfKey();
    if (this.percent < this.endOfKey) this.percent = this.find('%', this.endOfKey);
    if (this.plus < this.endOfKey) this.plus = this.find('+', this.endOfKey);
    this.isValueEncoded = this.percent < end || this.plus < end;
    return true;
  }

  private find(character: string, from: number): number {
    const found = this.text.indexOf(character, from);
    return found < 0 ? this.text.length : found;
  }

  /** Finds the first `=` that is in no brackets, bare or encoded. */
  private findEndOfKey(): number {
    const { text, end } = this;
    let isOpen = false;
    for (let at = this.start; at < end; at += 1) {
      if (!isOpen && text[at] === '=') return at;
      if (lengthOf(openBracket, text, at) > 0) isOpen = true;
      else if (lengthOf(closeBracket, text, at) > 0) isOpen = false;
    }
    return end;
  }

  /** The key, not decoded. */
  get key(): string {
    return this.text.slice(this.start, this.endOfKey);
  }

  /** The value, not decoded. Undefined for a key without `=`. */
  get value(): string | undefined {
    return this.endOfKey < this.end ? this.text.slice(this.endOfKey + 1, this.end) : undefined;
  }
}

/** Returns the number of characters of a bracket at a position: 1, or 3 for an encoded one, or 0 for none. */
function lengthOf(bracket: number, text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === bracket) return 1;
  if (code !== percent || text[at + 1] !== '5') return 0;
  const digit = text[at + 2];
  return (bracket === openBracket ? digit === 'B' || digit === 'b' : digit === 'D' || digit === 'd') ? 3 : 0;
}

/** Reads keys: tells ours from the host's, splits them into names, and reports malformed ones. */
export class KeyReader {
  /** The parameter of the last key of ours. */
  parameter: Parameter = 'filters';
  /** Its names, from the parameter inwards. For a member of a list, the names of the list. */
  path: string[] = [];
  /** The member of a list that it leads to. */
  member: Member;
  /** The number of its first names that the key before it had as well. */
  shared = 0;

  /** The last key without its last name, as it was sent, and the number of names in it: 0 where it was not plain. */
  private head = '';
  private namesInHead = 0;

  private readonly names: ParameterNames;
  private readonly limits: Limits;
  private readonly foreign: ForeignParameters;
  private readonly door: Door;
  private readonly most: number;

  /** @param flat the flat names of the list, or undefined where it has none */
  constructor(
    { params, limits, foreign, door }: WireOptions,
    private readonly issues: IssueCollector,
    private readonly flat: FlatKeys | undefined,
  ) {
    this.names = params;
    this.limits = limits;
    this.foreign = foreign;
    this.door = door;
    this.most = mostSegments(limits);
  }

  /** Reads the key of a parameter. False for a key of the host's, and for one that was reported. */
  read(scanner: Scanner): boolean {
    if (this.readPlain(scanner)) return true;
    this.namesInHead = 0;
    this.shared = 0;
    return this.readClosely(scanner.key, scanner.value);
  }

  /**
   * Splits a key into its names. Nearly every key passes here, and most have all but their last name in common with the
   * one before: these are not read again.
   *
   * @returns false for a key that is malformed, has nested brackets, or is not ours: {@link readClosely} examines it
   */
  private readPlain({ text, start, endOfKey: end }: Scanner): boolean {
    const { path } = this;
    let at = start + this.head.length;
    const isAlike = this.namesInHead > 0 && at < end && text.startsWith(this.head, start);
    this.shared = isAlike && lengthOf(openBracket, text, at) > 0 ? this.namesInHead : 0;
    // V8 takes longer to set the length of a list.
    while (path.length > this.shared) path.pop();
    if (this.shared === 0) {
      const parameter = parameterOf(text, this.names, start, end);
      if (parameter === undefined || this.flat?.readsClosely(parameter) === true) return false;
      this.parameter = parameter;
      const name = nameOf(parameter, this.names);
      path.push(name);
      at = start + name.length;
    }
    let endOfHead = at;
    this.member = undefined;
    while (at < end) {
      const opened = lengthOf(openBracket, text, at);
      if (opened === 0) return false;
      endOfHead = at;
      const first = at + opened;
      let closed = 0;
      let isEncoded = false;
      for (at = first; at < end; at += 1) {
        const code = text.charCodeAt(at);
        if (code === nul || code === openBracket) return false;
        if (code === closeBracket || code === percent) closed = lengthOf(closeBracket, text, at);
        if (closed > 0) break;
        if (code === percent && lengthOf(openBracket, text, at) > 0) return false;
        isEncoded ||= code === percent || code === plus;
      }
      const isLast = at + closed === end;
      const name = isEncoded ? decode(text.slice(first, at)) : undefined;
      if (closed === 0 || (isEncoded && name?.includes('\0') !== false) || (first === at && !isLast)) return false;
      if (isLast)
        this.member = first === at ? 'next' : name === undefined ? canonicalNumber(text, first, at) : indexIn(name);
      if (this.member === undefined) path.push(name ?? text.slice(first, at));
      at += closed;
    }
    const isNewHead = this.shared === 0 || endOfHead > start + this.head.length;
    if (isNewHead) this.head = text.slice(start, endOfHead);
    this.namesInHead = this.member === undefined ? path.length - 1 : path.length;
    return this.namesInHead <= this.most;
  }

  /** Reads a key that is not plain, and finds out what is wrong with it. */
  private readClosely(raw: string, value: string | undefined): boolean {
    const decoded = decode(raw);
    if (decoded === undefined) return this.refuseGarbled(raw, value);
    const parameter = parameterOf(decoded, this.names);
    if (parameter === undefined || this.flat?.owns(decoded, parameter) === true)
      return this.flat?.read(decoded, value) === true ? false : this.lookAt(raw, value);
    const name = nameOf(parameter, this.names);
    if (this.flat?.refuses(parameter) === true) {
      this.foreign.refuseClosed(name, this.issues);
      return false;
    }
    const path = decoded.includes('\0') ? undefined : pathOf(decodeKey(raw), name);
    if (path === undefined) {
      const text = `has a key that cannot be read; keys are written ${name}[name][name]`;
      return this.refuse(Location.root(name), 'malformed_key', text);
    }
    if (path.length > this.most + 1) {
      exceed(this.issues, this.limits, 'logicalDepth', Location.root(name));
      return false;
    }
    const empty = path.indexOf('');
    if (empty >= 0 && empty < path.length - 1) {
      const text = 'has [] in the middle of its key; write an index';
      return this.refuse(locate(path.slice(0, empty)).child(0), 'malformed_key', text);
    }
    const last = path.length > 1 ? (path[path.length - 1] ?? '') : 'none';
    this.member = last === '' ? 'next' : indexIn(last);
    if (this.member !== undefined) path.pop();
    this.parameter = parameter;
    this.path = path;
    return true;
  }

  /** Examines a key of the host's. One whose bracket stays open ends at its first `=`, as `qs` reads it. */
  private lookAt(raw: string, value: string | undefined): false {
    const end = value === undefined ? raw.indexOf('=') : -1;
    const [key, rest] = end < 0 ? [raw, value] : [raw.slice(0, end), raw.slice(end + 1)];
    this.foreign.look(decode(key) ?? unescape(key), foreignText(rest, this.door), this.issues);
    return false;
  }

  private refuseGarbled(raw: string, value: string | undefined): false {
    const text = unescape(raw);
    const parameter = parameterOfGarbled(text, this.names);
    if (parameter === undefined) return this.flat?.refuseGarbled(text) === true ? false : this.lookAt(raw, value);
    const place = Location.root(nameOf(parameter, this.names));
    return this.refuse(place, 'malformed_encoding', 'has a key with malformed percent-encoding');
  }

  private refuse(place: Location, code: 'malformed_key' | 'malformed_encoding', text: string): false {
    this.issues.add(place, { code }, text);
    return false;
  }
}

/**
 * Splits a key that {@link decodeKey} decoded into its names. A name may be empty, or contain brackets.
 *
 * @returns undefined unless the key is `[…][…]` throughout: for `[a`, `[a]b`, `]`, `.a`, `[[a]]`, `[a[b]c]`
 *
 * @internal exported for its tests
 */
export function pathOf(key: string, parameter: string): string[] | undefined {
  const path = [parameter];
  let open = parameter.length;
  while (open < key.length) {
    const close = key.indexOf(']', open);
    const next = key.indexOf('[', open + 1);
    const end = next < 0 ? key.length : next;
    if (key[open] !== '[' || close !== end - 1) return undefined;
    path.push(withBrackets(key.slice(open + 1, close)));
    open = end;
  }
  return path;
}

/*
 * A bracket within a name carries a NUL until the key is split. Other NULs cannot occur, because a
 * key with one is refused.
 */
const innerOpen = '\0(';
const innerClose = '\0)';

function withBrackets(segment: string): string {
  return segment.includes('\0') ? segment.replaceAll(innerOpen, '[').replaceAll(innerClose, ']') : segment;
}

const bracket = /([[\]]|%5B|%5D)/i;
const opening: ReadonlySet<string> = new Set(['[', '%5B', '%5b']);

/**
 * Decodes a key once. Encoded brackets are structure, too, with one exception: inside a segment that a bare bracket
 * opens, an encoded `[` and its encoded `]` are text. A name with brackets is written so.
 *
 * @internal exported for its tests
 */
export function decodeKey(raw: string): string {
  let text = '';
  let depth = 0;
  let openedBare = false;
  for (const [position, token] of raw.split(bracket).entries()) {
    if (position % 2 === 0) {
      text += decode(token) ?? token;
    } else if (opening.has(token)) {
      const inner = depth > 0 && openedBare && token !== '[';
      if (depth === 0) openedBare = token === '[';
      depth += inner || depth === 0 ? 1 : 0;
      text += inner ? innerOpen : '[';
    } else {
      const inner = depth > 1 && token !== ']';
      depth = inner ? depth - 1 : 0;
      text += inner ? innerClose : ']';
    }
  }
  return text;
}
