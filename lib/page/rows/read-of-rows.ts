import type { ObjectLiteral } from 'typeorm';
import type { KeyPart } from '../../caches/index.js';
import type { WrittenStatement } from '../../statements/index.js';
import { additionIn } from '../../sql/index.js';
import type { EachRow } from './matching-rows.js';
import { type Values, readValues } from './read-statement.js';
import type { Window } from '../list/window.js';

/** A statement over the rows of a list, and everything else that its text depends on. */
interface RowsRequest {
  readonly selected: readonly KeyPart[];
  readonly window?: Window;
  readonly write: () => WrittenStatement<ObjectLiteral>;
}

/**
 * Reads values of the rows of a list. It is planned for its values, because the best plan
 * depends on how many rows match.
 */
export function readOfRows<E extends ObjectLiteral>(
  { plan, changes }: EachRow<E>,
  request: RowsRequest,
): Promise<Values> {
  const addition = additionIn(changes.statement, plan.names);
  return readValues({ ...request, plan, addition, isPlannedForValues: true });
}
