import { type FilterQuery, type QueryPlan, planOf } from '../../ast/index.js';
import type { Page } from '../../contract/index.js';
import type { AnswerSchema, RampAsked, RampParameter } from '../../engine/index.js';
import type { EntityDescription } from '../../list/index.js';
import { declaredOrder, pageLinks } from '../../page/index.js';
import { pageInfo } from '../../page-info.js';
import { type SortTarget, exposedTarget, isVisible, keyOf, pathOfTarget } from '../../schema/index.js';
import { deletedParameter, encoded, pathOf } from '../shared.js';
import { type Echo, type NestjsPaginateOptions, operators } from './read.js';

/** Makes the answer of nestjs-paginate: the rows, what was asked, and links to other pages. */
export function answerOf(
  page: Page<unknown>,
  query: FilterQuery,
  { request, echo }: RampAsked,
  { relativePath = false }: NestjsPaginateOptions,
): object {
  const asked = echo as Echo | undefined;
  const { total, pageCount = 1, page: number = 1, pageSize } = pageInfo(page);
  const isAll = asked?.limit === -1;
  const currentPage = total === undefined ? number : Math.max(1, Math.min(number, pageCount));
  const meta = {
    itemsPerPage: isAll ? page.data.length : pageSize,
    totalItems: total,
    currentPage,
    totalPages: total === undefined ? undefined : pageCount,
    sortBy: asked !== undefined && asked.sortBy.length > 0 ? asked.sortBy : orderOf(planOf(query)),
    ...(asked?.search !== undefined && { search: asked.search, searchBy: asked.searchBy }),
    ...(asked !== undefined && asked.select.length > 0 && { select: asked.select }),
    ...(asked?.filter !== undefined && { filter: asked.filter }),
    ...besidePages(page),
  };
  const path = pathOf(request, relativePath);
  if (path === undefined) return { data: page.data, meta, links: {} };
  if (asked === undefined) return { data: page.data, meta, links: bracketLinks(page, query, path) };
  const link = linkOf(path, query, { limit: isAll ? -1 : pageSize, echo: asked });
  return { data: page.data, meta, links: linksOf(page, currentPage, link) };
}

/** Returns facets and the like, which a request in brackets alone asks for. */
function besidePages({ meta }: Page<unknown>): object {
  return Object.fromEntries(Object.entries(meta).filter(([name]) => name !== 'pagination'));
}

/** Links to other pages of a request in brackets, in its own spelling. */
function bracketLinks(page: Page<unknown>, query: FilterQuery, path: string): object {
  const { first, prev, next, last } = pageLinks(planOf(query), page, path);
  const text = query.toString();
  const current = text === '' ? path : `${path}?${text}`;
  return { ...(prev && { first, previous: prev }), current, ...(next && { next }), ...(last && { last }) };
}

/**
 * Returns the order of the rows by the client's names: what the request asked for, the default, what the entity
 * declares, or the primary key. Keys that are hidden from the client are left out.
 */
function orderOf({
  list: { schema, view },
  asked: { sort },
  server: { defaultSort },
  at: { context },
}: QueryPlan): readonly (readonly [string, string])[] {
  if (sort.length > 0) return sort.map(({ target, direction }) => pairOf(target, direction));
  const terms = defaultSort.length > 0 ? defaultSort : declaredOrder(schema);
  const keys = schema.primaryKey.map((expression) => ({ hops: [], expression, direction: 'asc' as const }));
  const paths = terms.map(({ target, direction }) => ({ ...pathOfTarget(target), direction }));
  return (paths.length > 0 ? paths : keys).flatMap(({ direction, ...path }) => {
    const target = exposedTarget(view, path, (member) => isVisible(member, context));
    return target === undefined ? [] : [pairOf(target, direction)];
  });
}

function pairOf(target: SortTarget, direction: string): readonly [string, string] {
  return [keyOf('client', target), direction.toUpperCase()];
}

/** Returns the order that links repeat: what was sent, or the handler's default where clients may send all of it. */
function linkedOrder(query: FilterQuery, { sortBy }: Echo): readonly (readonly [string, string])[] {
  if (sortBy.length > 0) return sortBy;
  const plan = planOf(query);
  const order = orderOf(plan);
  // Without a default, a builder's own order or the entity's may come first, which links repeat by asking for none.
  return order.length === plan.server.defaultSort.length &&
    order.every(([column]) => plan.list.view.declaredSort?.has(column))
    ? order
    : [];
}

type Link = (page: number) => string;

