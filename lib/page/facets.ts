import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { rawText } from '../dialects/index.js';
import { type ExpressionSchema, type FacetSchema, isColumn, relatedAggregateOf, spellingsOf } from '../schema/index.js';
import { driverOf } from '../typeorm/index.js';
import { valueKinds } from '../values/index.js';
import type { Facet, Facets, RangeFacet, ValuesFacet } from '../contract/index.js';
import { type Read, read } from '../statements/index.js';
import { type FacetRows, type RowParts, addParts, facetRows, selectedField } from './facet-rows.js';
import { type EachRow, type EachRowParts, eachRowOnce, selectFrom, writeEachRow } from './rows/matching-rows.js';
import type { Condition, FacetRequest, QueryPlan } from '../ast/index.js';
import { builtIn } from '../operators/index.js';
import { type Statement, checkEntity, compileComparison } from '../sql/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import { valuesWanted, withoutOwn } from '../features/facets/index.js';
import { defaultLimits } from '../limits.js';
import { checkEntityRows } from './list/builder.js';
import { listOf, unorderedPlanOf } from './list/plan.js';
import type { PageWatch } from './list/trace.js';

/** A facet's value on its way out of the database. */
interface FacetValue {
  /** Writes the expression that reads a value, so that the driver loses nothing of it. */
  readonly selected: (sql: string) => string;
  /** Returns the value that the driver has read, as in the JSON of a row, or null for NULL. */
  readonly valueOf: (raw: unknown) => unknown;
  /** True where a number is read as a text, which sorts otherwise. */
  readonly sortsOtherwise?: boolean | undefined;
}

/**
 * Makes the conversion for the values of an expression. A column's values become what an entity's property would hold,
 * by TypeORM and the column's transformer. TypeORM knows no type for other values, so their kind decides.
 */
export function facetValue(of: ExpressionSchema): FacetValue {
  const expression = shownAs(of);
  const { kind, stored, metadata, bindFacts } = expression;
  const exactly = (sql: string): string => bindFacts.dialect.exactValue({ sql, storedAs: stored.storedAs });
  if (isColumn(expression) && expression.list === undefined) {
    const driver = driverOf(metadata.entityMetadata);
    const isShort = stored.storedAs === 'single' && bindFacts.dialect.shortensSingles === true;
    return {
      selected: isShort ? exactly : asItIs,
      valueOf: ifAny((raw) => driver.prepareHydratedValue(raw, metadata)),
    };
  }
  if (kind.numeric === true) {
    return { selected: exactly, valueOf: ifAny((raw) => numberIn(kind.name, raw)), sortsOtherwise: true };
  }
  if (kind.name === 'boolean') return { selected: asItIs, valueOf: ifAny(truthOf) };
  if (kind.name === 'datetime') return { selected: asItIs, valueOf: ifAny(momentOf) };
  return { selected: kind.name === 'date' ? exactly : asItIs, valueOf: ifAny(textOf) };
}

/** The least and the greatest of related values are shown as these are. */
function shownAs(expression: ExpressionSchema): ExpressionSchema {
  const related = relatedAggregateOf(expression);
  return expression.column === undefined ? expression : (related?.of ?? expression);
}

function asItIs(sql: string): string {
  return sql;
}

/** Leaves NULL as it is, under any transformer: clients find the rows again by null. */
export function ifAny(read: (raw: unknown) => unknown): FacetValue['valueOf'] {
  return (raw) => (raw === null || raw === undefined ? null : printable(read(raw)));
}

