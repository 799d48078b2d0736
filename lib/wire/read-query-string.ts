import { Location } from '../issues.js';
import type { IssueCollector } from '../issues.js';
import { exceed } from '../limits.js';
import type { Limits } from '../limits.js';
import { decode } from './decode.js';
import { invalid } from './branch.js';
import type { ForeignParameters } from './foreign-parameters.js';
import { Fold } from './fold.js';
import { KeyReader } from './key-reader.js';
import type { WireKey } from './key-reader.js';
import { endOfKey } from './key-syntax.js';
import { KeyTree } from './key-tree.js';
import { eachPiece } from './pieces.js';
import { type Parameter, type ParameterNames, parameters } from './parameters.js';
import type { PlainNode, RequestTree } from './request-tree.js';

/** The rules by which a query string is read. */
export interface WireOptions {
  /** The host's names for the parameters. */
  readonly params: ParameterNames;
  readonly limits: Limits;
  /** Looks for typos of our parameters among those of the host. */
  readonly foreign: ForeignParameters;
}

/**
 * Reads a raw query string, without its `?`, into a plain tree. It reports everything that is malformed in our parameters
 * and leaves the host's alone. A refused value is missing in the tree; the rest is there, so that the parser can report its
 * issues as well. The tree therefore means nothing where issues were reported.
 *
 * The text passes four stations: {@link PieceReader} cuts it into keys and values, `KeyReader` takes a key apart, `KeyTree`
 * puts the value where its key leads, and `Fold` makes plain objects and lists of the result.
 */
export function readQueryString(text: string, options: WireOptions, issues: IssueCollector): RequestTree {
  if (!isWithinLimits(text, options, issues) || hasFragment(text, options, issues)) return {};
  const reader = new PieceReader(options, issues);
  eachPiece(text, (start, end) => {
    reader.read(text, start, end);
  });
  return folded(reader.tree, options, issues);
}

/** Refuses a `#`. It ends the query string of a URL, and as a part of a value it is encoded. */
function hasFragment(text: string, { params }: WireOptions, issues: IssueCollector): boolean {
  if (!text.includes('#')) return false;
  const message = 'has a # in its query string, which ends it; write %23 where it belongs to a value';
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
  private readonly keys: KeyReader;

  constructor(
    { params, limits, foreign }: WireOptions,
    private readonly issues: IssueCollector,
  ) {
    this.tree = new KeyTree(issues);
    this.keys = new KeyReader(params, limits, foreign, issues);
  }

  read(text: string, start: number, end: number): void {
    const sibling = this.keys.readSibling(text, start);
    // Its value ends at the same place: no key has an ampersand in it.
    if (sibling !== undefined) {
      this.tree.add(sibling, this.value(text.slice(sibling.valueFrom, end), sibling));
      return;
    }
    const piece = text.slice(start, end);
    const equals = endOfKey(piece);
    const value = equals < 0 ? undefined : piece.slice(equals + 1);
    const key = this.keys.read(equals < 0 ? piece : piece.slice(0, equals), value);
    if (key !== undefined) this.tree.add(key, value === undefined ? null : this.value(value, key));
  }

  private value(raw: string, key: WireKey): string | typeof invalid {
    const value = decode(raw);
    if (value !== undefined) return value;
    const text = 'has a value with malformed percent-encoding';
    this.issues.add(this.tree.locate(key), { code: 'malformed_encoding' }, text);
    return invalid;
  }
}

/** Makes the request tree, in which each parameter has its own name, whatever the host calls it. */
function folded(tree: KeyTree, { params, limits }: WireOptions, issues: IssueCollector): RequestTree {
  const fold = new Fold(limits, issues);
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
