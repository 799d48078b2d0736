import { IssueCollector } from '../issues.js';
import type { Limits } from '../limits.js';
import { decode } from './decode.js';
import { foreignText } from './foreign-parameters.js';
import { endOfKey } from './key-syntax.js';
import { type ListKey, listKeyOf, valueOfMember } from './list-key.js';
import { type Parameter, parameterOf } from './parameters.js';
import { eachPiece } from './pieces.js';
import type { WireOptions } from './read-query-string.js';

/** A parameter of a shape. */
export interface ShapeKey {
  /** The key, not decoded: of a list, that of its first member. A parameter that is wholly a part of the shape is here with its value. */
  readonly raw: string;
  /** What the shape leaves out: nothing, one value, or the values of all members of a list, of which there may be any number. */
  readonly takes: 'nothing' | 'value' | ListKey;
}

/** The values that a request has in the places that its shape leaves out, not decoded: of each key, or of all members of a list. */
export type ShapeValues = readonly (string | readonly string[])[];

/** The shape of a query string: its keys without their values. Requests of one shape differ in values alone. */
export interface TextShape {
  /**
   * Our keys in their order, those of `sort` and `fields` with their values. Nothing of the host's is in it. A list in the order of its
   * members is there once, however many it has, and begins with a second ampersand.
   */
  readonly text: string;
  /** The parameters, which hold nothing of the request but its keys. */
  readonly keys: readonly ShapeKey[];
  /** The values of those keys that have one. */
  readonly values: ShapeValues;
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
const longestText = 16_384;

/** The most values that a shape leaves out, where a list of any length counts as one. */
export const mostValues = 32;

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
    isPlain = shape.add(text, start, end);
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

/** A list of which the members are added one after another. */
interface OpenList {
  readonly key: ListKey;
  readonly values: string[];
}

/** A shape while its parameters are added. */
class ShapeDraft implements TextShape {
  text = '';
  readonly values: (string | readonly string[])[] = [];
  /** What each parameter takes, in their order. */
  private readonly takes: ('nothing' | 'value' | 'list')[] = [];
  private others = 0;
  /** The list of the parameter before. */
  private list: OpenList | undefined;

  constructor(private readonly options: WireOptions) {}

  /** Cut out of the text of the shape, because a part of the query string would keep all of that. */
  get keys(): readonly ShapeKey[] {
    const pieces = this.text.split('&').filter((piece) => piece !== '');
    return pieces.map((piece, index) => {
      const takes = this.takes[index];
      if (takes === undefined || takes === 'nothing') return { raw: piece, takes: 'nothing' };
      const raw = piece.slice(0, -1);
      return { raw, takes: (takes === 'list' ? listKeyOf(raw) : undefined) ?? 'value' };
    });
  }

  /** Adds the parameter between two positions of a query string. False where the request has no shape. */
  add(text: string, start: number, end: number): boolean {
    if (this.list !== undefined && addMember(this.list, text, start, end)) return true;
    this.list = undefined;
    const piece = text.slice(start, end);
    const equals = endOfKey(piece);
    const key = equals < 0 ? piece : piece.slice(0, equals);
    const parameter = parameterOf(key, this.options.params);
    if (parameter === undefined) return this.isHosts(key, equals < 0 ? undefined : piece.slice(equals + 1));
    if (equals < 0 || shapes[parameter]) this.addWhole(piece);
    else this.addKey(key, piece.slice(equals + 1), parameter === 'filters' ? listKeyOf(key) : undefined);
    return this.text.length <= longestShape && this.values.length <= mostValues;
  }

  private addWhole(piece: string): void {
    this.text += `&${piece}`;
    this.takes.push('nothing');
  }

  private addKey(raw: string, value: string, list: ListKey | undefined): void {
    if (list === undefined) {
      this.text += `&${raw}=`;
      this.takes.push('value');
      this.values.push(value);
      return;
    }
    this.list = { key: list, values: [value] };
    this.text += `&&${raw}=`;
    this.takes.push('list');
    this.values.push(this.list.values);
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

function addMember({ key, values }: OpenList, text: string, start: number, end: number): boolean {
  const from = valueOfMember(key, values.length, text, start);
  if (from >= 0) values.push(text.slice(from, end));
  return from >= 0;
}
