import type { ObjectLiteral } from 'typeorm';
import { type CountMode, type CursorSlice, type QueryPlan, shapeOfPlan } from '../ast/index.js';
import type { Dialect } from '../dialects/index.js';
import { type KnownList, compileKnown, knownTemplate } from '../prepared/index.js';
import type { CursorMeta } from '../input/index.js';
import { twin } from '../caches/index.js';
import { keyOf } from '../schema/index.js';
import { type OrderKey, type SqlChanges, type SqlPlan, compile, fingerprintOnce } from '../sql/index.js';
import { alongIndex } from './along-index.js';
import { type Total, totalOf } from './count.js';
import { cursorObstacle } from './cursor-obstacle.js';
import { beginningAfter, cursorOrder } from './cursor-order.js';
import { type CursorBinding, type Position, readCursor } from './cursor.js';
import { type Edges, printEdges } from './edges.js';
import { type KeysetKey, keysetKnown, keysetOf } from './keyset.js';
import { readKnownAfter } from './known-rows.js';
import { type BoundPlan, type PageResult, sliceIssue, sqlPlanOf } from './plan.js';
import type { RowPosition } from './positions.js';
import { type Rows, readRows } from './rows.js';
import { readShaped } from './shaped-rows.js';
import { windowOf } from './window.js';

/** A list in the order in which a page by cursor is read, and the slice of it to read. */
interface CursorList<E extends ObjectLiteral> {
  readonly bound: BoundPlan<E>;
  readonly slice: CursorSlice;
  /** The list as compiled plans are known by. */
  readonly known: KnownList<E>;
  /** What a compiled plan depends on beside the list and the way it is read in. */
  readonly kind: string;
  /** Returns the compiled plan. A function, because a page that is known is read without it. */
  readonly changes: () => SqlChanges;
  readonly order: readonly OrderKey[];
  /** The keys of that order. */
  readonly keys: readonly KeysetKey[];
}

/**
 * Reads the page after, or before, a cursor. The cursor holds the values of the sort keys at one row, and a condition on the
 * same keys begins the page there. An index finds that row at any depth for the cost of the first page, and rows that are
 * inserted or deleted meanwhile shift no page.
 */
export async function readCursorPage<E extends ObjectLiteral>(
  bound: BoundPlan<E>,
  slice: CursorSlice,
  mode: CountMode,
): Promise<PageResult<E>> {
  const { plan, builder } = bound;
  const list = cursorList(bound, slice);
  const obstacle = cursorObstacle(builder, list.keys);
  if (obstacle !== undefined) return refusal(list, 'invalid_pagination', obstacle);
  const binding: CursorBinding = { sort: signatureOf(plan, list.known), secret: plan.pagination.secret };
  const from = slice.cursor === '' ? [] : readCursor(slice.cursor, binding);
  if (from === undefined || !fits(from, list.keys)) {
    return refusal(list, 'invalid_cursor', 'is no cursor of this list in this order; take one from an earlier answer');
  }
  const rows = await readFrom(list, from);
  const edges = printEdges(edgesOf(rows, slice, from.length > 0), { plan, keys: list.keys, binding });
  if (typeof edges === 'string') return refusal(list, 'invalid_pagination', edges);
  const isWholeList = from.length === 0 && !rows.hasMore;
  const total = await totalOfList(list, mode, { found: rows.found, isWholeList });
  const pagination: CursorMeta = { pageSize: slice.pageSize, ...total, ...edges };
  return { ok: true, page: { data: rows.data, meta: { pagination } } };
}

/** Finds the keys of a list: by the plan of an earlier request of its shape, or else by compiling its own. */
function cursorList<E extends ObjectLiteral>(bound: BoundPlan<E>, slice: CursorSlice): CursorList<E> {
  const { builder, plan } = bound;
  const { dialect } = plan.schema;
  const whole = sqlPlanOf(bound, true);
  const sqlPlan = slice.cursor === '' ? whole : alongIndex(whole);
  const known = { builder, plan: sqlPlan, shaped: shapeOfPlan(plan), fingerprint: fingerprintOnce(builder) };
  const kind = `${slice.direction} ${slice.cursor === '' ? 'the end' : 'a cursor'}, `;
  let compiled: SqlChanges | undefined;
  const changes = () =>
    (compiled ??= compileKnown(known, `${kind}usual`, () => turned(compile(sqlPlan, builder), slice, dialect)));
  const template = knownTemplate(known, `${kind}usual`);
  const { order } = template ?? changes();
  const keys = template === undefined ? keysetOf(changes(), dialect) : keysetKnown(template, dialect);
  return { bound, slice, known, kind, changes, order, keys };
}

/** Turns the order of a compiled plan to one that cursors are compared in, and to the direction in which a slice is read. */
function turned(changes: SqlChanges, { direction }: CursorSlice, dialect: Dialect): SqlChanges {
  const ordered = cursorOrder(changes, dialect);
  return direction === 'after' ? ordered : reversed(ordered);
}

/** Refuses the cursor's parameter, `after` or `before`. */
function refusal<E extends ObjectLiteral>(
  { bound: { plan }, slice }: CursorList<E>,
  code: 'invalid_pagination' | 'invalid_cursor',
  text: string,
): PageResult<E> {
  return { ok: false, issues: [sliceIssue(plan, { parameter: slice.direction, code, text })] };
}

