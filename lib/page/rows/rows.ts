import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { PageReading } from '../../adaptive/index.js';
import { junction } from '../../dialects/index.js';
import {
  type SqlChanges,
  type Statement,
  addOrder,
  addPlainOrder,
  addSelections,
  addWhere,
  limitSql,
} from '../../sql/index.js';
import { type ListQuery, type Read, type StatementResult, type Window, read } from '../../statements/index.js';
import { type Row, columnNameOf, copyOf, hasOrder, ordersOf, selectionsOf, sideCopyOf } from '../../typeorm/index.js';
import { valueKinds } from '../../values/index.js';
import { clearLimits } from '../list/builder.js';
import type { Position } from '../order/cursor.js';
import type { KeysetKey } from '../order/keyset.js';
import { addTotal } from './count.js';
import { dropIdleJoins, isOneRowEach } from './joins.js';
import { distinctKeys, selectFrom } from './matching-rows.js';

interface RowRequest<E extends ObjectLiteral> {
  readonly list: ListQuery<E>;
  /** Beginning and end of the rows, beside their window. */
  readonly own: Statement | undefined;
  /** Makes the keys of the total order, which most numbered pages do not need. */
  readonly keys: () => readonly KeysetKey[];
  readonly window: Window;
  /** True to read one row beyond the window, to learn whether there are more. */
  readonly probe: boolean;
  /** Rows whose positions are read beside them: all, or the first and the last, or none. */
  readonly positions: 'all' | 'ends' | undefined;
  readonly reading: Pick<PageReading, 'rows' | 'window' | 'total'>;
  /** Remembers whether the window was full, for the total of the next one. */
  readonly learnsFull?: boolean;
}

export interface Rows<E> {
  readonly data: E[];
  /** Number of rows in the window. It exceeds `data` where a row was deleted between two statements. */
  readonly found: number;
  /** Returns the position of a row of the window. Undefined where there is none, or no position was requested. */
  readonly positionAt: (index: number) => Position | undefined;
  /** True where there are rows beyond the window. Always false without `probe`. */
  readonly hasMore: boolean;
  /** Number of rows of the list, where it was read with them. */
  readonly total?: number | undefined;
}

/**
 * Reads exactly the rows of a window, in order, each with everything that the builder joins. Where each row of
 * the builder is one entity, this takes one statement. Otherwise the first statement finds the keys of the rows
 * and the second loads them.
 */
export async function readRows<E extends ObjectLiteral>(request: RowRequest<E>): Promise<Rows<E>> {
  const { skip, take } = request.window;
  const window = { skip, take: request.probe ? take + 1 : take };
  const rows = request.reading.rows === 'at once' ? await readAtOnce(request, window) : undefined;
  if (rows !== undefined) return rows;
  const keys = request.keys();
  const found = await findPositions(request.list, keys, request.own, window);
  const positions = found.slice(0, take);
  const data = positions.length === 0 ? [] : await rowsAt(positions, request.list, keys);
  return { data, found: positions.length, positionAt: (index) => positions[index], hasMore: found.length > take };
}

/**
 * Reads the rows in one statement, and their positions: from the columns of their keys, or else from further
 * expressions.
 *
 * @returns undefined where TypeORM makes no entity of some row, so that the last entity may be within or beyond the
 * window
 */
async function readAtOnce<E extends ObjectLiteral>(
  request: RowRequest<E>,
  window: Window,
): Promise<Rows<E> | undefined> {
  const { positions, list, reading } = request;
  const { take } = request.window;
  const keys = positions === undefined ? [] : request.keys();
  const columns = positions === 'ends' ? directNames(list, keys) : [];
  const beside = keys.filter((_, index) => columns[index] === undefined);
  const { raw, entities, names } = await readPage(request, window, selectedOf(beside));
  const found = Math.min(raw.length, take);
  const positionAt = (index: number): Position | undefined => {
    const row = positions === undefined || index >= found ? undefined : raw[index];
    return row && positionIn(row, list, keys, columns, names);
  };
  const ends = positions === 'ends' && found > 0 ? [0, found - 1] : [];
  // This happens once for each column, whose values are selected beside the entity from then on.
  if (ends.some((end) => positionAt(end) === undefined)) return readAtOnce(request, window);
  const hasMore = raw.length > take;
  if (hasMore && entities.length < raw.length) return undefined;
  const total = reading.total === 'within' ? raw[0]?.[names.at(-1) ?? ''] : undefined;
  return {
    data: entities.slice(0, take),
    found,
    positionAt,
    hasMore,
    total: total === undefined ? undefined : Number(total),
  };
}

function readPage<E extends ObjectLiteral>(
  { list, own, window: { take }, reading, learnsFull }: RowRequest<E>,
  window: Window,
  beside: readonly string[],
): Promise<StatementResult<E>> {
  const full = learnsFull === true ? take : undefined;
  const isCounted = reading.total === 'within';
  if (reading.window === 'inline') return read(list, pageRows, { beside, isCounted }, { own, window, full });
  // The numbers of the window are parameters, so that a statement has the same text for every page. The size is a
  // number, which TypeORM writes into the text on SQLite: the plan depends on it, and SQLite would prepare the
  // statement again for every value of such a parameter.
  const within = list.begin(own);
  const size = within.bind(window.take);
  const skip = within.bind(valueKinds.bigint.bindStored(String(window.skip), within.dialect));
  return read(list, pageByKeys, { limit: limitSql(size, skip), isCounted }, { own: within, full });
}