function linkOf(path: string, query: FilterQuery, { limit, echo }: { limit: number; echo: Echo }): Link {
  const filters = Object.entries(echo.filter ?? {}).flatMap(([column, values]) =>
    [values].flat().map((value) => [`filter.${column}`, value] as const),
  );
  const parts = [
    ...linkedOrder(query, echo).map((pair) => ['sortBy', pair.join(':')] as const),
    ...(echo.search === undefined ? [] : [['search', echo.search] as const]),
    ...echo.sentSearchBy.map((name) => ['searchBy', name] as const),
    ...(echo.select.length === 0 ? [] : [['select', echo.select.join(',')] as const]),
    ...filters,
    ...(echo.expression === undefined ? [] : [['filter', echo.expression] as const]),
    ...(planOf(query).asked.deleted === undefined ? [] : [['withDeleted', 'true'] as const]),
  ];
  const rest = parts.map(([name, value]) => `&${encoded(name)}=${encoded(value)}`).join('');
  return (page) => `${path}?page=${page}&limit=${limit}${rest}`;
}

/** Links to other pages. A page that does not exist has no link. */
function linksOf(page: Page<unknown>, current: number, link: Link): object {
  const { hasNext, pageCount, total } = pageInfo(page);
  const isNext = total === undefined ? hasNext === true : current < (pageCount ?? 1);
  return {
    ...(current > 1 && { first: link(1), previous: link(current - 1) }),
    current: link(current),
    ...(isNext && { next: link(current + 1) }),
    ...(total !== undefined && total > 0 && current !== pageCount && { last: link(pageCount ?? 1) }),
  };
}

/** Makes the schema of such an answer. */
export function answerSchema(row: AnswerSchema): AnswerSchema {
  const [count, text] = [{ type: 'integer', minimum: 0 }, { type: 'string' }];
  const texts = { type: 'array', items: text };
  const meta = {
    itemsPerPage: count,
    totalItems: count,
    currentPage: count,
    totalPages: count,
    sortBy: { type: 'array', items: texts },
    search: text,
    searchBy: texts,
    select: texts,
    filter: { type: 'object', additionalProperties: { anyOf: [text, texts] } },
  };
  const links = { first: text, previous: text, current: text, next: text, last: text };
  return {
    type: 'object',
    required: ['data', 'meta', 'links'],
    properties: {
      data: { type: 'array', items: row },
      meta: { type: 'object', required: ['itemsPerPage', 'currentPage', 'sortBy'], properties: meta },
      links: { type: 'object', properties: links },
    },
  };
}

const text = { type: 'string' };
const texts = { type: 'array', items: text };

/** Lists the parameters of nestjs-paginate for a list. */
export function parametersOf(list: EntityDescription, { keys = {} }: NestjsPaginateOptions): readonly RampParameter[] {
  const { fields, relations, sort, search, select, limits, paginated } = list;
  const names = fields.map(({ name, expects }) => ({
    name: `filter.${name}`,
    description: `A condition: an operator and a value, such as \`$eq:\` and ${expects}. Sent twice, both must hold, or with \`$or:\` one.`,
    schema: texts,
  }));
  const moved = Object.entries(keys);
  const movedNames = moved.map(([name, path]) => ({
    name: `filter.${name}`,
    description: `A condition on \`${path}\`: an operator and a value, such as \`$eq:\` and a value.`,
    schema: texts,
  }));
  const movedKeys = moved.flatMap(([name, path]) => (sort.includes(path) ? name : []));
  const related = relations.map(({ name }) => `\`filter.${name}.…\``).join(', ');
  const expression = {
    name: 'filter',
    description:
      `Conditions with NOT, AND, OR and parentheses: \`name=$eq:a OR age=$gte:3\`. Operators: ${Object.keys(operators).join(', ')}.` +
      (related === '' ? '' : ` Columns of relations are reached by ${related}.`),
    schema: text,
  };
  return [
    ...(paginated ? pagesOf(limits) : []),
    ...names,
    ...movedNames,
    expression,
    ...listed(
      'sortBy',
      'The order of the rows, a key in each',
      [...sort, ...movedKeys].flatMap((key) => [`${key}:ASC`, `${key}:DESC`]),
    ),
    ...(search.length === 0 ? [] : [{ name: 'search', description: 'A text to search for.', schema: text }]),
    ...listed('searchBy', 'The fields to search in, one in each', search),
    ...listed('select', 'The fields of the rows to answer', select),
    ...deletedParameter(list, 'withDeleted', { type: 'boolean' }),
  ];
}

function pagesOf({ pageSize, maxPageSize }: EntityDescription['limits']): readonly RampParameter[] {
  const size = `The number of rows on a page: ${pageSize} by default, at most ${maxPageSize}.`;
  return [
    { name: 'page', description: 'The number of the page, from 1.', schema: { type: 'integer', minimum: 1 } },
    { name: 'limit', description: size, schema: { type: 'integer' } },
  ];
}

function listed(name: string, description: string, members: readonly string[]): readonly RampParameter[] {
  const schema = { type: 'array', items: { type: 'string', enum: members } };
  return members.length === 0 ? [] : [{ name, description: `${description}.`, schema }];
}
