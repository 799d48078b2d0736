import { IssueCollector } from '../../../lib/issues/index.js';
import { type Limits, resolveLimits } from '../../../lib/limits.js';
import {
  ForeignParameters,
  type ForeignRules,
  type ParameterNames,
  type RequestTree,
  readQueryString,
} from '../../../lib/wire/index.js';
import { PlainObject } from '../../../lib/wire/names.js';

export const params: ParameterNames = { filters: 'filters', sort: 'sort', pagination: 'pagination' };

const all = { everything: true, names: [] };

/** A handler that reads these parameters beside its list, in every part of a request. */
export function reading(...names: readonly string[]): ForeignRules['reads'] {
  const reads = { everything: false, names };
  return { url: reads, content: reads, object: reads };
}

/** Looks at what is not ours as by default, or by other rules. */
export function foreignTo(names: ParameterNames, rules: Partial<ForeignRules> = {}): ForeignParameters {
  const usual: ForeignRules = {
    policy: 'similar',
    allowed: [],
    others: () => [],
    reads: { url: all, content: all, object: all },
    door: 'url',
    unread: new Map(),
    fields: new Set(),
    search: undefined,
    looksLike: () => true,
  };
  return new ForeignParameters(names, { ...usual, ...rules });
}

export interface Read {
  readonly tree: RequestTree;
  /** `code pointer`, or `code(limit) pointer`. */
  readonly issues: readonly string[];
  readonly messages: readonly string[];
}

export function read(text: string, set: Partial<Limits> = {}, names: Partial<ParameterNames> = {}): Read {
  const limits = resolveLimits({ subject: 'test', name: 'limits', value: set });
  const collector = new IssueCollector(100);
  const read = { ...params, ...names };
  const { tree } = readQueryString(text, { params: read, limits, foreign: foreignTo(read), door: 'url' }, collector);
  const issues = collector.issues.map(
    ({ code, limit, pointer }) => `${code}${limit === undefined ? '' : `(${limit})`} ${pointer}`,
  );
  return { tree, issues, messages: collector.issues.map(({ message }) => message) };
}

/** The tree of a request in which nothing is wrong. */
export function readWell(text: string, set: Partial<Limits> = {}): RequestTree {
  const { tree, issues } = read(text, set);
  if (issues.length > 0) throw new Error(`${text}: ${issues.join(', ')}`);
  return tree;
}

const prototypes: readonly unknown[] = [null, Object.prototype, PlainObject.prototype];

/** With the prototypes that a literal has, and nothing else changed, so that `toStrictEqual` compares every own key. */
export function plain(node: unknown): unknown {
  if (Array.isArray(node)) return Array.from(node, plain);
  if (typeof node !== 'object' || node === null || !prototypes.includes(Object.getPrototypeOf(node))) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, plain(value)]));
}

export function pieces(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join('&');
}
