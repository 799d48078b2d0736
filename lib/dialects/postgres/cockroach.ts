import type { Dialect } from '../dialect.js';
import { cockroachCarrier } from './carrier.js';
import { cockroachLists } from './lists.js';
import { postgres } from './postgres.js';
import { rowsOfPlan } from '../explain/statement-plan.js';

/**
 * CockroachDB, by its documentation. It needs version 22.2, the first with the collations "C" and "default". TypeORM
 * makes its integers INT8, and its generated keys need all 64 bits.
 */
export const cockroach: Dialect = {
  ...postgres,
  drivers: { cockroachdb: 'documents' },
  server: { name: 'CockroachDB', drivers: ['postgres'], version: /\bCockroachDB\b/ },
  // Its indexes keep NULL before every value, and so does ORDER BY.
  nullsSortAs: 'smallest',
  // Before version 22.1, NULLS LAST is an error in an ascending order; since then, it is an error beside DISTINCT.
  nullsPhrase: false,
  refusedSetting: {
    // Versions without the setting answer NULL.
    query: "SELECT current_setting('null_ordered_last', true) AS setting",
    shows: '"on"',
    reason:
      'The sessions of the server have null_ordered_last on, which moves NULL in an order that cursors rely on; ' +
      'leave it off for the sessions of this application.',
  },
  carrier: cockroachCarrier,
  columnKind: (column) => (integers.has(column.type) ? 'bigint' : postgres.columnKind?.(column)),
  byteTypes: new Set(['bytea', 'bytes', 'blob']),
  lists: cockroachLists,
  // EXPLAIN has a format of its own.
  estimate: undefined,
  plans: rowsOfPlan,
  // Rows are on several machines, so asking for each row would ask these.
  hints: undefined,
  keyTable: undefined,
  // No test has run on its plans of named statements.
  namedStatements: undefined,
};

const integers: ReadonlySet<unknown> = new Set([Number, 'int', 'integer']);
