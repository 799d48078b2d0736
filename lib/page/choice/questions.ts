import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Bound, isIndexed, isServed, startsIndex } from '../../adaptive/index.js';
import { type Condition, type Related, conjunctsOf } from '../../ast/index.js';
import type { KeyPart } from '../../caches/index.js';
import { type FilterSchema, checkTables } from '../../schema/index.js';
import { ListQuery, type Read, read } from '../../statements/index.js';
import {
  type OrderKey,
  type SqlChanges,
  type SqlPlan,
  type Statement,
  type StoredValue,
  addOrder,
  addWhere,
  compile,
  keySubquery,
  limitSql,
} from '../../sql/index.js';
import { type Row, copyOf, entityText, selectBeside, sideCopyOf } from '../../typeorm/index.js';
import { listOf } from '../list/plan.js';
import { storedValue } from '../order/stored-value.js';
import { clearSelection, matchingRows, selectFrom } from '../rows/matching-rows.js';
import { unordered } from './ways.js';
import type { WindowOfList } from './window.js';

/*
 * What is asked of the database before a page is read: whether more than a few rows satisfy a condition, and the value
 * of the first sort key at a rank. No question has a name on the server, because how many rows it reads depends only on
 * its values.
 */

/** The alias of the table of a list, in a question about all of its rows, visible or not. */
const root = 'nf_root';

const answer = 'nf_one';

/** A question whether more than a few rows satisfy conditions. It stops after these. */
export interface Question {
  readonly list: ListQuery;
  readonly few: number;
  readonly asked: Asked;
}

/** Writes a statement with a row where there are more than a few rows. */
type Asked = (
  builder: SelectQueryBuilder<ObjectLiteral>,
  changes: SqlChanges,
  few: number,
) => SelectQueryBuilder<ObjectLiteral>;

/**
 * Returns true where a declared index finds the visible related rows that satisfy a condition, or indexes do along
 * further relations. The question about their number then reads only a few. A delete date is ignored, because most rows
 * have none.
 */
export function isAskable({ relation, where, quantifier }: Related, scopes: SqlPlan['scopes']): boolean {
  const { target } = relation;
  if (target.discriminator !== undefined || quantifier !== 'some') return false;
  const conditions = [where, scopes.get(target)].filter((part) => part !== undefined).flatMap(conjunctsOf);
  const [further, ...more] = conditions;
  if (further?.type !== 'related' || more.length > 0) return isServed(target, conditions);
  return isIndexed(further.relation, target) && isAskable(further, scopes);
}

/** Asks about rows related to a row that satisfies a condition: about their keys, each as often as it occurs. */
export function manyRelated(condition: Related, { builder, plan }: ListQuery, few: number): Question {
  const { relation } = condition;
  const own = unordered(plan, [condition]);
  if (relation.link.via === 'columns' && !relation.toMany) {
    // The rows whose foreign key refers to such a row. The list's own scope does not matter.
    const { schema, scopes } = plan;
    const others = relation.target === schema ? scopes : new Map([...scopes].filter(([scoped]) => scoped !== schema));
    return manyInTable({ ...own, scopes: others, shapes: new Map([[condition, 'keys']]) }, builder, few);
  }
  const list = new ListQuery(builder, own, 'keys of related rows', () => keySubquery(condition, own, builder));
  return { list, few, asked: fewKeys };
}

const fewKeys: Asked = (builder, { where, statement }, few) => {
  const rows = selectBeside(builder, 'few-keys').from<ObjectLiteral>(`(${where}${limitSql(1, few)})`, 'nf_keys');
  return rows.setParameters(statement.parameters).select('1', answer);
};

/** Asks about the rows of the whole table that satisfy a condition on its own columns. */
export function manyOfTable(condition: Condition, { builder, plan }: ListQuery, few: number): Question {
  return manyInTable({ ...unordered(plan, [condition]), scopes: new Map() }, builder, few);
}

function manyInTable(plan: SqlPlan, host: SelectQueryBuilder<ObjectLiteral>, few: number): Question {
  const list = listOf(tableOf(host, plan.schema, 'few-rows'), plan, 'table');
  return { list, few, asked: fewRows };
}

const fewRows: Asked = (builder, changes, few) => {
  const rows = copyOf(builder);
  addWhere(rows, changes);
  return rows.select('1', answer).limit(1).offset(few);
};

/** Asks about the rows of the builder that satisfy conditions and scopes. */
export function manyOwn(conditions: readonly Condition[], { builder, plan }: ListQuery, few: number): Question {
  return { list: listOf(builder, unordered(plan, conditions), 'own'), few, asked: fewOwn };
}

