import type { Dialect, ListStorage } from '../../dialects/index.js';
import { type ColumnFacts, kindOfColumn } from './column-kinds.js';
import { declarableKinds } from './declared-kinds.js';
import type { ValueKindName } from '../value.js';

/** List that a column keeps: the way it is stored, and the kind of its elements. */
export interface ListType {
  readonly storage: ListStorage;
  readonly kind: ValueKindName;
}

/** Kinds whose values no request can name, so that none can ask whether a list contains one. */
const unnameable: ReadonlySet<ValueKindName> = new Set(['opaque', 'json'] as const);

/**
 * Returns the list that a column of a type keeps.
 *
 * @returns undefined for a column without a list, or with a list of opaque elements
 */
export function listTypeOf(column: ColumnFacts, dialect: Pick<Dialect, 'columnKind' | 'lists'>): ListType | undefined {
  if (column.isArray === true) return arrayOf({ ...column, isArray: false }, dialect);
  // TypeORM writes it as text on every engine.
  return column.type === 'simple-array' ? { storage: 'delimited', kind: 'text' } : undefined;
}

/** Returns the array of the elements that such a column would keep. */
function arrayOf(element: ColumnFacts, dialect: Pick<Dialect, 'columnKind' | 'lists'>): ListType | undefined {
  const kind = kindOfColumn(element, dialect);
  return dialect.lists.array === undefined || unnameable.has(kind) ? undefined : { storage: 'array', kind };
}

/**
 * Returns the kinds that may be declared for the elements of a list. Requests must be able to name them. A delimited
 * list is a text, so each element must have one spelling, which a date-time has not.
 */
export function elementKinds({ storage, kind }: ListType, dialect: Dialect): readonly ValueKindName[] | 'every' {
  const kinds = declarableKinds(kind, dialect);
  if (kinds === 'every') return kinds;
  return kinds.filter((name) => name !== 'json' && !(storage === 'delimited' && name === 'datetime'));
}
