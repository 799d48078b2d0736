import type { DataSource } from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { insertRaw } from '../../support/samples/database.js';
import { type TextRow, readTable } from '../../support/table.js';

/**
 * The rows of the product list, by what is worth asking about them. Documents are the text of their JSON, because
 * programs lose digits and kinds of numbers; lists are written as JSON, too.
 */

const makers = readTable(`
  id | name | langs | profile
  1 | Kai | ["en","de"] | {"country": "Norway", "since": "1990-05-01", "staff": 10}
  2 | Mia | ["de"] | {"country": "norway", "since": "1990-5-1", "staff": 10.0}
  3 | Noa | [] | {}
  4 | Ida | - | -
  5 | Ulf | ["En"] | {"country": "Chile", "since": "2001-01-01", "staff": 3}
  6 | Ane | ["en","no"] | {"country": "Norway", "staff": 7}
`);

const categories = readTable(`
  id | name | words | info
  1 | shelf | ["top","new"] | {"rank": 1}
  2 | crate | ["new"] | {"rank": 2}
  3 | attic | [] | {"rank": null}
  4 | cellar | - | {"rank": 3}
`);

const lines = readTable(`
  id | product | price | soldAt | quantity | notes | detail
  1 | 1 | 10.50 | 2024-01-05T10:00:00Z | 1 | ["gift","red"] | {"color": "red", "gift": true, "labels": ["art"]}
  2 | 1 | 4.25 | 2024-03-01T00:00:00Z | 2 | [] | {"color": "blue", "gift": false}
  3 | 1 | 0.25 | - | 3 | - | -
  4 | 2 | 20.00 | 2024-02-29T23:59:59Z | 1 | ["Gift"] | {"gift": "yes", "labels": ["smart", "party"]}
  5 | 3 | 15.00 | 2024-03-01T12:00:00Z | 5 | ["gift","fast"] | {"color": null, "labels": ["Art"]}
  6 | 3 | 15.00 | 2024-03-02T00:00:00Z | 1 | ["fast"] | {}
  7 | 4 | 10.50 | - | 1 | - | null
  8 | 8 | 100.00 | 2023-12-31T23:59:59Z | 10 | ["red"] | {"color": "red", "gift": true, "labels": []}
  9 | 8 | 0.50 | 2024-01-01T00:00:00Z | 2 | ["a","","b"] | {"color": "green", "labels": ["art", "art"]}
  10 | - | 7.00 | 2024-05-05T00:00:00Z | 1 | ["gift"] | {"color": "red"}
  11 | 15 | 20.00 | 2024-03-01T00:00:00Z | 4 | ["red","fast"] | {"color": "green", "gift": false, "labels": ["old", "art"]}
`);

/** Only a column of text can hold an `extra` that is no JSON; one of them is the empty text. */
const products = readTable(`
  id | name | maker | categories | tags | sizes | extra | attributes
  1 | plain | 1 | 1 2 | ["art","new"] | [1, 2, 3] | {"color": "red", "size": {"width": 1}, "labels": ["art"]} | {"color": "red", "size": {"width": 3, "height": 7}, "weight": 1.5, "ratio": 0.5, "big": 9007199254740993, "on": true, "made": "2024-01-05", "code": "0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d", "labels": ["art", "smart"], "counts": [1, 2], "codes": ["0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d"], "secret": "key"}
  2 | near | 1 | 1 | ["smart","party"] | [1.0, 20] | {"color": "red", "size": {"width": 1.0}, "labels": ["smart"]} | {"color": "Red", "size": {"width": 3.0, "height": 127}, "weight": 1.50, "ratio": 5e-1, "big": 9007199254740992, "on": false, "made": "2024-02-29", "code": "0B1C2D3E-4F50-4A6B-8C7D-9E0F1A2B3C4D", "labels": ["smart,party"], "counts": [1.0, 12], "codes": ["0B1C2D3E-4F50-4A6B-8C7D-9E0F1A2B3C4D"], "secret": "lock"}
  3 | accent | 2 | 2 3 | ["ärt","new"] | ["1"] | {"color": "red" | {"color": "réd", "size": {"width": 10, "height": 128}, "weight": 1, "labels": ["ärt"], "on": true}
  4 | trailing space | 2 | - | ["art "] | [null, 1] |  | {"color": "red ", "size": {"width": -3, "height": -128}, "weight": -3, "labels": ["art "], "made": "2024-13-01"}
  5 | nothing in it | 3 | 3 | [] | [] | red | {}
  6 | NULL | - | - | - | - | - | -
  7 | JSON null | 3 | - | ["new"] | null | null | null
  8 | other types | 1 | 1 2 3 | ["Art"] | {"0": 1} | ["color", "red"] | {"color": 5, "size": 7, "weight": "1.5", "ratio": "0.5", "big": "9007199254740993", "on": "true", "made": 20240105, "code": "none", "labels": "art", "counts": {"0": 1}, "codes": [1], "secret": ["key"]}
  9 | nested nulls | 2 | - | ["100%","a_c"] | [null] | {"color": "blue", "size": {"width": 2}, "labels": ["art", "new"]} | {"color": null, "size": {"width": null}, "weight": null, "ratio": null, "big": null, "on": null, "made": null, "code": null, "labels": [null, "new"], "counts": [null]}
  10 | fractions | 4 | - | ["abc","abc","new"] | [1.5, 9223372036854775807] | - | {"color": "blue", "size": {"width": 3.5, "height": 1.5}, "weight": 10, "ratio": 1e3, "big": 9223372036854775807, "on": 1, "made": "2024-1-05", "labels": [], "counts": [1.5, 3]}
  11 | out of range | 4 | 2 | ["new","old","art"] | [9007199254740993] | - | {"color": "blue", "size": {"width": 2147483648, "height": 300}, "weight": 1e2, "big": 9223372036854775808, "on": 0, "made": "2023-12-31", "labels": ["new", "art"]}
  12 | a list | 3 | - | ["it's","\\""] | [[1]] | - | [{"color": "red"}, "labels"]
  13 | a text | - | - | ["{a","b}"] | 5 | - | "red"
  14 | odd keys | - | 1 | ["NULL"] | [9007199254740992, true] | - | {"a.b": {"it's": "odd"}, "a": {"b": {"it's": "plain"}}, "color": "", "on": false}
  15 | plain again | 5 | 3 | ["old"] | [1, 1, 2] | - | {"color": "green", "size": {"width": 10, "height": 0}, "weight": 0.1, "ratio": -0.25, "big": -1, "on": true, "made": "2024-01-05", "labels": ["Art", "old"], "counts": [3]}
  16 | plain, wildcards | - | 3 | ["a%","emoji 🙂"] | [300] | - | {"color": "100%", "size": {"width": 4}, "weight": 99999999.99, "on": false, "made": "2024-03-01", "labels": ["a_c", "🙂"], "a.b": {"it's": "even"}}
`);

