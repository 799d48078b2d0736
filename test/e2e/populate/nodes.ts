import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { FilterService } from 'nestjs-filterable';
import { FilterQuery, type Populated, planOf } from '../../../lib/ast/index.js';
import type { FilterSchema, Member, RelationSchema } from '../../../lib/schema/index.js';

/** What a relation is asked for with; by default ten rows of all columns. */
export type NodeOptions = Partial<Pick<Populated, 'limit' | 'propertyPaths' | 'populate' | 'sort'>>;

/** Makes the plan of a relation without a request: also of one that no client may ask for. */
export function nodeOf(relation: RelationSchema, options: NodeOptions = {}): Populated {
  const columns = relation.target.metadata.columns.filter(({ isVirtual }) => !isVirtual);
  return {
    relation,
    name: relation.propertyPath,
    path: relation.propertyPath,
    view: relation.view('all'),
    filters: undefined,
    where: undefined,
    sort: [],
    limit: relation.toMany ? 10 : undefined,
    propertyPaths: columns.map(({ propertyPath }) => propertyPath),
    populate: [],
    asked: { sort: [], limit: undefined, selection: undefined },
    ...options,
  };
}

/** Lists the relations of an entity, those in embedded objects as well. */
export function relationsOf(schema: FilterSchema): RelationSchema[] {
  const inMembers = (members: ReadonlyMap<string, Member>): RelationSchema[] =>
    [...members.values()].flatMap((member) => {
      if (member.type === 'relation') return [member];
      return member.type === 'embedded' ? inMembers(member.members) : [];
    });
  return inMembers(schema.view('all').members);
}

/** Returns a query for all rows of an entity, with some relations of them. */
export function queryWith<E extends ObjectLiteral>(
  service: FilterService,
  entity: EntityTarget<E>,
  populate: readonly Populated[],
): FilterQuery<E> {
  const plan = planOf(service.parse(entity, 'pagination[pageSize]=100'));
  return new FilterQuery<E>(Object.freeze({ ...plan, populate }));
}
