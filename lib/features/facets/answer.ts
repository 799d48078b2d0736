import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Condition, FacetRequest, QueryPlan } from '../../ast/index.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import type { Facet, RangeFacet, ValuesFacet } from '../../contract/index.js';
import { defaultLimits } from '../../limits.js';
import { builtIn } from '../../operators/index.js';
import {
  type EachRow,
  type EachRowParts,
  type PageInTheMaking,
  checkEntityRows,
  beginEachRow,
  listOf,
  selectFrom,
  unorderedPlanOf,
  valueOut,
  writeEachRow,
} from '../../page/index.js';
import { type ExpressionSchema, type FacetSchema, type FieldPath, spellingsOf } from '../../schema/index.js';
import { type Statement, checkEntity, compileComparison, pathRows, valueSql } from '../../sql/index.js';
import { type Read, read } from '../../statements/index.js';
import { valuesWanted } from './declared-facets.js';
import { withoutOwn } from './read-facets.js';

/**
 * Adds the facets of a request over the rows that it finds, whatever its slice: one statement for each, or one for
 * several ranges. The statements follow one another, because the builder may be in a transaction, which has one
 * connection.
 *
 * @throws FilterConfigurationError where the entity has no primary key, and for a builder of another entity
 */
export async function addFacets({ builder, plan, meta, watch }: PageInTheMaking): Promise<void> {
  const { schema, limits = defaultLimits } = plan.list;
  if (schema.primaryKey.length === 0) {
    throw new FilterConfigurationError(
      `facets(): ${schema.name} has no primary key, which is needed to count each row once; declare one`,
    );
  }
  // Checked before any statement, even for a query without facets.
  checkEntity(builder, schema);
  checkEntityRows(builder, 'facets()');
  const answers = new Map<string, Facet>();
  for (const [group, [filters, requests]] of [...byConditions(plan)].entries()) {
    const list = listOf(builder, unorderedPlanOf({ ...plan, asked: { ...plan.asked, filters } }), 'facets');
    for (const [place, together] of statementsFor(requests).entries()) {
      watch?.begins('facets', together.map((request) => request.name).join(', '));
      const rows = beginEachRow(list, `facets-${group + 1}-${place + 1}`);
      const [request] = together;
      if (request?.facet.type === 'values') {
        answers.set(request.name, await readValuesFacet(rows, request, valuesWanted(request, limits.facetValues)));
        continue;
      }
      const ends = await readRanges(
        rows,
        together.map(({ facet }) => facet),
      );
      for (const [index, range] of ends.entries()) answers.set(together[index]?.name ?? '', range);
    }
  }
  // In the order of the request.
  meta.facets = Object.fromEntries(plan.asked.facets.flatMap(({ name }) => [[name, answers.get(name)]]));
}

/** Groups facets by the client's conditions that apply to them: those on other fields. */
function byConditions({
  asked: { filters, facets },
}: QueryPlan): ReadonlyMap<Condition | undefined, readonly FacetRequest[]> {
  const groups = new Map<Condition | undefined, FacetRequest[]>();
  for (const request of facets) {
    const conditions = withoutOwn(filters, request.facet);
    const group = groups.get(conditions) ?? [];
    groups.set(conditions, group);
    group.push(request);
  }
  return groups;
}

/** Divides facets into single statements, and the ranges of the row itself, which share one. */
function statementsFor(requests: readonly FacetRequest[]): readonly (readonly FacetRequest[])[] {
  const isOwnRange = ({ facet }: FacetRequest): boolean => facet.type === 'range' && facet.hops.length === 0;
  const ranges = requests.filter(isOwnRange);
  const others = requests.filter((request) => !isOwnRange(request)).map((request) => [request]);
  return ranges.length === 0 ? others : [...others, ranges];
}

/**
 * Reads the least and the greatest value of fields in one statement.
 *
 * @param facets several fields of the row itself, or one behind relations
 */
async function readRanges(rows: EachRow, facets: readonly FacetSchema[]): Promise<readonly RangeFacet[]> {
  const fields = facets.map((facet) => {
    const [parts, value] = selectedField(rows, facet);
    return [facet.field.expression, parts, value] as const;
  });
  const { raw, names } = await read(rows.list, ranges, { rows: rows.parts, fields }, { own: rows.own });
  const [row = {}] = raw;
  return fields.map(([expression], index) => {
    const { valueOf } = valueOut(expression);
    const [min = '', max = ''] = names.slice(2 * index);
    return { min: valueOf(row[min]), max: valueOf(row[max]) };
  });
}

