import type { NullsPlacement, SortDirection } from '../../ast/index.js';
import type { IssueCollector, Location } from '../../issues/index.js';
import type { Node } from '../reading/node.js';
import type { Place } from '../reading/refusals.js';

/** The two parts of a sort key: the path of the column, and how it is ordered. */
export interface SortKeyText {
  /** The names on the path, from the entity of the list: `author`, `name`. */
  readonly segments: readonly string[];
  /** Direction and place of NULLs, as in `desc` or `desc:nullsLast`. Undefined where the client gives neither. */
  readonly suffix: string | undefined;
}

/** Sort key of a request, before it is known to exist. */
export class SortKey implements Place {
  /**
   * @param node the value with the key; several keys can share one, as in `sort=title,rating`
   * @param position the key's place in the whole sort, which ends its pointer: an index, or a name in an object
   */
  constructor(
    private readonly node: Node,
    private readonly position: string | number,
    private readonly text: SortKeyText,
  ) {}

  get segments(): readonly string[] {
    return this.text.segments;
  }

  get suffix(): string | undefined {
    return this.text.suffix;
  }

  /** The path as one text, for messages: `author.name`. */
  get name(): string {
    return this.segments.join('.');
  }

  get at(): Location {
    return sortLocation(this.node, this.position);
  }

  get issues(): IssueCollector {
    return this.node.issues;
  }
}

/**
 * Makes the location of a key. Its path leads to the value that contains it, its pointer to its position in the sort.
 */
export function sortLocation({ at, context }: Node, position: string | number): Location {
  return context.root.within(position, at);
}

/** Order of a key: its direction, and the place of its NULLs if the client gives one. */
interface Order {
  readonly direction: SortDirection;
  readonly nulls: NullsPlacement;
}

const ascending: Order = { direction: 'asc', nulls: undefined };

/** The suffixes of a key. The direction may be in upper case. */
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

/** Splits texts at their commas. Nearly always there is one text with one key, and nothing to copy. */
export function partsOf(texts: readonly unknown[]): readonly unknown[] {
  return texts.some(isList) ? texts.flatMap((text) => (isList(text) ? text.split(',') : [text])) : texts;
}

function isList(text: unknown): text is string {
  return typeof text === 'string' && text.includes(',');
}

/** Splits `name`, `author.name:desc`, `name:desc:nullsLast`: a path, and everything after the first colon. */
export function readSortKey(text: string): SortKeyText {
  const colon = text.indexOf(':');
  const path = colon < 0 ? text : text.slice(0, colon);
  const segments = path.includes('.') ? path.split('.') : [path];
  return { segments, suffix: colon < 0 ? undefined : text.slice(colon + 1) };
}

/** Reads `asc`, `DESC`, `desc:nullsLast`, `nullsFirst`, or no suffix. Returns undefined for any other. */
export function readSuffix(suffix: string | undefined): Order | undefined {
  if (suffix === undefined) return ascending;
  return orders.get(suffix) ?? orders.get(suffix.replace(/^(?:asc|desc)/i, (direction) => direction.toLowerCase()));
}
