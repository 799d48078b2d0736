import type { DataSource, ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { twin } from '../caches/index.js';
import { NamedText } from './named-text.js';
import { dataSourceOf, entityMetadataOf, queryRunnerOf } from './typeorm.js';

/*
 * The statement of a builder, apart from its sending: text, values, and the way to the database that TypeORM's builders take.
 */

/** A statement as a driver takes it. */
export interface DriverStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A connection to the server, on which a statement can be sent by a name. */
export interface Connection {
  /** The driver's own object: a connection that takes the place of a lost one has another. */
  readonly client: unknown;
  readonly isInTransaction: boolean;
  /** @param name the name under which the server keeps the statement; it is sent without one by default */
  send<Row>(statement: DriverStatement, name?: string): Promise<readonly Row[]>;
}

/** A way of sending a statement by a connection. */
export interface Sender {
  send<Row>(connection: Connection, statement: DriverStatement): Promise<readonly Row[]>;
}

/** A statement, and the way of sending it; by default it is sent as it is. */
export interface SentStatement extends DriverStatement {
  readonly by?: Sender | undefined;
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
  statement: SentStatement,
  entitiesOf: (rows: readonly Row[]) => ObjectLiteral[],
): Promise<{ readonly rows: readonly Row[]; readonly entities: ObjectLiteral[] }> {
  const { by, text, values } = statement;
  const own = queryRunnerOf(builder);
  const source = dataSourceOf(builder);
  const runner = own ?? source.createQueryRunner(source.defaultReplicationModeForReads());
  try {
    const send = async () =>
      by === undefined
        ? recordsOf<Row>(await runner.query(text, [...values], true))
        : by.send<Row>(await connectionOf(runner), statement);
    const rows = await (twin === undefined ? send() : twin.sent(statement, send));
    const entities = entitiesOf(rows);
    const told = rows.length > 0 ? tellLoaded(builder, runner, entities) : undefined;
    if (told !== undefined) await told;
    return { rows, entities };
  } finally {
    if (own === undefined) await runner.release();
  }
}

async function connectionOf(runner: QueryRunner): Promise<Connection> {
  const client: unknown = await runner.connect();
  const { isTransactionActive: isInTransaction } = runner;
  return { client, isInTransaction, send: (statement, name) => query(runner, statement, name) };
}

async function query<Row>(
  runner: QueryRunner,
  { text, values }: DriverStatement,
  name?: string,
): Promise<readonly Row[]> {
  if (name === undefined) return recordsOf<Row>(await runner.query(text, [...values], true));
  const named = new NamedText(name, text);
  try {
    // The signature takes a string. TypeORM gives what it takes to the driver, to its log and to subscribers, and looks at it nowhere.
    return recordsOf<Row>(await runner.query(named as unknown as string, [...values], true));
  } catch (error) {
    if (error instanceof Error && 'query' in error && error.query === named) Object.assign(error, { query: text });
    throw error;
  }
}

function recordsOf<Row>({ records }: { readonly records: Row[] }): readonly Row[] {
  return records;
}

/** Calls the listeners of loaded entities, if there are any: TypeORM looks for them at every relation of every entity. */
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
