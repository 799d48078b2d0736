import type { DataSource } from 'typeorm';
import type { MissingIndex } from '../contract/index.js';
import type { Ask } from '../dialects/index.js';
import type { FilterSchema } from '../schema/index.js';
import { statementsOf } from './ddl.js';
import { merged } from './merged.js';
import { type KnownIndexes, replacedBy } from './served.js';
import type { Use, Want } from './want.js';

/** Surroundings of the statements that make indexes. */
export interface Making {
  readonly ask: Ask;
  readonly source: DataSource;
  /** Names of indexes, which some engines share between tables. */
  readonly taken: Set<string>;
  /** An entity of the data source, for its dialect. */
  readonly schema: FilterSchema;
}

/** A missing index, with the want that ranks it. */
export interface RankedIndex {
  readonly want: Want;
  readonly index: MissingIndex;
}

/** Returns the indexes of one table that wants are missing, as few as serve all of them. */
export async function missingIn(
  known: KnownIndexes,
  wants: readonly Want[],
  { ask, source, taken, schema }: Making,
): Promise<readonly RankedIndex[]> {
  const dialect = schema.dialect.indexes;
  const escape = (name: string): string => source.driver.escape(name);
  const missing: RankedIndex[] = [];
  for (const want of merged(wants)) {
    const extensions = new Map<string, string>();
    for (const { extension } of want.keys) {
      const found = extension === undefined ? undefined : await dialect.schemaOf?.(extension, ask);
      if (extension !== undefined && found !== undefined) extensions.set(extension, escape(found));
    }
    const ddl = statementsOf(want, { dialect, escape, taken, extensions });
    missing.push({ want, index: missingOf(want, ddl, replacedBy(want, known)) });
  }
  return missing;
}

function missingOf(
  { entity, table, uses, note: about }: Want,
  ddl: readonly string[],
  replaced: readonly string[],
): MissingIndex {
  const serves = [...new Set(uses.map(useText))];
  const notes = [...(about === undefined ? [] : [about]), ...replaced.map((name) => `It makes ${name} redundant.`)];
  return { entity, table: table.path, serves, ddl, ...(notes.length > 0 && { note: notes.join(' ') }) };
}

/** Names a use as answers do: `filter author.name`. */
export function useText({ name, path }: Use): string {
  return `${name} ${path}`;
}

/** Compares missing indexes: the one that saves most comes first. */
export function byRank({ want: one }: RankedIndex, { want: other }: RankedIndex): number {
  return one.rank - other.rank || other.uses.length - one.uses.length;
}
