/** Meaning of a failure of the database to a client, for every engine alike. */
export type Fault =
  /** The server is not there, is going away, has no room, or took too long: the same request may succeed later. */
  | 'unavailable'
  /** The server cannot take a value: the column's character set lacks a character, which only the server can know. */
  | 'value';

/** Codes and numbers of failures, as the drivers give them in `code` and `errno`. */
const unavailable: ReadonlySet<unknown> = new Set<unknown>([
  // Node: no server, no route, no answer.
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'],
  // PostgreSQL: statement timeout, lock timeout, shutdown, starting up, too many connections, out of memory, deadlock.
  ...['57014', '55P03', '57P01', '57P02', '57P03', '53300', '53200', '53100', '40P01', '40001'],
  // PostgreSQL's foreign tables: the server of the table is away.
  'HV00N',
  // CockroachDB: a range or a node out of reach, a result that it lost sight of, replicas that are too far behind.
  ...['58C00', '58C01', '40003', 'XCUBS'],
  // MySQL and MariaDB: the same, and a connection that was lost.
  ...['ER_STATEMENT_TIMEOUT', 'ER_QUERY_TIMEOUT', 'ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_DEADLOCK', 'ER_CON_COUNT_ERROR'],
  ...['ER_TOO_MANY_USER_CONNECTIONS', 'ER_SERVER_SHUTDOWN', 'ER_QUERY_INTERRUPTED', 'ER_CONNECTION_KILLED'],
  ...['PROTOCOL_CONNECTION_LOST', 'PROTOCOL_SEQUENCE_TIMEOUT', 'POOL_CLOSED', 'POOL_ENQUEUELIMIT'],
  // mysql2's cluster of pools, which TypeORM's `replication` is: every replica is set aside, or was taken out.
  ...['POOL_NONEONLINE', 'POOL_NOEXIST'],
  // SQLite: somebody else is writing.
  ...['SQLITE_BUSY', 'SQLITE_LOCKED'],
  // MariaDB: the statement took too long.
  1969,
  // Galera: the node is not in the cluster yet, or has left it; it reports "unknown command".
  1047,
  // The server could not read from the network, or not in time.
  ...[1158, 1159],
  // Federated tables and Spider: the server of a table is away.
  ...[1429, 12701],
  // TiDB: no room in memory for the statement or the server, or in the resource group.
  ...[8001, 8175, 8176, 8252],
  // TiDB: the schema is out of date, or changed meanwhile.
  ...[8027, 8028],
  // TiDB: the snapshot is gone, or there is no time to read at.
  ...[8055, 8120, 9006],
  // TiDB: what it is made of is away or busy: PD, TiKV, a lock, a region; too many requests, a log, TiFlash.
  ...[9001, 9002, 9003, 9004, 9005, 9007, 9008, 9010, 9012, 9013],
]);

const ofValues: ReadonlySet<unknown> = new Set([
  ...['ER_TRUNCATED_WRONG_VALUE', 'ER_WRONG_VALUE', 'ER_DATA_OUT_OF_RANGE', 'ER_WARN_DATA_OUT_OF_RANGE'],
  // A character that the column's set lacks, by the number of operands: `=`, BETWEEN, IN.
  ...['ER_CANT_AGGREGATE_2COLLATIONS', 'ER_CANT_AGGREGATE_3COLLATIONS', 'ER_CANT_AGGREGATE_NCOLLATIONS'],
  ...['ER_INVALID_CHARACTER_STRING', 'SQLITE_TOOBIG', 'SQLITE_MISMATCH'],
]);

/** Classes of PostgreSQL's codes: connection exceptions, and data exceptions. No value causes a division by zero. */
const connectionException = /^08[0-9A-Z]{3}$/;
const dataException = /^22(?!012)[0-9A-Z]{3}$/;

/** Messages of failures without a code: a pool that has waited long enough, a lost connection. */
const messages = [
  /^timeout exceeded when trying to connect/,
  /^Connection terminated/,
  /^Query read timeout/,
  /^Queue limit reached/,
  /Pool is closed/,
  // pg: the same.
  /^Cannot use a pool after calling end on the pool/,
  // mysql2: the connection was lost before this statement.
  /^Can't add new command when connection is in closed state/,
  // pg: the connection was lost before this statement.
  /^Client (has encountered a connection error|was closed) and is not queryable/,
  // PostgreSQL: a prepared statement has other columns now, or is gone. The next request gives up its name.
  /^cached plan must not change result type/,
  /^prepared statement "nf_\w+" (does not exist|already exists)/,
  // TypeORM: the connection was lost between two statements, and its query runner released.
  /^Query runner already released/,
  // better-sqlite3 and sql.js: the connection of the builder was closed.
  /^The database connection is not open/,
  /^Database closed/,
];

/** Returns the meaning of a driver's error, or of TypeORM's error about it. Undefined for any other error. */
export function faultOf(error: unknown): Fault | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, errno, message, driverError }: { [Part in 'code' | 'errno' | 'message' | 'driverError']?: unknown } =
    error;
  const text = typeof code === 'string' ? code : '';
  if (unavailable.has(text) || connectionException.test(text)) return 'unavailable';
  if (ofValues.has(text) || dataException.test(text)) return 'value';
  if (unavailable.has(errno)) return 'unavailable';
  if (typeof message === 'string' && messages.some((pattern) => pattern.test(message))) return 'unavailable';
  return driverError === error ? undefined : faultOf(driverError);
}
