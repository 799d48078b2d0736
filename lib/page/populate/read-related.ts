import type { ObjectLiteral } from 'typeorm';
import type { Populated } from '../../ast/index.js';
import { type FilterSchema, checkTables } from '../../schema/index.js';
import type { ListPlan, PreparedRows } from '../../statements/index.js';
import { entityOfEach, storedKeyOfRaw, textOfKey } from '../../typeorm/index.js';
import { readOwnEntities } from '../rows/read-statement.js';
import { type KeyOperands, boundKeys, dividedFor, wayOf } from './keys.js';
import type { Parent, Parents } from './parents.js';
import { type Populating, hydrationOf, relatedAlias, relatedList } from './related-list.js';
import { writeRelated } from './related-statement.js';

/** Related rows of each parent, in their order, with one extra row where there are more than the answer has. */
export type RelatedRows = ReadonlyMap<Parent, readonly ObjectLiteral[]>;

/** A populated relation, and its parents. */
export interface PopulatedParents {
  readonly node: Populated;
  readonly parents: Parents;
}

/** Reads the related rows of all parents, by one statement, or a few with a parameter for each key. */
export async function readRelated(populating: Populating, { node, parents }: PopulatedParents): Promise<RelatedRows> {
  const related = new Map<Parent, ObjectLiteral[]>();
  checkTables([parents.schema.table, ...(node.relation.link.via === 'junction' ? [node.relation.link.table] : [])]);
  const plan = relatedList(populating, node);
  const way = wayOf(plan, node);
  for (const part of dividedFor(parents.all, way)) {
    const rows = await readPart({ populating, node, parent: parents.schema, plan, way }, part);
    const parentOf = parentsBy(rows, way, { parents: part, schema: parents.schema });
    const entities = entityOfEach(rows.entities, rows.raw, {
      alias: relatedAlias,
      primaryKey: node.relation.target.primaryKey,
    });
    for (const [place, entity] of entities.entries()) {
      const parent = parentOf(place);
      const others = related.get(parent);
      if (others === undefined) related.set(parent, [entity]);
      else others.push(entity);
    }
  }
  return related;
}

/** Parts that all statements of one relation share. */
interface PartOf {
  readonly populating: Populating;
  readonly node: Populated;
  readonly parent: FilterSchema;
  readonly plan: ListPlan;
  readonly way: KeyOperands['as'];
}

function readPart({ way, ...of }: PartOf, parents: readonly Parent[]): Promise<PreparedRows<ObjectLiteral>> {
  const { plan, node, parent } = of;
  const keys = boundKeys(
    plan,
    parents.map(({ key }) => key),
    way,
  );
  const { relation, limit, propertyPaths } = node;
  // Everything else is in the plan, which reads all rows of the related entity.
  const links = [parent.table.path, ...linkTexts(relation.link)];
  const selected = ['related rows', way, ...links, String(limit), ...propertyPaths];
  const write = () => writeRelated({ ...of, keys });
  const hydration = hydrationOf(of.populating);
  return readOwnEntities({ plan, addition: keys.addition, selected, write, hydration });
}

function linkTexts(link: Populated['relation']['link']): readonly string[] {
  if (link.via === 'columns') return link.pairs.flatMap(({ own, related }) => [own, related]);
  const pairs = [...link.ownJunctionColumns, ...link.relatedJunctionColumns];
  return [
    link.table.path,
    String(link.ownJunctionColumns.length),
    ...pairs.flatMap(({ own, related }) => [own, related]),
  ];
}

type Row = PreparedRows<ObjectLiteral>['raw'][number];

/** Returns the function that finds the parent of each row, by its number or its key. */
function parentsBy(
  { raw, names }: PreparedRows<ObjectLiteral>,
  way: KeyOperands['as'],
  { parents, schema }: { readonly parents: readonly Parent[]; readonly schema: FilterSchema },
): (place: number) => Parent {
  const byKey = new Map(way === 'list' ? parents.map((parent) => [textOfKey(parent.key), parent]) : []);
  const [numberName = ''] = names;
  const numbered = (row: Row) => parents[Number(row[numberName])];
  const keyed = (row: Row) => {
    const values = names.map((name) => row[name]);
    return byKey.get(textOfKey(storedKeyOfRaw(values, schema.primaryKey)));
  };
  return (place) => {
    const row = raw[place];
    const parent = row && (way === 'list' ? keyed(row) : numbered(row));
    if (parent === undefined) throw new TypeError(`a related row belongs to no row of ${schema.name}`);
    return parent;
  };
}
