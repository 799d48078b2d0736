import type { ObjectLiteral } from 'typeorm';
import type { Populated } from '../../ast/index.js';
import type { PopulatedMeta } from '../../contract/index.js';
import type { FilterSchema } from '../../schema/index.js';
import { setRelated } from '../../typeorm/index.js';
import { answerAggregates } from './answer-aggregates.js';
import { Parents } from './parents.js';
import { type PopulatedParents, readRelated } from './read-related.js';
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
  const meta: Record<string, PopulatedMeta[string]> = {};
  await populateAll(populating, { schema, rows, populate }, meta);
  return Object.keys(meta).length === 0 ? undefined : meta;
}

/** Rows of one entity, and the relations to fill. */
interface Level {
  readonly schema: FilterSchema;
  readonly rows: Iterable<ObjectLiteral>;
  readonly populate: readonly Populated[];
}

async function populateAll(
  populating: Populating,
  { schema, rows, populate }: Level,
  meta: Record<string, PopulatedMeta[string]>,
): Promise<void> {
  if (populate.length === 0) return;
  const parents = new Parents(schema, rows);
  if (parents.all.length === 0) return;
  for (const node of populate) {
    const rows = await attachRelated(populating, { node, parents }, meta);
    const { target } = node.relation;
    const { answered } = node;
    if (answered !== undefined) await answerAggregates(populating, { schema: target, rows, answered });
    await populateAll(populating, { schema: target, rows, populate: node.populate }, meta);
  }
}

/** Reads the rows of one relation, gives each parent its own, and returns all of them. */
async function attachRelated(
  populating: Populating,
  populated: PopulatedParents,
  meta: Record<string, PopulatedMeta[string]>,
): Promise<ReadonlySet<ObjectLiteral>> {
  const { node, parents } = populated;
  const { propertyPath } = node.relation;
  const { limit } = node;
  const { metadata, name } = parents.schema;
  const relation = metadata.findRelationWithPropertyPath(propertyPath);
  if (relation === undefined) throw new TypeError(`${name} has no relation ${propertyPath}`);
  populating.watch?.begins('populate', node.path);
  const related = await readRelated(populating, populated);
  const answered = new Set<ObjectLiteral>();
  for (const parent of parents.all) {
    const all = related.get(parent) ?? [];
    if (limit !== undefined && all.length > limit) meta[node.path] = { limit, hasMore: true };
    const own = all.slice(0, limit ?? 1);
    for (const entity of own) answered.add(entity);
    // Each parent has a list of its own, which the host may change.
    for (const entity of parent.entities)
      setRelated(entity, relation, limit === undefined ? (own[0] ?? null) : [...own]);
  }
  return answered;
}
