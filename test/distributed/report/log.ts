import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const folder = fileURLToPath(new URL('../../../reports/distributed/', import.meta.url));
const file = path.join(folder, 'log.jsonl');

/**
 * Begins the log of a run: a line of JSON for each fault, and for each kind of page that was read while others wrote.
 */
export function openLog(): (entry: object) => void {
  mkdirSync(folder, { recursive: true });
  rmSync(file, { force: true });
  return (entry) => appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
}

/** The place of the log, for those who read the table. */
export const logPlace = path.relative(process.cwd(), file);
