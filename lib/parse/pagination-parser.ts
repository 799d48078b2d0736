import type { PageStyle, Slice } from '../ast/index.js';
import type { Location } from '../issues.js';
import { isPlainObject, textOf } from './nodes.js';
import type { ParseContext } from './parse-context.js';
import { refuse } from './refusals.js';

/** Every key. `pageSize` goes with two styles, `withCount` with all. */
const keys = ['page', 'pageSize', 'start', 'limit', 'after', 'before', 'withCount'] as const;
type Key = (typeof keys)[number];

/** The keys that can stand together; a cursor leads one way or the other. */
const formsOf = {
  page: [{ form: 'page', keys: ['page', 'pageSize'] }],
  offset: [{ form: 'offset', keys: ['start', 'limit'] }],
  cursor: [
    { form: 'after', keys: ['after', 'pageSize'] },
    { form: 'before', keys: ['before', 'pageSize'] },
  ],
} as const satisfies Record<PageStyle, readonly { readonly form: string; readonly keys: readonly Key[] }[]>;
type Form = (typeof formsOf)[PageStyle][number]['form'];

/** The styles in words. */
const words: Readonly<Record<PageStyle, string>> = {
  page: 'page and pageSize',
  offset: 'start and limit',
  cursor: 'after or before with pageSize',
};

/** Reads `pagination`: one of the handler's styles, whole numbers within the limits, and whether a total is wanted. */
export class PaginationParser {
  /** The keys that may be sent. */
  private readonly allowed: readonly Key[];

  /** @param styles the styles that may be asked for; the first is meant where only what they share is sent */
  constructor(
    private readonly context: ParseContext,
    private readonly styles: readonly PageStyle[],
  ) {
    const ofStyles = styles.flatMap((style) => formsOf[style].flatMap((form): readonly Key[] => form.keys));
    this.allowed = keys.filter((key) => key === 'withCount' || ofStyles.includes(key));
  }

  parse(node: unknown): Slice | undefined {
    const { issues, root, json } = this.context;
    if (json.isMeant(node)) return json.read(node, root, (meant) => this.parse(meant));
    const given = isPlainObject(node) ? Object.keys(node) : [];
    if (!isPlainObject(node) || given.length === 0) {
      refuse.expectedObject(issues, root, `takes an object; use one of: ${this.allowed.join(', ')}`);
      return undefined;
    }
    const before = issues.count;
    for (const key of given) if (!issues.isFull) this.known(key);
    const form = this.form(node);
    const slice = form && this.slice(form, node);
    return issues.count > before ? undefined : slice;
  }

  private known(key: string): void {
    if ((this.allowed as readonly string[]).includes(key)) return;
    const what = (keys as readonly string[]).includes(key) ? 'is not read here' : 'is not a pagination parameter';
    this.wrong(this.context.root.child(key), `${what}; use one of: ${this.allowed.join(', ')}`, this.allowed);
  }

  /** The form whose keys are there; the parts of two styles together say two things at once. */
  private form(node: Readonly<Record<string, unknown>>): Form | undefined {
    const given = this.allowed.filter((key) => key !== 'withCount' && Object.hasOwn(node, key));
    for (const style of this.styles) {
      for (const { form, keys: own } of formsOf[style]) {
        if (given.every((key) => (own as readonly Key[]).includes(key))) return form;
      }
    }
    this.wrong(this.context.root, `mixes styles; use ${this.styles.map((style) => words[style]).join(', or ')}`);
    return undefined;
  }

  private slice(form: Form, node: Readonly<Record<string, unknown>>): Slice {
    const { root, budget } = this.context;
    const withCount = this.flag(node);
    if (form === 'offset') {
      const start = this.number(node, 'start', 0, 0);
      const limit = this.size(node, 'limit');
      budget.within('offset', start, root.child('start'));
      return { type: 'offset', start, limit, withCount };
    }
    const pageSize = this.size(node, 'pageSize');
    if (form === 'page') {
      const page = this.number(node, 'page', 1, 1);
      budget.within('offset', (page - 1) * pageSize, root.child('page'));
      return { type: 'page', page, pageSize, withCount };
    }
    return { type: 'cursor', direction: form, cursor: this.text(node, form), pageSize, withCount };
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
    if (!Object.hasOwn(node, key)) return '';
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
