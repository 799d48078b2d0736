import type { CatalogueIndex, CatalogueRow } from './catalogue.js';

/** Makes an index of the rows of each name, which hold its keys in their order. */
export function byIndex(
  rows: readonly CatalogueRow[],
  make: (rows: readonly CatalogueRow[], name: string) => CatalogueIndex,
): readonly CatalogueIndex[] {
  const byName = new Map<string, CatalogueRow[]>();
  for (const row of rows) {
    const name = String(row['name']);
    const own = byName.get(name);
    if (own === undefined) byName.set(name, [row]);
    else own.push(row);
  }
  return [...byName].map(([name, own]) => make(own, name));
}

/** Reads a text that may be NULL. */
export function optional(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Reads a truth value: drivers give a boolean, a number or a bigint. */
export function flag(value: unknown): boolean {
  return value === true || Number(value) === 1;
}
