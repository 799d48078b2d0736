import { Location } from '../issues.js';
import type { IssueCollector } from '../issues.js';
import { exceed } from '../limits.js';
import type { Limits } from '../limits.js';
import { decode } from './decode.js';
import { broken } from './branch.js';
import type { ForeignParameters } from './foreign-parameters.js';
import { fold } from './fold.js';
import { KeyReader } from './key-reader.js';
import type { WireKey } from './key-reader.js';
import { endOfKey } from './key-syntax.js';
import { KeyTree } from './key-tree.js';
import { type Parameter, parameters } from './parameters.js';
import type { ParameterNames, PlainNode, RequestTree } from './request-tree.js';

export interface WireOptions {
  /** What the host calls the parameters. */
  readonly params: ParameterNames;
  readonly limits: Limits;
  /** What looks at the parameters that are the host's. */
  readonly foreign: ForeignParameters;
}

/**
 * Reads a raw query string (what follows the `?`) into a plain tree. It collects everything that is wrong with our
 * parameters and leaves the host's alone. What was refused is not in the tree, and the rest is, so that the next floor can
 * say what is wrong with that; so the tree means nothing until the issues were looked at.
 */
export function readQueryString(text: string, options: WireOptions, issues: IssueCollector): RequestTree {
  if (!isWithinLimits(text, options, issues) || hasFragment(text, options, issues)) return {};
  const reader = new PieceReader(options, issues);
  eachPiece(text, (start, end) => {
    reader.read(text, start, end);
  });
  return folded(reader.tree, options, issues);
}

/** What follows a `#` belongs to no query string, and what was meant as a part of a value is encoded. */
function hasFragment(text: string, { params }: WireOptions, issues: IssueCollector): boolean {
  if (!text.includes('#')) return false;
  const message = 'has a # in its query string, which ends it; write %23 where it belongs to a value';
  issues.add(Location.root(params.filters), { code: 'malformed_encoding' }, message);
  return true;
}

/** No request within the limits has more, so nothing grows with one that is beyond them. */
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

/** Where each parameter begins and ends. Two ampersands in a row have nothing between them. */
function eachPiece(text: string, visit: (start: number, end: number) => void): void {
  for (let start = 0; start < text.length;) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand < 0 ? text.length : ampersand;
    if (end > start) visit(start, end);
    start = end + 1;
  }
}

/** Reads the parameters of a query string one after another. What a text holds is cut out of it once, as a value. */
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
    // It ends here, too: no key has an ampersand in it.
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

  private value(raw: string, key: WireKey): string | typeof broken {
    const value = decode(raw);
    if (value !== undefined) return value;
    const text = 'has a value with malformed percent-encoding';
    this.issues.add(this.tree.locate(key), { code: 'malformed_encoding' }, text);
    return broken;
  }
}

function folded(tree: KeyTree, { params, limits }: WireOptions, issues: IssueCollector): RequestTree {
  const request: { [name in Parameter]?: PlainNode } = {};
  for (const parameter of parameters) {
    const name = params[parameter];
    const place = tree.below(name);
    if (place === undefined) continue;
    const node = fold(place, Location.root(name), limits, issues);
    if (node !== broken) request[parameter] = node;
  }
  return request;
}
