import type { ObjectLiteral } from 'typeorm';
import type { Populated } from '../../ast/index.js';
import type { KeyValues } from '../../dialects/index.js';
import { type ColumnSchema, checkTables } from '../../schema/index.js';
import type { ListPlan, PreparedRows } from '../../statements/index.js';
import { entityOfEach } from '../../typeorm/index.js';
import { readOwnEntities } from '../rows/read-statement.js';
import { type KeyOperands, boundKeys, dividedFor, wayOf } from './keys.js';
import { type Parents, placesBy } from './parents.js';
import { type Populating, relatedAlias, relatedList } from './related-list.js';
import { heldColumnsOf, writeRelated } from './related-statement.js';

/** Related rows of some parents, in the order of each parent's rows, with one extra row where a parent has more. */
export interface RelatedRows {
  readonly entities: readonly ObjectLiteral[];
  /** The place of each row's parent among all. */
  readonly parentOf: readonly number[];
  /** The keys that the rows hold of rows related to them, by the column that has these. */
  readonly held: ReadonlyMap<ColumnSchema, readonly unknown[]>;
}

/** A populated relation, and its parents. */
export interface PopulatedParents {
  readonly node: Populated;
  readonly parents: Parents;
}

/** Reads the related rows of all parents, by one statement, or a few with a parameter for each key. */
export async function readRelated(populating: Populating, { node, parents }: PopulatedParents): Promise<RelatedRows> {
  const entities: ObjectLiteral[] = [];
  const parentOf: number[] = [];
  const columns = heldColumnsOf(node);
  const held = new Map(columns.map((column) => [column, [] as unknown[]]));
  checkTables([parents.schema.table, ...(node.relation.link.via === 'junction' ? [node.relation.link.table] : [])]);
  const plan = relatedList(populating, node);
  const way = wayOf(plan, node);
  const { target: schema } = node.relation;
  const of = { schema, alias: relatedAlias, primaryKey: schema.primaryKey };
  let before = 0;
  for (const part of dividedFor(parents.keys, way)) {
    const rows = await readPart({ populating, node, parents, plan, way, columns }, part);
    const { raw, names } = rows;
    const placeOf = placesBy(names, { way, schema: parents.schema, isRaw: parents.holdKeys, part });
    for (const entity of entityOfEach(rows.entities, raw, of)) entities.push(entity);
    for (const row of raw) parentOf.push(before + placeOf(row));
    for (const [place, column] of columns.entries()) {
      const name = names[names.length - columns.length + place] ?? '';
      const keys = held.get(column);
      for (const row of raw) keys?.push(row[name] ?? null);
    }
    before += part.length;
  }
  return { entities, parentOf, held };
}

/** Parts that all statements of one relation share. */
interface PartOf {
  readonly populating: Populating;
  readonly node: Populated;
  readonly parents: Parents;
  readonly plan: ListPlan;
  readonly way: KeyOperands['as'];
  /** Columns whose keys are read beside the rows. */
  readonly columns: readonly ColumnSchema[];
}

function readPart(of: PartOf, part: readonly KeyValues[]): Promise<PreparedRows<ObjectLiteral>> {
  const { plan, node, parents, way, columns } = of;
  const keys = boundKeys(plan, part, way);
  const { relation, limit, propertyPaths } = node;
  // Everything else is in the plan, which reads all rows of the related entity.
  const by = parents.holdKeys ? 'held' : 'own';
  const asked = [...propertyPaths, ...sqlOfHost(node)];
  const selected = ['related rows', way, by, parents.schema, relation, String(limit), ...columns, ...asked];
  const write = () => writeRelated({ ...of, keys });
  const { hydration = of.populating.plan.hydration } = of.populating;
  return readOwnEntities({ plan, addition: keys.addition, selected, write, hydration });
}

/** Writes the SQL of the answered virtual columns. The host may write another one in each request. */
function sqlOfHost({ relation: { target }, propertyPaths }: Populated): readonly string[] {
  const texts: string[] = [];
  for (const { isVirtualProperty, propertyPath, query } of target.metadata.columns) {
    if (isVirtualProperty && query !== undefined && propertyPaths.includes(propertyPath)) texts.push(query(''));
  }
  return texts;
}
