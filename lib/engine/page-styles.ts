import { FilterConfigurationError } from '../configuration-error.js';
import { type PageStyle, type Slice, type SortTerm, pageStyles } from '../ast/index.js';
import { type IssueCollector, Location } from '../issues.js';
import { declaredOrder, isCarried } from '../page/index.js';
import { type ColumnPath, type FilterSchema, type Sees, type View, isAskable, isVisible } from '../schema/index.js';
import type { ParameterNames } from '../wire/index.js';

/** What decides in which styles a list may be asked for. */
export interface Listing {
  readonly schema: FilterSchema;
  readonly view: View;
  /** The order where the client names none, without the primary key. */
  readonly defaultSort: readonly SortTerm[];
  /** The styles that the handler itself names, if it does. */
  readonly own: readonly PageStyle[] | undefined;
  /** The styles that the module names, if it does. */
  readonly shared: readonly PageStyle[] | undefined;
  /** Whether cursors are encrypted. */
  readonly encrypted: boolean;
  readonly where: string;
}

/** Gives the styles in which a list may be asked for, the first of them being the usual one, by the client's context. */
export type StylesOf = (context: unknown) => readonly PageStyle[];

/**
 * Decides in which styles a list has pages. It has cursors only where they can carry its order, and show nothing that the
 * client may not ask about: where that is not so, a handler that names the style is wrong, and any other goes without.
 */
export function stylesOf(listing: Listing): StylesOf {
  const { own, shared, where } = listing;
  const styles = own ?? shared ?? pageStyles;
  if (!styles.includes('cursor')) return () => styles;
  const order = orderOf(listing);
  const obstacle = obstacleOf(order, listing);
  if (obstacle === undefined) return () => styles;
  if (own !== undefined || styles.length === 1) {
    throw new FilterConfigurationError(`${where}: pagination.styles names cursor, but ${obstacle}`);
  }
  const others = styles.filter((style) => style !== 'cursor');
  // What is there for some contexts alone is looked for in each.
  const never = uncarried(order) !== undefined || hiddenIn(order, listing, () => true) !== undefined;
  if (never) return () => others;
  return (context) =>
    hiddenIn(order, listing, (member) => isVisible(member, context)) === undefined ? styles : others;
}

/** Every column of the order in which a list stands when the client names none, the primary key included. */
function orderOf({ schema, defaultSort }: Listing): readonly ColumnPath[] {
  const sort = defaultSort.length > 0 ? defaultSort : declaredOrder(schema);
  return [...sort.flatMap(columnOf), ...schema.primaryKey.map((column) => ({ hops: [], column }))];
}

function columnOf({ target: { hops, field } }: SortTerm): ColumnPath | [] {
  return field === 'count' ? [] : { hops, column: field.column };
}

/** Why the list has no cursors, for whoever mends it; what is there for some contexts alone is not there for all. */
function obstacleOf(order: readonly ColumnPath[], listing: Listing): string | undefined {
  const strange = uncarried(order);
  if (strange !== undefined) {
    const { metadata } = strange.column;
    return `its order has ${pathOf(strange)}, which is of type ${typeNameOf(metadata.type)}, and no cursor can carry that; order it by another column`;
  }
  const hidden = hiddenIn(order, listing, ({ when }) => when === undefined);
  if (hidden === undefined) return undefined;
  return `its order has ${pathOf(hidden)}, which clients may not ask about, and its cursors would show it; set pagination.secret, which encrypts them, or expose the column`;
}

function uncarried(order: readonly ColumnPath[]): ColumnPath | undefined {
  return order.find(({ column }) => !isCarried(column));
}

function hiddenIn(order: readonly ColumnPath[], { view, encrypted }: Listing, sees: Sees): ColumnPath | undefined {
  return encrypted ? undefined : order.find((path) => !isAskable(view, path, sees));
}

function pathOf({ hops, column }: ColumnPath): string {
  return [...hops.map(({ propertyPath }) => propertyPath), column.metadata.propertyPath].join('.');
}

/** A column of a view may have no type at all. */
function typeNameOf(type: unknown): string {
  if (typeof type === 'function') return type.name;
  return typeof type === 'string' ? type : 'unknown';
}

/** Refuses a cursor where the client sorts by what no cursor can carry. */
export function checkCursorSort(
  slice: Slice | undefined,
  sort: readonly SortTerm[],
  { pagination }: ParameterNames,
  issues: IssueCollector,
): void {
  if (slice?.type !== 'cursor' || sort.every(isCarriedTerm)) return;
  const text =
    'cannot be used with this sort, which has a key whose values no cursor can carry; sort by another key, or ask for pages by number';
  issues.add(Location.root(pagination).child(slice.direction), { code: 'invalid_pagination' }, text);
}

/** Tells whether a cursor can carry the values of a sort key. */
export function isCarriedTerm({ target: { field } }: Pick<SortTerm, 'target'>): boolean {
  return field === 'count' || isCarried(field.column);
}
