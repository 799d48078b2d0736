import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { RangeFacet } from '../input/index.js';
import type { FacetSchema } from '../schema/index.js';
import type { SqlChanges } from '../sql/index.js';
import { selectField } from './facet-rows.js';
import { facetValue } from './facet-value.js';
import { selectFrom } from './subquery.js';

/**
 * Reads the least and the greatest value of fields in one statement.
 *
 * @param rows selects nothing yet, and is changed: a row of the list once each
 * @param facets several fields of the row itself, or one behind relations
 */
export async function readRanges(
  rows: SelectQueryBuilder<ObjectLiteral>,
  changes: SqlChanges,
  facets: readonly FacetSchema[],
): Promise<readonly RangeFacet[]> {
  const { statement } = changes;
  const columns = facets.map((facet) => selectField(rows, facet, changes));
  const table = statement.name();
  const ranges = selectFrom(rows, rows.getQuery(), table);
  const ends = facets.map(({ field: { expression } }, index) => {
    const { valueOf, selected } = facetValue(expression);
    const column = `${statement.escaped(table)}.${columns[index]}`;
    const [min, max] = [statement.name(), statement.name()];
    ranges.addSelect(selected(`MIN(${column})`), min).addSelect(selected(`MAX(${column})`), max);
    return (row: Readonly<Record<string, unknown>>): RangeFacet => ({ min: valueOf(row[min]), max: valueOf(row[max]) });
  });
  const row = await ranges.setParameters(statement.parameters).getRawOne<Record<string, unknown>>();
  return ends.map((range) => range(row ?? {}));
}
