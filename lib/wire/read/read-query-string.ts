import { Location } from '../../issues/index.js';
import type { IssueCollector } from '../../issues/index.js';
import { exceed } from '../../limits.js';
import { decode } from '../text/decode.js';
import { invalid } from './branch.js';
import { FlatKeys } from './flat-keys.js';
import { Fold } from './fold.js';
import { KeyReader } from './key-reader.js';
import type { WireKey } from './wire-key.js';
import { endOfKey } from './key-syntax.js';
import { KeyTree } from './key-tree.js';
import type { SentNames } from '../names/sent-names.js';
import type { WireOptions } from './wire-options.js';
import { eachPiece } from '../text/pieces.js';
import { type Parameter, type ParameterNames, parameters } from '../names/parameters.js';
import type { PlainNode, RequestTree } from '../request-tree.js';

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
 * `KeyTree` puts the value where its key leads, and `Fold` makes plain objects and lists of the result.
 */
export function readQueryString(text: string, options: WireOptions, issues: IssueCollector): QueryStringReading {
  if (!isWithinLimits(text, options, issues) || hasFragment(text, options, issues)) return nothing;
  const reader = new PieceReader(options, issues);
  eachPiece(text, (start, end) => {
    reader.read(text, start, end);
  });
  const fold = new Fold(options.limits, issues);
  const tree = folded(reader.tree, options.params, fold);
  return { tree, sent: reader.flat?.mergeInto(tree, fold) };
}

const nothing: QueryStringReading = { tree: {}, sent: undefined };

/** Refuses a `#`. It ends the query string of a URL, and must be encoded within a value. */
export function hasFragment(text: string, { params }: WireOptions, issues: IssueCollector): boolean {
  if (!text.includes('#')) return false;
  const message = 'has a # in its query string, which ends it; write %23 where it belongs to a value';
  issues.add(Location.root(params.filters), { code: 'malformed_encoding' }, message);
  return true;
}

/** Refuses a text that is too long or has too many parameters, before any work grows with it. */
export function isWithinLimits(text: string, { params, limits }: WireOptions, issues: IssueCollector): boolean {
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
    const decoded = value === undefined ? null : this.value(value, key);
    if (key.flat === undefined) this.tree.add(key, decoded);
    else this.flat?.add(key, key.flat, decoded);
  }

  private value(raw: string, key: WireKey): string | typeof invalid {
    const value = decode(raw);
    if (value !== undefined) return value;
    const text = 'has a value with malformed percent-encoding';
    this.issues.add(this.tree.locate(key), { code: 'malformed_encoding' }, text);
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
