import type { DataSource, ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { copyOf, dataSourceOf, entityMetadataOf, onRunner, queryRunnerOf } from './host.js';

/**
 * Text with the name under which the server is to keep its statement. node-postgres takes an object with `name` and
 * `text`; logs and subscribers see a text with its methods.
 *
 * It is not a `String` itself, which has a property for each character: node-postgres copies the properties, which
 * takes a millisecond for a text of 1,500 characters. Nor does it inherit from `String.prototype`: as long as any
 * object does, V8 takes four times as long to read a character of any text, in the whole process.
 *
 * @internal exported for its tests
 */
export class NamedText {
  static {
    // String methods call `toString()`, except `valueOf()`.
    for (const name of Reflect.ownKeys(String.prototype)) {
      const method = Reflect.getOwnPropertyDescriptor(String.prototype, name);
      if (method !== undefined && !Reflect.has(this.prototype, name))
        Reflect.defineProperty(this.prototype, name, method);
    }
  }

  constructor(
    readonly name: string,
    readonly text: string,
  ) {}

  get length(): number {
    return this.text.length;
  }

  toString(): string {
    return this.text;
  }

  valueOf(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.text;
  }
}

/* The path of a statement to the database, which is the one that TypeORM's builders take. */

/** A connection to the server, on which a statement can be sent by a name. */
export interface Connection {
  readonly isInTransaction: boolean;
  /** @param name the server keeps the statement under this name, if given */
  send<Row>(text: string, values: readonly unknown[], name?: string): Promise<readonly Row[]>;
}

/** Sends a statement by a name: `StatementNames` of lib/statements. */
export interface Sender {
  send<Row>(connection: Connection, text: string, values: readonly unknown[]): Promise<readonly Row[]>;
}

/**
 * Writes the statement of a builder.
 *
 * @param ofEntities true to make entities of its rows: TypeORM then also selects the primary keys that the builder does
 * not
 */
export function statementOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  ofEntities: boolean,
): { readonly text: string; readonly values: readonly unknown[] } {
  builder.expressionMap.queryEntity = ofEntities;
  const [text, values] = builder.getQueryAndParameters();
  return { text, values };
}

export function replaceParameters<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  parameters: Readonly<Record<string, unknown>>,
): void {
  builder.expressionMap.parameters = parameters;
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
 * @param by sends it by a name, if there are names
 * @param entitiesOf makes entities from the rows; TypeORM's listeners are then called with them
 */
export async function sendFor<E extends ObjectLiteral, Row>(
  builder: SelectQueryBuilder<E>,
  { text, values }: ReturnType<typeof statementOf>,
  by: Sender | undefined,
  entitiesOf: (rows: readonly Row[]) => ObjectLiteral[],
): Promise<{ readonly rows: readonly Row[]; readonly entities: ObjectLiteral[] }> {
  const own = queryRunnerOf(builder);
  const source = dataSourceOf(builder);
  const runner = own ?? source.createQueryRunner(source.defaultReplicationModeForReads());
  try {
    const rows =
      by === undefined
        ? recordsOf<Row>(await runner.query(text, [...values], true))
        : await by.send<Row>(
            {
              isInTransaction: runner.isTransactionActive,
              send: (each, bound, name) => query(runner, each, bound, name),
            },
            text,
            values,
          );
    const entities = entitiesOf(rows);
    const called = entities.length > 0 ? callListeners(builder, runner, entities) : undefined;
    if (called !== undefined) await called;
    return { rows, entities };
  } finally {
    if (own === undefined) await runner.release();
  }
}

async function query<Row>(
  runner: QueryRunner,
  text: string,
  values: readonly unknown[],
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
function callListeners<E extends ObjectLiteral>(
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

type RecordStatement = (sql: string, parameters: readonly unknown[]) => void;

/**
 * Returns the builder, with each statement of it and of its copies recorded before it is sent on the builder's own
 * query runner. A cache of results is left aside, because it would answer in the place of the database, and write.
 */
export function recorded<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  record: RecordStatement,
): SelectQueryBuilder<E> {
  const runner = queryRunnerOf(builder);
  if (runner === undefined) throw new TypeError('a builder is recorded on a query runner');
  return onRunner(uncached(builder), recordingRunner(runner, record));
}

function uncached<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  const { cache } = dataSourceOf(builder).options;
  const isAlways = typeof cache === 'object' && cache.alwaysEnabled === true;
  return isAlways || builder.expressionMap.cache === true ? copyOf(builder).cache(false) : builder;
}

/** Makes a query runner that works by another one. All state stays in that one. */
function recordingRunner(runner: QueryRunner, record: RecordStatement): QueryRunner {
  const query = (sql: string, parameters: unknown[] | undefined, structured: true): Promise<unknown> => {
    record(sql, parameters ?? []);
    return runner.query(sql, parameters, structured);
  };
  return new Proxy(runner, {
    get: (target, key) => {
      if (key === 'query') return query;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
