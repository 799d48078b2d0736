import { unescape } from 'node:querystring';
import { Location } from '../issues.js';
import type { IssueCollector } from '../issues.js';
import { exceed } from '../limits.js';
import type { Limits } from '../limits.js';
import { decode } from './decode.js';
import { countPlainSegments, countSegments, decodeKey } from './key-syntax.js';
import { indexBetween, lastIndexOfKey, locate } from './key-text.js';
import { parameterOf, parameterOfGarbled } from './parameters.js';
import type { Parameter } from './parameters.js';
import type { ParameterNames } from './request-tree.js';

/** A key that is ours and well formed. */
export interface WireKey {
  readonly parameter: Parameter;
  /** What follows the parameter's name, as `key-text.ts` describes it. */
  readonly text: string;
  /** Where the last segment is an index or `[]`: the key of the list, and the index, if there is one. */
  readonly list: string | undefined;
  readonly index: number | undefined;
}

/**
 * The most segments that a request within its limits can need: two for each group (`[$and][0]`), three for each relation
 * (`[comments][$count][$where]`), and room for embedded columns, `$not`, the operator, and the index. Whatever is deeper is
 * beyond some limit in any case, but what is nested deeper must not get as far as the code that recurses and would say which.
 */
export function mostSegments(limits: Limits): number {
  return 2 * limits.logicalDepth + 3 * limits.relationHops + 12;
}

/** The key of a list's member as it was written, around its index. */
interface RawMember {
  readonly before: string;
  readonly after: string;
  readonly parameter: Parameter;
  readonly list: string;
}

const rawMember = /^(.*(?:\[|%5B))\d+(\]|%5D)$/i;

/** Tells our keys from the host's, and well-formed ones from the others, which it reports. */
export class KeyReader {
  private readonly most: number;
  private lastRaw: string | undefined;
  private lastKey: WireKey | undefined;
  private lastMember: RawMember | undefined;

  constructor(
    private readonly names: ParameterNames,
    private readonly limits: Limits,
    private readonly issues: IssueCollector,
  ) {
    this.most = mostSegments(limits);
  }

  /** Undefined where the key is the host's, or where it was reported. */
  read(raw: string): WireKey | undefined {
    const sibling = this.readSibling(raw);
    if (sibling !== undefined) return sibling;
    // A list may also be one key, many times over.
    if (raw === this.lastRaw && this.lastKey !== undefined) return this.lastKey;
    this.lastRaw = raw;
    this.lastKey = this.readNew(raw);
    return this.lastKey;
  }

  /** The keys of a list differ in nothing but the index, which says nothing of how the rest is read. */
  private readSibling(raw: string): WireKey | undefined {
    if (this.lastMember === undefined) return undefined;
    const { before, after, parameter, list } = this.lastMember;
    if (!raw.startsWith(before) || !raw.endsWith(after)) return undefined;
    const index = indexBetween(raw, before.length, raw.length - after.length);
    return index === undefined ? undefined : { parameter, text: `${list}[${index}]`, list, index };
  }

  private remembered(raw: string, key: WireKey): WireKey {
    const [, before, after] = (key.index !== undefined && rawMember.exec(raw)) || [];
    const { parameter, list } = key;
    const isMember = before !== undefined && after !== undefined && list !== undefined;
    this.lastMember = isMember ? { before, after, parameter, list } : undefined;
    return key;
  }

  private readNew(raw: string): WireKey | undefined {
    const decoded = decode(raw);
    if (decoded === undefined) return this.refuseGarbled(raw);
    const parameter = parameterOf(decoded, this.names);
    if (parameter === undefined) return undefined;
    const start = this.names[parameter].length;
    const count = countPlainSegments(decoded, start);
    if (count !== undefined && count <= this.most)
      return this.remembered(raw, wireKey(parameter, decoded.slice(start)));
    return decoded.includes('\0') ? this.refuseMalformed(parameter) : this.readClosely(parameter, raw);
  }

  private readClosely(parameter: Parameter, raw: string): WireKey | undefined {
    const text = decodeKey(raw).slice(this.names[parameter].length);
    const count = countSegments(text);
    if (count === undefined) return this.refuseMalformed(parameter);
    if (count > this.most) {
      exceed(this.issues, this.limits, 'logicalDepth', this.root(parameter));
      return undefined;
    }
    const emptyInside = text.indexOf('[][');
    if (emptyInside < 0) return wireKey(parameter, text);
    const place = locate(this.root(parameter), text.slice(0, emptyInside)).child(0);
    this.issues.add(place, { code: 'malformed_key' }, 'is written [] before the end of its key; write its index');
    return undefined;
  }

  private refuseGarbled(raw: string): undefined {
    const parameter = parameterOfGarbled(unescape(raw), this.names);
    if (parameter === undefined) return;
    const text = 'has a key with malformed percent-encoding';
    this.issues.add(this.root(parameter), { code: 'malformed_encoding' }, text);
  }

  private refuseMalformed(parameter: Parameter): undefined {
    const text = `has a key that cannot be read; keys are written ${this.names[parameter]}[name][name]`;
    this.issues.add(this.root(parameter), { code: 'malformed_key' }, text);
  }

  private root(parameter: Parameter): Location {
    return Location.root(this.names[parameter]);
  }
}

function wireKey(parameter: Parameter, text: string): WireKey {
  const index = lastIndexOfKey(text);
  const member = index !== undefined || text.endsWith('[]');
  return { parameter, text, list: member ? text.slice(0, text.lastIndexOf('[')) : undefined, index };
}
