import { type Populatable, wantedColumns } from '../populate/index.js';
import type { ColumnPair, FilterSchema, RelationSchema } from '../schema/index.js';
import { type Use, type Want, type WantedKey, type Wants, ranks, together } from './want.js';

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
  if (indexedByConstraint) return { wants: [], none: [] };
  return {
    wants: [
      linking({ entity: schema.name, table: schema.table }, columnsOf(link.pairs, 'own'), use),
      linking({ entity: target.name, table: target.table }, columnsOf(link.pairs, 'related'), use),
    ],
    none: [],
  };
}

/** Returns what the first related rows of each row want, in their declared order, and those of relations below. */
export function wantsOfPopulated(populatables: Iterable<Populatable>, path = ''): Wants {
  return together(
    [...populatables].map((populatable) => {
      const { relation, below } = populatable;
      const name = `${path}${relation.propertyPath}`;
      const further = below.size === 0 || path.length > 40 ? [] : [wantsOfPopulated(below.values(), `${name}.`)];
      const columns = wantedColumns(populatable);
      if (columns === undefined) return together(further);
      const { target } = relation;
      const keys = columns.all.map((sql): WantedKey => {
        return { sql, isExpression: false, isDescending: columns.descending.has(sql) };
      });
      const want: Want = {
        ...{ entity: target.name, table: target.table, method: 'btree', keys, inAnyOrder: columns.keys.length },
        ...{ uses: [{ name: 'populate', path: name }], rank: ranks.links },
      };
      const isServed = relation.indexedByConstraint && columns.all.length === columns.keys.length;
      return together([{ wants: isServed ? [] : [want], none: [] }, ...further]);
    }),
  );
}

function columnsOf(pairs: readonly ColumnPair[], side: keyof ColumnPair): readonly string[] {
  return pairs.map((pair) => pair[side]);
}

function linking(owner: Pick<Want, 'entity' | 'table'>, columns: readonly string[], use: Use): Want {
  const keys = columns.map((sql) => ({ sql, isExpression: false }));
  return { ...owner, method: 'btree', keys, inAnyOrder: keys.length, uses: [use], rank: ranks.links };
}
