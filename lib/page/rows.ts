import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type SqlChanges, addOrder, addWhere, junction } from '../sql/index.js';
import { copyOf, cut, uncut } from './copy.js';
import { type Sought, findPositions } from './find-positions.js';
import { isOneRowEach } from './joins.js';
import type { KeysetKey } from './keyset.js';
import { type Place, type RawRow, placeOf, selectPositions } from './positions.js';

/** Which rows are wanted. */
export interface Wanted {
  readonly changes: SqlChanges;
  /** The total order, as values are read from the database; asked for where rows are found by their keys. */
  readonly keys: () => readonly KeysetKey[];
  readonly skip: number;
  readonly take: number;
  /** Whether it is asked, too, if there are more; that takes one row more. */
  readonly probe: boolean;
  /** Whether the position of each row is needed, for a cursor. */
  readonly positions: boolean;
}

export interface Rows<E> {
  readonly data: E[];
  /** How many there were when they were looked for; one may be gone since. */
  readonly found: number;
  /** Where the page begins and where it ends; those of rows between them may be left out. */
  readonly places: readonly Place[];
  /** Whether there are more; false where that was not asked. */
  readonly hasMore: boolean;
}

/**
 * Reads exactly the wanted rows, in order, each whole. Where every row of the builder is one row of the entity, that is one
 * statement; otherwise the rows are found first, by their keys, and loaded with whatever the builder joins second.
 */
export async function readRows<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  wanted: Wanted,
): Promise<Rows<E>> {
  const { skip, take, probe } = wanted;
  const window = { skip, take: probe ? take + 1 : take };
  if (isOneRowEach(builder)) return readAtOnce(copyOf(builder), wanted, window);
  const { changes } = wanted;
  const keys = wanted.keys();
  const found = await findPositions(builder, { changes, keys, forCursors: wanted.positions }, window);
  const places = found.slice(0, take);
  const data = places.length === 0 ? [] : await load(copyOf(builder), { changes, keys }, places);
  return { data, found: places.length, places, hasMore: found.length > take };
}

async function readAtOnce<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  wanted: Wanted,
  window: { readonly skip: number; readonly take: number },
): Promise<Rows<E>> {
  const { changes } = wanted;
  addWhere(builder, changes);
  addOrder(builder, changes);
  cut(builder, window);
  const selected = wanted.positions ? selectPositions(builder, { changes, keys: wanted.keys() }, true) : [];
  const { entities, raw } = await builder.getRawAndEntities<RawRow>();
  const data = entities.slice(0, wanted.take);
  const ends = wanted.positions ? endsOf(raw.slice(0, wanted.take)) : [];
  const places = ends.map((row) => placeOf(row, selected));
  return { data, found: data.length, places, hasMore: entities.length > wanted.take };
}

/** The first row and the last, where there are two. */
function endsOf<Row>(rows: readonly Row[]): readonly Row[] {
  const [first] = rows;
  const last = rows.at(-1);
  return first === undefined || last === undefined ? [] : rows.length === 1 ? [first] : [first, last];
}

/** Loads the rows at the positions, with everything the builder asks for, in the same order. */
async function load<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { changes, keys }: Pick<Sought, 'changes' | 'keys'>,
  places: readonly Place[],
): Promise<E[]> {
  const { primaryKey, statement } = changes;
  const indexes = primaryKey.map(({ metadata }) => keys.findIndex(({ key }) => key.rootColumn?.metadata === metadata));
  const columns = indexes.map((index) => keys[index]?.value.compared ?? '');
  const rows = places.map(({ position }) =>
    indexes.map((index) => keys[index]?.value.bind(position[index] ?? '', statement) ?? ''),
  );
  addWhere(builder, { ...changes, where: memberOf(columns, rows) });
  addOrder(builder, changes);
  return uncut(builder).getMany();
}

function memberOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const [column, ...more] = columns;
  if (more.length === 0) return `${column} IN (${rows.map(([value]) => value).join(', ')})`;
  const each = rows.map((row) => `(${row.map((value, index) => `${columns[index]} = ${value}`).join(' AND ')})`);
  return junction('OR', each);
}
