import type { FilterService } from 'nestjs-filterable';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Or, planOf } from '../../../lib/ast/index.js';
import { unorderedPlanOf } from '../../../lib/page/list/plan.js';
import { addWhere, compile } from '../../../lib/sql/index.js';
import type { MappingCase } from './mapping.js';

/**
 * Reads the rows of a question as if it were both alternatives of a disjunction, each of which is answered by the keys
 * of its rows. Undefined for a question without conditions, and for rows that have no single key.
 */
export async function readByUnion(
  service: FilterService,
  { entity, query }: MappingCase,
  builder: SelectQueryBuilder<ObjectLiteral>,
): Promise<{ readonly rows: readonly ObjectLiteral[]; readonly where: string } | undefined> {
  const plan = planOf(service.parse(entity, query));
  const { filters, schema } = plan;
  if (filters === undefined || schema.primaryKey.length !== 1) return undefined;
  const union: Or = { type: 'or', conditions: [filters, filters] };
  const changes = compile({ ...unorderedPlanOf(plan), conditions: [union], union }, builder);
  addWhere(builder, changes);
  return { rows: await builder.getMany(), where: changes.where ?? '' };
}
