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
