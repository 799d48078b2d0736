import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Populated } from '../../ast/index.js';
import type { PopulatedMeta } from '../../contract/index.js';
import {
  type PagePlan,
  type PageInTheMaking,
  type Parents,
  type ParentsPart,
  dropUnreferred,
  heldKeyOf,
  parentsByHeld,
  parentsOf,
  readForParents,
  relatedAlias,
} from '../../page/index.js';
import type { ColumnSchema, FilterSchema, RelationSchema } from '../../schema/index.js';
import { type BuilderJoin, entityOfEach, joinsOf, leaveRelations, putterOf } from '../../typeorm/index.js';
import { answerAggregates } from '../fields/index.js';
import { hasParents, heldColumnsOf, relatedList, relatedOfParents, relatedParts } from './related.js';

/** Related rows of some parents, in the order of each parent's rows, with one extra row where a parent has more. */
interface RelatedRows {
  readonly entities: readonly ObjectLiteral[];
  /** The place of each row's parent among all. */
  readonly parentOf: readonly number[];
  /** The keys that the rows hold of rows related to them, by the column that has these. */
  readonly held: ReadonlyMap<ColumnSchema, readonly unknown[]>;
}

async function readRelated(page: PagePlan, node: Populated, parents: Parents): Promise<RelatedRows> {
  page.watch?.begins('populate', node.path);
  const entities: ObjectLiteral[] = [];
  const places: number[] = [];
  const columns = heldColumnsOf(node);
  const held = new Map(columns.map((column) => [column, [] as unknown[]]));
  const list = relatedList(page, node);
  const { primaryKey } = node.relation.target;
  const { holdKeys } = parents;
  const partsWith = (of: ParentsPart) => relatedParts(of, node, holdKeys, columns, list);
  for (const { result, parentOf } of await readForParents(list, relatedOfParents, parents, node, holdKeys, partsWith)) {
    const { raw, names } = result;
    for (const entity of entityOfEach(result.entities, raw, relatedAlias, primaryKey)) entities.push(entity);
    for (const place of parentOf) places.push(place);
    for (const [place, column] of columns.entries()) {
      const name = names[names.length - columns.length + place] ?? '';
      const keys = held.get(column);
      for (const row of raw) keys?.push(row[name] ?? null);
    }
  }
  return { entities, parentOf: places, held };
}

/**
 * Puts the related rows that a query populates into rows of its list. One statement for each relation follows the rows,
 * on their connection, in the order of nesting. `meta` names the relations with more rows than were read.
 */
export async function addPopulated(page: PageInTheMaking): Promise<void> {
  const { plan, data: rows, meta } = page;
  const { populate } = plan.server;
  const populated: Meta = {};
  await populateAll(page, { schema: plan.list.schema, rows, populate }, populated);
  if (Object.keys(populated).length > 0) meta.populate = populated;
}

/** Rows of one entity, and the relations to fill. */
interface Level {
  readonly schema: FilterSchema;
  readonly rows: readonly ObjectLiteral[];
  readonly populate: readonly Populated[];
  /** The keys of related rows that the statement of these rows has read, in their order. */
  readonly held?: RelatedRows['held'] | undefined;
}

type Meta = Record<string, PopulatedMeta[string]>;

async function populateAll(page: PagePlan, level: Level, meta: Meta): Promise<void> {
  const { schema, populate } = level;
  let own: Parents | undefined;
  for (const node of populate) {
    const { relation, answered } = node;
    const { target } = relation;
    const keys = heldFor(relation, level);
    const parents =
      keys === undefined ? (own ??= parentsOf(schema, level.rows)) : parentsByHeld(target, level.rows, keys);
    const related = await attachRelated(page, node, { parents, level, meta });
    if (answered !== undefined) await answerAggregates(page, target, related.rows, answered);
    await populateAll(page, { schema: target, ...related, populate: node.populate }, meta);
  }
}

