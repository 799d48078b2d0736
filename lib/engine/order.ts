import { type PageStyle, type Slice, type SortTerm, pageStyles } from '../ast/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import { type IssueCollector, Location } from '../issues/index.js';
import { declaredOrder, isCarried } from '../page/index.js';
import {
  type ExpressionPath,
  type ExpressionSchema,
  type FilterSchema,
  type Sees,
  type View,
  exposedTarget,
  isVisible,
  keyOf,
  pathOfTarget,
} from '../schema/index.js';
import type { ParameterNames } from '../wire/index.js';

type Sort = readonly SortTerm[];

/** Refuses two keys of the server's for one column: the second would say nothing. */
export function checkKeysOnce(keys: Sort, subject: string): void {
  const names = keys.map(({ target }) => keyOf('all', target));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new FilterConfigurationError(
    `${subject}: \`defaults\` orders by ${twice} twice, in two of \`sortBefore\`, \`sort\` and \`sortAfter\`; leave one of them out`,
  );
}

/**
 * Puts an order between the server's keys. Of two keys for one column, the first one decides, as in SQL.
 *
 * @param own the default order
 */
export function orderAround(before: Sort, own: Sort, after: Sort, schema: FilterSchema): (sort: Sort) => Sort {
  return (sort) => {
    const asked = sort.length > 0 ? sort : own.length > 0 ? own : declaredOrder(schema);
    const order = new Map<string, SortTerm>();
    for (const term of [...before, ...asked, ...after]) {
      const key = keyOf('all', term.target);
      if (!order.has(key)) order.set(key, term);
    }
    return [...order.values()];
  };
}

/** Facts that decide the page styles of a list. */
interface Listing {
  readonly schema: FilterSchema;
  readonly view: View;
  /** Order of a request without a sort, without the primary key. */
  readonly defaultSort: readonly SortTerm[];
  /** Adds the server's keys to an order. Undefined where there are none. */
  readonly around?: ((sort: Sort) => Sort) | undefined;
  /** Styles of the handler itself, if it sets any. */
  readonly own: readonly PageStyle[] | undefined;
  /** Styles of the module, if it sets any. */
  readonly shared: readonly PageStyle[] | undefined;
  /** True where cursors are encrypted, and do not reveal their values. */
  readonly encrypted: boolean;
  readonly subject: string;
}

/** Returns the page styles that a client may use, by its context. The first one is the default. */
type StylesOf = (context: unknown) => readonly PageStyle[];

/**
 * Decides the page styles of a list. It has cursors only if they can carry its order, and reveal no column that is
 * hidden from the client. Otherwise, a handler that sets the style is wrong, and any other has pages without cursors.
 */
export function stylesOf(listing: Listing): StylesOf {
  const { own, shared, subject } = listing;
  const styles = own ?? shared ?? pageStyles;
  if (!styles.includes('cursor')) return () => styles;
  const order = orderOf(listing);
  const obstacle = obstacleOf(order, listing);
  if (obstacle === undefined) return () => styles;
  if (own !== undefined || styles.length === 1) {
    throw new FilterConfigurationError(`${subject}: \`pagination.styles\` lists cursor, but ${obstacle}`);
  }
  const others = styles.filter((style) => style !== 'cursor');
  // A column that only some contexts may see is checked in each of them.
  const never = uncarried(order) !== undefined || hiddenIn(order, listing, () => true) !== undefined;
  if (never) return () => others;
  return (context) =>
    hiddenIn(order, listing, (member) => isVisible(member, context)) === undefined ? styles : others;
}

function orderOf({ schema, defaultSort, around }: Listing): readonly ExpressionPath[] {
  const sort = around?.([]) ?? (defaultSort.length > 0 ? defaultSort : declaredOrder(schema));
  return [
    ...sort.map(({ target }) => pathOfTarget(target)),
    ...schema.primaryKey.map((expression) => ({ hops: [], expression })),
  ];
}

/** Returns the reason why a list has no cursors, with the way out, or undefined where every client can have them. */
function obstacleOf(order: readonly ExpressionPath[], listing: Listing): string | undefined {
  const unfit = uncarried(order);
  if (unfit !== undefined) {
    const { metadata } = unfit.expression;
    return `its order has ${pathOf(unfit)}, of type ${typeNameOf(metadata.type)}, which no cursor can have; order it by another column`;
  }
  const hidden = hiddenIn(order, listing, ({ when }) => when === undefined);
  if (hidden === undefined) return undefined;
  return `its order has ${pathOf(hidden)}, which clients may not filter by, and cursors would show its values; set pagination.secret, which encrypts cursors, or expose the column`;
}

/** A path to anything but a number of rows, which a cursor always carries. */
interface ValuePath extends ExpressionPath {
  readonly expression: ExpressionSchema;
}

function uncarried(order: readonly ExpressionPath[]): ValuePath | undefined {
  return order.filter(isOfValue).find(({ expression }) => !isCarried(expression));
}

function isOfValue(path: ExpressionPath): path is ValuePath {
  return path.expression !== 'count';
}

function hiddenIn(
  order: readonly ExpressionPath[],
  { view, encrypted }: Listing,
  sees: Sees,
): ExpressionPath | undefined {
  return encrypted ? undefined : order.find((path) => exposedTarget(view, path, sees) === undefined);
}

function pathOf({ hops, expression }: ExpressionPath): string {
  const end = expression === 'count' ? '$count' : expression.propertyPath;
  return [...hops.map(({ propertyPath }) => propertyPath), end].join('.');
}

/** Names the type of a column. A view's column may have none. */
function typeNameOf(type: unknown): string {
  if (typeof type === 'function') return type.name;
  return typeof type === 'string' ? type : 'unknown';
}

/** Refuses a cursor for a sort key whose values no cursor can carry. */
export function checkCursorSort(
  {
    pagination: slice,
    sort = [],
  }: { readonly pagination?: Slice | undefined; readonly sort?: readonly SortTerm[] | undefined },
  params: ParameterNames,
  issues: IssueCollector,
): void {
  if (slice?.type !== 'cursor' || sort.every(isCarriedTerm)) return;
  const text =
    'cannot be used with this sort, because no cursor can have the values of one of its keys; sort by another key, or request pages by number';
  issues.add(Location.root(params.pagination).child(slice.direction), { code: 'invalid_pagination' }, text);
}

/** Returns true where a cursor can carry the values of a sort key. A number of related rows always fits. */
export function isCarriedTerm({ target: { field } }: Pick<SortTerm, 'target'>): boolean {
  return field === 'count' || isCarried(field.expression);
}
