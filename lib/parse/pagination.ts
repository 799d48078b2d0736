import type { PageStyle, Slice } from '../ast/index.js';
import { type Node, opened, refuse, textOf } from './node.js';

/** The parameters of all styles. `pageSize` goes with two styles, `withCount` with all. */
const keys = ['page', 'pageSize', 'start', 'limit', 'after', 'before', 'withCount'] as const;
type Key = (typeof keys)[number];

/** Parameters that can stand together. A style has one form, except that cursors lead forward or back. */
const formsOf = {
  page: [{ form: 'page', keys: ['page', 'pageSize'] }],
  offset: [{ form: 'offset', keys: ['start', 'limit'] }],
  cursor: [
    { form: 'after', keys: ['after', 'pageSize'] },
    { form: 'before', keys: ['before', 'pageSize'] },
  ],
} as const satisfies Record<PageStyle, readonly { readonly form: string; readonly keys: readonly Key[] }[]>;
type Form = (typeof formsOf)[PageStyle][number]['form'];

/** The parameters of each style, for messages. */
const words: Readonly<Record<PageStyle, string>> = {
  page: 'page and pageSize',
  offset: 'start and limit',
  cursor: 'after or before with pageSize',
};

/**
 * Reads `pagination`: one of the handler's styles, whole numbers within the limits, and whether
 * the client wants a total.
 *
 * @param styles the styles that the handler reads; the first one applies where only shared parameters are sent
 */
export function readPagination(node: Node, styles: readonly PageStyle[], clamps = false): Slice | undefined {
  const object = opened(node);
  return object && new PaginationParser(object, styles, clamps).parse();
}

