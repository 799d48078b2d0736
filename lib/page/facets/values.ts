import type { ObjectLiteral } from 'typeorm';
import type { FacetRequest } from '../../ast/index.js';
import type { ValuesFacet } from '../../contract/index.js';
import { builtIn } from '../../operators/index.js';
import type { WrittenStatement } from '../../statements/index.js';
import { type ExpressionSchema, type FacetSchema, spellingsOf } from '../../schema/index.js';
import { type SqlChanges, compileComparison } from '../../sql/index.js';
import { type FacetRows, facetRows } from './rows.js';
import { type FacetValue, facetValue } from '../values/value.js';
import type { EachRow } from '../rows/matching-rows.js';
import { readOfRows } from '../rows/read-of-rows.js';
import { selectFrom } from '../rows/subquery.js';

const containsText = builtIn('$containsi');

/** A request for the most frequent values of a field. */
export interface ValuesRequest extends Pick<FacetRequest, 'facet' | 'search'> {
  /** Number of values to answer. */
  readonly most: number;
}

/**
 * Reads the distinct values of a field with their numbers of rows, the most frequent first. One more value is read, to
 * learn whether there are more.
 */
export async function readValuesFacet<E extends ObjectLiteral>(
  rows: EachRow<E>,
  { facet, search, most }: ValuesRequest,
): Promise<ValuesFacet> {
  const { expression } = facet.field;
  const way = facetValue(expression);
  const groups = new FacetGroups(rows, facet, way);
  const searched = search === undefined ? undefined : groups.contain(search);
  const window = { skip: 0, take: most + 1 };
  const selected = ['facet', expression, groups.text, ...(searched === undefined ? [] : [searched])];
  const write = () => groups.write(searched);
  const { raw, names } = await readOfRows(rows, { window, selected, write });
  const [value = '', count = ''] = names;
  return {
    values: raw.slice(0, most).map((row) => ({ value: way.valueOf(row[value]), count: Number(row[count]) })),
    hasMore: raw.length > most,
  };
}

/** Groups of rows with one value, before a statement is written. */
class FacetGroups<E extends ObjectLiteral> {
  private readonly values: FacetRows;
  private readonly alias: string;
  private readonly names: GroupNames;
  /** The name of the value to order by, where the one that is read sorts otherwise. */
  private readonly order: string | undefined;

  constructor(
    private readonly rows: EachRow<E>,
    private readonly facet: FacetSchema,
    private readonly way: FacetValue,
  ) {
    const { statement } = rows.changes;
    this.names = { value: statement.name(), count: statement.name(), isNull: statement.name() };
    this.values = facetRows(rows, facet);
    this.alias = statement.name();
    this.order = way.sortsOtherwise === true ? statement.name() : undefined;
  }

  /** SQL of the groups, with all parameters. */
  get text(): string {
    return this.values.text;
  }

  /**
   * Writes the condition that a value contains a text. It applies to the groups and not to the rows, so that it leaves
   * values out and changes no count.
   */
  contain(search: string): string {
    const predicate = { operator: containsText, values: [search] };
    const comparand = { sql: this.column(this.names.value), by: this.facet.field.expression };
    return compileComparison(this.rows.changes.statement, comparand, predicate);
  }

  /** Writes the statement, with the names of the value, its number, and whether it is NULL. */
  write(condition: string | undefined): WrittenStatement<ObjectLiteral> {
    const { names, way, values, order } = this;
    const { changes } = this.rows;
    const rows = this.rows.write();
    const sql = groupsSql(values, { sql: values.sqlOf(rows), way, names, order, ...this.facet.field }, changes);
    const counted = selectFrom(rows, sql, this.alias);
    if (condition !== undefined) counted.where(condition);
    const each = [names.value, names.count, names.isNull, ...(order === undefined ? [] : [order])];
    for (const name of each) counted.addSelect(this.column(name), name);
    counted
      .orderBy(names.count, 'DESC')
      .addOrderBy(names.isNull)
      .addOrderBy(order ?? names.value);
    return { builder: counted.setParameters(changes.statement.parameters), names: each };
  }

  private column(name: string): string {
    const { statement } = this.rows.changes;
    return `${statement.escaped(this.alias)}.${statement.escaped(name)}`;
  }
}

/** The names of the columns of groups, not escaped. */
interface GroupNames {
  readonly value: string;
  readonly count: string;
  /** 1 for the group of NULL, which sorts after others of the same number, and 0 for any other. */
  readonly isNull: string;
}

/** Rows with a value each, as a subquery without brackets, and the columns that group them. */
interface Grouping {
  readonly sql: string;
  readonly way: FacetValue;
  readonly expression: ExpressionSchema;
  readonly names: GroupNames;
  readonly order: string | undefined;
}

/** Writes the groups of equal values, each with its least spelling. */
function groupsSql(
  { key, spelled, rowKey, hasGaps }: FacetRows,
  { sql, way, expression, names, order }: Grouping,
  { statement }: SqlChanges,
): string {
  const alias = statement.alias();
  const by = key === spelled ? spellingsOf(`${alias}.${key}`, expression).key : `${alias}.${key}`;
  const shown = spellingsOf(`${alias}.${spelled}`, expression).least ?? by;
  const selected = [
    `${way.selected(shown)} AS ${statement.escaped(names.value)}`,
    `COUNT(${rowKey === undefined ? '*' : `DISTINCT ${alias}.${rowKey}`}) AS ${statement.escaped(names.count)}`,
    `CASE WHEN ${by} IS NULL THEN 1 ELSE 0 END AS ${statement.escaped(names.isNull)}`,
    ...(order === undefined ? [] : [`${shown} AS ${statement.escaped(order)}`]),
  ];
  const where = hasGaps ? ` WHERE ${alias}.${key} IS NOT NULL` : '';
  return `SELECT ${selected.join(', ')} FROM (${sql}) ${alias}${where} GROUP BY ${by}`;
}
