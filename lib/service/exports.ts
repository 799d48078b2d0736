import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { FilterQuery } from '../ast/index.js';
import type { Page } from '../contract/index.js';
import { type FilterIssue, IssueCollector, Location } from '../issues/index.js';
import {
  type BuilderOrRepository,
  type EachOptions,
  type PageOptions,
  RowExport,
  builderFor,
  checkSnapshot,
  eachInSnapshot,
  eachIssues,
  eachOptions,
  eagerBuilderOf,
  iterate,
  needsRunner,
} from '../page/index.js';
import type { GuardedEngine } from './guarded-engine.js';
import { checkConnected } from './unconnected.js';

/**
 * Iterates over all rows of a query. Every refusal without a statement is thrown at once, not by the first row.
 *
 * @typeParam Row the rows: entities, or a part of them where clients choose fields
 */
export function exportRows<E extends ObjectLiteral, Row>(
  guarded: GuardedEngine,
  source: BuilderOrRepository<E>,
  query: FilterQuery<E, Row>,
  options: EachOptions,
): AsyncGenerator<Row, void, undefined>;
export function exportRows<E extends ObjectLiteral>(
  guarded: GuardedEngine,
  source: BuilderOrRepository<E>,
  query: FilterQuery<E>,
  options: EachOptions,
): AsyncGenerator<E, void, undefined> {
  const { nulls, reads: usual } = guarded.settings;
  const { reads, ...settings } = eachOptions(options);
  const own = eagerBuilderOf(source);
  const plan = guarded.planFor(own, query);
  const issues = eachIssues(plan);
  if (issues.length > 0) throw guarded.refusal(issues, query);
  const rowExport = new RowExport(builderFor(own, plan), plan, { ...settings, nulls });
  const rows = (source: SelectQueryBuilder<E>) =>
    iterate(rowExport, (chunk) => guarded.run(source, query, (_, bound) => chunk(bound), reads));
  const { snapshot } = plan.schema.dialect;
  const reading = { builder: rowExport.builder, reads: { ...usual, ...reads }, snapshot };
  if (reading.reads.consistency !== 'snapshot' || !needsRunner(reading)) return rows(rowExport.builder);
  checkSnapshot(snapshot);
  checkConnected(own, 'each()');
  return eachInSnapshot(reading, rows);
}

/** Reads all rows as one page. Throws the refusal of a query that finds more than `max`. */
export async function wholeList<E extends ObjectLiteral, Row>(
  guarded: GuardedEngine,
  source: BuilderOrRepository<E>,
  query: FilterQuery<E, Row>,
  { max, ...options }: PageOptions & { readonly max: number },
): Promise<Page<Row>> {
  const data: Row[] = [];
  for await (const row of exportRows<E, Row>(guarded, source, query, { ...options, max: max + 1 })) data.push(row);
  if (data.length > max) throw guarded.refusal(tooManyRows(max), query);
  const total = data.length;
  return { data, meta: { pagination: { page: 1, pageSize: Math.max(total, 1), pageCount: 1, total } } };
}

/** Makes the issue of a request for all rows of a list that has too many. */
function tooManyRows(max: number): readonly FilterIssue[] {
  const issues = new IssueCollector(1);
  const text = `asks for all rows, and there are more than ${max}; ask for pages`;
  issues.add(Location.root('limit'), { code: 'limit_exceeded', limit: 'maxPageSize', max }, text);
  return issues.issues;
}