/** Returns true for a text without half a surrogate pair, which no answer could repeat. */
function isPrintable(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** The parameters of the styles that handlers read. A list of styles is made at boot, and read by every request. */
const allowedByStyles = new WeakMap<readonly PageStyle[], readonly Key[]>();

/** Returns the parameters of some styles, in their order. */
export function pageKeysOf(styles: readonly PageStyle[]): readonly Key[] {
  if (styles.length === 0) return noKeys;
  const known = allowedByStyles.get(styles);
  if (known !== undefined) return known;
  const ofStyles = styles.flatMap((style) => formsOf[style].flatMap((form): readonly Key[] => form.keys));
  const allowed = keys.filter((key) => key === 'withCount' || ofStyles.includes(key));
  allowedByStyles.set(styles, allowed);
  return allowed;
}

const noKeys: readonly Key[] = [];

class PaginationParser {
  /** The parameters of the handler's styles. */
  private readonly allowed: readonly Key[];

  constructor(
    private readonly node: Node,
    private readonly styles: readonly PageStyle[],
    private readonly clamps: boolean,
  ) {
    this.allowed = pageKeysOf(styles);
  }

  parse(): Slice | undefined {
    const { node } = this;
    const names = node.keys;
    if (names.length === 0) {
      return refuse.expectedObject(node, `must be an object; use one of: ${this.names(this.allowed).join(', ')}`);
    }
    const before = node.issues.count;
    for (const name of names) if (!node.issues.isFull) this.check(name);
    const form = this.form();
    const slice = form && this.slice(form);
    return node.issues.count > before ? undefined : slice;
  }

  /** Refuses an unknown name, or a parameter of a style that the handler does not read. */
  private check(name: string): void {
    if ((this.allowed as readonly string[]).includes(name)) return;
    const text = (keys as readonly string[]).includes(name) ? 'is not read here' : 'is not a pagination parameter';
    const allowed = this.names(this.allowed);
    refuse.invalidPagination(this.node.child(name), `${text}; use one of: ${allowed.join(', ')}`, allowed);
  }

  /** Returns the client's names of some parameters: flat ones, where the page was asked for by these. */
  private names(asked: readonly Key[]): readonly string[] {
    const { pageNames } = this.node.context;
    return pageNames === undefined ? asked : asked.flatMap((key) => pageNames.get(key) ?? []);
  }

  /** Returns the client's names of the parameters of a style, as messages list them. */
  private wordsOf(style: PageStyle): string {
    const ofStyle = pageKeysOf([style]).filter((key) => key !== 'withCount');
    return this.node.context.pageNames === undefined ? words[style] : this.names(ofStyle).join(' and ');
  }

  /** Finds the form that has all sent parameters. Parameters of two forms would ask for two slices at once. */
  private form(): Form | undefined {
    const sent = this.allowed.filter((key) => key !== 'withCount' && this.node.has(key));
    for (const style of this.styles) {
      for (const { form, keys: own } of formsOf[style]) {
        if (sent.every((key) => (own as readonly Key[]).includes(key))) return form;
      }
    }
    const forms = this.styles.map((style) => this.wordsOf(style)).filter((names) => names !== '');
    return refuse.invalidPagination(this.node, `mixes styles; use ${forms.join(', or ')}`);
  }

  /** Reads the parameters of a form. The number of skipped rows is limited, because the database reads them all. */
  private slice(form: Form): Slice {
    const withCount = this.withCount();
    if (form === 'offset') {
      const start = this.number('start', 0, 0);
      const limit = this.size('limit');
      this.skip('start', start);
      return { type: 'offset', start, limit, withCount };
    }
    const pageSize = this.size('pageSize');
    if (form === 'page') {
      const page = this.number('page', 1, 1);
      this.skip('page', (page - 1) * pageSize);
      return { type: 'page', page, pageSize, withCount };
    }
    return { type: 'cursor', direction: form, cursor: this.cursor(form), pageSize, withCount };
  }

  /** Spends the cost of skipping rows, within the limit on their number. */
  private skip(key: Key, rows: number): void {
    const { node } = this;
    if (node.child(key).isWithin('offset', rows)) node.work('offset', rows);
  }

  /**
   * Reads the number of rows. Some compatibility modes take the nearest allowed size instead of refusing one. There, a
   * limit of -1 asks for as many rows as are allowed; a page of -1 rows does not.
   */
  private size(key: Key): number {
    const { budget, compatibility } = this.node.context;
    const { pageSize, maxPageSize } = budget.limits;
    if (compatibility.pageSize === 'clamped') {
      const asked = this.number(key, pageSize, -Infinity);
      return key === 'limit' && asked === -1 ? maxPageSize : Math.min(Math.max(asked, 1), maxPageSize);
    }
    const size = this.number(key, pageSize, 1);
    if (this.clamps) return Math.min(size, maxPageSize);
    this.node.child(key).isWithin('maxPageSize', size);
    return size;
  }

  /**
   * Reads a whole number.
   *
   * @param absent the result where the client sends none, or a refused one
   * @param least the lowest number allowed
   */
  private number(key: Key, absent: number, least: number): number {
    if (!this.node.has(key)) return absent;
    const child = this.node.child(key);
    const value = textOf(child.value);
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least) return number;
    const isTooLarge = typeof number === 'number' && number > Number.MAX_SAFE_INTEGER;
    const most = isTooLarge ? ` to ${Number.MAX_SAFE_INTEGER}` : '';
    refuse.invalidPagination(child, `must be a whole number from ${Math.max(least, 0)}${most}`);
    return absent;
  }

  /**
   * Reads a cursor as text. Only the page can tell whether it belongs to the list; here, an
   * unprintable text is refused.
   */
  private cursor(key: Key): string {
    if (!this.node.has(key)) return '';
    const child = this.node.child(key);
    const { value } = child;
    if (typeof value === 'string' && isPrintable(value)) return value;
    refuse.invalidPagination(child, 'must be a cursor from an earlier answer, or empty for the first page');
    return '';
  }

  private withCount(): boolean | undefined {
    if (!this.node.has('withCount')) return undefined;
    const child = this.node.child('withCount');
    const { value } = child;
    if (typeof value === 'boolean') return value;
    const flag = typeof value === 'string' ? child.context.compatibility.withCount.get(value) : undefined;
    return flag ?? refuse.expectedBoolean(child);
  }
}
