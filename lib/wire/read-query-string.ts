import { Location } from '../issues.js';
import type { IssueCollector } from '../issues.js';
import { exceed } from '../limits.js';
import type { Limits } from '../limits.js';
import { decode } from './decode.js';
import { broken } from './branch.js';
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
}

/**
 * Reads a raw query string (what follows the `?`) into a plain tree. It collects everything that is wrong with our
 * parameters and leaves the host's alone. What was refused is not in the tree, and the rest is, so that the next floor can
 * say what is wrong with that; so the tree means nothing until the issues were looked at.
 */
export function readQueryString(text: string, options: WireOptions, issues: IssueCollector): RequestTree {
  const pieces = piecesWithinLimits(text, options, issues);
  const keys = new KeyReader(options.params, options.limits, issues);
  const tree = new KeyTree(issues);
  for (const piece of pieces) {
    if (piece === '') continue;
    const end = endOfKey(piece);
    const key = keys.read(end < 0 ? piece : piece.slice(0, end));
    if (key !== undefined) tree.add(key, readValue(end < 0 ? undefined : piece.slice(end + 1), tree, key, issues));
  }
  return folded(tree, options, issues);
}

/** No request within the limits has more, so nothing grows with one that is beyond them. */
function piecesWithinLimits(text: string, { params, limits }: WireOptions, issues: IssueCollector): readonly string[] {
  const root = Location.root(params.filters);
  // A text has at least as many bytes as characters: a huge one is not even measured.
  if (text.length > limits.queryBytes || Buffer.byteLength(text) > limits.queryBytes) {
    exceed(issues, limits, 'queryBytes', root);
    return [];
  }
  const pieces = text.split('&');
  // Two ampersands in a row have nothing between them.
  if (pieces.length <= limits.parameters || pieces.filter(Boolean).length <= limits.parameters) return pieces;
  exceed(issues, limits, 'parameters', root);
  return [];
}

function readValue(raw: string | undefined, tree: KeyTree, key: WireKey, issues: IssueCollector) {
  if (raw === undefined) return null;
  const value = decode(raw);
  if (value !== undefined) return value;
  issues.add(tree.locate(key), { code: 'malformed_encoding' }, 'has a value with malformed percent-encoding');
  return broken;
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
