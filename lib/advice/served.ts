import type { CatalogueIndex, IndexKey } from '../dialects/index.js';
import type { Want, WantedKey } from './want.js';

/** The indexes of a table, by which wants are judged. */
export interface KnownIndexes {
  readonly indexes: readonly CatalogueIndex[];
  /** The database's own words for each wanted expression. */
  readonly expressions: ReadonlyMap<string, string>;
  /** Escapes the name of a column. */
  readonly escape: (name: string) => string;
}

/** Operator classes that serve a wanted one. The empty text is the usual class of a type. */
const serving: Readonly<Record<string, readonly string[]>> = {
  jsonb_path_ops: ['jsonb_path_ops', ''],
  gin_trgm_ops: ['gin_trgm_ops', 'gist_trgm_ops'],
};

/** True where an index of the database serves a want. */
export function isServedBy(want: Want, known: KnownIndexes): boolean {
  return known.indexes.some((index) => serves(index, want, known));
}

/**
 * True where an index serves a want behind columns that a request compares with one value each: the rows behind them
 * are in the order of the next keys.
 *
 * @param least the fewest of these columns that must come before
 */
export function isServedBehind(want: Want, equal: readonly WantedKey[], known: KnownIndexes, least = 0): boolean {
  const isEqual = (key: IndexKey): boolean => equal.some((column) => isSame(key, column, known));
  return known.indexes.some((index) => {
    const end = index.keys.findIndex((key) => !isEqual(key));
    const most = index.method === 'btree' ? (end < 0 ? index.keys.length : end) : 0;
    for (let skipped = least; skipped <= most; skipped += 1) {
      if (serves({ ...index, keys: index.keys.slice(skipped) }, want, known)) return true;
    }
    return false;
  });
}

function serves(index: CatalogueIndex, want: Want, known: KnownIndexes): boolean {
  const { keys, inAnyOrder } = want;
  if (!index.isComplete || !isOfMethod(index, want) || index.keys.length < keys.length) return false;
  const first = index.keys.slice(0, inAnyOrder);
  const isFirst = keys.slice(0, inAnyOrder).every((key) => first.some((candidate) => isSame(candidate, key, known)));
  if (!isFirst) return false;
  const rest = keys.slice(inAnyOrder);
  const own = index.keys.slice(inAnyOrder, keys.length);
  if (!rest.every((key, place) => isKeyAt(own, place, key, known))) return false;
  // An index is read in either direction, as a whole.
  const turned = new Set(rest.map(({ isDescending = false }, place) => isDescending !== own[place]?.isDescending));
  return turned.size < 2;
}

/** Returns the names of the indexes whose work a wanted one does as well: their keys begin its own. */
export function replacedBy(want: Want, known: KnownIndexes): readonly string[] {
  if (want.method !== 'btree') return [];
  const droppable = known.indexes.filter(
    ({ method, isUnique, isOfConstraint, isComplete }) =>
      method === 'btree' && !isUnique && !isOfConstraint && isComplete,
  );
  return droppable.filter(({ keys }) => isBeginningOf(want, keys, known)).map(({ name }) => name);
}

function isBeginningOf(want: Want, keys: readonly IndexKey[], known: KnownIndexes): boolean {
  if (keys.length > want.keys.length) return false;
  const isSameAt = keys.every((key, place) => {
    const wanted = want.keys[place];
    return wanted !== undefined && isSame(key, wanted, known) && key.isDescending === (wanted.isDescending ?? false);
  });
  return isSameAt;
}

function isOfMethod({ method }: CatalogueIndex, want: Want): boolean {
  if (want.method === 'btree') return method === 'btree';
  return method === 'gin' || (method === 'gist' && want.keys[0]?.operatorClass === 'gin_trgm_ops');
}

function isKeyAt(keys: readonly IndexKey[], place: number, wanted: WantedKey, known: KnownIndexes): boolean {
  const key = keys[place];
  return key !== undefined && isSame(key, wanted, known);
}

function isSame(key: IndexKey, wanted: WantedKey, { escape, expressions }: KnownIndexes): boolean {
  const { operatorClass, collation = 'BINARY', written } = wanted;
  const classes = operatorClass === undefined ? [''] : (serving[operatorClass] ?? [operatorClass]);
  if (!classes.includes(key.operatorClass ?? '')) return false;
  if (wanted.isExpression) return key.expression !== undefined && key.expression === expressions.get(wanted.sql);
  if (key.collation !== undefined && key.collation.toUpperCase() !== collation.toUpperCase()) return false;
  if (key.isPrefix && written === undefined) return false;
  return key.column !== undefined && escape(key.column) === wanted.sql;
}