const fewOwn: Asked = (builder, changes, few) => {
  const rows = clearSelection<ObjectLiteral>(matchingRows(builder, changes, 'few-own'));
  return rows.addSelect('1', answer).limit(1).offset(few);
};

/**
 * Asks a question, and in the same statement whether the table has more rows than so many, where that is unknown.
 *
 * @param size the number of rows, or undefined to ask the question alone
 * @returns undefined where the table has not so many
 */
export async function ask(
  { list, few, asked }: Question,
  schema: FilterSchema,
  size: number | undefined,
): Promise<boolean | undefined> {
  if (size === undefined) return (await read(list, manyRows, { asked, few })).raw.length > 0;
  const parts = { asked, few, schema, table: entityText(schema.metadata), size };
  const [row] = (await read(list, manyRowsOfMany, parts)).raw;
  return row === undefined ? undefined : row[answer] !== null;
}

/** A row where more than a few rows satisfy the conditions. */
const manyRows: Read<{ readonly asked: Asked; readonly few: number }> = {
  isPlannedForValues: true,
  write: (builder, changes, { asked, few }) => ({ builder: asked(builder, changes, few), names: [answer] }),
};

/** A row where the table has more than so many rows, and the answer to the question in it. */
const manyRowsOfMany: Read<{
  readonly asked: Asked;
  readonly few: number;
  readonly schema: FilterSchema;
  readonly table: string;
  readonly size: number;
}> = {
  isPlannedForValues: true,
  write: (builder, changes, { asked: write, few, schema, size }) => {
    const asked = write(builder, changes, few);
    const beyond = tableOf(asked, schema);
    beyond.select('1', answer).limit(1).offset(size);
    const rows = selectFrom(beyond, beyond.getQuery(), 'nf_beyond');
    rows.leftJoin(`(${asked.getQuery()})`, 'nf_asked', '1 = 1').setParameters(asked.getParameters());
    const column = `${rows.escape('nf_asked')}.${rows.escape(answer)}`;
    return { builder: rows.select(column, answer), names: [answer] };
  },
};

export interface LeadingKey {
  readonly key: OrderKey;
  readonly value: StoredValue;
  /** The column, behind its relation. */
  readonly path: readonly KeyPart[];
  /**
   * FROM of all rows of the list, which reads the table of the column first. Undefined for the list's own table.
   */
  readonly through: ((rootAlias: string) => string) | undefined;
}

/** Returns the first key of an order if an index can read the rows by it. Undefined where they would be sorted. */
export function leadingKey(list: ListQuery): LeadingKey | undefined {
  const { order, schema, leading } = list.sql;
  const [key] = order;
  if (key === undefined || key.emitNulls || key.isOrdinal || leading.length > 0) return undefined;
  if (key.expression?.exactOrder !== undefined) return undefined;
  const value = (key.value ??= storedValue(key, schema.dialect));
  if (key.rootColumn === undefined) {
    const joined = throughJoin(key, list);
    return joined && { key, value, ...joined };
  }
  const { rootColumn } = key;
  if (!startsIndex(schema, rootColumn.columnName)) return undefined;
  return { key, value, path: [rootColumn], through: undefined };
}

/**
 * Reads a list in the order of a related column from the related table, on engines that sort all rows for such an
 * order. Each row must have one related row that nothing hides: no scope, no delete date, no other class of its table.
 */
function throughJoin(
  key: OrderKey,
  { builder, plan: { sort }, sql }: ListQuery,
): Pick<LeadingKey, 'path' | 'through'> | undefined {
  const {
    joins: [join],
    schema,
  } = sql;
  const { readFirst } = schema.dialect.hints ?? {};
  const { hops, field } = sort[0]?.target ?? { hops: [], field: 'count' };
  const [relation, ...more] = hops;
  if (readFirst === undefined || join === undefined || field === 'count') return undefined;
  if (relation === undefined || more.length > 0 || !relation.alwaysExists || !relation.single) return undefined;
  const { columnName } = field.expression;
  const [pair, ...others] = relation.link.via === 'columns' ? relation.link.pairs : [];
  if (pair === undefined || others.length > 0 || columnName === undefined) return undefined;
  const isJoinIndexed = relation.indexedByConstraint || startsIndex(schema, pair.own);
  if (!isJoinIndexed || !startsIndex(relation.target, columnName)) return undefined;
  const alias = builder.escape(join.alias);
  // Any other expression is a part of the column, which orders long texts for cursors.
  if (key.sql !== `${alias}.${columnName}`) return undefined;
  const [own, related] = [schema.table, relation.target.table];
  checkTables([own, related]);
  return {
    path: [relation, field.expression],
    through: (rootAlias) => readFirst(`${related.sql} ${alias}`, `${own.sql} ${rootAlias}`, join.on),
  };
}

