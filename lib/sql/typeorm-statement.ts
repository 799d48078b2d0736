import type { DataSource, ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { dataSourceOf, entityMetadataOf, queryRunnerOf } from './typeorm.js';

/*
 * The statement of a builder, apart from its sending: text, values, and the way to the database that TypeORM's builders take.
 */

/** A statement as a driver takes it. */
export interface DriverStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What becomes of the rows of a statement: entities, or nothing more than the values in them. */
export type RowsAs = 'entities' | 'values';

/** Writes the statement of a builder. */
export function statementOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, rowsAs: RowsAs): DriverStatement {
  // For entities, TypeORM selects primary keys that the builder itself does not select.
  builder.expressionMap.queryEntity = rowsAs === 'entities';
  const [text, values] = builder.getQueryAndParameters();
  return { text, values };
}

/** Replaces the parameters of a builder, whatever their values are. */
export function replaceParameters<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  parameters: Readonly<Record<string, unknown>>,
): void {
  builder.expressionMap.parameters = { ...parameters };
}

/** The signature of all versions: those before 1.0 take a third argument. */
type EscapeQuery = (sql: string, parameters: ObjectLiteral, native: ObjectLiteral) => [string, unknown[]];

/** Returns the values that a driver binds for one parameter: none where it writes the value into the text. */
export function boundByDriver(driver: DataSource['driver'], value: unknown): readonly unknown[] {
  const escape: EscapeQuery = driver.escapeQueryWithParameters.bind(driver);
  return escape(':value', { value }, {})[1];
}

/**
 * Sends a statement in the place of a builder: by its query runner or by a new one, which TypeORM's own builders do. The log,
 * subscribers of queries and the errors are TypeORM's.
 *
 * @param entitiesOf makes the entities of the rows, which TypeORM's listeners are then told of
 */
export async function sendFor<E extends ObjectLiteral, Row>(
  builder: SelectQueryBuilder<E>,
  { text, values }: DriverStatement,
  entitiesOf: (rows: readonly Row[]) => ObjectLiteral[],
): Promise<{ readonly rows: readonly Row[]; readonly entities: ObjectLiteral[] }> {
  const own = queryRunnerOf(builder);
  const source = dataSourceOf(builder);
  const runner = own ?? source.createQueryRunner(source.defaultReplicationModeForReads());
  try {
    const { records } = await runner.query(text, [...values], true);
    const rows: readonly Row[] = records;
    const entities = entitiesOf(rows);
    if (rows.length > 0) await tellLoaded(builder, runner, entities);
    return { rows, entities };
  } finally {
    if (own === undefined) await runner.release();
  }
}

/** Calls the listeners of loaded entities, if there are any: TypeORM looks for them at every relation of every entity. */
async function tellLoaded<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  runner: QueryRunner,
  entities: ObjectLiteral[],
): Promise<void> {
  const metadata = entityMetadataOf(builder);
  if (metadata === undefined || !builder.expressionMap.callListeners) return;
  const { entityMetadatas, subscribers } = dataSourceOf(builder);
  const listens =
    subscribers.some((subscriber) => subscriber.afterLoad !== undefined) ||
    entityMetadatas.some(({ afterLoadListeners }) => afterLoadListeners.length > 0);
  if (listens) await runner.broadcaster.broadcast('Load', metadata, entities);
}
