import { type Populatable, wantedColumns } from '../populate/index.js';
import type { ColumnPair, FilterSchema, RelationSchema } from '../schema/index.js';
import { type Use, type Want, type WantedKey, type Wants, nothing, ranks, wanting } from './want.js';

/**
 * Returns what conditions on related rows want: indexes that join the rows in both directions.
 *
 * @param schema the entity that the relation starts from
 */
export function wantsOfRelation(
  schema: FilterSchema,
  { link, target, indexedByConstraint }: RelationSchema,
  use: Use,
): Wants {
  if (link.via === 'junction') {
    const junction = { entity: `${schema.name} and ${target.name}`, table: link.table };
    return {
      wants: [
        linking(junction, columnsOf(link.ownJunctionColumns, 'related'), use),
        linking(junction, columnsOf(link.relatedJunctionColumns, 'own'), use),
      ],
      none: [],
    };
  }
  // The database itself has made an index for the foreign key, in either table.
  if (indexedByConstraint) return nothing;
  return {
    wants: [
      linking({ entity: schema.name, table: schema.table }, columnsOf(link.pairs, 'own'), use),
      linking({ entity: target.name, table: target.table }, columnsOf(link.pairs, 'related'), use),
    ],
    none: [],
  };
}

/** A relation whose first rows of each row are answered in an order: as it is declared, or as a request asks for it. */
export type OrderedRelation = Pick<Populatable, 'relation' | 'sort'>;

/** Returns what the first related rows of each row want, in their order. */
export function wantsOfPopulated({ relation, sort }: OrderedRelation, path: string): Wants {
  const columns = wantedColumns({ relation, sort });
  const isServed = relation.indexedByConstraint && columns?.all.length === columns?.keys.length;
  if (columns === undefined || isServed) return nothing;
  const { target } = relation;
  const keys = columns.all.map((sql): WantedKey => {
    return { sql, isExpression: false, isDescending: columns.descending.has(sql) };
  });
  return wanting({
    ...{ entity: target.name, table: target.table, method: 'btree', keys, inAnyOrder: columns.keys.length },
    ...{ uses: [{ name: 'populate', path }], rank: ranks.links },
  });
}

function columnsOf(pairs: readonly ColumnPair[], side: keyof ColumnPair): readonly string[] {
  return pairs.map((pair) => pair[side]);
}

function linking(owner: Pick<Want, 'entity' | 'table'>, columns: readonly string[], use: Use): Want {
  const keys = columns.map((sql) => ({ sql, isExpression: false }));
  return { ...owner, method: 'btree', keys, inAnyOrder: keys.length, uses: [use], rank: ranks.links };
}