/** Reads the rows next to a position, in the list's order; an empty position is the end of the list that is read from. */
async function readFrom<E extends ObjectLiteral>(list: CursorList<E>, from: Position): Promise<Rows<E>> {
  const { slice, known, kind, order, keys } = list;
  const { builder, chooser } = list.bound;
  const { dialect } = known.plan.schema;
  const keysOf = (changes: SqlChanges) => (changes.order === order ? keys : keysetOf(changes, dialect));
  const begin = (changes: SqlChanges) => beginningAfter(from, { changes, keys: keysOf(changes) });
  const window = windowOf(slice);
  const { rows } = await readShaped({
    builder,
    plan: known.plan,
    shaped: known.shaped,
    fingerprint: known.fingerprint,
    kind,
    usual: () => begin(list.changes()),
    chooser,
    window,
    probe: true,
    turn: (changes) => turned(changes, slice, dialect),
    begin: from.length === 0 ? undefined : begin,
    known: (way, addition) => readKnownAfter(known, kind + way, { window, after: from, addition }),
    read: (changes) =>
      readRows(builder, { changes, keys: () => keysOf(changes), window, probe: true, positions: 'ends' }),
  });
  if (slice.direction === 'after') return rows;
  const positionAt = (index: number) => rows.positionAt(rows.found - 1 - index);
  return { ...rows, data: [...rows.data].reverse(), positionAt };
}

/** Turns the order round: the rows before a position are the first ones after it in the opposite order. */
function reversed(changes: SqlChanges): SqlChanges {
  return { ...changes, order: changes.order.map(reversedKey) };
}

/**
 * Turns one key round. The opposite direction moves NULL to the other end on every engine, so an explicit placement is as
 * necessary as it was before.
 */
function reversedKey(key: OrderKey): OrderKey {
  return { ...key, direction: key.direction === 'asc' ? 'desc' : 'asc', nullsFirst: !key.nullsFirst };
}

/** Finds the total in a mode, for free where the rows of the page are all there are. */
async function totalOfList<E extends ObjectLiteral>(
  { bound: { builder }, changes }: CursorList<E>,
  mode: CountMode,
  { found, isWholeList }: { readonly found: number; readonly isWholeList: boolean },
): Promise<Total | undefined> {
  if (mode === 'none') return undefined;
  return isWholeList ? { total: found } : totalOf(builder, changes(), { mode, atLeast: found });
}

/**
 * Returns the rows from which the list goes on. On the side that was read towards there is more where one row more was
 * found than the page takes; on the other side, where the page began at a position. After an empty page that began at a
 * position, the whole list lies on the other side, so its cursor is that end of the list.
 */
function edgesOf<E>({ positionAt, found, hasMore }: Rows<E>, { direction }: CursorSlice, hasStart: boolean): Edges {
  const [hasNext, hasPrevious] = direction === 'after' ? [hasMore, hasStart] : [hasStart, hasMore];
  return {
    next: hasNext ? (positionAt(found - 1) ?? endOfList) : null,
    previous: hasPrevious ? (positionAt(0) ?? endOfList) : null,
  };
}

/** The empty position, at which no row is: like an empty cursor, it stands for the end of the list that is read from. */
const endOfList: RowPosition = { position: [], misplacedBy: undefined };

/** The signatures of the lists of known shapes: to write one takes as long as to read a cursor. */
const signatures = new WeakMap<object, Pick<SqlPlan, 'nulls'> & { readonly text: string }>();

/**
 * Returns the text that a cursor is bound to: the entity, the order, the handler and the search. The filters are not part of it,
 * so a client may change them and go on from where it is.
 */
function signatureOf<E extends ObjectLiteral>(plan: QueryPlan, { plan: sqlPlan, shaped }: KnownList<E>): string {
  // One shape is of one handler and has one order; it has no search.
  const known = shaped && signatures.get(shaped.shape);
  if (known?.nulls === sqlPlan.nulls) {
    twin?.same('what a cursor is bound to', known.text, () => signatureText(plan, sqlPlan));
    return known.text;
  }
  const text = signatureText(plan, sqlPlan);
  if (shaped !== undefined) signatures.set(shaped.shape, { nulls: sqlPlan.nulls, text });
  return text;
}

function signatureText({ schema, handler, search }: QueryPlan, { sort, nulls, keyDirection }: SqlPlan): string {
  const keys = sort.map((term) => [keyOf('all', term.target), term.direction, term.nulls ?? nulls]);
  const isUsual = handler === '' && keyDirection === undefined && search === undefined;
  return JSON.stringify(isUsual ? [schema.name, keys] : [schema.name, keys, handler, keyDirection, search?.text]);
}

/**
 * Validates the values of a cursor like any that a client sends: without a secret, a client can make them up. An empty
 * position, the cursor of an empty page, fits every list.
 */
function fits(position: Position, keys: readonly KeysetKey[]): boolean {
  if (position.length !== keys.length) return position.length === 0;
  return position.every((text, index) => {
    const field = keys[index];
    return text === null ? field?.key.nullable === true : field?.value.accepts(text) === true;
  });
}
