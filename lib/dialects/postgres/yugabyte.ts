import type { Dialect } from '../dialect.js';
import { postgres } from './postgres.js';

/** YugabyteDB, by its documentation: PostgreSQL's query layer over distributed storage. */
export const yugabyte: Dialect = {
  ...postgres,
  drivers: {},
  server: { name: 'YugabyteDB', drivers: ['postgres'], version: /-YB-/ },
  // ANALYZE does not run automatically, and without it the planner knows the size of no table.
  estimate: undefined,
  // Rows are on several machines, so asking for each row would ask these.
  hints: undefined,
  keyTable: undefined,
  // No test has run on its plans of named statements.
  namedStatements: undefined,
};
