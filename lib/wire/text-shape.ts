import { IssueCollector } from '../issues.js';
import type { Limits } from '../limits.js';
import { decode } from './decode.js';
import { foreignText } from './foreign-parameters.js';
import { endOfKey, plainPath } from './key-syntax.js';
import { type Parameter, type ParameterNames, nameOf, parameterOf } from './parameters.js';
import { eachPiece } from './pieces.js';
import type { WireOptions } from './read-query-string.js';
import { type Path, locate } from './segments.js';

/** The shape of a query string: its keys without their values. Requests of one shape differ in values alone. */
export interface TextShape {
  /** Our keys in their order, those of `sort` and `fields` with their values. Nothing of the host's is in it. */
  readonly text: string;
  /** The keys whose values are left out, not decoded. */
  readonly keys: readonly string[];
  /** The value of each of these keys, not decoded. */
  readonly values: readonly string[];
}

/** The parameters whose values are names, which decide what is read, and so are a part of the shape. */
const shapes: Readonly<Record<Parameter, boolean>> = {
  filters: false,
  sort: true,
  pagination: false,
  search: false,
  facets: false,
  fields: true,
};

/** The most characters of a shape. */
const longestShape = 4_096;

/** The most characters of a query string that has a shape. Those of a longer one are looked at once, by the parser. */
const longestText = 8_192;

/** The most values that a shape leaves out. Reading longer lists takes as long either way. */
const mostValues = 32;

/** The most parameters of the host's. Each is looked at, and once more by the parser where the shape is not known. */
const mostOthers = 32;

/**
 * Returns the shape of a query string. Undefined for one that only `readQueryString` can judge: it exceeds a limit of the text,
 * has a key that cannot be decoded, or a parameter that may be a typo of ours, for which every text is searched.
 */
export function shapeOf(text: string, options: WireOptions): TextShape | undefined {
  if (!isWithinShapes(text, options.limits)) return undefined;
  const shape = new ShapeDraft(options);
  let pieces = 0;
  let isPlain = true;
  eachPiece(text, (start, end) => {
    pieces += 1;
    isPlain = shape.add(text.slice(start, end));
    return isPlain;
  });
  return isPlain && pieces <= options.limits.parameters ? shape : undefined;
}

/** Returns true for a text that may have a shape: it is within the limits of the text, and has no `#`. */
export function isWithinShapes(text: string, limits: Limits): boolean {
  return isShort(text, limits) && !text.includes('#');
}

/** Returns true for a text within the limit on its bytes, of which a character has three at most. */
function isShort(text: string, { queryBytes }: Limits): boolean {
  if (text.length > longestText) return false;
  return text.length * 3 <= queryBytes || (text.length <= queryBytes && Buffer.byteLength(text) <= queryBytes);
}

/** A shape while its parameters are added. */
class ShapeDraft implements TextShape {
  text = '';
  readonly keys: string[] = [];
  readonly values: string[] = [];
  private others = 0;

  constructor(private readonly options: WireOptions) {}

  /** Adds a parameter. False where the request has no shape. */
  add(piece: string): boolean {
    const equals = endOfKey(piece);
    const key = equals < 0 ? piece : piece.slice(0, equals);
    const parameter = parameterOf(key, this.options.params);
    if (parameter === undefined) return this.isHosts(key, equals < 0 ? undefined : piece.slice(equals + 1));
    if (equals < 0 || shapes[parameter]) {
      this.text += `&${piece}`;
    } else {
      this.text += `&${key}=`;
      this.keys.push(key);
      this.values.push(piece.slice(equals + 1));
    }
    return this.text.length <= longestShape && this.values.length <= mostValues;
  }

  /** Returns true for a parameter of the host's of which no issue is to be reported. */
  private isHosts(raw: string, value: string | undefined): boolean {
    const { params, foreign } = this.options;
    const key = decode(raw);
    this.others += 1;
    if (this.others > mostOthers || key === undefined || parameterOf(key, params) !== undefined) return false;
    const issues = new IssueCollector(1);
    foreign.look(key, foreignText(value), issues);
    return issues.count === 0;
  }
}

/** The place in a request that a key leads to. */
export interface KeyPlace {
  readonly parameter: Parameter;
  /** The names from the parameter inwards; `[]` is the index that it stands for. */
  readonly path: Path;
  readonly pointer: string;
}

/** Returns the places that the keys of a request lead to. Undefined where a key needs a closer look, or is repeated. */
export function placesOf(keys: readonly string[], params: ParameterNames): readonly KeyPlace[] | undefined {
  const places = new Map<string, KeyPlace>();
  const lengths = new Map<string, number>();
  for (const key of keys) {
    const place = placeOf(key, params, lengths);
    if (place === undefined || places.has(place.pointer)) return undefined;
    places.set(place.pointer, place);
  }
  return [...places.values()];
}

/** @param lengths how many members each list with `[]` has so far */
function placeOf(raw: string, params: ParameterNames, lengths: Map<string, number>): KeyPlace | undefined {
  const key = decode(raw);
  const parameter = key === undefined ? undefined : parameterOf(key, params);
  if (key === undefined || parameter === undefined) return undefined;
  const path = plainPath(key, nameOf(parameter, params));
  if (path === undefined) return undefined;
  if (path.at(-1) === '') {
    path.pop();
    const { pointer } = locate(path);
    const index = lengths.get(pointer) ?? 0;
    lengths.set(pointer, index + 1);
    path.push(String(index));
  }
  return { parameter, path, pointer: locate(path).pointer };
}