/** The two ends of each field. */
const ranges: Read<{
  readonly rows: EachRowParts;
  readonly fields: readonly (readonly [expression: ExpressionSchema, parts: RowParts, value: string])[];
}> = {
  isPlannedForValues: true,
  write: (builder, changes, { rows: each, fields }) => {
    const { statement } = changes;
    const rows = writeEachRow(builder, changes, each);
    for (const [, parts] of fields) addParts(rows, parts);
    const table = statement.name();
    const ends = selectFrom(rows, rows.getQuery(), table);
    const names: string[] = [];
    for (const [expression, , value] of fields) {
      const { selected } = valueOut(expression);
      const column = `${statement.escaped(table)}.${value}`;
      const [min, max] = [statement.name(), statement.name()];
      ends.addSelect(selected(`MIN(${column})`), min).addSelect(selected(`MAX(${column})`), max);
      names.push(min, max);
    }
    return { builder: ends.setParameters(statement.parameters), names };
  },
};

const containsText = builtIn('$containsi');

/**
 * Reads the distinct values of a field with their numbers of rows, the most frequent first. One more value is read, to
 * learn whether there are more. A search leaves values out and changes no count: it is about the groups, not the rows.
 *
 * @param most number of values to answer
 */
async function readValuesFacet(
  rows: EachRow,
  { facet, search }: Pick<FacetRequest, 'facet' | 'search'>,
  most: number,
): Promise<ValuesFacet> {
  const { own } = rows;
  const { expression } = facet.field;
  const { valueOf, sortsOtherwise } = valueOut(expression);
  // Named here and not by `groups`, because the condition of a search binds a value.
  const [value, count, isNull] = [own.name(), own.name(), own.name()];
  const { parts, around, key, spelled, rowKey, hasGaps } = facetRows(rows, facet);
  const alias = own.name();
  // The name of the value to order by, where the one that is read sorts otherwise.
  const order = sortsOtherwise === true ? [own.name()] : [];
  const comparand = { sql: `${own.escaped(alias)}.${own.escaped(value)}`, by: expression };
  const searched =
    search === undefined ? undefined : compileComparison(own, comparand, { operator: containsText, values: [search] });
  const names = [value, count, isNull, ...order];
  const of = { rows: rows.parts, parts, around, key, spelled, rowKey, hasGaps, expression, alias, names, searched };
  const { raw } = await read(rows.list, groups, of, { own, window: { skip: 0, take: most + 1 } });
  return {
    values: raw.slice(0, most).map((row) => ({ value: valueOf(row[value]), count: Number(row[count]) })),
    hasMore: raw.length > most,
  };
}

/** Groups of rows with one value, each with its least spelling. */
interface GroupsParts extends FacetRows {
  readonly rows: EachRowParts;
  readonly expression: ExpressionSchema;
  readonly alias: string;
  /**
   * The value, its number, 1 for the group of NULL, which sorts after others of the same number, and 0 for any other;
   * and the value to order by, where it is another one.
   */
  readonly names: readonly string[];
  /** The condition that a value contains a text. */
  readonly searched: string | undefined;
}

const groups: Read<GroupsParts> = {
  isPlannedForValues: true,
  write: (builder, changes, of) => {
    const { statement } = changes;
    const { names, searched } = of;
    const rows = writeEachRow(builder, changes, of.rows);
    addParts(rows, of.parts);
    const [before, after] = of.around;
    const counted = selectFrom(rows, groupsSql(`${before}${rows.getQuery()}${after}`, of, statement), of.alias);
    if (searched !== undefined) counted.where(searched);
    for (const name of names) counted.addSelect(`${statement.escaped(of.alias)}.${statement.escaped(name)}`, name);
    const [value = '', count = '', isNull = '', order = value] = names;
    counted.orderBy(count, 'DESC').addOrderBy(isNull).addOrderBy(order);
    return { builder: counted.setParameters(statement.parameters), names };
  },
};

/** @param sql the query of the rows with a value each */
function groupsSql(
  sql: string,
  { key, spelled, rowKey, hasGaps, expression, names }: GroupsParts,
  statement: Statement,
): string {
  const alias = statement.alias();
  const by = key === spelled ? spellingsOf(`${alias}.${key}`, expression).key : `${alias}.${key}`;
  const shown = spellingsOf(`${alias}.${spelled}`, expression).least ?? by;
  const selected = [
    valueOut(expression).selected(shown),
    `COUNT(${rowKey === undefined ? '*' : `DISTINCT ${alias}.${rowKey}`})`,
    `CASE WHEN ${by} IS NULL THEN 1 ELSE 0 END`,
    shown,
  ];
  const columns = names.map((name, place) => `${selected[place]} AS ${statement.escaped(name)}`);
  const where = hasGaps ? ` WHERE ${alias}.${key} IS NOT NULL` : '';
  return `SELECT ${columns.join(', ')} FROM (${sql}) ${alias}${where} GROUP BY ${by}`;
}

