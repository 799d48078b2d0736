import type { AggregateRequest } from '../../ast/index.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import type { Aggregates, PageMeta } from '../../contract/index.js';
import {
  type AggregateValue,
  type EachRow,
  type EachRowParts,
  type PageInTheMaking,
  aggregateValue,
  checkEntityRows,
  beginEachRow,
  listOf,
  sumWithin,
  totalPlanOf,
  writeEachRow,
} from '../../page/index.js';
import { addSelections, checkEntity } from '../../sql/index.js';
import { type Read, read } from '../../statements/index.js';

/**
 * Adds the aggregates that a request asks for, and the total of its page that comes with them: one statement over all
 * rows of its list, whatever its slice. Each row counts once.
 *
 * @throws FilterConfigurationError where the entity has no primary key, and for a builder of another entity
 */
export async function addAggregates(page: PageInTheMaking): Promise<void> {
  const { builder, plan, meta, mode } = page;
  const { schema } = plan.list;
  checkEntity(builder, schema);
  checkEntityRows(builder, 'aggregates()');
  meta.aggregates = {};
  if (plan.asked.aggregates.length === 0) return;
  if (schema.primaryKey.length === 0) {
    throw new FilterConfigurationError(
      `aggregates(): ${schema.name} has no primary key, which is needed to count each row once; declare one`,
    );
  }
  const [aggregates, total] = await summaryOf(page);
  if (mode === 'exact' && meta.pagination !== undefined) meta.pagination = withTotal(meta.pagination, total);
  meta.aggregates = aggregates;
}

/** Reads the aggregates of a list, and the number of its rows. */
async function summaryOf(page: PageInTheMaking): ReturnType<typeof readSummary> {
  try {
    return await readSummary(page, 'within');
  } catch (error) {
    if (page.plan.list.schema.dialect.aggregates.readSumWithin?.isBeyond(error) !== true) throw error;
    return readSummary(page, 'beyond');
  }
}

/** Sums of whole numbers within the engine's 64 bits, whose failure says that one is beyond, or any sums. */
type Sums = 'within' | 'beyond';

async function readSummary(
  { builder, plan, watch }: PageInTheMaking,
  sums: Sums,
): Promise<readonly [aggregates: Aggregates, total: number]> {
  watch?.begins('aggregates');
  const rows = beginEachRow(listOf(builder, totalPlanOf(builder, plan), 'aggregates'), 'aggregates');
  const values = plan.asked.aggregates.map((request) => ({ request, value: valueIn(rows, request, sums) }));
  const selected = values.map(({ value }) => value.sql);
  const { raw, names } = await read(rows.list, summary, { rows: rows.parts, selected }, { own: rows.own });
  const [row = {}] = raw;
  const [total = '', ...columns] = names;
  const answers = values.map(
    ({ request, value }, index) => [request, value.valueOf(row[columns[index] ?? ''])] as const,
  );
  return [byField(answers), Number(row[total])];
}

/** The number of rows, and aggregates of them. */
const summary: Read<{ readonly rows: EachRowParts; readonly selected: readonly string[] }> = {
  isPlannedForValues: true,
  write: (builder, changes, { rows: each, selected }) => {
    const rows = writeEachRow(builder, changes, each);
    return { builder: rows, names: addSelections(rows, changes, ['COUNT(*)', ...selected]) };
  },
};

function valueIn({ alias }: EachRow, { aggregate, function: row }: AggregateRequest, sums: Sums): AggregateValue {
  const { expression } = aggregate.field;
  const within = sums === 'within' ? sumWithin(row, expression, alias) : undefined;
  return within ?? aggregateValue(row, expression, alias);
}

/** Puts aggregates under the names of their fields, in the order of the request. */
function byField(answers: readonly (readonly [AggregateRequest, unknown])[]): Aggregates {
  const fields = new Map<string, Record<string, unknown>>();
  for (const [{ name, function: row }, value] of answers) fields.set(name, { ...fields.get(name), [row.name]: value });
  return Object.fromEntries(fields);
}

/** Adds an exact total to the position of a page, which then says whether there is more. */
function withTotal(pagination: PageMeta, total: number): PageMeta {
  if (pagination.next !== undefined) {
    const { pageSize, ...edges } = pagination;
    return { pageSize, total, ...edges };
  }
  if ('start' in pagination) return { start: pagination.start, limit: pagination.limit, total };
  const { page, pageSize } = pagination;
  return { page, pageSize, pageCount: Math.ceil(total / pageSize), total };
}