/** Rows with everything that the builder joins, the values of keys for cursors, and the total. */
const pageRows: Read<{ readonly beside: readonly string[]; readonly isCounted: boolean }> = {
  makes: 'whole',
  write: (builder, changes, { beside, isCounted }) => {
    const rows = clearLimits(copyOf(builder));
    addWhere(rows, changes);
    addPlainOrder(rows, changes);
    const names = addSelections(rows, changes, beside);
    if (isCounted) names.push(addTotal(rows, builder, changes));
    return { builder: rows, names };
  },
};

/**
 * Rows that are joined to the keys of a window, one each. A subquery finds these without idle joins, and reads only the
 * columns of its order. The builder has one row for each entity, so that LIMIT means entities.
 */
const pageByKeys: Read<{ readonly limit: string; readonly isCounted: boolean }> = {
  makes: 'each',
  write: (builder, changes, { limit, isCounted }) => {
    const { primaryKey, statement } = changes;
    const names = primaryKey.map(() => statement.name());
    const keys = distinctKeys(builder, changes, 'keys', names);
    addOrder(keys, changes);
    const window = statement.name();
    const escape = (name: string): string => builder.escape(name);
    const on = primaryKey.map(
      ({ sqlOf }, index) => `${escape(window)}.${escape(names[index] ?? '')} = ${sqlOf(escape(builder.alias))}`,
    );
    const rows = clearLimits(copyOf(builder));
    rows.innerJoin(`(${keys.getQuery()}${limit})`, window, on.join(' AND ')).setParameters(keys.getParameters());
    addPlainOrder(rows, changes);
    return { builder: rows, names: isCounted ? [addTotal(rows, builder, changes)] : [] };
  },
};

/* Rows in two statements: positions of the distinct rows, and the entities there. */

/**
 * Finds the rows of a window, each once, by the values of their sort keys, without loading them. A builder that joins
 * to-many relations has several rows for one entity, so LIMIT would split entities. Here only the keys are selected,
 * and made distinct before the limit.
 */
async function findPositions<E extends ObjectLiteral>(
  list: ListQuery<E>,
  keys: readonly KeysetKey[],
  own: Statement | undefined,
  window: Window,
): Promise<Position[]> {
  const { raw, names } = await read(list, positionsOfRows, { selected: selectedOf(keys) }, { own, window });
  return raw.map((row) => keys.map(({ value }, index) => value.textOf(row[names[index] ?? ''])));
}

/** Values of the sort keys of rows, each row once. */
const positionsOfRows: Read<{ readonly selected: readonly string[] }> = {
  write: (builder, changes, { selected }) => {
    const rows = dropIdleJoins(sideCopyOf(builder, 'pagination'));
    const hasDuplicates = !isOneRowEach(rows);
    const hasOwnOrder = hasOrder(rows);
    addWhere(rows, changes);
    selectOwnOrderOnly(rows, changes);
    addOrder(rows, changes);
    const names = addSelections(rows, changes, selected);
    // Only the builder's own order can use a to-many join. A query's sort has one value for each row.
    if (hasDuplicates && hasOwnOrder) return { builder: firstOfEach(rows, changes, names), names };
    return { builder: clearLimits(hasDuplicates ? rows.distinct(true) : rows), names };
  },
};

/** Reduces a builder's selection to the expressions of its own order, each under a name to order by. */
function selectOwnOrderOnly<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, { statement }: SqlChanges): void {
  const selections = selectionsOf(builder);
  const orders = ordersOf(builder);
  builder.select([]).orderBy();
  for (const order of orders) {
    // An order by a selection's name keeps the selection. Any other order is an expression, and needs a name.
    const custom = selections.find(({ aliasName }) => aliasName === order.name);
    const name = custom === undefined ? statement.name() : order.name;
    builder.addSelect(custom?.selection ?? order.name, name).addOrderBy(name, order.direction, order.nulls);
  }
}

/**
 * Writes the statement that finds each row at its first occurrence, for a builder ordered by columns of a to-many join.
 * There, a row occurs once for each related row, DISTINCT would keep all of them, and `getMany()` puts the entity at
 * its first occurrence. So the joined rows are numbered in that order, grouped by primary key, and each group is
 * ordered by its least number.
 */
