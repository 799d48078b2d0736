import { unescape } from 'node:querystring';
import { type IssueCollector, Location } from '../issues/index.js';
import { exceed } from '../limits.js';
import { type ParameterNames, type SentNames, decode, eachPiece, parameterOf } from './names.js';
import { type Parameter, type PlainNode, type RequestTree, parameters } from './parameters.js';
import {
  FlatKeys,
  Fold,
  KeyReader,
  KeyTree,
  type WireKey,
  type WireOptions,
  type Value,
  endOfKey,
  invalid,
  malformedValue,
} from './keys.js';

/** A query string as a tree, with the flat names that were sent. The names are undefined where the list has none. */
export interface QueryStringReading {
  readonly tree: RequestTree;
  readonly sent: SentNames | undefined;
}

/**
 * Reads a raw query string, without its `?`, into a plain tree. Everything malformed in our parameters is reported, and
 * the host's parameters are left alone. A refused value is missing in the tree, which still holds the rest, so that the
 * parser can report its issues as well. After an issue, the tree must not be used for anything else.
 *
 * The text passes four stations: {@link PieceReader} cuts it into keys and values, `KeyReader` takes a key apart,
 * `KeyTree` puts the value where its key leads, and `Fold` makes plain objects and lists of the result. Flat names are
 * rewritten into keys of the tree before it is folded.
 */
export function readQueryString(text: string, options: WireOptions, issues: IssueCollector): QueryStringReading {
  if (!isWithinLimits(text, options, issues) || hasFragment(text, options, issues)) return nothing;
  const reader = new PieceReader(options, issues);
  eachPiece(text, (start, end) => {
    reader.read(text, start, end);
  });
  const sent = reader.flat?.rewriteInto(reader.tree);
  return { tree: folded(reader.tree, options.params, new Fold(options.limits, issues)), sent };
}

const nothing: QueryStringReading = { tree: {}, sent: undefined };

/** Refuses a `#`. It ends the query string of a URL, and must be encoded within a value. */
function hasFragment(text: string, { params }: WireOptions, issues: IssueCollector): boolean {
  if (!text.includes('#')) return false;
  const message = 'has a # in its query string, which ends it; write %23 in a value';
  issues.add(Location.root(params.filters), { code: 'malformed_encoding' }, message);
  return true;
}

/** Refuses a text that is too long or has too many parameters, before any work grows with it. */
function isWithinLimits(text: string, { params, limits }: WireOptions, issues: IssueCollector): boolean {
  const root = Location.root(params.filters);
  // A text has at least as many bytes as characters: a huge one is not even measured.
  if (text.length > limits.queryBytes || Buffer.byteLength(text) > limits.queryBytes) {
    exceed(issues, limits, 'queryBytes', root);
    return false;
  }
  // The shortest parameters have one character and an ampersand.
  if (text.length < 2 * limits.parameters) return true;
  let pieces = 0;
  eachPiece(text, () => (pieces += 1));
  if (pieces <= limits.parameters) return true;
  exceed(issues, limits, 'parameters', root);
  return false;
}

/** Reads the parameters of a query string one after another. Only a value is cut out of the text, and only once. */
class PieceReader {
  readonly tree: KeyTree;
  readonly flat: FlatKeys | undefined;
  private readonly keys: KeyReader;

  constructor(
    options: WireOptions,
    private readonly issues: IssueCollector,
  ) {
    const { flat, params } = options;
    this.tree = new KeyTree(issues);
    this.flat = flat && new FlatKeys(flat, params, issues);
    this.keys = new KeyReader(options, issues, this.flat);
  }

  read(text: string, start: number, end: number): void {
    const sibling = this.keys.readSibling(text, start);
    // Both values end at the same place: no key contains an ampersand.
    if (sibling !== undefined) {
      this.tree.add(sibling, this.value(text.slice(sibling.valueFrom, end), sibling));
      return;
    }
    const piece = text.slice(start, end);
    const equals = endOfKey(piece);
    const value = equals < 0 ? undefined : piece.slice(equals + 1);
    const key = this.keys.read(equals < 0 ? piece : piece.slice(0, equals), value);
    if (key === undefined) return;
    this.tree.add(key, value === undefined ? null : this.value(value, key));
  }

  private value(raw: string, key: WireKey): Value | typeof invalid {
    const value = decode(raw);
    if (value !== undefined) return this.flat === undefined ? value : this.flat.rewritten(key, value);
    this.issues.add(this.tree.locate(key), { code: 'malformed_encoding' }, malformedValue);
    return invalid;
  }
}

