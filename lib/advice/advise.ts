import type { DataSource } from 'typeorm';
import type { IndexAdvice, RedundantIndex } from '../contract/index.js';
import type { Ask } from '../dialects/index.js';
import type { FilterSchema, Table } from '../schema/index.js';
import { asking, indexesOfTable } from './ask-catalogue.js';
import { type Making, type RankedIndex, byRank, missingIn, useText } from './missing.js';
import { redundantIn } from './redundant.js';
import { isServedBy } from './served.js';
import type { NoIndex, Want } from './want.js';
import { type DeclaredUses, wantsOf } from './wants.js';

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
  const wants = all.flatMap(({ wants: own }) => own);
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
  readonly missing: readonly RankedIndex[];
  readonly redundant: readonly RedundantIndex[];
}

interface Advising extends Making {
  readonly ask: Ask;
}

async function adviseOnTable(table: Table, wants: readonly Want[], making: Advising): Promise<TableAdvice> {
  const { ask, source, schema, taken } = making;
  const dialect = schema.dialect.indexes;
  const escape = (name: string): string => source.driver.escape(name);
  const known = await indexesOfTable(table, wants, { ask, source, dialect });
  for (const { name } of known.indexes) taken.add(name);
  const unserved = wants.filter((each) => !isServedBy(each, known));
  const missing = await missingIn(known, unserved, making);
  const redundant = redundantIn(known.indexes).map((each) => {
    const drop = dialect.drop(escape(each.index), table.sql, schemaOf(table));
    return { table: table.path, ...each, ddl: drop };
  });
  return { missing, redundant };
}

/** Returns the escaped schema of a table. Undefined where its name has none. */
function schemaOf({ sql }: Table): string | undefined {
  const end = sql.lastIndexOf('.');
  return end < 0 ? undefined : sql.slice(0, end);
}

function told({ entity, use, reason }: NoIndex) {
  return { entity, use: useText(use), reason };
}
