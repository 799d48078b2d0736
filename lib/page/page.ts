/*
 * The way of a page, from the builder to the driver:
 *
 * 1. `pageOf` (this file) checks the builder, and decides which slice is read and how its total is found.
 * 2. `slices` reads a slice by number or by cursor. `order/cursor` is a cursor's text, `order/keyset` the condition
 *    that rows come after it, and `order/stored-value` the values of both.
 * 3. `choice/window` makes the `ListQuery` of the slice: `list/plan` selects what becomes SQL of a query, which lib/sql
 *    compiles, unless lib/statements has it from an earlier list of the same structure.
 * 4. `readWindow` of `choice/choice` reads the window: in the usual way, or in another one where the list has
 *    conditions on related rows, or is sorted by a column of one. `chooseWay` of lib/adaptive decides it by the answers
 *    to the questions of `choice/questions`.
 * 5. `WindowOfList.read` makes a `PageReading`, which says all about the reading before it begins. `rows/rows` does it:
 *    by one statement, or by one for the positions of the distinct rows and one for their entities.
 * 6. `rows/count` finds the total: by counting, within the page's statement, or by the planner's estimate.
 * 7. `answers` adds what parameters answer beside the rows, each in its folder of lib/features: related rows and their
 *    aggregates by `rows/parents`, facets and aggregates over `rows/matching-rows`.
 *
 * Each statement is declared as a constant of type `Read`, and sent by `read` of lib/statements: as it was prepared for
 * an earlier list, or else by a copy of the host's builder, which stays as it is. `sendFor` of lib/typeorm is the last
 * function before the driver. The planner's estimate alone is sent by its builder each time. Outside this way, `apply`
 * adds a query to a builder that the host executes, `each` reads a whole list, and `links` links a finished page.
 *
 * Three calls lead to no definition: `answersTo` is in `parameterTable` of lib/engine/parameters, `Answer.add` in the
 * folder of a feature, and `Read.write` in the constant that `read` has as its second argument.
 */
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import {
  type CountMode,
  type OffsetSlice,
  type PageSlice,
  type QueryPlan,
  type Slice,
  mostUnpaged,
} from '../ast/index.js';
import { defaultLimits } from '../limits.js';
import { checkEntityRows, checkSelection } from './list/builder.js';
import { readCursorPage, readNumberedPage } from './slices.js';
import { addAnswers, withoutUnasked } from './answers.js';
import { insteadOfEstimate, isNarrowed, readsInGroups } from './rows/count.js';
import { isOneRowEach } from './rows/joins.js';
import { type PagePlan, type PageResult, sliceIssue, wholeIssue } from './list/plan.js';

/**
 * Reads the page of a query, or without a slice, the first page of the handler's default size.
 *
 * @typeParam Row the rows of the page: entities, or a part of them where clients choose fields
 * @throws FilterConfigurationError where the entity has no primary key, or the builder does not select entities
 */
export function pageOf<E extends ObjectLiteral, Row>(page: PagePlan<E>): Promise<PageResult<Row>>;
export async function pageOf({ builder, plan, nulls, chooser, watch }: PagePlan): Promise<PageResult<unknown>> {
  const { list, asked } = plan;
  if (list.schema.primaryKey.length === 0) {
    throw new FilterConfigurationError(
      `page(): ${list.schema.name} has no primary key, so its pages could overlap; declare one, or limit the rows of apply() yourself`,
    );
  }
  checkEntityRows(builder, 'page()');
  checkSelection(builder, 'page()');
  const most = asked.pagination === undefined ? mostUnpaged(list.pagination) : undefined;
  const slice = asked.pagination ?? (most === undefined ? firstSlice(plan) : offsetSlice(most, false));
  const mode = countModeOf(slice, plan, builder);
  if (mode === undefined) {
    const text = 'cannot be true here: the rows of this list are not counted';
    return { ok: false, issues: [sliceIssue(plan, 'withCount', 'invalid_pagination', text)] };
  }
  const answers = list.parameters.answersTo(plan);
  const page: PagePlan = {
    builder: withoutUnasked(builder, plan, answers),
    plan,
    nulls,
    chooser,
    watch,
    // Every row of the entity is in the list, once.
    isWhole:
      asked.filters === undefined && asked.search === undefined && !isNarrowed(plan, builder) && isOneRowEach(builder),
    isInGroups: slice.type !== 'cursor' && readsInGroups(plan, builder, 'page'),
  };
  const isCounted = mode === 'exact' && answers.some(({ hasTotal }) => hasTotal === true);
  const counts = isCounted ? 'none' : mode;
  const result = await (slice.type === 'cursor'
    ? readCursorPage(page, slice, counts)
    : most === undefined
      ? readNumberedPage(page, slice, counts)
      : readUnpaged(page, slice, most));
  // What stands beside the rows is read after them: a refused cursor costs nothing more.
  if (result.ok && answers.length > 0) {
    const { data, meta } = result.page;
    await addAnswers({ builder, plan, nulls, watch, data, meta, mode }, answers);
  }
  return result;
}

/** Reads all rows of a list, or refuses it where there are more than `most`. Their number is the total. */
async function readUnpaged(
  page: PagePlan,
  slice: PageSlice | OffsetSlice,
  most: number,
): Promise<PageResult<ObjectLiteral>> {
  const result = await readNumberedPage(page, slice, 'none');
  if (!result.ok) return result;
  const { data, meta } = result.page;
  if (meta.pagination.hasNext === true) return { ok: false, issues: [wholeIssue(page.plan, most)] };
  return { ok: true, page: { data, meta: { pagination: { start: 0, limit: most, total: data.length } } } };
}

/**
 * Returns the mode of a page's total. For a page by cursor it is `none` by default, because counting would cost a
 * statement at every step. Undefined where the client requests a total and the handler never counts.
 */
function countModeOf<E extends ObjectLiteral>(
  { type, withCount }: Slice,
  plan: QueryPlan,
  builder: SelectQueryBuilder<E>,
): CountMode | undefined {
  const { count: configured = 'exact' } = plan.list.pagination;
  const count = configured === 'estimate' && isNarrowed(plan, builder) ? insteadOfEstimate : configured;
  if (withCount === true) return count === 'none' ? undefined : count;
  return withCount === false || type === 'cursor' ? 'none' : count;
}

/** Returns the slice for a request without one: the first, in the handler's first style. */
function firstSlice({ list: { limits }, at: { pageStyle } }: QueryPlan): Slice {
  const size = limits?.pageSize ?? defaultLimits.pageSize;
  switch (pageStyle) {
    case 'page':
      return { type: 'page', page: 1, pageSize: size, withCount: undefined };
    case 'offset':
      return offsetSlice(size);
    case 'cursor':
      return { type: 'cursor', direction: 'after', cursor: '', pageSize: size, withCount: undefined };
  }
}

function offsetSlice(limit: number, withCount?: boolean): OffsetSlice {
  return { type: 'offset', start: 0, limit, withCount };
}
