import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Dialect, KeyValues } from '../../dialects/index.js';
import type { Populated } from '../../ast/index.js';
import type { KeyPart } from '../../caches/index.js';
import { type ListQuery, type Read, type StatementResult, read } from '../../statements/index.js';
import { type Statement, ownColumnsOf } from '../../sql/index.js';
import {
  type ColumnSchema,
  type FilterSchema,
  type Link,
  type RelationSchema,
  checkTables,
  isSameExpression,
} from '../../schema/index.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import { bindFloat, bindWholeNumber } from '../../values/index.js';
import {
  type Row,
  includesDeleted,
  selectBeside,
  storedKeyOf,
  storedKeyOfRaw,
  textOfKey,
  withoutCacheName,
} from '../../typeorm/index.js';
import { amongRows } from './rows.js';
import type { PagePlan } from '../list/plan.js';

/** Form of the parents' keys in a statement: a table of their own, a branch for each, or a list. */
type KeyForm = 'table' | 'branches' | 'list';

/** Parents in a statement: the parameters of all keys together in a table, and of each key otherwise. */
export type ParentsPart = readonly [
  form: KeyForm,
  parent: FilterSchema,
  relation: RelationSchema,
  keys: readonly (readonly string[])[],
];

/**
 * Greatest number of keys in a statement with a parameter for each value, and on some engines a branch for each key.
 */
const mostKeys = 500;

function formOf({ plan: { schema, strategy } }: ListQuery, { relation, limit }: Pick<Populated, 'relation' | 'limit'>) {
  if ((relation.strategy ?? strategy) === 'in') return 'list';
  if (schema.dialect.keyTable !== undefined) return 'table';
  return limit !== undefined && schema.dialect.limitsInBranches === true ? 'branches' : 'list';
}

/** The result of a statement over rows that are related to parents, and the place of each row's parent. */
interface ResultOfParents {
  readonly result: StatementResult;
  readonly parentOf: readonly number[];
}

/**
 * Reads what is related to parents: by one statement, or by a few with a parameter for each key. The names of their
 * values begin with the parent's number or key.
 *
 * @param isRaw true where each row has its parent's key, which is one whole number, as the driver read it
 * @param partsWith adds the parents to the other parts of the statement
 */
export async function readForParents<Parts extends { readonly [Name in keyof Parts]: KeyPart }>(
  list: ListQuery,
  what: Read<Parts>,
  { schema, keys }: Pick<Parents, 'schema' | 'keys'>,
  node: Pick<Populated, 'relation' | 'limit'>,
  isRaw: boolean,
  partsWith: (parents: ParentsPart) => Parts,
): Promise<readonly ResultOfParents[]> {
  const { link } = node.relation;
  checkTables([schema.table, ...(link.via === 'junction' ? [link.table] : [])]);
  const form = formOf(list, node);
  const most = form === 'table' ? keys.length : mostKeys;
  const results: ResultOfParents[] = [];
  for (let from = 0; from < keys.length; from += most) {
    const part = keys.slice(from, from + most);
    const own = list.begin();
    const result = await read(list, what, partsWith([form, schema, node.relation, boundKeys(own, part, form)]), {
      own,
    });
    const placeOf = placesBy(result.names, form, schema, isRaw, part);
    results.push({ result, parentOf: result.raw.map((row) => from + placeOf(row)) });
  }
  return results;
}

/** Binds the keys of parents, so that few texts serve any number of them. */
function boundKeys(own: Statement, keys: readonly KeyValues[], form: KeyForm): ParentsPart[3] {
  const { dialect } = own;
  if (form === 'table') return [(dialect.keyTable?.encode(keys) ?? []).map((text) => own.bind(text))];
  return padded(keys).map((key) => key.map((value) => own.bind(inParameter(value, dialect))));
}

/** Returns a value prepared for the driver, because SQLite's drivers write numbers into the text. */
function inParameter(value: unknown, dialect: Dialect): unknown {
  if (typeof value !== 'number') return value;
  return Number.isSafeInteger(value) ? bindWholeNumber(String(value), dialect) : bindFloat(value, dialect);
}

/**
 * Fills up with NULL keys, which have no related rows, so that few texts serve any number of keys. Up to 16 keys each
 * number has a text, then every second number up to 32, every fourth up to 64, and so on. On MariaDB, each branch takes
 * 17 µs to parse and to plan.
 */
function padded(keys: readonly KeyValues[]): readonly KeyValues[] {
  const step = Math.max(1, 2 ** (Math.ceil(Math.log2(keys.length)) - 4));
  const length = Math.min(mostKeys, Math.ceil(keys.length / step) * step);
  const none = (keys[0] ?? []).map(() => null);
  return [...keys, ...Array.from({ length: length - keys.length }, () => none)];
}

