import type { CatalogueIndex, CatalogueRow, IndexDialect } from '../explain/catalogue.js';
import { byIndex, flag, optional } from '../explain/catalogue-rows.js';
import { keyTextsOf, normalized } from './index-text.js';

const columns = 'SELECT name, pk FROM pragma_table_xinfo(?) ORDER BY pk, cid';

const keysOfTable = `
SELECT l.name AS name, l."unique" AS is_unique, l.origin AS origin, l.partial AS is_partial, x.seqno AS place,
  x.name AS column_name, x."desc" AS is_descending, x.coll AS collation_name, m.sql AS sql
FROM pragma_index_list(?) l
JOIN pragma_index_xinfo(l.name) x ON x.key = 1
LEFT JOIN sqlite_master m ON m.type = 'index' AND m.name = l.name
ORDER BY l.name, x.seqno`;

const everyList =
  'no index serves the elements of a list on this engine: keep them in a table of their own, and filter through the relation';

/** Indexes of SQLite. Its catalogue has an expression as it was written. */
export const sqliteIndexes: IndexDialect = {
  indexesOf: async ({ name }, expressions, ask) => {
    const found = await ask(columns, [name]);
    if (found.length === 0) return undefined;
    const indexes = byIndex(await ask(keysOfTable, [name]), indexOf);
    return {
      indexes: [...indexes, ...rowIdOf(found)],
      expressions: new Map(expressions.map((expression) => [expression, normalized(expression)])),
    };
  },
  listIndex: () => ({ reason: everyList }),
  method: () => '',
  drop: (index) => `DROP INDEX ${index}`,
};

function indexOf(rows: readonly CatalogueRow[], name: string): CatalogueIndex {
  const [first = {}] = rows;
  const texts = keyTextsOf(optional(first['sql']) ?? '');
  return {
    name,
    method: 'btree',
    isUnique: flag(first['is_unique']),
    isOfConstraint: first['origin'] !== 'c',
    isComplete: !flag(first['is_partial']),
    keys: rows.map((row) => {
      const column = optional(row['column_name']);
      return {
        column,
        expression: column === undefined ? texts[Number(row['place'])] : undefined,
        isDescending: flag(row['is_descending']),
        operatorClass: undefined,
        collation: optional(row['collation_name']),
        isPrefix: false,
      };
    }),
  };
}

/**
 * Returns the primary key as an index. SQLite lists none for a key of one integer column, which is the table itself.
 */
function rowIdOf(found: readonly CatalogueRow[]): readonly CatalogueIndex[] {
  const primary = found.filter(({ pk }) => Number(pk) > 0);
  if (primary.length === 0) return [];
  const keys = primary.map(({ name }) => ({
    ...{ column: String(name), expression: undefined, isDescending: false, isPrefix: false },
    ...{ operatorClass: undefined, collation: undefined },
  }));
  const [isUnique, isOfConstraint, isComplete] = [true, true, true];
  return [{ name: 'the primary key', method: 'btree', isUnique, isOfConstraint, isComplete, keys }];
}
