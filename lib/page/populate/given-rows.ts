import type { ObjectLiteral } from 'typeorm';
import type { PopulatedMeta } from '../../contract/index.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import type { KeyValues } from '../../dialects/index.js';
import { type ColumnSchema, type FilterSchema, wholeSqlOf } from '../../schema/index.js';
import { type Addition, type SqlPlan, addSelections, addWhere, compile, withOwnStatement } from '../../sql/index.js';
import { ListPlan, listOf } from '../../statements/index.js';
import { selectBeside, storedKeyOf, storedKeyOfRaw, textOfKey, withoutCacheName } from '../../typeorm/index.js';
import { WholeKeys, oneDate } from '../list/whole-keys.js';
import { readValues } from '../rows/read-statement.js';
import { dividedFor, inParameter, padded } from './keys.js';
import { populateRows } from './populate.js';
import { type Populating, relatedAlias } from './related-list.js';

/*
 * Rows that the host has read, whose keys are what their Dates say. Where a Date rounds, the rows of its millisecond
 * are looked up: one of them is the row.
 */

/** Puts the related rows that a query populates into rows of the host's. */
export async function populateGiven(
  given: Omit<Populating, 'wholeKeys'>,
  rows: readonly ObjectLiteral[],
): Promise<PopulatedMeta | undefined> {
  const populating = { ...given, wholeKeys: new WholeKeys() };
  const { schema, populate } = given.plan;
  if (schema.roundedKey.length > 0 && populate.length > 0) await lookUpKeys(populating, rows);
  return populateRows(populating, rows);
}

/** @throws FilterConfigurationError for a row of which the database has none, or several that its Date may mean */
async function lookUpKeys(populating: Populating, rows: readonly ObjectLiteral[]): Promise<void> {
  const { schema } = populating.plan;
  const keys = new Map<string, KeyValues>();
  const texts = rows.map((row) => {
    const key = storedKeyOf(row, schema.primaryKey);
    const text = key === undefined ? undefined : textOfKey(key);
    if (key !== undefined && text !== undefined) keys.set(text, key);
    return text;
  });
  const found = new Map<string, KeyValues[]>();
  for (const part of dividedFor([...keys.values()], 'list')) {
    for (const { text, whole } of await keysNear(populating, part)) {
      found.set(text, [...(found.get(text) ?? []), whole]);
    }
  }
  for (const [place, row] of rows.entries()) {
    const text = texts[place];
    // Whoever reads related rows by it says what is missing in a row without a key.
    if (text === undefined) continue;
    const [whole, ...more] = found.get(text) ?? [];
    if (whole === undefined) throw notFound(schema);
    if (more.length > 0) throw oneDate(schema.name);
    populating.wholeKeys.keep(row, whole, schema);
  }
}

/** A key as an entity has it, as text, and its date-times as the database has them. */
interface FoundKey {
  readonly text: string;
  readonly whole: KeyValues;
}

/** Finds the rows whose keys may be those of some entities. */
async function keysNear(populating: Populating, keys: readonly KeyValues[]): Promise<readonly FoundKey[]> {
  const { schema } = populating.plan;
  const { primaryKey, roundedKey } = schema;
  const builder = selectBeside(populating.builder).from<ObjectLiteral>(schema.metadata.target, relatedAlias);
  withoutCacheName(builder);
  // A row may be read although it is deleted.
  const list = listOf(builder.select(relatedAlias).withDeleted(), listOfAll(schema));
  const plan = new ListPlan(list, 'whole keys', () => compile(list.plan, builder));
  const addition = nearTo(plan, keys);
  const alias = builder.escape(relatedAlias);
  const columns = [
    ...primaryKey.map(({ sqlOf }) => sqlOf(alias)),
    ...roundedKey.map((column) => wholeSqlOf(column, alias)),
  ];
  const write = () => {
    const changes = withOwnStatement(plan.with(addition));
    const rows = builder.clone().select([]);
    addWhere(rows, changes);
    return { builder: rows, names: addSelections(rows, changes, columns) };
  };
  const { raw, names } = await readValues({ plan, addition, selected: columns, write });
  return raw.map((row) => {
    const values = names.map((name) => row[name]);
    const text = textOfKey(storedKeyOfRaw(values.slice(0, primaryKey.length), primaryKey));
    return { text, whole: values.slice(primaryKey.length) };
  });
}

/** Returns the plan of all rows of an entity. */
function listOfAll(schema: FilterSchema): SqlPlan {
  const none = { conditions: [], scopes: new Map(), sort: [] };
  return { schema, ...none, total: false, nulls: 'engine' };
}

/** Binds the condition that a row's key may be one of some. */
function nearTo(plan: ListPlan, keys: readonly KeyValues[]): Addition {
  const { primaryKey, roundedKey, dialect } = plan.list.plan.schema;
  const alias = plan.list.builder.escape(relatedAlias);
  const addition = plan.add((binder) => {
    const bind = (value: unknown) => binder.bind(inParameter(value, dialect));
    const isNear = (column: ColumnSchema, value: unknown): string => {
      const sql = column.sqlOf(alias);
      if (!roundedKey.includes(column)) return `${sql} = ${bind(value)}`;
      const ranges = dialect.dateTimesAreText ? textsOfSecond(value) : [millisecondOf(value)];
      return `(${ranges.map(([from, to]) => `${sql} BETWEEN ${bind(from)} AND ${bind(to)}`).join(' OR ')})`;
    };
    const each = padded(keys).map((key) => primaryKey.map((column, place) => isNear(column, key[place])).join(' AND '));
    return `(${each.map((sql) => `(${sql})`).join(' OR ')})`;
  });
  return { ...addition, isOfAnyKind: true };
}

type Range = readonly [from: unknown, to: unknown];

/** Returns a range with everything that is one Date. */
function millisecondOf(value: unknown): Range {
  return value instanceof Date ? [value, new Date(value.getTime() + 1)] : [value, value];
}

/** Returns the ranges of the texts that spell a second of UTC, whatever follows it. */
function textsOfSecond(value: unknown): readonly Range[] {
  if (typeof value !== 'string') return [millisecondOf(value), millisecondOf(value)];
  const second = value.slice(0, 'yyyy-mm-dd hh:mm:ss'.length);
  return [second, second.replace(' ', 'T')].map((text): Range => [text, `${text}~`]);
}

function notFound({ name, primaryKey }: FilterSchema): FilterConfigurationError {
  const columns = primaryKey.map(({ propertyPath }) => propertyPath).join(', ');
  return new FilterConfigurationError(
    `populate: a row of ${name} is not found by its ${columns}: it is gone, or JavaScript's Date does not say how the ` +
      'database spells it; let page() or each() read the rows that are populated',
  );
}
