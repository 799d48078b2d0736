import type { NullsPlacement, SortDirection } from '../ast/index.js';
import type { Location } from '../issues.js';
import type { KeyPlace } from './sort-refusals.js';

/** A sort key as it was written, before anyone has looked whether it exists. */
export interface WrittenTerm extends KeyPlace {
  readonly segments: readonly string[];
  /** `desc`, `desc:nullsLast`, or nothing. */
  readonly suffix: string | undefined;
}

/** How a key is ordered. */
interface Order {
  readonly direction: SortDirection;
  readonly nulls: NullsPlacement;
}

const ascending: Order = { direction: 'asc', nulls: undefined };

/** What may follow a key; the direction in any case of letters. */
const orders: ReadonlyMap<string, Order> = new Map<string, Order>([
  ['asc', ascending],
  ['desc', { direction: 'desc', nulls: undefined }],
  ['asc:nullsFirst', { direction: 'asc', nulls: 'first' }],
  ['asc:nullsLast', { direction: 'asc', nulls: 'last' }],
  ['desc:nullsFirst', { direction: 'desc', nulls: 'first' }],
  ['desc:nullsLast', { direction: 'desc', nulls: 'last' }],
  ['nullsFirst', { direction: 'asc', nulls: 'first' }],
  ['nullsLast', { direction: 'asc', nulls: 'last' }],
]);

/** The keys that texts hold; nearly always there is one text with one key. */
export function partsOf(texts: readonly unknown[]): readonly unknown[] {
  return texts.some(isList) ? texts.flatMap((text) => (isList(text) ? text.split(',') : [text])) : texts;
}

function isList(text: unknown): text is string {
  return typeof text === 'string' && text.includes(',');
}

/** `name`, `author.name:desc`, `name:desc:nullsLast`: a path, and after the first colon how it is ordered. */
export function writtenTerm(text: string, at: Location, nth: number | undefined): WrittenTerm {
  const colon = text.indexOf(':');
  const path = colon < 0 ? text : text.slice(0, colon);
  const segments = path.includes('.') ? path.split('.') : [path];
  return { at, nth, segments, suffix: colon < 0 ? undefined : text.slice(colon + 1) };
}

/** `asc`, `DESC`, `desc:nullsLast`, `nullsFirst`, or nothing; undefined when it is none of them. */
export function readSuffix(suffix: string | undefined): Order | undefined {
  if (suffix === undefined) return ascending;
  return orders.get(suffix) ?? orders.get(suffix.replace(/^(?:asc|desc)/i, (direction) => direction.toLowerCase()));
}
