import { insertRaw } from '../../support/samples/database.js';
import { type EngineName, type TestDatabase } from '../../support/databases.js';
import { categoryRows, lineRows, makerRows } from './related-rows.js';
import { type ListCell, extras, productRows } from './rows.js';

type Cells = Readonly<Record<string, string | null>>;

/** Fills the tables of the product list, past TypeORM, which would read and write the documents. */
export async function seedColumns({ engine, source }: TestDatabase): Promise<void> {
  const rows = tables(engine);
  for (const [table, cells] of Object.entries(rows)) await insertRaw(source, table, cells);
  // Without statistics PostgreSQL expects large tables, and takes a second to compile a statement to machine code.
  if (engine === 'postgres') for (const table of Object.keys(rows)) await source.query(`ANALYZE ${table}`);
}

function tables(engine: EngineName): Readonly<Record<string, readonly Cells[]>> {
  return {
    maker: makerRows.map(({ id, name, langs, profile = null }) => ({
      id: String(id),
      name,
      langs: engine === 'postgres' ? arrayText(langs) : delimited(langs),
      profile,
    })),
    category: categoryRows.map(({ id, name, words, info = null }) => ({
      id: String(id),
      name,
      words: delimited(words),
      info,
    })),
    product: productRows.map(({ id, name, tags, sizes = null, attributes = null, maker }) => ({
      id: String(id),
      name,
      tags: engine === 'postgres' ? arrayText(tags) : delimited(tags),
      sizes,
      attributes,
      extra: extraOf(id, engine),
      maker_id: maker === undefined ? null : String(maker),
    })),
    line: lineRows.map(({ id, product, price, soldAt, quantity, notes, detail = null }) => ({
      id: String(id),
      product_id: product === undefined ? null : String(product),
      price,
      sold_at: soldAt === undefined ? null : momentText(soldAt, engine),
      quantity: String(quantity),
      notes: delimited(notes),
      detail,
    })),
    product_category: productRows.flatMap(({ id, categories = [] }) =>
      categories.map((category) => ({ product_id: String(id), category_id: String(category) })),
    ),
  };
}

function extraOf(id: number, engine: EngineName): string | null {
  const extra = extras.find((row) => row.id === id);
  return extra === undefined || (engine === 'postgres' && !extra.isJson) ? null : extra.text;
}

/** Returns the text that TypeORM keeps a `simple-array` as. */
function delimited(list: ListCell): string | null {
  return list === undefined ? null : list.join(',');
}

/** Returns the text of an array of PostgreSQL. */
function arrayText(list: ListCell): string | null {
  return list === undefined ? null : `{${list.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** Returns a moment as the engine keeps it: SQLite as UTC, MariaDB by the clock of the process. */
function momentText(moment: string, engine: EngineName): string {
  if (engine === 'postgres') return moment;
  const at = new Date(moment);
  const shifted = engine === 'sqlite' ? at : new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().replace('T', ' ').replace('Z', '');
}