/** Returns a value that JSON can print. A driver may read a BigInt, or a transformer make one. */
export function printable(value: unknown): unknown {
  if (typeof value !== 'bigint') return value ?? null;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** Reads a number. It stays a text where a JavaScript number would change it. */
export function numberIn(kind: ExpressionSchema['kind']['name'], raw: unknown): unknown {
  if (typeof raw === 'number') return raw;
  const text = textOf(raw);
  const number = Number(text);
  if (kind === 'float' || kind === 'real') return number;
  const exact = canonical(text);
  return exact === canonical(String(number)) ? number : (exact ?? text);
}

/** Returns the digits of a number without superfluous zeros, or undefined for any other text. */
function canonical(text: string): string | undefined {
  const reading = valueKinds.decimal.read(text, { zone: 'UTC' });
  return reading.ok ? valueKinds.decimal.print(reading.value) : undefined;
}

/** Reads a boolean. Engines without booleans use 1 and 0. */
function truthOf(raw: unknown): boolean {
  return raw === true || raw === 'true' || Number(raw) === 1;
}

/** Reads an instant. SQLite keeps it as a text without a zone, in UTC. */
function momentOf(raw: unknown): unknown {
  if (typeof raw !== 'string') return raw;
  const moment = new Date(/(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/.test(raw) ? raw : `${raw.replace(' ', 'T')}Z`);
  return Number.isNaN(moment.getTime()) ? raw : moment;
}

/** Reads a text. MySQL's drivers read a text without a character set as bytes. */
function textOf(raw: unknown): string {
  return raw instanceof Uint8Array ? Buffer.from(raw).toString() : rawText(raw);
}

/**
 * Reads the least and the greatest value of fields in one statement.
 *
 * @param facets several fields of the row itself, or one behind relations
 */
async function readRanges(rows: EachRow, facets: readonly FacetSchema[]): Promise<readonly RangeFacet[]> {
  const fields = facets.map((facet) => {
    const { parts, value } = selectedField(rows, facet);
    return [facet.field.expression, parts, value] as const;
  });
  const { raw, names } = await read(rows.list, ranges, { rows: rows.parts, fields }, { own: rows.own });
  const [row = {}] = raw;
  return fields.map(([expression], index) => {
    const { valueOf } = facetValue(expression);
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
      const { selected } = facetValue(expression);
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
  const { valueOf, sortsOtherwise } = facetValue(expression);
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
    facetValue(expression).selected(shown),
    `COUNT(${rowKey === undefined ? '*' : `DISTINCT ${alias}.${rowKey}`})`,
    `CASE WHEN ${by} IS NULL THEN 1 ELSE 0 END`,
    shown,
  ];
  const columns = names.map((name, place) => `${selected[place]} AS ${statement.escaped(name)}`);
  const where = hasGaps ? ` WHERE ${alias}.${key} IS NOT NULL` : '';
  return `SELECT ${columns.join(', ')} FROM (${sql}) ${alias}${where} GROUP BY ${by}`;
}

/**
 * Reads a plan's facets over the rows that it finds, whatever its slice: one statement for each, or one for several
 * ranges. The statements follow one another, because the builder may be in a transaction, which has one connection.
 *
 * @param watch the observer of the statements, if there is one
 * @throws FilterConfigurationError where the entity has no primary key, and for a builder of another entity
 */
export async function facetsOfRows<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  watch?: PageWatch,
): Promise<Facets<E>> {
  if (plan.list.schema.primaryKey.length === 0) {
    throw new FilterConfigurationError(
      `facets(): ${plan.list.schema.name} has no primary key, which is needed to count each row once; declare one`,
    );
  }
  // Checked before any statement, even for a query without facets.
  checkEntity(builder, plan.list.schema);
  checkEntityRows(builder, 'facets()');
  const answers = new Map<string, Facet>();
  const { facetValues } = plan.list.limits ?? defaultLimits;
  for (const [group, [filters, requests]] of [...byConditions(plan)].entries()) {
    const list = listOf(builder, unorderedPlanOf({ ...plan, asked: { ...plan.asked, filters } }), 'facets');
    for (const [place, together] of statementsFor(requests).entries()) {
      watch?.begins('facets', together.map((request) => request.name).join(', '));
      const rows = eachRowOnce(list, `facets-${group + 1}-${place + 1}`);
      const [request] = together;
      if (request?.facet.type === 'values') {
        answers.set(request.name, await readValuesFacet(rows, request, valuesWanted(request, facetValues)));
        continue;
      }
      const read = await readRanges(
        rows,
        together.map(({ facet }) => facet),
      );
      for (const [index, range] of read.entries()) answers.set(together[index]?.name ?? '', range);
    }
  }
  // In the order of the request.
  return Object.fromEntries(plan.asked.facets.flatMap(({ name }) => [[name, answers.get(name)]])) as Facets<E>;
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
