import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { FacetRequest } from '../ast/index.js';
import type { ValuesFacet } from '../input/index.js';
import { builtIn } from '../operators/index.js';
import type { ExpressionSchema } from '../schema/index.js';
import { ComparisonCompiler, type SqlChanges } from '../sql/index.js';
import { type FacetRows, facetRows, spellingsOf } from './facet-rows.js';
import { type FacetValue, facetValue } from './facet-value.js';
import { selectFrom } from './subquery.js';

/** A request for the most frequent values of a field. */
export interface ValuesRequest extends Pick<FacetRequest, 'facet' | 'search'> {
  /** The number of values that are wanted. */
  readonly most: number;
}

/**
 * Reads the distinct values of a field with the number of rows that have each, the most frequent first. One value more is read
 * than is wanted, to tell whether there are more.
 *
 * @param rows selects nothing yet, and is changed: a row of the list once each
 */
export async function readValues(
  rows: SelectQueryBuilder<ObjectLiteral>,
  changes: SqlChanges,
  { facet, search, most }: ValuesRequest,
): Promise<ValuesFacet> {
  const { statement } = changes;
  const { expression } = facet.field;
  const way = facetValue(expression);
  const names: GroupNames = { value: statement.name(), count: statement.name(), isNull: statement.name() };
  const values = facetRows(rows, facet, changes);
  const sql = groupsSql(values, { way, expression, names }, changes);
  const groups = statement.name();
  const counted = selectFrom(rows, sql, groups);
  const column = (name: string): string => `${statement.escaped(groups)}.${statement.escaped(name)}`;
  if (search !== undefined) counted.where(contains(column(names.value), { expression, search }, changes));
  for (const name of [names.value, names.count, names.isNull]) counted.addSelect(column(name), name);
  counted.orderBy(names.count, 'DESC').addOrderBy(names.isNull).addOrderBy(names.value);
  const result = await counted
    .setParameters(statement.parameters)
    .limit(most + 1)
    .getRawMany<Readonly<Record<string, unknown>>>();
  return {
    values: result
      .slice(0, most)
      .map((row) => ({ value: way.valueOf(row[names.value]), count: Number(row[names.count]) })),
    hasMore: result.length > most,
  };
}

/** The names of the columns of groups, not escaped. */
interface GroupNames {
  readonly value: string;
  readonly count: string;
  /** 1 for the group of NULL, which stands behind others of the same number, and 0 for any other. */
  readonly isNull: string;
}

/** The facts by which values become groups. */
interface Grouping {
  readonly way: FacetValue;
  readonly expression: ExpressionSchema;
  readonly names: GroupNames;
}

/** Writes the groups of equal values, each with its least spelling. */
function groupsSql(
  { sql, key, spelled, rowKey, hasGaps }: FacetRows,
  { way, expression, names }: Grouping,
  { statement }: SqlChanges,
): string {
  const alias = statement.alias();
  const by = key === spelled ? spellingsOf(`${alias}.${key}`, expression).key : `${alias}.${key}`;
  const shown = spellingsOf(`${alias}.${spelled}`, expression).least ?? by;
  const selected = [
    `${way.selected(shown)} AS ${statement.escaped(names.value)}`,
    `COUNT(${rowKey === undefined ? '*' : `DISTINCT ${alias}.${rowKey}`}) AS ${statement.escaped(names.count)}`,
    `CASE WHEN ${by} IS NULL THEN 1 ELSE 0 END AS ${statement.escaped(names.isNull)}`,
  ];
  const where = hasGaps ? ` WHERE ${alias}.${key} IS NOT NULL` : '';
  return `SELECT ${selected.join(', ')} FROM (${sql}) ${alias}${where} GROUP BY ${by}`;
}

const containsText = builtIn('$containsi');

/**
 * Writes the condition that a value contains a text. It is put to the values that are shown, and not to those of the rows, so
 * that it leaves values out and changes no count.
 */
function contains(
  sql: string,
  { expression, search }: { readonly expression: ExpressionSchema; readonly search: string },
  { statement }: SqlChanges,
): string {
  const predicate = { operator: containsText, values: [search] };
  return new ComparisonCompiler(statement).compile({ sql, by: expression }, predicate, false);
}
