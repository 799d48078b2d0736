import type { Dialect } from '../dialect.js';
import { mysql } from './mysql.js';
import { rowsOfPlan } from '../explain/statement-plan.js';

/** TiDB, by its documentation. It needs version 7.4, the first with a collation that tells any two texts apart. */
export const tidb: Dialect = {
  ...mysql,
  drivers: {},
  server: { name: 'TiDB', drivers: ['mysql', 'mariadb'], version: /-TiDB-/ },
  // Before version 6.6, TiDB ignores foreign keys; since then, a setting can turn them off.
  foreignKeyEngines: new Set(),
  // TiDB lacks JSON_TABLE, which reads documents and list elements.
  documents: { ...mysql.documents, types: new Set() },
  lists: { delimited: { ...mysql.lists.delimited, elements: undefined } },
  snapshot: {
    // READ ONLY is an error here, and a transaction takes one characteristic.
    begin: ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', 'START TRANSACTION WITH CONSISTENT SNAPSHOT'],
    end: 'COMMIT',
  },
  // Rows are on several machines, so asking for each row would ask these.
  hints: undefined,
  limitsInBranches: undefined,
  plans: rowsOfPlan,
};
