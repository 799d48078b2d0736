import type { ObjectLiteral } from 'typeorm';
import type { RangeFacet } from '../../contract/index.js';
import type { WrittenStatement } from '../../statements/index.js';
import type { FacetSchema } from '../../schema/index.js';
import { type SelectedField, addParts, selectedField, textOfParts } from './rows.js';
import { facetValue } from '../values/value.js';
import type { EachRow } from '../rows/matching-rows.js';
import { readOfRows } from '../rows/read-of-rows.js';
import { selectFrom } from '../rows/subquery.js';

/**
 * Reads the least and the greatest value of fields in one statement.
 *
 * @param facets several fields of the row itself, or one behind relations
 */
export async function readRanges<E extends ObjectLiteral>(
  rows: EachRow<E>,
  facets: readonly FacetSchema[],
): Promise<readonly RangeFacet[]> {
  const fields = facets.map((facet) => ({ facet, field: selectedField(rows, facet) }));
  const selected = fields.flatMap(({ facet, field }) => [facet.field.expression, textOfParts(field.parts)]);
  const write = () => writeRanges(rows, fields);
  const { raw, names } = await readOfRows(rows, { selected: ['ranges', ...selected], write });
  const [row = {}] = raw;
  return facets.map(({ field }, index) => {
    const { valueOf } = facetValue(field.expression);
    const [min = '', max = ''] = names.slice(2 * index);
    return { min: valueOf(row[min]), max: valueOf(row[max]) };
  });
}

/** A facet, and its field in the rows. */
interface RangeField {
  readonly facet: FacetSchema;
  readonly field: SelectedField;
}

/** Writes the statement, with the names of the two ends of each field. */
function writeRanges<E extends ObjectLiteral>(
  { changes: { statement }, write }: EachRow<E>,
  fields: readonly RangeField[],
): WrittenStatement<ObjectLiteral> {
  const rows = write();
  for (const { field } of fields) addParts(rows, field.parts);
  const table = statement.name();
  const ranges = selectFrom(rows, rows.getQuery(), table);
  const names: string[] = [];
  for (const { facet, field } of fields) {
    const { selected } = facetValue(facet.field.expression);
    const column = `${statement.escaped(table)}.${field.value}`;
    const [min, max] = [statement.name(), statement.name()];
    ranges.addSelect(selected(`MIN(${column})`), min).addSelect(selected(`MAX(${column})`), max);
    names.push(min, max);
  }
  return { builder: ranges.setParameters(statement.parameters), names };
}
