import type { ObjectLiteral } from 'typeorm';
import type { Populated } from '../../ast/index.js';
import type { PopulatedMeta } from '../../contract/index.js';
import type { FilterSchema, RelationSchema } from '../../schema/index.js';
import { setRelated } from '../../typeorm/index.js';
import { answerAggregates } from './answer-aggregates.js';
import { heldKeyOf } from './parent-keys.js';
import { type HeldKeys, type Parents, parentsByHeld, parentsOf } from './parents.js';
import { type PopulatedParents, type RelatedRows, readRelated } from './read-related.js';
import type { Populating } from './related-list.js';

/**
 * Puts the related rows that a query populates into rows of its list. One statement for each relation follows the rows,
 * on their connection, in the order of nesting.
 *
 * @param populating the query, and a builder on the connection to use
 * @param rows entities of the list, each with its primary key
 * @returns the relations with more rows than were read, or undefined where there are none
 */
export async function populateRows(
  populating: Populating,
  rows: readonly ObjectLiteral[],
): Promise<PopulatedMeta | undefined> {
  const { schema, populate } = populating.plan;
  const meta: Meta = {};
  await populateAll(populating, { schema, rows, populate }, meta);
  return Object.keys(meta).length === 0 ? undefined : meta;
}

/** Rows of one entity, and the relations to fill. */
interface Level {
  readonly schema: FilterSchema;
  readonly rows: Iterable<ObjectLiteral>;
  readonly populate: readonly Populated[];
  /** The keys of related rows that the statement of these rows has read. */
  readonly held?: RelatedRows['held'] | undefined;
}

/** Relations with more rows than were read, by their paths. */
type Meta = Record<string, PopulatedMeta[string]>;

async function populateAll(populating: Populating, level: Level, meta: Meta): Promise<void> {
  const { schema, populate } = level;
  let own: Parents | undefined;
  for (const node of populate) {
    const { relation, answered } = node;
    const { target } = relation;
    const keys = heldFor(relation, level);
    const parents =
      keys === undefined ? (own ??= parentsOf(schema, level.rows)) : parentsByHeld(target, level.rows, keys);
    const related = await attachRelated(populating, { node, parents }, { level, meta });
    if (answered !== undefined) await answerAggregates(populating, { schema: target, rows: related.rows, answered });
    await populateAll(populating, { schema: target, ...related, populate: node.populate }, meta);
  }
}

/** Returns the keys of a relation that rows hold. Undefined where they were not read, or not in all of their digits. */
function heldFor(relation: RelationSchema, { held }: Level): HeldKeys | undefined {
  const column = heldKeyOf(relation);
  const keys = column && held?.get(column);
  if (keys === undefined) return undefined;
  for (const value of keys.values()) if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
  return keys;
}

/** Reads the rows of one relation, gives each row its own, and returns all of them. */
async function attachRelated(
  populating: Populating,
  { node, parents }: PopulatedParents,
  { level, meta }: { readonly level: Level; readonly meta: Meta },
): Promise<Pick<Level, 'rows' | 'held'>> {
  const { limit, path } = node;
  const relation = relationIn(level.schema, node.relation);
  for (const entity of parents.without) setRelated(entity, relation, null);
  if (parents.all.length === 0) return { rows: [] };
  populating.watch?.begins('populate', path);
  const { ofEach, held } = await readRelated(populating, { node, parents });
  const rows = new Set<ObjectLiteral>();
  const isDeeper = node.populate.length > 0 || node.answered !== undefined;
  for (const [place, { entities }] of parents.all.entries()) {
    const all = ofEach[place] ?? [];
    if (limit !== undefined && all.length > limit) meta[path] = { limit, hasMore: true };
    const most = limit ?? 1;
    if (isDeeper) for (const entity of all.slice(0, most)) rows.add(entity);
    // Each parent has a list of its own, which the host may change.
    for (const entity of entities)
      setRelated(entity, relation, limit === undefined ? (all[0] ?? null) : all.slice(0, most));
  }
  return { rows, held };
}

function relationIn({ metadata, name }: FilterSchema, { propertyPath }: RelationSchema) {
  const relation = metadata.findRelationWithPropertyPath(propertyPath);
  if (relation === undefined) throw new TypeError(`${name} has no relation ${propertyPath}`);
  return relation;
}
