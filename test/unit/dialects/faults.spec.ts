import { QueryRunnerAlreadyReleasedError } from 'typeorm';
import { faultOf } from '../../../lib/dialects/index.js';

/** Failures as drivers throw them, and their meaning; TypeORM puts a driver's error into `driverError`. */

// prettier-ignore
const unavailable: readonly (readonly [why: string, error: object])[] = [
  ['no server', { code: 'ECONNREFUSED' }],
  ['PostgreSQL: a statement timeout', { code: '57014' }],
  ['PostgreSQL: a connection exception', { code: '08006' }],
  ['PostgreSQL: a foreign server is away', { code: 'HV00N' }],
  ['pg: query_timeout', { message: 'Query read timeout' }],
  ['pg: no connection in time', { message: 'timeout exceeded when trying to connect' }],
  ['pg: a connection that was lost', { message: 'Client has encountered a connection error and is not queryable' }],
  ['pg: a connection that was closed', { message: 'Client was closed and is not queryable' }],
  ['pg: a pool that was ended', { message: 'Cannot use a pool after calling end on the pool' }],
  ['mysql2: a connection that was lost', { message: "Can't add new command when connection is in closed state" }],
  ['PostgreSQL: a prepared statement of other types', { code: '0A000', message: 'cached plan must not change result type' }],
  ['PostgreSQL: one that is gone', { code: '26000', message: 'prepared statement "nf_0a_1" does not exist' }],
  ['PostgreSQL: one that is there', { code: '42P05', message: 'prepared statement "nf_0a" already exists' }],
  ['TypeORM: a connection lost between two statements', new QueryRunnerAlreadyReleasedError()],
  ['CockroachDB: retry the transaction', { code: '40001' }],
  ['CockroachDB: the result is not known', { code: '40003' }],
  ['CockroachDB: the node is draining', { code: '57P01' }],
  ['CockroachDB: a range is unavailable', { code: '58C00' }],
  ['CockroachDB: nodes cannot reach each other', { code: '58C01' }],
  ['CockroachDB: replicas are too far behind', { code: 'XCUBS' }],
  ['mysql2: no replica is online', { code: 'POOL_NONEONLINE' }],
  ['mysql2: every replica was removed', { code: 'POOL_NOEXIST' }],
  ['MariaDB: a statement timeout', { code: 'ER_UNKNOWN', errno: 1969 }],
  ['Galera: no primary component', { code: 'ER_UNKNOWN_COM_ERROR', errno: 1047 }],
  ['a read from the network', { code: 'ER_NET_READ_ERROR', errno: 1158 }],
  ['one that was interrupted', { code: 'ER_NET_READ_INTERRUPTED', errno: 1159 }],
  ['a federated server is away', { code: 'ER_CONNECT_TO_FOREIGN_DATA_SOURCE', errno: 1429 }],
  ['a Spider server is away', { errno: 12701 }],
  ...[8001, 8027, 8028, 8055, 8120, 8175, 8176, 8252].map((errno) => [`TiDB: ${errno}`, { errno }] as const),
  ...[9001, 9002, 9003, 9004, 9005, 9006, 9007, 9008, 9010, 9012, 9013].map((errno) => [`TiDB: ${errno}`, { code: 'ER_UNKNOWN', errno }] as const),
];

// prettier-ignore
const others: readonly (readonly [why: string, error: unknown, fault: 'value' | undefined])[] = [
  ['a value that PostgreSQL cannot read', { code: '22P02' }, 'value'],
  ['a value that MariaDB cannot read', { code: 'ER_TRUNCATED_WRONG_VALUE', errno: 1292 }, 'value'],
  ['a character that PostgreSQL’s encoding lacks', { code: '22P05' }, 'value'],
  ...['2', '3', 'N'].map((count) => ['a character that MariaDB’s set lacks', { code: `ER_CANT_AGGREGATE_${count}COLLATIONS` }, 'value'] as const),
  ['what PostgreSQL cannot do', { code: '0A000', message: 'FOR UPDATE is not allowed with DISTINCT' }, undefined],
  ['a prepared statement of the application', { code: '26000', message: 'prepared statement "own" does not exist' }, undefined],
  ['a table that is not there', { code: '42P01' }, undefined],
  ['a foreign table without its schema', { code: 'HV00P' }, undefined],
  ['CockroachDB: a schema change that failed after the commit', { code: 'XXA00' }, undefined],
  ['TiDB: a plan that it does not have', { errno: 8108 }, undefined],
  ['a number that is nobody’s', { errno: 9999 }, undefined],
  ['a number as text', { errno: '9001' }, undefined],
  ['what only mentions a timeout', { message: 'the Query read timeout' }, undefined],
  ['no error', undefined, undefined],
  ['nothing', null, undefined],
  ['what only begins like a connection exception', { code: '080061' }, undefined],
  ['what only ends like one', { code: 'X08006' }, undefined],
];

describe('the meaning of a failure', () => {
  it.each(unavailable)('503: %s', (_why, error) => {
    expect(faultOf(error)).toBe('unavailable');
    expect(faultOf({ query: 'SELECT 1', driverError: error })).toBe('unavailable');
  });

  it.each(others)('otherwise: %s', (_why, error, fault) => {
    expect(faultOf(error)).toBe(fault);
    expect(faultOf({ query: 'SELECT 1', driverError: error })).toBe(fault);
  });

  it('ends where an error is its own cause', () => {
    const error: { driverError?: unknown } = {};
    error.driverError = error;
    expect(faultOf(error)).toBeUndefined();
  });
});