type Cell = string | null | undefined;

/** Fills the tables of the product list, past TypeORM, which would read and write the documents. */
export async function seedColumns(source: DataSource, engine: EngineName): Promise<void> {
  const array = (list: Cell) => (engine === 'postgres' ? arrayText(list) : delimited(list));
  const tables = {
    maker: makers.map((row) => ({ ...cellsOf(row, 'id', 'name', 'profile'), langs: array(row.get('langs')) })),
    category: categories.map((row) => ({ ...cellsOf(row, 'id', 'name', 'info'), words: delimited(row.get('words')) })),
    product: products.map((row) => ({
      ...cellsOf(row, 'id', 'name', 'sizes', 'attributes'),
      tags: array(row.get('tags')),
      extra: extraOf(row.get('extra'), engine),
      maker_id: row.get('maker') ?? null,
    })),
    line: lines.map((row) => ({
      ...cellsOf(row, 'id', 'price', 'quantity', 'detail'),
      product_id: row.get('product') ?? null,
      sold_at: momentText(row.get('soldAt'), engine),
      notes: delimited(row.get('notes')),
    })),
    product_category: products.flatMap((row) =>
      (row.get('categories')?.split(' ') ?? []).map((id) => ({ product_id: row.get('id') ?? '', category_id: id })),
    ),
  };
  for (const [table, rows] of Object.entries(tables)) await insertRaw(source, table, rows);
  // Without statistics PostgreSQL expects large tables, and takes a second to compile a statement to machine code.
  if (engine === 'postgres') for (const table of Object.keys(tables)) await source.query(`ANALYZE ${table}`);
}

function cellsOf(row: TextRow, ...names: readonly string[]): Readonly<Record<string, string | null>> {
  return Object.fromEntries(names.map((name) => [name, row.get(name) ?? null]));
}

function extraOf(text: Cell, engine: EngineName): string | null {
  if (text === null || text === undefined) return null;
  return engine === 'postgres' && !isJson(text) ? null : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function elementsOf(list: string): readonly string[] {
  return JSON.parse(list) as readonly string[];
}

/** Returns the text that TypeORM keeps a `simple-array` as. */
function delimited(list: Cell): string | null {
  return list === null || list === undefined ? null : elementsOf(list).join(',');
}

/** Returns the text of an array of PostgreSQL. */
function arrayText(list: Cell): string | null {
  if (list === null || list === undefined) return null;
  return `{${elementsOf(list)
    .map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`)
    .join(',')}}`;
}

/** Returns a moment as the engine keeps it: SQLite as UTC, MariaDB by the clock of the process. */
function momentText(moment: Cell, engine: EngineName): string | null {
  if (moment === null || moment === undefined) return null;
  if (engine === 'postgres') return moment;
  const at = new Date(moment);
  const shifted = engine === 'sqlite' ? at : new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().replace('T', ' ').replace('Z', '');
}
