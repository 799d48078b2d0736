import type { ObjectLiteral } from 'typeorm';
import { type PreparedRows, type StatementRequest, readPrepared, tellWritten } from '../../statements/index.js';
import { tracing } from '../../tracing/index.js';
import { type Row, entityMetadataOf, removeRelationIds } from '../../typeorm/index.js';
import type { RawRow } from './positions.js';
import { limitTo } from '../list/builder.js';

/** Request for values, possibly of other rows than the plan's. */
type ValuesRequest<E extends ObjectLiteral> = Omit<StatementRequest<E, ObjectLiteral>, 'rowsAs' | 'full' | 'hydration'>;

/** Rows of a statement, and the names of their selected values. */
export interface Values {
  readonly raw: readonly RawRow[];
  readonly names: readonly string[];
}

interface EntitiesRequest<E extends ObjectLiteral> extends StatementRequest<E> {
  readonly rowsAs: 'entities';
}

/** Reads entities, and the values selected beside them: by a prepared statement, or else by a builder. */
export function readEntities<E extends ObjectLiteral>(request: EntitiesRequest<E>): Promise<PreparedRows<E>> {
  return readPrepared<E>(request) ?? readWritten(request);
}

async function readWritten<E extends ObjectLiteral>({
  plan,
  write,
  window,
}: EntitiesRequest<E>): Promise<PreparedRows<E>> {
  const { builder, names } = write();
  if (window !== undefined) limitTo(builder, window);
  const told = tracing.hasSubscribers ? tellWritten(plan.list.builder, builder, 'entities') : undefined;
  const rows = await builder.getRawAndEntities<Row>();
  if (told !== undefined) told.rows = rows.raw.length;
  return { ...rows, names };
}

/**
 * Reads entities of exactly the columns that are selected, whatever else TypeORM would put into them: by a prepared
 * statement, or else by the builder that is written.
 */
export async function readOwnEntities(
  request: Omit<StatementRequest<ObjectLiteral>, 'rowsAs' | 'made'>,
): Promise<PreparedRows<ObjectLiteral>> {
  const own = { ...request, rowsAs: 'entities', made: 'columns' } as const;
  const prepared = await readPrepared<ObjectLiteral>(own);
  if (prepared !== undefined) return prepared;
  const rows = await readWritten(own);
  const metadata = entityMetadataOf(request.plan.list.builder);
  if (metadata !== undefined) for (const entity of rows.entities) removeRelationIds(entity, metadata);
  return rows;
}

/** Reads values: by a prepared statement, or else by a builder. */
export async function readValues<E extends ObjectLiteral>(request: ValuesRequest<E>): Promise<Values> {
  const prepared = await readPrepared<E, ObjectLiteral>({ ...request, rowsAs: 'values' });
  if (prepared !== undefined) return prepared;
  const { builder, names } = request.write();
  if (request.window !== undefined) limitTo(builder, request.window);
  const told = tracing.hasSubscribers ? tellWritten(request.plan.list.builder, builder, 'values') : undefined;
  const raw = await builder.getRawMany<RawRow>();
  if (told !== undefined) told.rows = raw.length;
  return { raw, names };
}
