import { unescape } from 'node:querystring';
import { Location } from '../../issues/index.js';
import type { IssueCollector } from '../../issues/index.js';
import { exceed } from '../../limits.js';
import type { Limits } from '../../limits.js';
import { canonicalNumber, endOfDigits } from '../../values/index.js';
import { decode } from '../text/decode.js';
import type { ForeignParameters } from '../names/foreign-parameters.js';
import { type Door, foreignText } from '../names/foreign-value.js';
import type { FlatKeys } from './flat-keys.js';
import { decodeKey, pathOf, plainPath } from './key-syntax.js';
import { type Parameter, type ParameterNames, nameOf, parameterOf, parameterOfGarbled } from '../names/parameters.js';
import { type Path, indexIn, locate } from '../text/segments.js';
import type { WireKey } from './wire-key.js';
import type { WireOptions } from './wire-options.js';

/** Key of another member of the same list as the previous key. */
export interface SiblingKey extends WireKey {
  /** Position of the value in the query string. */
  readonly valueFrom: number;
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

/** The raw text of a list member's key around its index, with the `=` after it. */
interface RawMember {
  readonly before: string;
  readonly after: string;
  readonly parameter: Parameter;
  readonly path: Path;
}

/** Reads keys: tells ours from the host's, and reports malformed ones. Keeps the previous key for its siblings. */
export class KeyReader {
  private readonly most: number;
  private lastRaw: string | undefined;
  private lastKey: WireKey | undefined;
  private lastMember: RawMember | undefined;

  private readonly names: ParameterNames;
  private readonly limits: Limits;
  private readonly foreign: ForeignParameters;
  private readonly door: Door;

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

  /**
   * Reads a key.
   *
   * @param raw the key, not decoded
   * @param value the value, not decoded; only the rules for the host's keys examine it
   * @returns undefined for a key of the host's, and for one that was reported
   */
  read(raw: string, value?: string): WireKey | undefined {
    // A repeated key was read before.
    if (raw === this.lastRaw && this.lastKey !== undefined) return this.lastKey;
    this.lastRaw = raw;
    this.lastKey = this.readNew(raw, value);
    return this.lastKey;
  }

  /**
   * Reads the key at a position of a query string where it belongs to the same list as the previous key. The keys of a
   * list differ only in their index, so the rest need not be read again.
   *
   * @returns undefined for any other key, which {@link read} reads
   */
  readSibling(text: string, from: number): SiblingKey | undefined {
    if (this.lastMember === undefined) return undefined;
    const { before, after, parameter, path } = this.lastMember;
    const first = from + before.length;
    // V8 compares a slice in two thirds of the time that `startsWith` takes.
    if (text.slice(from, first) !== before) return undefined;
    const end = endOfDigits(text, first);
    const member = text.slice(end, end + after.length) === after ? canonicalNumber(text, first, end) : undefined;
    return member === undefined
      ? undefined
      : { parameter, path, member, flat: undefined, valueFrom: end + after.length };
  }

  private remember(raw: string, key: WireKey): WireKey {
    this.lastMember = typeof key.member === 'number' ? rawMember(raw, key, String(key.member)) : undefined;
    return key;
  }

  private readNew(raw: string, value: string | undefined): WireKey | undefined {
    const decoded = decode(raw);
    if (decoded === undefined) return this.refuseGarbled(raw, value);
    const parameter = parameterOf(decoded, this.names);
    if (parameter === undefined) return this.readFlat(decoded, value);
    if (this.flat?.refuses(parameter) === true) return this.refuseClosed(parameter);
    const name = nameOf(parameter, this.names);
    const path = plainPath(decoded, name);
    if (path !== undefined && path.length <= this.most + 1) return this.remember(raw, wireKey(parameter, path));
    return decoded.includes('\0') ? this.refuseMalformed(parameter) : this.readClosely(parameter, raw);
  }

  /** Reads a key that is none of our parameters: a flat name, or the host's. */
  private readFlat(key: string, value: string | undefined): WireKey | undefined {
    const found = this.flat?.read(key);
    if (found === 'malformed') return undefined;
    return found ?? this.lookAt(key, value);
  }

  private readClosely(parameter: Parameter, raw: string): WireKey | undefined {
    const name = nameOf(parameter, this.names);
    const path = pathOf(decodeKey(raw), name);
    if (path === undefined) return this.refuseMalformed(parameter);
    if (path.length > this.most + 1) {
      exceed(this.issues, this.limits, 'logicalDepth', this.root(parameter));
      return undefined;
    }
    const empty = path.indexOf('');
    if (empty < 0 || empty === path.length - 1) return wireKey(parameter, path);
    const place = locate(path.slice(0, empty)).child(0);
    this.issues.add(place, { code: 'malformed_key' }, 'is written [] before the end of its key; write its index');
    return undefined;
  }

  private lookAt(key: string, value: string | undefined): undefined {
    this.foreign.look(key, foreignText(value, this.door), this.issues);
  }

  private refuseGarbled(raw: string, value: string | undefined): undefined {
    const text = unescape(raw);
    const parameter = parameterOfGarbled(text, this.names);
    if (parameter === undefined) return this.flat?.refuseGarbled(text) === true ? undefined : this.lookAt(text, value);
    const message = 'has a key with malformed percent-encoding';
    this.issues.add(this.root(parameter), { code: 'malformed_encoding' }, message);
  }

  private refuseClosed(parameter: Parameter): undefined {
    this.foreign.refuseClosed(nameOf(parameter, this.names), this.issues);
  }

  private refuseMalformed(parameter: Parameter): undefined {
    const text = `has a key that cannot be read; keys are written ${nameOf(parameter, this.names)}[name][name]`;
    this.issues.add(this.root(parameter), { code: 'malformed_key' }, text);
  }

  private root(parameter: Parameter): Location {
    return Location.root(nameOf(parameter, this.names));
  }
}

function wireKey(parameter: Parameter, path: string[]): WireKey {
  if (path.length === 1) return { parameter, path, member: undefined, flat: undefined };
  const last = path[path.length - 1] ?? '';
  const member = last === '' ? 'next' : indexIn(last);
  if (member !== undefined) path.pop();
  return { parameter, path, member, flat: undefined };
}

/** Returns the raw text around the index, up to the value, or undefined where the digits themselves are encoded. */
function rawMember(raw: string, { parameter, path }: WireKey, digits: string): RawMember | undefined {
  const end = raw.length - (raw.endsWith(']') ? 1 : '%5D'.length);
  const start = end - digits.length;
  if (!raw.startsWith(digits, start)) return undefined;
  return { before: raw.slice(0, start), after: `${raw.slice(end)}=`, parameter, path };
}
