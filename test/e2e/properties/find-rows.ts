import { toQueryString } from 'nestjs-filterable/client';
import type { Laboratory } from './database.js';
import { type RootName, builderFor, plainHandler } from './handlers.js';
import type { Conditions } from './tree.js';

/** The keys of the rows that a filter finds, in order. */
export function find(laboratory: Laboratory, root: RootName, filters: Conditions): Promise<string[]> {
  return findByText(laboratory, root, toQueryString({ filters }));
}

export async function findByText(laboratory: Laboratory, root: RootName, text: string | object): Promise<string[]> {
  const builder = builderFor(laboratory, root, plainHandler);
  return keysOf(await laboratory.service.apply(builder, laboratory.parse(root, text)).getMany());
}

export function keysOf(rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  return rows.map(({ id }) => String(id)).sort();
}
