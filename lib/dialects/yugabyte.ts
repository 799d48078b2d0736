import type { Dialect } from './dialect.js';
import { postgres } from './postgres.js';

/** YugabyteDB, by its documentation: PostgreSQL's own layer of statements over a store of another kind. */
export const yugabyte: Dialect = {
  ...postgres,
  drivers: {},
  server: { name: 'YugabyteDB', drivers: ['postgres'], version: /-YB-/ },
  // Without ANALYZE, which is not run by itself, the planner knows the size of no table.
  estimate: undefined,
  // Rows are on several machines, and asking for each row would ask these.
  shapes: undefined,
  // No test has run on its plans of named statements.
  namedStatements: undefined,
};
