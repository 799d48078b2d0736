import type { QueryPlan } from '../../ast/index.js';
import { keyOf } from '../../schema/index.js';
import { type CursorBinding, type Position, printCursor } from '../order/cursor.js';
import type { KeysetKey } from '../order/keyset.js';

/** Positions from which a list goes on beyond a page, in each direction. Null where the list ends with the page. */
export interface Edges {
  readonly next: Position | null;
  readonly previous: Position | null;
}

/** Cursors of a page in its `meta`. */
interface PrintedEdges {
  readonly next: string | null;
  readonly previous: string | null;
}

/** The list that cursors are printed for. */
interface PrintContext {
  readonly plan: QueryPlan;
  readonly keys: readonly KeysetKey[];
  readonly binding: CursorBinding;
}

/**
 * Prints the cursors of a page, or returns the reason why it cannot, as the end of a sentence to the client. A cursor
 * longer than a request, or with a value that the round trip changes, would lose rows or be refused later. So the page
 * is refused now, while the reason is known.
 */
export function printEdges({ next, previous }: Edges, context: PrintContext): PrintedEdges | string {
  const edges = [next, previous].filter((edge) => edge !== null);
  for (const edge of edges) {
    const index = unprintableKey(edge, context.keys);
    if (index !== undefined) return explain(index, context);
  }
  const [after, before] = [next, previous].map((edge) => edge && printCursor(edge, context.binding));
  const longest = context.plan.limits?.queryBytes ?? Infinity;
  if (Math.max(after?.length ?? 0, before?.length ?? 0) > longest)
    return `${begins} would be longer than a request may be; ${remedy}`;
  return { next: after ?? null, previous: before ?? null };
}

/** Returns the index of the first key whose value at a row no cursor can carry, or undefined. */
function unprintableKey(position: Position, keys: readonly KeysetKey[]): number | undefined {
  const index = keys.findIndex(({ key, value }, at) => {
    const text = position[at];
    // The position of an empty page is empty: it has no value to check.
    return text === null ? !key.nullable : text !== undefined && !value.accepts(text);
  });
  return index < 0 ? undefined : index;
}

/** The two ends of each refusal. */
const begins = 'has no answer here: a cursor from this page';
const remedy = 'sort by another key, or ask for pages by number';

/** Names the key only if the client did: a default order, and the primary key at its end, may be hidden. */
function explain(index: number, { plan, keys }: PrintContext): string {
  const expression = keys[index]?.key.expression;
  const term = plan.sort.find(({ target: { field } }) => field !== 'count' && field.expression === expression);
  const name = term === undefined ? 'what the list is ordered by' : keyOf(plan.view.kind, term.target);
  return `${begins} cannot carry the value of ${name}; ${remedy}`;
}
