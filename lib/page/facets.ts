import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { rawText } from '../dialects/index.js';
import { type ExpressionSchema, type FacetSchema, isColumn, relatedAggregateOf, spellingsOf } from '../schema/index.js';
import { driverOf } from '../typeorm/index.js';
import { valueKinds } from '../values/index.js';
import type { Facet, Facets, RangeFacet, ValuesFacet } from '../contract/index.js';
import type { ListPlan, WrittenStatement } from '../statements/index.js';
import { type FacetRows, type SelectedField, addParts, facetRows, selectedField, textOfParts } from './facet-rows.js';
import { type EachRow, eachRowOnce, readOfRows, selectFrom } from './rows/matching-rows.js';
import type { Condition, FacetRequest, QueryPlan } from '../ast/index.js';
import { builtIn } from '../operators/index.js';
import { type SqlChanges, checkEntity, compileComparison } from '../sql/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import { valuesWanted, withoutOwn } from '../facets/index.js';
import { defaultLimits } from '../limits.js';
import { checkEntityRows } from './list/builder.js';
import { listPlanOf, unorderedPlanOf } from './list/plan.js';
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
async function readRanges<E extends ObjectLiteral>(
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

const containsText = builtIn('$containsi');

/** A request for the most frequent values of a field. */
interface ValuesRequest extends Pick<FacetRequest, 'facet' | 'search'> {
  /** Number of values to answer. */
  readonly most: number;
}

/**
 * Reads the distinct values of a field with their numbers of rows, the most frequent first. One more value is read, to
 * learn whether there are more.
 */
async function readValuesFacet<E extends ObjectLiteral>(
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
      `facets(): ${plan.list.schema.name} has no primary key, by which its rows could be counted once each; declare one`,
    );
  }
  // Checked before any statement, even for a query without facets.
  checkEntity(builder, plan.list.schema);
  checkEntityRows(builder, 'facets()');
  const answers = new Map<string, Facet>();
  let groups = 0;
  for (const [filters, requests] of byConditions(plan)) {
    const reader = new FacetReader(plan, `facets-${(groups += 1)}`);
    const group = planOf(builder, plan, filters);
    for (const together of statementsFor(requests)) {
      watch?.begins('facets', together.map((request) => request.name).join(', '));
      await reader.read(together, group, answers);
    }
  }
  // In the order of the request.
  return Object.fromEntries(plan.asked.facets.flatMap(({ name }) => [[name, answers.get(name)]])) as Facets<E>;
}

/** Makes the plan of facets, with their conditions. */
function planOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  filters: Condition | undefined,
): ListPlan<E> {
  return listPlanOf(builder, unorderedPlanOf({ ...plan, filters }), 'facets');
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

/** Reads facets with the same conditions. */
class FacetReader<E extends ObjectLiteral> {
  private statements = 0;

  constructor(
    private readonly plan: QueryPlan,
    private readonly name: string,
  ) {}

  /** Reads the values of one facet, or several ranges, by one statement. */
  async read(requests: readonly FacetRequest[], list: ListPlan<E>, into: Map<string, Facet>): Promise<void> {
    const rows = eachRowOnce(list, `${this.name}-${(this.statements += 1)}`);
    const [request] = requests;
    if (request?.facet.type === 'values') {
      const { facetValues } = this.plan.list.limits ?? defaultLimits;
      into.set(request.name, await readValuesFacet(rows, { ...request, most: valuesWanted(request, facetValues) }));
      return;
    }
    const facets = requests.map(({ facet }) => facet);
    const ranges = await readRanges(rows, facets);
    for (const [index, range] of ranges.entries()) into.set(requests[index]?.name ?? '', range);
  }
}
