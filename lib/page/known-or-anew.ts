import { twin } from '../caches/index.js';
import type { Rows } from './rows.js';

/** Reads rows as they were read for an earlier request, or anew where that is not known. */
export async function knownOrAnew<E, Read extends Rows<E> | undefined>(
  known: () => Promise<Rows<E> | undefined> | undefined,
  anew: () => Promise<Read>,
): Promise<Rows<E> | Read> {
  const rows = await (twin === undefined ? known() : twin.rows(known, anew, partsOf));
  return rows ?? anew();
}

/** Returns all that a page takes of rows, apart from the total, which the statement beside them may have. */
function partsOf<E>({ data, found, hasMore, positionAt }: Rows<E>): unknown {
  return { data, found, hasMore, first: positionAt(0), last: positionAt(found - 1) };
}
