import type { ObjectLiteral } from 'typeorm';
import { type KnownList, type PreparedRows, knownTemplate, readKnown } from '../prepared/index.js';
import type { Addition } from '../sql/index.js';
import { beginningOf } from './cursor-order.js';
import type { Position } from './cursor.js';
import { dividedKeys, positionIn } from './direct-positions.js';
import { windowAddition } from './keys-first.js';
import { keysetKnown } from './keyset.js';
import { type RawRow, textsOf } from './positions.js';
import { type RowRequest, type Rows, endsOf, noKeys, noPosition, rowsOf } from './rows.js';

/** A request for some rows of a list, as far as they are told from those of an earlier request. */
interface KnownRequest extends Pick<RowRequest, 'window' | 'probe' | 'isKeysFirst' | 'mayCount'> {
  /** What was added to the list's plan. */
  readonly addition?: Addition | undefined;
}

/** Reads the rows of a window as they were read for an earlier request; undefined where that is not known. */
export function readKnownRows<E extends ObjectLiteral>(
  list: KnownList<E>,
  way: string,
  { window: { skip, take }, probe, isKeysFirst, mayCount, addition }: KnownRequest,
): Promise<Rows<E> | undefined> | undefined {
  const template = knownTemplate(list, way);
  if (template === undefined) return undefined;
  const window = { skip, take: probe ? take + 1 : take };
  const full = mayCount === true ? take : undefined;
  const selected = textsOf({ keys: noKeys, forCursors: true });
  const page = isKeysFirst
    ? { window: undefined, addition: windowAddition(window, list.plan.schema.dialect), selected, full }
    : { window, addition, selected, full };
  return readKnown(list, template, page, (read) => rowsOf(read, take, noPosition));
}

/** A request for the rows after a position, with the positions of the first and the last of them. */
interface KnownRequestAfter extends Pick<KnownRequest, 'window' | 'addition'> {
  /** Empty at the beginning of the list. */
  readonly after: Position;
}

/**
 * Reads the rows after a position as they were read for an earlier request, and one more; undefined, at once or for a promise, where
 * that is not known.
 */
export function readKnownAfter<E extends ObjectLiteral>(
  list: KnownList<E>,
  way: string,
  { window: { skip, take }, after, addition }: KnownRequestAfter,
): Promise<Rows<E> | undefined> | undefined {
  const template = knownTemplate(list, way);
  if (template === undefined) return undefined;
  const { dialect } = list.plan.schema;
  const keys = keysetKnown(template, dialect);
  const divided = dividedKeys(list.builder, keys);
  const page = {
    window: { skip, take: take + 1 },
    addition: after.length === 0 ? addition : beginningOf(template, { at: after, keys, dialect }),
    selected: textsOf({ keys: divided.beside, forCursors: true }),
    full: undefined,
  };
  return readKnown(list, template, page, (read: PreparedRows<E>) => {
    const ends = endsOf(read.raw, take, (row: RawRow) => positionIn(row, divided, read.names));
    return ends && rowsOf(read, take, (row) => ends.get(row));
  });
}
