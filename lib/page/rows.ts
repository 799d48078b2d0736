import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type SqlChanges, addOrder, addWhere } from '../sql/index.js';
import type { Position } from './cursor.js';
import { isOneRowEach, withoutIdleJoins } from './joins.js';
import type { KeysetKey } from './keyset.js';

/** Which rows are wanted. */
export interface Wanted {
  readonly changes: SqlChanges;
  /** The total order, as values are read from the database. */
  readonly keys: readonly KeysetKey[];
  readonly skip: number;
  readonly take: number;
  /** Whether the position of each row is needed, for a cursor. */
  readonly positions: boolean;
}

export interface Rows<E> {
  readonly data: E[];
  readonly positions: readonly Position[];
}

/**
 * Reads exactly the wanted rows, in order, each whole. Where every row of the builder is one row of the entity, that is one
 * statement; otherwise the rows are found first, by their keys, and loaded with whatever the builder joins second.
 */
export async function readRows<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  wanted: Wanted,
): Promise<Rows<E>> {
  if (isOneRowEach(builder)) return readAtOnce(builder.clone(), wanted);
  const positions = await findPositions(withoutIdleJoins(builder), wanted);
  if (positions.length === 0) return { data: [], positions };
  return { data: await load(builder.clone(), wanted, positions), positions };
}

async function readAtOnce<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, wanted: Wanted): Promise<Rows<E>> {
  addWhere(builder, wanted.changes);
  addOrder(builder, wanted.changes);
  cut(builder, wanted);
  if (!wanted.positions) return { data: await builder.getMany(), positions: [] };
  const names = selectPositions(builder, wanted);
  const { entities, raw } = await builder.getRawAndEntities<RawRow>();
  return { data: entities, positions: raw.map((row) => positionOf(row, names)) };
}

async function findPositions<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  wanted: Wanted,
): Promise<Position[]> {
  const severalEach = !isOneRowEach(builder);
  addWhere(builder, wanted.changes);
  keepOrderOnly(builder, wanted);
  addOrder(builder, wanted.changes);
  const names = selectPositions(builder, wanted);
  cut(builder, wanted);
  if (severalEach) builder.distinct(true);
  const rows = await builder.getRawMany<RawRow>();
  return rows.map((row) => positionOf(row, names));
}

/** Selects nothing but what the builder's own order needs, so that distinct rows are distinct entities. */
function keepOrderOnly<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, { changes }: Wanted): void {
  const { expressionMap } = builder;
  const { selects, orderBys } = expressionMap;
  expressionMap.selects = [];
  expressionMap.orderBys = {};
  for (const [key, order] of Object.entries(orderBys)) {
    const custom = selects.find(({ aliasName }) => aliasName === key);
    const name = custom === undefined ? changes.statement.name() : key;
    builder.addSelect(custom?.selection ?? key, name);
    if (typeof order === 'string') builder.addOrderBy(name, order);
    else builder.addOrderBy(name, order.order, order.nulls);
  }
}

/** Loads the rows at the positions, with everything the builder asks for, in the same order. */
async function load<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { changes, keys }: Wanted,
  positions: readonly Position[],
): Promise<E[]> {
  const { primaryKey, statement } = changes;
  const indexes = primaryKey.map((column) => keys.findIndex(({ key }) => key.rootColumn === column));
  const rows = positions.map((position) =>
    indexes.map((index) => keys[index]?.value.bind(position[index] ?? '', statement) ?? ''),
  );
  const columns = indexes.map((index) => keys[index]?.value.compared ?? '');
  addWhere(builder, { ...changes, where: memberOf(columns, rows) });
  addOrder(builder, changes);
  uncut(builder);
  return builder.getMany();
}

function memberOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const [column, ...more] = columns;
  if (more.length === 0) return `${column} IN (${rows.map(([value]) => value).join(', ')})`;
  const each = rows.map((row) => `(${row.map((value, index) => `${columns[index]} = ${value}`).join(' AND ')})`);
  return `(${each.join(' OR ')})`;
}

type RawRow = Readonly<Record<string, unknown>>;

function selectPositions<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, { keys, changes }: Wanted): string[] {
  return keys.map(({ value }) => {
    const name = changes.statement.name();
    builder.addSelect(value.selected, name);
    return name;
  });
}

function positionOf(row: RawRow, names: readonly string[]): Position {
  return names.map((name) => textOf(row[name]));
}

/** Exact values come as text; numbers, where text would round them. */
function textOf(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return null;
  }
}

function cut<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, { skip, take }: Wanted): void {
  uncut(builder);
  builder.limit(take);
  if (skip > 0) builder.offset(skip);
}

/** Whatever slice the builder brought, the query's own takes its place. */
function uncut<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): void {
  builder.skip(undefined).take(undefined).limit(undefined).offset(undefined);
}
