import type { Dialect } from './dialect.js';
import { mysql } from './mysql.js';

/** TiDB, by its documentation. It needs version 7.4, which has the collation that tells any two texts apart. */
export const tidb: Dialect = {
  ...mysql,
  drivers: {},
  server: { name: 'TiDB', drivers: ['mysql', 'mariadb'], version: /-TiDB-/ },
  // Before version 6.6 a foreign key is read and forgotten, and since then a setting can turn it off.
  foreignKeyEngines: new Set(),
  // There is no JSON_TABLE, by which documents and the elements of lists are read.
  documents: { ...mysql.documents, types: new Set() },
  lists: { delimited: { ...mysql.lists.delimited, elements: undefined } },
  snapshot: {
    // READ ONLY is an error here, and a transaction takes one characteristic.
    begin: ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', 'START TRANSACTION WITH CONSISTENT SNAPSHOT'],
    end: 'COMMIT',
  },
  // Rows are on several machines, and asking for each row would ask these.
  shapes: undefined,
};
