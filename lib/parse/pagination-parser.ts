import type { Slice } from '../ast/index.js';
import type { Location } from '../issues.js';
import { isPlainObject, textOf } from './nodes.js';
import type { ParseContext } from './parse-context.js';
import { refuse } from './refusals.js';

/** The three styles, and the keys that only they have. `pageSize` goes with the first and the last. */
const keys = ['page', 'pageSize', 'start', 'limit', 'after', 'before', 'withCount'] as const;
type Key = (typeof keys)[number];
const styles = {
  page: ['page', 'pageSize'],
  offset: ['start', 'limit'],
  after: ['after', 'pageSize'],
  before: ['before', 'pageSize'],
} as const satisfies Record<string, readonly Key[]>;
type Style = keyof typeof styles;
const styleNames = Object.keys(styles) as Style[];

/** Reads `pagination`: one of three styles, whole numbers within the limits, and whether a total is wanted. */
export class PaginationParser {
  constructor(private readonly context: ParseContext) {}

  parse(node: unknown): Slice | undefined {
    const { issues, root, json } = this.context;
    if (json.isMeant(node)) return json.read(node, root, (meant) => this.parse(meant));
    const given = isPlainObject(node) ? Object.keys(node) : [];
    if (!isPlainObject(node) || given.length === 0) {
      refuse.expectedObject(issues, root, `takes an object; use one of: ${keys.join(', ')}`);
      return undefined;
    }
    const before = issues.count;
    for (const key of given) if (!issues.isFull) this.known(key);
    const style = this.style(node);
    const slice = style && this.slice(style, node);
    return issues.count > before ? undefined : slice;
  }

  private known(key: string): void {
    if ((keys as readonly string[]).includes(key)) return;
    this.wrong(this.context.root.child(key), `is not a pagination parameter; use one of: ${keys.join(', ')}`, keys);
  }

  /** The style whose keys are there; the parts of two styles together say two things at once. */
  private style(node: Readonly<Record<string, unknown>>): Style | undefined {
    const given = keys.filter((key) => key !== 'withCount' && Object.hasOwn(node, key));
    const fitting = styleNames.find((style) => given.every((key) => (styles[style] as readonly Key[]).includes(key)));
    if (fitting !== undefined) return fitting;
    const text = 'mixes styles; use page and pageSize, or start and limit, or after or before with pageSize';
    this.wrong(this.context.root, text);
    return undefined;
  }

  private slice(style: Style, node: Readonly<Record<string, unknown>>): Slice {
    const { root, budget } = this.context;
    const withCount = this.flag(node);
    if (style === 'offset') {
      const start = this.number(node, 'start', 0, 0);
      const limit = this.size(node, 'limit');
      budget.within('offset', start, root.child('start'));
      return { type: 'offset', start, limit, withCount };
    }
    const pageSize = this.size(node, 'pageSize');
    if (style === 'page') {
      const page = this.number(node, 'page', 1, 1);
      budget.within('offset', (page - 1) * pageSize, root.child('page'));
      return { type: 'page', page, pageSize, withCount };
    }
    return { type: 'cursor', direction: style, cursor: this.text(node, style), pageSize, withCount };
  }

  private size(node: Readonly<Record<string, unknown>>, key: Key): number {
    const { budget, compatibility, root } = this.context;
    const { pageSize, maxPageSize } = budget.limits;
    if (compatibility.pageSize === 'clamped')
      return Math.min(Math.max(this.number(node, key, pageSize, -Infinity), 1), maxPageSize);
    const size = this.number(node, key, pageSize, 1);
    budget.within('maxPageSize', size, root.child(key));
    return size;
  }

  private number(node: Readonly<Record<string, unknown>>, key: Key, absent: number, least: number): number {
    if (!Object.hasOwn(node, key)) return absent;
    const given = textOf(node[key]);
    const number = typeof given === 'string' && /^-?\d{1,15}$/.test(given) ? Number(given) : given;
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least) return number;
    this.wrong(this.context.root.child(key), `must be a whole number from ${Math.max(least, 0)}`);
    return absent;
  }

  /** Whether a text is a cursor of this list is known once there is a builder; one that cannot even be printed is none. */
  private text(node: Readonly<Record<string, unknown>>, key: Key): string {
    const given = node[key];
    if (typeof given === 'string' && !/\p{Surrogate}/u.test(given)) return given;
    this.wrong(this.context.root.child(key), 'takes a cursor from an earlier answer, or nothing for the first page');
    return '';
  }

  private flag(node: Readonly<Record<string, unknown>>): boolean | undefined {
    if (!Object.hasOwn(node, 'withCount')) return undefined;
    const given = node['withCount'];
    const flag =
      typeof given === 'boolean'
        ? given
        : typeof given === 'string'
          ? this.context.compatibility.withCount.get(given)
          : undefined;
    if (flag === undefined) {
      refuse.expectedBoolean(this.context.issues, this.context.root.child('withCount'));
    }
    return flag;
  }

  private wrong(at: Location, text: string, allowed?: readonly string[]): void {
    this.context.issues.add(at, { code: 'invalid_pagination', ...(allowed === undefined ? {} : { allowed }) }, text);
  }
}
