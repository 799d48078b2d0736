import type { DataSource, ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { NamedText } from './named-text.js';
import { dataSourceOf, entityMetadataOf, queryRunnerOf } from './builder.js';

/*
 * Statement of a builder before it is sent: its text, its values, and the path to the database that
 * TypeORM's builders take.
 */

/** A statement as a driver takes it. */
export interface DriverStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A connection to the server, on which a statement can be sent by a name. */
export interface Connection {
  readonly isInTransaction: boolean;
  /** @param name the server keeps the statement under this name, if given */
  send<Row>(statement: DriverStatement, name?: string): Promise<readonly Row[]>;
}

/** Way of sending a statement over a connection. */
export interface Sender {
  send<Row>(connection: Connection, statement: DriverStatement): Promise<readonly Row[]>;
}

/** Use of a statement's rows: for entities, or only for their values. */
export type RowsAs = 'entities' | 'values';

/** Writes the statement of a builder. */
export function statementOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, rowsAs: RowsAs): DriverStatement {
  // For entities, TypeORM also selects the primary keys that the builder does not.
  builder.expressionMap.queryEntity = rowsAs === 'entities';
  const [text, values] = builder.getQueryAndParameters();
  return { text, values };
}

/** Replaces all parameters of a builder. */
export function replaceParameters<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  parameters: Readonly<Record<string, unknown>>,
): void {
  builder.expressionMap.parameters = { ...parameters };
}

/** Signature that fits all versions: before 1.0 there is a third parameter. */
type EscapeQuery = (sql: string, parameters: ObjectLiteral, native: ObjectLiteral) => [string, unknown[]];

/**
 * Returns the values that a driver binds for one parameter. A driver that writes the value into the text binds none.
 */
export function boundByDriver(driver: DataSource['driver'], value: unknown): readonly unknown[] {
  const escape: EscapeQuery = driver.escapeQueryWithParameters.bind(driver);
  return escape(':value', { value }, {})[1];
}

/**
 * Sends a statement instead of a builder: by its query runner or by a new one, as TypeORM's own builders do. TypeORM
 * writes the log, calls the query subscribers, and throws the errors.
 *
 * @param entitiesOf makes entities from the rows; TypeORM's listeners are then called with them
 */
export async function sendFor<E extends ObjectLiteral, Row>(
  builder: SelectQueryBuilder<E>,
  statement: DriverStatement & { readonly by?: Sender | undefined },
  entitiesOf: (rows: readonly Row[]) => ObjectLiteral[],
): Promise<{ readonly rows: readonly Row[]; readonly entities: ObjectLiteral[] }> {
  const { by, text, values } = statement;
  const own = queryRunnerOf(builder);
  const source = dataSourceOf(builder);
  const runner = own ?? source.createQueryRunner(source.defaultReplicationModeForReads());
  try {
    const rows =
      by === undefined
        ? recordsOf<Row>(await runner.query(text, [...values], true))
        : await by.send<Row>(connectionOf(runner), statement);
    const entities = entitiesOf(rows);
    const told = entities.length > 0 ? tellLoaded(builder, runner, entities) : undefined;
    if (told !== undefined) await told;
    return { rows, entities };
  } finally {
    if (own === undefined) await runner.release();
  }
}

function connectionOf(runner: QueryRunner): Connection {
  const { isTransactionActive: isInTransaction } = runner;
  return { isInTransaction, send: (statement, name) => query(runner, statement, name) };
}

async function query<Row>(
  runner: QueryRunner,
  { text, values }: DriverStatement,
  name?: string,
): Promise<readonly Row[]> {
  if (name === undefined) return recordsOf<Row>(await runner.query(text, [...values], true));
  const named = new NamedText(name, text);
  try {
    // The signature takes a string. TypeORM only passes it on to the driver, its log and subscribers.
    return recordsOf<Row>(await runner.query(named as unknown as string, [...values], true));
  } catch (error) {
    if (error instanceof Error && 'query' in error && error.query === named) Object.assign(error, { query: text });
    throw error;
  }
}

function recordsOf<Row>({ records }: { readonly records: Row[] }): readonly Row[] {
  return records;
}

/** Calls the listeners of loaded entities, if any: TypeORM looks for them at every relation of every entity. */
function tellLoaded<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  runner: QueryRunner,
  entities: ObjectLiteral[],
): Promise<void> | undefined {
  const metadata = entityMetadataOf(builder);
  if (metadata === undefined || !builder.expressionMap.callListeners) return undefined;
  const { entityMetadatas, subscribers } = dataSourceOf(builder);
  const listens =
    subscribers.some((subscriber) => subscriber.afterLoad !== undefined) ||
    entityMetadatas.some(({ afterLoadListeners }) => afterLoadListeners.length > 0);
  return listens ? runner.broadcaster.broadcast('Load', metadata, entities) : undefined;
}