function firstOfEach<E extends ObjectLiteral>(
  rows: SelectQueryBuilder<E>,
  { statement, primaryKey }: SqlChanges,
  selected: readonly string[],
): SelectQueryBuilder<ObjectLiteral> {
  const escape = (name: string): string => rows.escape(name);
  // All keys of the order are selected by their names.
  const order = ordersOf(rows).map(({ name, direction, nulls = '' }) => `${escape(name)} ${direction} ${nulls}`);
  const rowKeys = primaryKey.map(({ sqlOf }) => {
    const name = statement.name();
    rows.addSelect(sqlOf(escape(rows.alias)), name);
    return escape(name);
  });
  const [all, numbered, number] = [statement.name(), statement.name(), statement.name()];
  clearLimits(rows).orderBy().setOption('disable-global-order');
  const numbering = `ROW_NUMBER() OVER (ORDER BY ${order.join(', ')}) AS ${escape(number)}`;
  const numberedSql = `SELECT ${escape(all)}.*, ${numbering} FROM (${rows.getQuery()}) ${escape(all)}`;
  const firsts = selectFrom(rows, numberedSql, numbered);
  for (const name of selected) firsts.addSelect(`MIN(${escape(name)})`, name);
  for (const key of rowKeys) firsts.addGroupBy(key);
  return firsts.orderBy(`MIN(${escape(number)})`);
}

/** Loads the entities at positions, by primary key, in the order of the query. */
async function rowsAt<E extends ObjectLiteral>(
  positions: readonly Position[],
  list: ListQuery<E>,
  keys: readonly KeysetKey[],
): Promise<E[]> {
  const own = list.begin();
  const { primaryKey, order } = list.sql;
  // A total order contains every column of the primary key, so each position has the values to look up.
  const places = primaryKey.map(({ metadata }) => keys.findIndex(({ key }) => key.rootColumn?.metadata === metadata));
  const columns = places.map((place) => keys[place]?.value.compared ?? '');
  const rows = positions.map((position) =>
    places.map((place) => keys[place]?.value.bind(position[place] ?? '', own) ?? ''),
  );
  // A key that is no column would be computed again for each row of a join, only to order rows whose order is known.
  const isComputed = order.some(({ rootColumn }) => rootColumn === undefined);
  const place = isComputed ? placeSql(columns, rows) : undefined;
  return (await read(list, rowsOfKeys, { where: amongRows(columns, rows), place }, { own })).entities;
}

/**
 * Rows by their keys, in the order of the list, or of their places. The query's own conditions are left out: a row that
 * stops satisfying them between the two statements stays on its page.
 */
const rowsOfKeys: Read<{ readonly where: string; readonly place: string | undefined }> = {
  makes: 'whole',
  write: (builder, changes, { where, place }) => {
    const { statement } = changes;
    const name = statement.name();
    const rows = copyOf(builder);
    addWhere(rows, { statement, where });
    if (place === undefined) addOrder(rows, changes);
    else rows.addSelect(place, name).addOrderBy(name);
    return { builder: clearLimits(rows), names: [] };
  },
};

/** Writes the condition that columns equal one of some rows: IN for one column, an OR of equalities for several. */
export function amongRows(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const [column, ...more] = columns;
  if (more.length === 0) return `${column} IN (${rows.map(([value]) => value).join(', ')})`;
  const each = rows.map((row) => `(${equalSql(columns, row)})`);
  return junction('OR', each);
}

function placeSql(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const each = rows.map((row, place) => `WHEN ${equalSql(columns, row)} THEN ${place}`);
  return `CASE ${each.join(' ')} END`;
}

function equalSql(columns: readonly string[], row: readonly string[]): string {
  return columns.map((column, place) => `${column} = ${row[place]}`).join(' AND ');
}

/*
 * Positions of rows, read from the columns that a page selects anyway, where these give whole values. A further
 * expression costs the server, the wire and the driver as much as a column: on SQLite, a third of the time of a page.
 */

/** Returns the name of each key's own column in a row. Undefined where its value is selected beside the entity. */
function directNames<E extends ObjectLiteral>(
  { builder, statements: { indirect } }: ListQuery<E>,
  keys: readonly KeysetKey[],
): readonly (string | undefined)[] {
  return keys.map(({ key: { rootColumn: column, comparand, sql }, value }) => {
    if (column === undefined || comparand !== sql || value.directTextOf === undefined) return undefined;
    return indirect.has(column) ? undefined : columnNameOf(builder, column);
  });
}

/**
 * Returns the position of a row. Undefined where a column does not give its whole value, which is remembered.
 *
 * @param columns the names of the keys' own columns
 * @param names the names of the values selected beside the entity
 */
function positionIn<E extends ObjectLiteral>(
  row: Row,
  { statements: { indirect } }: ListQuery<E>,
  keys: readonly KeysetKey[],
  columns: readonly (string | undefined)[],
  names: readonly string[],
): Position | undefined {
  let selected = 0;
  const position: (string | null)[] = [];
  for (const [index, { key, value }] of keys.entries()) {
    const column = columns[index];
    const text = column === undefined ? value.textOf(row[names[selected++] ?? '']) : value.directTextOf?.(row[column]);
    if (text === undefined) {
      if (key.rootColumn !== undefined) indirect.add(key.rootColumn);
      return undefined;
    }
    position.push(text);
  }
  return position;
}

function selectedOf(keys: readonly KeysetKey[]): readonly string[] {
  return keys.map(({ value }) => value.selected);
}
