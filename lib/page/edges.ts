import type { QueryPlan } from '../ast/index.js';
import { keyOf } from '../schema/index.js';
import { type CursorBinding, printCursor } from './cursor.js';
import type { KeysetKey } from './keyset.js';
import type { Place } from './positions.js';

/** The rows at the ends of a page from which it goes on; null where it does not. */
export interface Edges {
  readonly next: Place | null;
  readonly previous: Place | null;
}

interface Printing {
  readonly plan: QueryPlan;
  readonly keys: readonly KeysetKey[];
  readonly binding: CursorBinding;
}

/**
 * Prints the cursors of a page, or says why it cannot. A row whose values would be others when they come back, or would not
 * be let in, has no cursor: it is refused while it is clear why, and before rows are lost.
 */
export function printEdges(
  { next, previous }: Edges,
  printing: Printing,
): { readonly next: string | null; readonly previous: string | null } | string {
  const places = [next, previous].filter((place) => place !== null);
  for (const place of places) {
    const index = uncarriedKey(place, printing.keys);
    if (index !== undefined) return explain(index, printing);
  }
  const [after, before] = [next, previous].map((place) => place && printCursor(place.position, printing.binding));
  const longest = printing.plan.limits?.queryBytes ?? Infinity;
  if (Math.max(after?.length ?? 0, before?.length ?? 0) > longest)
    return `${begins} would be longer than a request may be; ${remedy}`;
  return { next: after ?? null, previous: before ?? null };
}

function uncarriedKey({ position, misplacedBy }: Place, keys: readonly KeysetKey[]): number | undefined {
  if (misplacedBy !== undefined) return misplacedBy;
  const index = keys.findIndex(({ key, value }, at) => {
    const text = position[at];
    // The position of an empty page is one of the ends.
    return text === null ? !key.nullable : text !== undefined && !value.accepts(text);
  });
  return index < 0 ? undefined : index;
}

const begins = 'has no answer here: a cursor from this page';
const remedy = 'sort by another key, or ask for pages by number';

/** The key is named where the client named it; what the list is ordered by otherwise is not the client's to know. */
function explain(index: number, { plan, keys }: Printing): string {
  const column = keys[index]?.key.column;
  const term = plan.sort.find(({ target: { field } }) => field !== 'count' && field.column === column);
  const name = term === undefined ? 'what the list is ordered by' : keyOf(plan.view.kind, term.target);
  return `${begins} cannot carry the value of ${name}; ${remedy}`;
}