/** Makes the request tree, with each parameter under its own name, whatever the host calls it. */
function folded(tree: KeyTree, params: ParameterNames, fold: Fold): { [name in Parameter]?: PlainNode } {
  const request: { [name in Parameter]?: PlainNode } = {};
  for (const parameter of parameters) {
    const name = params[parameter];
    const place = name === undefined ? undefined : tree.below(name);
    if (name === undefined || place === undefined) continue;
    const node = fold.node(place, Location.root(name));
    if (node !== invalid) request[parameter] = node;
  }
  return request;
}

/**
 * Returns the query string of a request, not decoded, with its `?`, or the empty text. It comes from the URL, because
 * each framework parses queries differently: Express 5 and Fastify give flat keys, Express 4 drops some.
 */
export function rawQueryOf(request: unknown): string {
  const query = queryOfUrl(urlOf(request));
  return query === '' ? '' : `?${query}`;
}

/**
 * Returns the query string of a text in a program: the text itself, or the part after the `?` of a path, of a whole
 * URL, or of `url.search`.
 *
 * @param names the names of the parameters: a `?` is text inside a value of ours, and ends a
 * path before one of our keys
 */
export function queryIn(text: string, names: ParameterNames): string {
  if (text.startsWith('?')) return text.slice(1);
  if (urlStart.test(text)) return queryOfUrl(text);
  const mark = text.indexOf('?');
  const end = text.indexOf('&');
  if (mark < 0 || (end >= 0 && end < mark) || isOurs(text, names)) return text;
  const rest = text.slice(mark + 1);
  return text.slice(0, mark).includes('=') && !isOurs(rest, names) ? text : rest;
}

/** A scheme, or the slash of a path. */
const urlStart = /^(?:[a-z][a-z\d+.-]*:\/)?\//i;

/**
 * Returns the query string of a URL. A `#` stays, so that the reader refuses it: whether it ends the query or should
 * have been encoded, the text after it would be lost. Fastify can be configured to read parameters behind a `;` in the
 * path as a query; these are put first, so that no condition is lost.
 */
function queryOfUrl(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const query = end < 0 ? '' : url.slice(url[end] === '?' ? end + 1 : end);
  const semicolon = path.indexOf(';');
  const behind = semicolon < 0 ? '' : path.slice(semicolon + 1);
  if (!/[=[%]/.test(behind)) return query;
  return query === '' ? behind : `${behind}&${query}`;
}

function isOurs(query: string, names: ParameterNames): boolean {
  const key = query.slice(0, endOfName(query));
  return parameterOf(decode(key) ?? key, names) !== undefined;
}

function endOfName(query: string): number {
  const end = query.search(/[=&]/);
  return end < 0 ? query.length : end;
}

/**
 * Returns the URL of a request as the handler sees it: a middleware or `rewriteUrl` may have added conditions that
 * `originalUrl` lacks. A mount removes a part of the path, and leaves the query.
 */
function urlOf(request: unknown): string {
  if (typeof request !== 'object' || request === null) return '';
  const url: unknown = 'url' in request ? request.url : undefined;
  const original: unknown = 'originalUrl' in request ? request.originalUrl : undefined;
  const found = url ?? original;
  return typeof found === 'string' ? found : '';
}

/** One parameter of a query string, decoded. */
export interface SentPair {
  readonly key: string;
  /** The value; null for a key without `=`. */
  readonly value: string | null;
}

/**
 * Splits a query string into its parameters, for readers of other spellings. The limits on the whole text hold, and
 * what cannot be decoded is refused.
 */
export function readPairs(text: string, options: WireOptions, issues: IssueCollector): readonly SentPair[] {
  if (!isWithinLimits(text, options, issues) || hasFragment(text, options, issues)) return [];
  const pairs: SentPair[] = [];
  eachPiece(text, (start, end) => {
    const pair = pairOf(text.slice(start, end));
    if (pair !== undefined) pairs.push(pair);
    else issues.add(Location.root(options.params.filters), { code: 'malformed_encoding' }, malformed);
  });
  return pairs;
}

const malformed = 'cannot be read: the query string has malformed percent-encoding';

function pairOf(piece: string): SentPair | undefined {
  const { key: rawKey, value: rawValue } = splitPair(piece);
  const key = decode(rawKey);
  const value = rawValue === null ? null : decode(rawValue);
  return key === undefined || value === undefined ? undefined : { key, value };
}

/** Splits a parameter that may be unreadable. Bytes that are not UTF-8 become U+FFFD. */
export function pairAsSent(piece: string): SentPair {
  const { key, value } = splitPair(piece);
  return { key: decode(key) ?? unescape(key), value: value === null ? null : (decode(value) ?? unescape(value)) };
}

function splitPair(piece: string): SentPair {
  const equals = piece.indexOf('=');
  return equals < 0 ? { key: piece, value: null } : { key: piece.slice(0, equals), value: piece.slice(equals + 1) };
}