type Selected = readonly [sql: string, name: string];

/** Expressions that rows select for a field, and the table that is joined for them: its SQL, name and condition. */
type RowParts = readonly [
  selected: readonly Selected[],
  joined: readonly [table: string, name: string, on: string] | undefined,
];

/** Values of a field in the rows of a list, before they are counted: a row for each row of the list and each value. */
interface FacetRows {
  readonly parts: RowParts;
  /** SQL before and after the query of the rows. */
  readonly around: readonly [before: string, after: string];
  /** Escaped name of the column that is equal for equal values. */
  readonly key: string;
  /** Escaped name of the column with the value as it is spelled. */
  readonly spelled: string;
  /**
   * Escaped name of the primary key, where a row of the list may have one value in several rows. Undefined otherwise.
   */
  readonly rowKey: string | undefined;
  /** True where the rows may have NULL in place of a missing value. */
  readonly hasGaps: boolean;
}

/**
 * Reads a field beside the rows of a list. Related rows are joined, and a list's elements stand beside the row, so that
 * a row may have one value several times. A single-column key lets COUNT(DISTINCT) count rows once. No engine counts
 * several columns, so the rows are first reduced to one for each value, in its least spelling.
 */
function facetRows(rows: EachRow, path: FieldPath): FacetRows {
  const { own } = rows;
  const { field, hops } = path;
  const { list } = field.expression;
  const isMultiple = list !== undefined || hops.some(({ single }) => !single);
  const primaryKey = isMultiple ? rows.list.sql.primaryKey : [];
  const selectedKeys = primaryKey.map(({ sqlOf }): Selected => [sqlOf(rows.alias), own.name()]);
  const keys = selectedKeys.map(([, name]) => own.escaped(name));
  const elements = list?.elements;
  const [[selected, joined], column] = selectedField(rows, path);
  let value = column;
  let around: FacetRows['around'] = ['', ''];
  if (elements !== undefined) {
    // The elements stand beside the row.
    const alias = own.alias();
    value = own.alias();
    const each = elements(alias);
    const columns = [...keys.map((key) => `${alias}.${key} AS ${key}`), `${each.value} AS ${value}`];
    around = [`SELECT ${columns.join(', ')} FROM (`, `) ${alias}, ${each.from}`];
  }
  const all: RowParts = [[...selectedKeys, ...selected], joined];
  if (keys.length < 2) {
    return { parts: all, around, key: value, spelled: value, rowKey: keys[0], hasGaps: isMultiple || hops.length > 0 };
  }
  // A NULL element, and a related row without a value, have no value.
  const [alias, key, spelled] = [own.alias(), own.alias(), own.alias()];
  const equal = spellingsOf(`${alias}.${value}`, field.expression);
  const by = [...keys.map((name) => `${alias}.${name}`), equal.key].join(', ');
  const once = `SELECT ${equal.key} AS ${key}, ${equal.least ?? equal.key} AS ${spelled} FROM (${around[0]}`;
  const after = `${around[1]}) ${alias} WHERE ${alias}.${value} IS NOT NULL GROUP BY ${by}`;
  return { parts: all, around: [once, after], key, spelled, rowKey: undefined, hasGaps: false };
}

/** Selects the value of the row itself, or of the related rows that are joined. A list keeps the name of its column. */
function selectedField(
  { alias, own, list: { sql } }: EachRow,
  { hops, field: { expression } }: FieldPath,
): readonly [parts: RowParts, value: string] {
  const isList = expression.list?.elements !== undefined;
  const name = isList ? expression.metadata.databaseName : own.name();
  const value = own.escaped(name);
  const schema = hops.at(-1)?.target ?? sql.schema;
  const columnIn = (of: string): string =>
    isList ? `${of}.${value}` : valueSql(own, expression, { alias: of, schema });
  if (hops.length === 0) return [[[[columnIn(alias), name]], undefined], value];
  const rows = pathRows(own, hops, { alias, schema: sql.schema }, (end) => `${columnIn(end)} AS ${value}`);
  return [[[[`${own.escaped(rows.name)}.${value}`, name]], [rows.table, rows.name, rows.on]], value];
}

function addParts(rows: SelectQueryBuilder<ObjectLiteral>, [selected, joined]: RowParts): void {
  if (joined !== undefined) rows.innerJoin(...joined);
  for (const [sql, name] of selected) rows.addSelect(sql, name);
}
