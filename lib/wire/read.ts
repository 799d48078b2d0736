import { unescape } from 'node:querystring';
import { type IssueCollector, Location } from '../issues/index.js';
import { exceed } from '../limits.js';
import { type ParameterNames, type SentNames, decode, eachPiece, parameterOf } from './names.js';
import type { RequestTree } from './parameters.js';
import { FlatKeys, malformedValue } from './flat.js';
import { KeyReader, Scanner, type WireOptions } from './keys.js';
import { KeyTree, invalid } from './tree.js';

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
 * `Scanner` finds the keys and values, `KeyReader` takes a key apart, and `KeyTree` puts the value where its key leads.
 * Flat names are rewritten into keys of the tree once all have arrived.
 */
export function readQueryString(text: string, options: WireOptions, issues: IssueCollector): QueryStringReading {
  if (!isWithinLimits(text, options, issues) || hasFragment(text, options, issues)) return nothing;
  const { params, limits } = options;
  const flat = options.flat && new FlatKeys(options.flat, params, issues);
  const keys = new KeyReader(options, issues, flat);
  const tree = new KeyTree(limits, issues);
  const scanner = new Scanner(text);
  while (scanner.next()) {
    if (!keys.read(scanner)) continue;
    const { parameter, path, member } = keys;
    const raw = scanner.value ?? null;
    let value = raw !== null && scanner.isValueEncoded ? (decode(raw) ?? invalid) : raw;
    if (value === invalid) issues.add(tree.locate(path, member), { code: 'malformed_encoding' }, malformedValue);
    else if (flat !== undefined && value !== null) value = flat.rewritten(parameter, path, value);
    tree.add(parameter, path, member, value, keys.shared);
  }
  const sent = flat?.rewriteInto(tree);
  return { tree: tree.finished(params), sent };
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
  const scanner = new Scanner(piece);
  scanner.next();
  // The key of a bracket that stays open ends at the first `=`, as `qs` reads it.
  const equals = scanner.endOfKey < piece.length ? scanner.endOfKey : piece.indexOf('=');
  return equals < 0 ? { key: piece, value: null } : { key: piece.slice(0, equals), value: piece.slice(equals + 1) };
}
