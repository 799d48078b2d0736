import type { DataSource } from 'typeorm';
import type { EngineName } from '../../../support/databases.js';
import type { ShopName } from '../expected-model.js';
import { type StoredColumn, columnTypes } from './column-types.js';
import type { ShopDataset, ShopRow } from './dataset.js';

/** A column of a table: its name, its value, and the SQL that makes it of a parameter. */
interface Cell {
  readonly column: string;
  readonly value: unknown;
  readonly make?: (parameter: string) => string;
}

/** Columns by their names in `column-types.ts`, where these are others. */
const storedAs: Readonly<Record<string, StoredColumn>> = { lands: 'tags', labels: 'tags' };

/** Puts a shop into a database, in place of what is there. Statements by hand write documents as they are spelled. */
export async function insertShop(source: DataSource, shop: ShopDataset, engine: EngineName): Promise<void> {
  const inOrder = ['Maker', 'Product', 'Variant'] as const;
  for (const entity of [...inOrder].reverse()) await source.query(`DELETE FROM ${tableOf(source, entity)}`);
  for (const entity of inOrder)
    await insertRows(
      source,
      entity,
      shop[entity].map((row) => cellsOf(row, engine)),
    );
}

function tableOf(source: DataSource, entity: ShopName): string {
  const { tablePath } = source.getMetadata(entity);
  return tablePath
    .split('.')
    .map((name) => source.driver.escape(name))
    .join('.');
}

async function insertRows(source: DataSource, entity: ShopName, rows: readonly (readonly Cell[])[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const parameters: unknown[] = [];
  const parameter = ({ value, make = (text) => text }: Cell) => {
    parameters.push(value);
    return make(source.options.type === 'postgres' ? `$${parameters.length}` : '?');
  };
  const tuples = rows.map((cells) => `(${cells.map(parameter).join()})`);
  const names = first.map(({ column }) => source.driver.escape(column));
  await source.query(`INSERT INTO ${tableOf(source, entity)} (${names.join()}) VALUES ${tuples.join()}`, parameters);
}

function cellsOf(row: ShopRow, engine: EngineName): Cell[] {
  const { seed, key, related } = row;
  const scalars = Object.entries(seed.values).map(([column, value]): Cell => ({ column, value }));
  const items = Object.entries(seed.items).map(([column, value]): Cell => ({
    column,
    value: itemsIn(engine, column, value),
  }));
  return [
    { column: 'id', value: Number(key) },
    ...scalars,
    ...items,
    ...documentsIn(row, engine),
    ...linkOf(row.entity, related),
  ];
}

/** An array where there are arrays, and else the text that commas delimit, or that of a JSON list of numbers. */
function itemsIn(engine: EngineName, column: string, value: readonly (string | null)[] | null): unknown {
  const { type, array } = columnTypes[engine][storedAs[column] ?? (column as StoredColumn)];
  if (value === null || array) return value;
  return type === 'simple-array' ? value.join() : `[${value.map(String).join()}]`;
}

/**
 * Documents as texts, but for the bytes of SQLite's `jsonb`. PostgreSQL takes no text that is no JSON: it is NULL
 * there.
 */
function documentsIn({ entity, seed }: ShopRow, engine: EngineName): Cell[] {
  return Object.entries(seed.documents).map(([column, document]) => {
    const isStorable = document?.json !== undefined || engine !== 'postgres';
    const value = document !== null && isStorable ? document.text : null;
    const isBytes = engine === 'sqlite' && entity === 'Variant';
    return isBytes ? { column, value, make: (parameter) => `JSONB(${parameter})` } : { column, value };
  });
}

function linkOf(entity: ShopName, related: ShopRow['related']): Cell[] {
  const name = { Maker: undefined, Product: 'maker', Variant: 'product' }[entity];
  if (name === undefined) return [];
  const [target] = related[name] ?? [];
  return [{ column: `${name}_id`, value: target === undefined ? null : Number(target.key) }];
}