/** Returns the keys of a relation that rows hold. Undefined where they were not read, or not in all of their digits. */
function heldFor(relation: RelationSchema, { held }: Level): readonly unknown[] | undefined {
  const column = heldKeyOf(relation);
  const keys = column && held?.get(column);
  return keys?.some((value) => typeof value === 'number' && !Number.isSafeInteger(value)) === true ? undefined : keys;
}

/**
 * Reads the rows of one relation, and puts into each row its own.
 *
 * @returns all of them, if anything is read for them, too
 */
async function attachRelated(
  page: PagePlan,
  node: Populated,
  { parents, level, meta }: { readonly parents: Parents; readonly level: Level; readonly meta: Meta },
): Promise<Pick<Level, 'rows' | 'held'>> {
  const { limit, path } = node;
  const put = putterOf(relationIn(level.schema, node.relation));
  const related = parents.keys.length > 0 ? await readRelated(page, node, parents) : noRows;
  const own = parents.keys.map((): ObjectLiteral[] => []);
  const answered: number[] = [];
  let hasMore = false;
  related.entities.forEach((entity, row) => {
    const rows = own[related.parentOf[row] ?? 0] ?? [];
    if (rows.length === (limit ?? 1)) hasMore = true;
    else {
      rows.push(entity);
      answered.push(row);
    }
  });
  if (limit !== undefined && hasMore) meta[path] = { limit, hasMore };
  putEach(parents, own, (entity, rows) => put(entity, limit === undefined ? (rows[0] ?? null) : rows));
  return hasParents(node) ? rowsAmong(related, answered) : { rows: [] };
}

/** Puts into each row the related rows of its parent: a list of its own, which the host may change. */
function putEach(
  { rows, keyOf }: Parents,
  own: readonly ObjectLiteral[][],
  put: (entity: ObjectLiteral, related: ObjectLiteral[]) => void,
): void {
  const isUsed: boolean[] = [];
  rows.forEach((entity, row) => {
    const key = keyOf[row];
    const related = key === undefined ? undefined : own[key];
    if (key === undefined || related === undefined) put(entity, []);
    else {
      put(entity, isUsed[key] === true ? [...related] : related);
      isUsed[key] = true;
    }
  });
}

const noRows: RelatedRows = { entities: [], parentOf: [], held: new Map() };

/** Leaves the rows that are answered, by their places. */
function rowsAmong({ entities, held }: RelatedRows, places: readonly number[]): Required<Pick<Level, 'rows' | 'held'>> {
  if (places.length === entities.length) return { rows: entities, held };
  const of = <Value>(values: readonly Value[]) => values.filter((_, place) => isAnswered.has(place));
  const isAnswered = new Set(places);
  return { rows: of(entities), held: new Map([...held].map(([column, keys]) => [column, of(keys)])) };
}

function relationIn({ metadata, name }: FilterSchema, { propertyPath }: RelationSchema) {
  const relation = metadata.findRelationWithPropertyPath(propertyPath);
  if (relation === undefined) throw new TypeError(`${name} has no relation ${propertyPath}`);
  return relation;
}

/**
 * Keeps a builder from loading the relations that are populated, and whatever it loads below them. A join stays where
 * anything else in the builder refers to it.
 */
export function leaveToPopulate(builder: SelectQueryBuilder<ObjectLiteral>, populate: readonly Populated[]): void {
  const names = populate.map(({ relation }) => relation.propertyPath);
  const joins: BuilderJoin[] = [];
  for (const join of joinsOf(builder)) {
    const { parentAlias, relation, mapToProperty } = join;
    const isPopulated =
      parentAlias === builder.alias && relation !== undefined && names.includes(relation.propertyPath);
    const isMapped = names.some((name) => mapToProperty === `${builder.alias}.${name}`);
    // A join stands after the one that it follows.
    if (isPopulated || isMapped || joins.some(({ alias }) => alias.name === parentAlias)) joins.push(join);
  }
  leaveRelations(builder, joins, names);
  dropUnreferred(builder, joins);
}
