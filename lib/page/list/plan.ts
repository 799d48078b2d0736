import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import {
  type Comparison,
  type Condition,
  type QueryPlan,
  type RelatedCount,
  type SortTerm,
  orderOf,
  someCondition,
  sortTerm,
  unnamed,
} from '../../ast/index.js';
import type { Chooser } from '../../adaptive/index.js';
import { type FilterSchema, resolveSortKey } from '../../schema/index.js';
import { hasOrder, ignoresEntityOrder } from '../../typeorm/index.js';
import type { Page } from '../../contract/index.js';
import {
  type FilterIssue,
  IssueCollector,
  type IssueDetails,
  Location,
  type SimpleIssueCode,
} from '../../issues/index.js';
import { type NullsDefault, type SqlPlan, compile } from '../../sql/index.js';
import { ListQuery } from '../../statements/index.js';
import { nameOf } from '../../wire/index.js';
import { alongIndex } from '../order/along-index.js';
import type { PageWatch } from './trace.js';

/** Returns the order that `@Entity({ orderBy })` declares, as sort terms. Throws for a property that is no column. */
export function declaredOrder(schema: FilterSchema): SortTerm[] {
  return Object.entries(schema.metadata.orderBy ?? {}).map(([path, declaration]) => {
    const { order, nulls } = typeof declaration === 'string' ? { order: declaration } : declaration;
    const resolution = resolveSortKey(schema.view('all'), path.split('.'), undefined, 0);
    if (resolution.outcome !== 'found') {
      throw new FilterConfigurationError(
        `@Entity({ orderBy }) on ${schema.name} names ${path}, which is not a column; sort by a column of ${schema.name}`,
      );
    }
    const placement = nulls === undefined ? undefined : nulls === 'NULLS FIRST' ? 'first' : 'last';
    return sortTerm(resolution.target, order === 'DESC' ? 'desc' : 'asc', placement);
  });
}

/** Members of a plan that become conditions, joins and the order of its rows. */
interface OfRows {
  list: 'schema' | 'strategy' | 'keyDirection' | 'naming' | 'hydration';
  asked: 'filters' | 'sort' | 'search' | 'deleted';
  server: 'added' | 'defaultSort' | 'order' | 'scopes' | 'aggregated' | 'selected';
  at: 'isNamed';
}

/** Members of statements of their own, of the window, of the columns of the rows, or of no statement. */
interface OfOthers {
  list: 'pagination' | 'view' | 'declared' | 'params' | 'limits' | 'handler' | 'settings' | 'isForeign' | 'parameters';
  asked: 'facets' | 'aggregates' | 'populate' | 'fields' | 'pagination';
  server: 'populate' | 'answered';
  at: 'pageStyle' | 'context' | 'moment' | 'sent' | 'flat' | 'used' | 'work' | 'rebind';
}

/** Members of a plan that neither of the lists above has. */
type Forgotten = {
  [Section in keyof QueryPlan]: Exclude<keyof QueryPlan[Section], OfRows[Section] | OfOthers[Section]>;
}[keyof QueryPlan];

/** A plan whose members all have a place in a list above: a statement that forgot one would answer otherwise. */
type PlanOfSql = QueryPlan & { readonly [Member in Forgotten]: 'has no place in the lists of plan.ts' };

/** A query plan, the builder that it is applied to, and the settings of the module that the reading depends on. */
export interface PagePlan<E extends ObjectLiteral = ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: QueryPlan;
  /** The placement of NULL for sort keys that name none. */
  readonly nulls: NullsDefault;
  /** Chooses the way to read the page, and has its log. Undefined for the usual way. */
  readonly chooser?: Chooser | undefined;
  /** Observer of the statements. Undefined where nobody asks for an explanation. */
  readonly watch?: PageWatch | undefined;
  /** True where nothing narrows the list, and each row of the builder is one entity. */
  readonly isWhole?: boolean;
  /** True where a condition on all related rows of a row narrows the list alone, and a page reads them in groups. */
  readonly isInGroups?: boolean;
}

/** A page, or the issues of a 400 instead. */
export type PageResult<E> =
  { readonly ok: true; readonly page: Page<E> } | { readonly ok: false; readonly issues: readonly FilterIssue[] };

/** Returns the plan for the SQL of some rows, which differ, with what a query says about all of its statements. */
export function sqlPlanFor(
  query: PlanOfSql,
  rows: Pick<SqlPlan, 'schema' | 'selected' | 'conditions' | 'sort' | 'total' | 'nulls' | 'isWhole' | 'inGroups'>,
  along?: ReturnType<typeof alongIndex>,
): SqlPlan {
  const { strategy, naming, hydration, keyDirection } = query.list;
  const { scopes, aggregated } = query.server;
  const { schema, selected, conditions, sort, total, nulls, isWhole, inGroups } = rows;
  return {
    schema,
    selected,
    strategy,
    naming,
    hydration,
    keyDirection,
    relatedDeleted: query.asked.deleted?.related,
    conditions: along?.conditions ?? conditions,
    scopes: along?.scopes ?? scopes,
    aggregated,
    leading: along?.leading,
    sort,
    total,
    nulls,
    isWhole,
    inGroups,
  };
}

/**
 * Returns the plan for the SQL of a list, in a total order (`isTotal`) where a slice of it is taken.
 *
 * @param isAfter true for a slice that begins after a position
 */