/** True where the rows up to a value of the key are the first rows of the list. No comparison finds an earlier NULL. */
export function isBoundable({ key, value }: LeadingKey): boolean {
  return value.isKnown && !(key.nullable && key.nullsFirst);
}

/** Returns the condition that rows are within the end of the first rows, including all rows with the same value. */
export function within({ key, value }: LeadingKey, text: string, binder: Statement): string {
  const sign = key.direction === 'asc' ? '<=' : '>=';
  return `${value.compared} ${sign} ${binder.unseen(() => value.bind(text, binder))}`;
}

const first = 'nf_first';

/**
 * Asks for the value of the first key at a rank. At the beginning of a list, also at twice the rank: if both are equal,
 * too many rows have the value; if the second row is missing, the table is small.
 */
export async function findBound<E extends ObjectLiteral>(window: WindowOfList<E>, rank: number): Promise<Bound> {
  const { builder, plan } = window.list;
  const isAfter = window.from === 'a position';
  const everyRow: SqlPlan = { ...plan, selected: undefined, conditions: [], scopes: new Map(), shapes: undefined };
  const rows = tableOf(builder, plan.schema);
  const list = window.listOf(rows, everyRow, 'bound', () => compile(everyRow, rows));
  const leading = leadingKey(list);
  if (leading === undefined) return { type: 'none' };
  const { value, path, through } = leading;
  const parts = { rank, path, selected: value.selected, through: through?.(rows.escape(root)) };
  const { raw, names } = await read(list, isAfter ? atRank : atTwoRanks, parts, { own: window.beginningOf(list) });
  const [row] = raw;
  if (row === undefined) return { type: isAfter ? 'none' : 'small' };
  const [near, beyond] = names.map((name) => textIn(row, name, value));
  return near === undefined || near === null || near === beyond ? { type: 'none' } : { type: 'value', text: near };
}

/** Null for NULL, and for a value that cannot be a bound. */
function textIn(row: Row, name: string, value: StoredValue): string | null {
  const text = value.textOf(row[name]);
  return text !== null && value.accepts(text) ? text : null;
}

interface BoundParts {
  readonly rank: number;
  readonly path: readonly KeyPart[];
  readonly selected: string;
  /** FROM of the rows, where the table of the column is read first. */
  readonly through: string | undefined;
}

const atRank: Read<BoundParts> = {
  isPlannedForValues: true,
  write: (builder, changes, parts) => ({ builder: rowAt(builder, changes, parts), names: [first] }),
};

/** Values of the first key at a rank and at twice the rank. */
const atTwoRanks: Read<BoundParts> = {
  isPlannedForValues: true,
  write: (builder, changes, parts) => {
    const { rank, path, selected, through } = parts;
    const [near, beyond] = [
      rowAt(builder, changes, parts),
      rowAt(builder, changes, { rank: 2 * rank, path, selected, through }),
    ];
    const rows = selectFrom(near, near.getQuery(), 'nf_near');
    rows.innerJoin(`(${beyond.getQuery()})`, 'nf_beyond', '1 = 1').setParameters(beyond.getParameters());
    const names = ['nf_near', 'nf_beyond'].map((from) => {
      rows.addSelect(`${rows.escape(from)}.${rows.escape(first)}`, `${from}_value`);
      return `${from}_value`;
    });
    return { builder: rows, names };
  },
};

function rowAt(
  builder: SelectQueryBuilder<ObjectLiteral>,
  changes: SqlChanges,
  { rank, selected, through }: BoundParts,
): SelectQueryBuilder<ObjectLiteral> {
  const [key] = changes.order;
  if (key === undefined) throw new TypeError('the order has no key');
  const rows = sideCopyOf(builder, `rank-${rank}`);
  const escape = (part: string): string => rows.escape(part);
  if (through !== undefined) {
    const direction = key.direction === 'asc' ? 'ASC' : 'DESC';
    const row = `SELECT ${selected} AS ${escape(first)} FROM ${through} ORDER BY ${key.sql} ${direction}${limitSql(1, rank)}`;
    return selectFrom(rows, row, 'nf_rank').addSelect(`${escape('nf_rank')}.${escape(first)}`, first);
  }
  addWhere(rows, changes);
  addOrder(rows, { ...changes, order: [key] });
  return rows.addSelect(selected, first).limit(1).offset(rank);
}

function tableOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, { metadata }: FilterSchema, name?: string) {
  return selectBeside(builder, name).from<ObjectLiteral>(metadata.target, root).withDeleted();
}