/** Returns the function that finds the place of each row's parent in a part, by the parent's number or key. */
function placesBy(
  names: readonly string[],
  form: KeyForm,
  { primaryKey }: FilterSchema,
  isRaw: boolean,
  part: readonly KeyValues[],
): (row: Row) => number {
  const keyNames = names.slice(0, isRaw || form === 'list' ? primaryKey.length : 1);
  const [name = ''] = keyNames;
  let find = (row: Row): number | undefined => Number(row[name]);
  if (isRaw) {
    const places = new Map(part.map(([value], place) => [wholeNumber(value), place]));
    find = (row) => places.get(wholeNumber(row[name]));
  } else if (form === 'list') {
    const places = new Map(part.map((key, place) => [textOfKey(key), place]));
    const keyIn = (row: Row) => keyNames.map((each) => row[each]);
    find = (row) => places.get(textOfKey(storedKeyOfRaw(keyIn(row), primaryKey)));
  }
  return (row) => {
    const place = find(row);
    if (place === undefined || part[place] === undefined) throw new TypeError('a related row belongs to no parent');
    return place;
  };
}

/** Returns a whole number in one form, whether a driver gives it as a number, a text or a bigint. */
function wholeNumber(value: unknown): unknown {
  if (typeof value === 'number') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/**
 * Returns the column of related rows that holds the key of their parent, by its escaped name: an index on it gives the
 * rows in groups. Undefined for keys that two columns may spell differently, as texts under two collations, and for
 * several columns.
 */
export function parentKeyIn({ link, relatedKey }: RelationSchema, parent: FilterSchema): string | undefined {
  const [key, ...more] = parent.primaryKey;
  if (key === undefined || more.length > 0 || link.via === 'junction' || relatedKey === undefined) return undefined;
  const [pair] = link.pairs;
  const areWhole = [key, relatedKey].every(({ stored }) => stored.storedAs === 'integer');
  return areWhole && pair?.own === key.columnName ? pair.related : undefined;
}

/**
 * Returns the column of rows that holds the key of their related row. Undefined unless both are whole numbers, because
 * two columns may spell other keys differently.
 */
export function heldKeyOf({ single, foreignKey, relatedKey, target }: RelationSchema): ColumnSchema | undefined {
  const [key, ...more] = target.primaryKey;
  if (!single || foreignKey === undefined || relatedKey === undefined || more.length > 0) return undefined;
  const areWhole = [foreignKey, relatedKey].every(({ stored }) => stored.storedAs === 'integer');
  return areWhole && key !== undefined && isSameExpression(relatedKey, key) ? foreignKey : undefined;
}

export function amongKeys(column: string, [form, { dialect, primaryKey }, , keys]: ParentsPart): string {
  if (form !== 'table') return amongRows([column], keys);
  const [key] = primaryKey;
  const parameter = keys[0]?.[0];
  if (key === undefined || parameter === undefined || dialect.keyTable === undefined) {
    throw new TypeError('the parents have no keys of one column');
  }
  return dialect.keyTable.among(column, parameter, key.metadata);
}

/** Rows whose related rows are read. A key identifies a parent, and several rows may be one parent. */
export interface Parents {
  readonly schema: FilterSchema;
  readonly rows: readonly ObjectLiteral[];
  readonly keys: readonly KeyValues[];
  /** The place of each row's key. Undefined for a row without a related one. */
  readonly keyOf: readonly (number | undefined)[];
  /** True where the rows hold the keys of their related rows. */
  readonly holdKeys: boolean;
}

/**
 * Tells the rows of one entity apart by their primary keys.
 *
 * @throws FilterConfigurationError for a row without its primary key, and for two rows with one
 */
export function parentsOf(schema: FilterSchema, rows: readonly ObjectLiteral[]): Parents {
  const known = new DistinctKeys();
  const ofDates: ObjectLiteral[] = [];
  const hasDates = schema.primaryKey.some(({ stored }) => stored.storedAs === 'datetime');
  const keyOf = rows.map((row) => {
    const key = primaryKeyOf(row, schema);
    const [value] = key;
    const place = known.placeOf(key.length === 1 && typeof value !== 'object' ? value : textOfKey(key), key);
    if (hasDates) checkSame((ofDates[place] ??= row), row, schema);
    return place;
  });
  return { schema, rows, keys: known.keys, keyOf, holdKeys: false };
}

/**
 * Tells rows apart by the keys of their related rows.
 *
 * @param held the key that each row holds; NULL stands for none
 */
export function parentsByHeld(target: FilterSchema, rows: readonly ObjectLiteral[], held: readonly unknown[]): Parents {
  const known = new DistinctKeys();
  const keyOf = held.map((value) => (value === null ? undefined : known.placeOf(value, [value])));
  return { schema: target, rows, keys: known.keys, keyOf, holdKeys: true };
}

/** Keys in the order of their first appearance. */
class DistinctKeys {
  readonly keys: KeyValues[] = [];
  private readonly places = new Map<unknown, number>();

  /** @param identity a value that is the same for equal keys alone */
  placeOf(identity: unknown, key: KeyValues): number {
    const known = this.places.get(identity);
    if (known !== undefined) return known;
    this.places.set(identity, this.keys.length);
    return this.keys.push(key) - 1;
  }
}

/** @throws FilterConfigurationError for a rounded number, too: the rows related to its neighbour would be answered */
function primaryKeyOf(entity: ObjectLiteral, { name, primaryKey }: FilterSchema): KeyValues {
  const key = storedKeyOf(entity, primaryKey);
  if (key === undefined || key.length === 0) {
    const columns = primaryKey.map(({ propertyPath }) => propertyPath).join(', ') || 'one';
    throw new FilterConfigurationError(
      `populate: a row of ${name} has no primary key to find its related rows by; select ${columns}`,
    );
  }
  for (const [place, { stored }] of primaryKey.entries()) {
    const value = key[place];
    if (stored.storedAs !== 'integer' || typeof value !== 'number' || Number.isSafeInteger(value)) continue;
    throw new FilterConfigurationError(
      `populate: the driver rounds a number beyond 2^53 in the primary key of ${name}; ` +
        'let the driver read such numbers as text, or populate nothing',
    );
  }
  return key;
}

/**
 * Refuses two different rows with one key: two spellings of one Date on SQLite, and an hour that clocks repeat. One row
 * may be there several times, as the related row of several.
 */
function checkSame(first: ObjectLiteral, row: ObjectLiteral, { name, metadata }: FilterSchema): void {
  const shown = (one: ObjectLiteral) =>
    textOfKey(metadata.columns.map((column): unknown => column.getEntityValue(one)));
  if (first === row || shown(first) === shown(row)) return;
  throw new FilterConfigurationError(
    `populate: two rows of ${name} have primary keys that are one JavaScript Date; write the date-times of the key in ` +
      'one spelling, or populate nothing',
  );
}

/** Parents as a table of a statement: their identity, and the values that their related rows are tied to. */
export interface Links {
  readonly sql: string;
  /** Names of the columns that identify the parents, not escaped: their number, or their key. */
  readonly parent: readonly string[];
  /** The names of the columns that related rows are tied to, escaped. */
  readonly own: readonly string[];
}

type Selected = readonly [sql: string, name: string];

/**
 * Writes the table of parents: by a table of their keys, or by their own table and a list of keys.
 *
 * @param link the columns that related rows are tied to
 */
export function parentLinks(
  statement: Statement,
  [form, schema, { link: whole }, rows]: ParentsPart,
  link = whole,
): Links {
  const { keyTable } = schema.dialect;
  if (form !== 'table' || keyTable === undefined) return linksByList(statement, schema, link, rows);
  const { primaryKey } = schema;
  const names = {
    table: statement.alias(),
    place: statement.alias(),
    columns: primaryKey.map(() => statement.alias()),
  };
  const declared = primaryKey.map(({ metadata }) => metadata);
  const keys = keyTable.write(rows[0] ?? [], declared, names);
  const place = statement.name();
  const own = ownColumnsOf(link);
  const given = own.flatMap((name) => {
    const key = keys.columns[primaryKey.findIndex(({ columnName }) => columnName === name)];
    return key === undefined || key.textOf !== undefined ? [] : [key.sql];
  });
  const number: Selected = [keys.place, statement.escaped(place)];
  if (given.length === own.length) return selectedLinks(statement, [number], keys.from, given, [place]);
  const parents = statement.alias();
  const on = primaryKey.map((column, index) => {
    const key = keys.columns[index];
    const sql = column.sqlOf(parents);
    return `${key?.textOf?.(sql) ?? sql} = ${key?.sql ?? ''}`;
  });
  const from = `${keys.from} INNER JOIN ${statement.from(schema.table)} ${parents} ON ${on.join(' AND ')}`;
  const looked = own.map((name) => `${parents}.${name}`);
  return selectedLinks(statement, [number], from, looked, [place]);
}

/**
 * Writes the table of parents whose keys are parameters. The rows of a junction table, if there is one, are joined,
 * each once, so that related rows are tied to its columns.
 */
function linksByList(statement: Statement, schema: FilterSchema, link: Link, rows: ParentsPart[3]): Links {
  const parents = statement.alias();
  const names = schema.primaryKey.map(() => statement.name());
  const columns = schema.primaryKey.map((column) => column.sqlOf(parents));
  const keys = columns.map((sql, place): Selected => [sql, statement.escaped(names[place] ?? '')]);
  const table = `${statement.from(schema.table)} ${parents}`;
  const where = ` WHERE ${amongRows(columns, rows)}`;
  if (link.via === 'columns') {
    const own = ownColumnsOf(link).map((name) => `${parents}.${name}`);
    return selectedLinks(statement, keys, `${table}${where}`, own, names);
  }
  const alias = statement.alias();
  const on = link.ownJunctionColumns.map(({ own, related }) => `${alias}.${related} = ${parents}.${own}`);
  const from = `${table} INNER JOIN ${statement.from(link.table)} ${alias} ON ${on.join(' AND ')}${where}`;
  const own = link.relatedJunctionColumns.map((pair) => `${alias}.${pair.own}`);
  return selectedLinks(statement, keys, from, own, names, 'DISTINCT ');
}

/**
 * Writes the table of parents for all of their related rows at once. The rows of a junction table, if there is one,
 * stand beside their parents, each as often as the table has it.
 */
export function linksThrough(statement: Statement, of: ParentsPart): Links {
  const [, , { link }] = of;
  if (link.via === 'columns') return parentLinks(statement, of);
  const { sql, parent, own } = parentLinks(statement, of, { via: 'columns', pairs: link.ownJunctionColumns });
  const [parents, junctions] = [statement.alias(), statement.alias()];
  const on = link.ownJunctionColumns.map(({ related }, place) => `${junctions}.${related} = ${parents}.${own[place]}`);
  const keys = parent.map((name): Selected => {
    const escaped = statement.escaped(name);
    return [`${parents}.${escaped}`, escaped];
  });
  const from = `(${sql}) ${parents} INNER JOIN ${statement.from(link.table)} ${junctions} ON ${on.join(' AND ')}`;
  const far = link.relatedJunctionColumns.map((pair) => `${junctions}.${pair.own}`);
  return selectedLinks(statement, keys, from, far, parent);
}

function selectedLinks(
  statement: Statement,
  keys: readonly Selected[],
  from: string,
  own: readonly string[],
  parent: readonly string[],
  distinct = '',
): Links {
  const tied = own.map((sql): Selected => [sql, statement.alias()]);
  const columns = [...keys, ...tied].map(([sql, name]) => `${sql} AS ${name}`).join(', ');
  return { sql: `SELECT ${distinct}${columns} FROM ${from}`, parent, own: tied.map(([, name]) => name) };
}

/**
 * Joins related rows with the table of their parents, by the columns that both are tied by.
 *
 * @returns the columns that identify the parents, as SQL
 */
export function joinLinks(
  rows: SelectQueryBuilder<ObjectLiteral>,
  statement: Statement,
  link: Link,
  links: Links,
): readonly string[] {
  const parents = statement.name();
  const alias = statement.escaped(parents);
  const related = link.via === 'columns' ? link.pairs : link.relatedJunctionColumns;
  const on = related.map(
    (pair, place) => `${statement.escaped(rows.alias)}.${pair.related} = ${alias}.${links.own[place]}`,
  );
  rows.innerJoin(`(${links.sql})`, parents, on.join(' AND '));
  return links.parent.map((name) => `${alias}.${statement.escaped(name)}`);
}

/**
 * Alias of related rows. A statement has it at most once in each of its scopes. It is short, because MariaDB parses it
 * in a branch for each parent.
 */
export const relatedAlias = 'nf_r';

/**
 * Makes a builder of whole rows of the related entity, on the list's connection. Such a builder is identified by a
 * short text; what is answered is a part of each statement.
 */
export function relatedBuilder(
  { builder, plan }: PagePlan,
  { target }: Pick<RelationSchema, 'target'>,
): SelectQueryBuilder<ObjectLiteral> {
  const rows = selectBeside(builder).from<ObjectLiteral>(target.metadata.target, relatedAlias);
  // Under the list's name in a cache, a statement would get the related rows of other parents.
  withoutCacheName(rows);
  if (plan.asked.deleted?.related === true || includesDeleted(builder)) rows.withDeleted();
  return rows.select(relatedAlias);
}