export function sqlPlanOf<E extends ObjectLiteral>(page: PagePlan<E>, isTotal: boolean, isAfter = false): SqlPlan {
  const { plan, nulls, isWhole, isInGroups } = page;
  const { schema } = plan.list;
  const { selected } = plan.server;
  const inGroups = isInGroups === true ? groupableIn(plan) : undefined;
  const [conditions, sort] = [conditionsOf(plan), sortOf(page, isTotal)];
  const along = isAfter ? alongIndex({ schema, conditions, scopes: plan.server.scopes, sort }) : undefined;
  return sqlPlanFor(plan, { schema, selected, conditions, sort, total: isTotal, nulls, isWhole, inGroups }, along);
}

/** Returns the plan for the SQL of all rows of a list in any order, such as a count's. */
export function unorderedPlanOf(plan: PlanOfSql, inGroups?: SqlPlan['inGroups']): SqlPlan {
  const { schema } = plan.list;
  const { selected } = plan.server;
  const conditions = conditionsOf(plan);
  return sqlPlanFor(plan, { schema, selected, conditions, sort: [], total: false, nulls: 'engine', inGroups });
}

/** Makes a list in the order of its plan. `way` names all that the SQL depends on beside the builder and the plan. */
export function listOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: SqlPlan,
  way: string,
): ListQuery<E> {
  return new ListQuery(builder, plan, way, () => compile(plan, builder));
}

/**
 * Returns the condition on the number of related rows, or on an aggregate of theirs, if a client asks for nothing else.
 */
export function groupableIn({ asked }: Pick<QueryPlan, 'asked'>): Comparison | RelatedCount | undefined {
  const { filters, search } = asked;
  if (filters === undefined || search !== undefined) return undefined;
  if (filters.type === 'relatedCount') return filters;
  const condition = filters.type === 'not' ? filters.condition : filters;
  if (condition.type !== 'comparison') return undefined;
  return condition.field.expression.aggregate === undefined ? undefined : condition;
}

/** Returns the client's conditions and then the server's. Scopes are compiled separately, for each entity. */
function conditionsOf({ asked, server: { added }, at: { isNamed } }: QueryPlan): readonly Condition[] {
  const { search } = asked;
  const filters = isNamed && asked.filters !== undefined ? unnamed(asked.filters) : asked.filters;
  if (filters === undefined && search === undefined) return added;
  return [...(filters === undefined ? [] : [filters]), ...(search === undefined ? [] : [search.condition]), ...added];
}

/**
 * Returns the client's sort or the default one. Without either, a total order begins with the entity's declared order,
 * unless the builder has its own: TypeORM ignores that order as soon as a builder has any other, even the appended
 * primary key.
 */
function sortOf<E extends ObjectLiteral>({ builder, plan }: PagePlan<E>, isTotal: boolean): readonly SortTerm[] {
  const sort = orderOf(plan);
  if (sort.length > 0 || !isTotal || hasOrder(builder) || ignoresEntityOrder(builder)) return sort;
  return declaredOrder(plan.list.schema);
}

/**
 * Makes the issue of a slice that cannot be answered.
 *
 * @param parameter the parameter's name within `pagination`, such as `after`
 * @param text the end of a sentence that begins with the parameter
 */
export function sliceIssue(plan: QueryPlan, parameter: string, code: SimpleIssueCode, text: string): FilterIssue {
  return issueAt(Location.root(plan.list.params.pagination).child(parameter), { code }, text);
}

/** Makes the issue of a request for all rows of a list that has too many. */
export function wholeIssue({ list: { params }, at: { flat } }: QueryPlan, max: number): FilterIssue {
  const names = flat === undefined || flat === 'closed' ? [] : [...flat.pageNames.values()].reverse();
  const way = names.length === 0 ? 'request pages' : `request pages by ${names.join(' and ')}`;
  const text = `is missing, and the list has more than ${max} rows; ${way}`;
  return issueAt(Location.root(params.pagination), { code: 'limit_exceeded', limit: 'maxPageSize', max }, text);
}

/**
 * Makes the issue of a value that passed validation and that the database refused all the same. The driver does not
 * report which value it was, so the first of filters, search, facets and cursor with a value is named.
 *
 * @returns undefined where the client sent no value, so that the database refused the host's own SQL
 */
export function valueIssue({
  list: { params },
  asked: { filters, search, facets, pagination: slice },
}: QueryPlan): FilterIssue | undefined {
  const invalid = (parameter: string, text: string): FilterIssue =>
    issueAt(Location.root(parameter), { code: 'invalid_value' }, text);
  if (filters !== undefined && someCondition(filters, holdsValue)) {
    return invalid(params.filters, 'has a value that cannot be compared with its field');
  }
  if (search !== undefined) return invalid(nameOf('search', params), 'has a word that cannot be searched for');
  if (facets.some((facet) => facet.search !== undefined)) {
    return invalid(nameOf('facets', params), 'has a text that cannot be searched for');
  }
  if (slice?.type !== 'cursor' || slice.cursor === '') return undefined;
  const text = 'has a value that the list cannot be ordered by';
  return issueAt(Location.root(params.pagination).child(slice.direction), { code: 'invalid_cursor' }, text);
}

/** True for a condition with a value of its own. A flag, such as `$null`, has none. */
function holdsValue(condition: Condition): boolean {
  if (condition.type === 'comparison') return condition.operator.takes !== 'boolean';
  return condition.type === 'relatedCount';
}

/** Makes one issue. The collector words its path and its message. */
export function issueAt(location: Location, details: IssueDetails, text: string): FilterIssue {
  const issues = new IssueCollector(1);
  issues.add(location, details, text);
  const [issue] = issues.issues;
  if (issue === undefined) throw new TypeError('an issue was added and is not there');
  return issue;
}
