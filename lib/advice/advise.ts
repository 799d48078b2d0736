import type { DataSource } from 'typeorm';
import type { IndexAdvice, MissingIndex, RedundantIndex } from '../contract/index.js';
import type { Ask } from '../dialects/index.js';
import type { FilterSchema, Table } from '../schema/index.js';
import { asking, indexesOfTable } from './ask-catalogue.js';
import { statementsOf } from './ddl.js';
import { redundantIn } from './redundant.js';
import { isServedBy } from './served.js';
import type { NoIndex, Use, Want } from './want.js';
import { type DeclaredUses, merged, wantsOf } from './wants.js';

/** An entity to advise on. */
export interface AdvisedEntity {
  readonly schema: FilterSchema;
  readonly uses: DeclaredUses;
}

const note =
  'Each index takes room and slows every write of its table: make those that your lists are asked for, and drop those that nothing uses.';

/** Returns the indexes that the entities of a data source want and its database lacks. */
export async function adviseOn(source: DataSource, entities: readonly AdvisedEntity[]): Promise<IndexAdvice> {
  const all = entities.map(({ schema, uses }) => wantsOf(schema, uses));
  const wants = merged(all.flatMap(({ wants: own }) => own));
  return asking(source, async (ask) => {
    const byTable = new Map<string, Want[]>();
    for (const { schema } of entities) byTable.set(schema.table.path, byTable.get(schema.table.path) ?? []);
    for (const want of wants) byTable.set(want.table.path, [...(byTable.get(want.table.path) ?? []), want]);
    const tables = new Map<string, Table>(
      [...entities.map(({ schema }) => schema), ...wants].map(({ table }) => [table.path, table]),
    );
    const [first] = entities;
    const parts: TableAdvice[] = [];
    const taken = new Set<string>();
    for (const [path, own] of byTable) {
      const table = tables.get(path);
      if (first !== undefined && table !== undefined)
        parts.push(await adviseOnTable(table, own, { ask, source, taken, schema: first.schema }));
    }
    const missing = parts.flatMap((part) => part.missing);
    return {
      missing: missing.sort(byRank).map(({ index }) => index),
      unindexable: all.flatMap(({ none }) => none).map(told),
      redundant: parts.flatMap(({ redundant }) => redundant),
      note,
    };
  });
}

interface TableAdvice {
  readonly missing: readonly { readonly want: Want; readonly index: MissingIndex }[];
  readonly redundant: readonly RedundantIndex[];
}

interface Advising {
  readonly ask: Ask;
  readonly source: DataSource;
  /** Names of indexes, which some engines share between tables. */
  readonly taken: Set<string>;
  /** An entity of the data source, for its dialect. */
  readonly schema: FilterSchema;
}

async function adviseOnTable(
  table: Table,
  wants: readonly Want[],
  { ask, source, schema, taken }: Advising,
): Promise<TableAdvice> {
  const dialect = schema.dialect.indexes;
  const known = await indexesOfTable(table, wants, { ask, source, dialect });
  const escape = (name: string): string => source.driver.escape(name);
  for (const { name } of known.indexes) taken.add(name);
  const missing: { want: Want; index: MissingIndex }[] = [];
  for (const want of wants.filter((each) => !isServedBy(each, known))) {
    const extensions = new Map<string, string>();
    for (const { extension } of want.keys) {
      const found = extension === undefined ? undefined : await dialect.schemaOf?.(extension, ask);
      if (extension !== undefined && found !== undefined) extensions.set(extension, escape(found));
    }
    const ddl = statementsOf(want, { dialect, escape, taken, extensions });
    missing.push({ want, index: missingOf(want, ddl) });
  }
  const redundant = redundantIn(known.indexes).map((each) => {
    const drop = dialect.drop(escape(each.index), table.sql, schemaOf(table));
    return { table: table.path, ...each, ddl: drop };
  });
  return { missing, redundant };
}

function missingOf({ entity, table, uses, note: about }: Want, ddl: readonly string[]): MissingIndex {
  const serves = [...new Set(uses.map(useText))];
  return { entity, table: table.path, serves, ddl, ...(about !== undefined && { note: about }) };
}

/** Returns the escaped schema of a table. Undefined where its name has none. */
function schemaOf({ sql }: Table): string | undefined {
  const end = sql.lastIndexOf('.');
  return end < 0 ? undefined : sql.slice(0, end);
}

function useText({ name, path }: Use): string {
  return `${name} ${path}`;
}

function told({ entity, use, reason }: NoIndex) {
  return { entity, use: useText(use), reason };
}

function byRank({ want: one }: { readonly want: Want }, { want: other }: { readonly want: Want }): number {
  return one.rank - other.rank || other.uses.length - one.uses.length;
}
