import type { ObjectLiteral } from 'typeorm';
import { type PreparedRows, type StatementRequest, readPrepared } from '../prepared/index.js';
import type { RawRow } from './positions.js';
import { limitTo } from './window.js';

/** A reading of values, possibly of other rows than those of the plan. */
type ValuesRequest<E extends ObjectLiteral> = Omit<StatementRequest<E, ObjectLiteral>, 'rowsAs' | 'total'>;

/** The rows of a statement, and the names of what was selected. */
export interface Values {
  readonly raw: readonly RawRow[];
  readonly names: readonly string[];
}

/** A reading of entities. */
interface EntitiesRequest<E extends ObjectLiteral> extends StatementRequest<E> {
  readonly rowsAs: 'entities';
}

/** Reads entities, and what is selected beside them: by a prepared statement, or else by the builder that is written. */
export function readEntities<E extends ObjectLiteral>(request: EntitiesRequest<E>): Promise<PreparedRows<E>> {
  return readPrepared<E>(request) ?? readWritten(request);
}

async function readWritten<E extends ObjectLiteral>({ write, window }: EntitiesRequest<E>): Promise<PreparedRows<E>> {
  const { builder, names } = write();
  if (window !== undefined) limitTo(builder, window);
  return { ...(await builder.getRawAndEntities<RawRow>()), names, total: undefined };
}

/** Reads values: by a prepared statement, or else by the builder that is written. */
export async function readValues<E extends ObjectLiteral>(request: ValuesRequest<E>): Promise<Values> {
  const prepared = await readPrepared<E, ObjectLiteral>({ ...request, rowsAs: 'values' });
  if (prepared !== undefined) return prepared;
  const { builder, names } = request.write();
  if (request.window !== undefined) limitTo(builder, request.window);
  return { raw: await builder.getRawMany<RawRow>(), names };
}
