import type { NullsPlacement, SortDirection } from '../ast/index.js';
import type { IssueCollector, Location } from '../issues.js';
import type { Node } from './node.js';
import type { Place } from './refusals.js';

/** The two parts of a sort key: the path of the column, and how it is ordered. */
export interface SortKeyText {
  /** The names on the path, from the entity of the list: `author`, `name`. */
  readonly segments: readonly string[];
  /** The direction and the place of NULLs: `desc`, `desc:nullsLast`; undefined where the client gives neither. */
  readonly suffix: string | undefined;
}

/** A sort key of a request, before anyone has looked whether it exists. */
export class SortKey implements Place {
  /**
   * @param node the value in which the client wrote the key; several keys can share one, as in `sort=title,rating`
   * @param position the key's place in the whole sort, in which its pointer ends: an index, or a name in an object
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

/** Makes the location of a key: its path is that of the value it stands in, its pointer is its position in the sort. */
export function sortLocation({ at, context }: Node, position: string | number): Location {
  return context.root.within(position, at);
}

/** The order of a key: its direction, and the place of its NULLs, if the client says where. */
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

/** Splits `name`, `author.name:desc`, `name:desc:nullsLast`: a path, and what follows the first colon. */
export function readSortKey(text: string): SortKeyText {
  const colon = text.indexOf(':');
  const path = colon < 0 ? text : text.slice(0, colon);
  const segments = path.includes('.') ? path.split('.') : [path];
  return { segments, suffix: colon < 0 ? undefined : text.slice(colon + 1) };
}

/** Reads `asc`, `DESC`, `desc:nullsLast`, `nullsFirst`, or no suffix. Undefined for any other. */
export function readSuffix(suffix: string | undefined): Order | undefined {
  if (suffix === undefined) return ascending;
  return orders.get(suffix) ?? orders.get(suffix.replace(/^(?:asc|desc)/i, (direction) => direction.toLowerCase()));
}
