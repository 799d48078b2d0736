/** What runs gave, in `results.json`, and the tables that are made of it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePage } from './page.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const file = path.join(root, 'test/compatibility/results.json');

/** The day of a run, in UTC. */
export const today = () => new Date().toISOString().slice(0, 10);

/** Puts rows in the place of those that are about the same, and writes the tables of the page anew. */
export function record(part, rows, isSame) {
  const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const others = (results[part] ?? []).filter((one) => !rows.some((row) => isSame(one, row)));
  results[part] = [...others, ...rows].sort((one, other) =>
    keyOf(one).localeCompare(keyOf(other), 'en', { numeric: true }),
  );
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
  writePage(results);
}

/** The order of a part: its rows by what is in their first members. */
const keyOf = (row) => Object.values(row).slice(0, 3).join(' ');

/** Writes the tables of the results that are there. */
if (process.argv[1] === fileURLToPath(import.meta.url)) record('nodes', [], () => false);
