import type { ObjectLiteral } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import type { KeyValues } from '../../dialects/index.js';
import type { FilterSchema } from '../../schema/index.js';
import { storedKeyOf, storedKeyOfRaw, textOfKey } from '../../typeorm/index.js';
import { type WholeKeys, oneDate } from '../list/whole-keys.js';
import { isSecondsColumn } from '../order/stored-value.js';
import type { KeyOperands } from './keys.js';
import { checkExact } from './rounded-keys.js';

/** Rows whose related rows are read. Parents are told apart by a key, and several rows may be one parent. */
export interface Parents {
  /** Entity that the keys belong to. */
  readonly schema: FilterSchema;
  readonly rows: readonly ObjectLiteral[];
  /** Keys of the parents, each once. */
  readonly keys: readonly KeyValues[];
  /** The place of each row's key. Undefined for a row without a related one. */
  readonly keyOf: readonly (number | undefined)[];
  /** True where the rows hold the keys of their related rows. */
  readonly holdKeys: boolean;
}

/**
 * Tells the rows of one entity apart by their primary keys.
 *
 * @param wholeKeys the date-times of keys that entities do not have whole
 * @throws FilterConfigurationError for a row without its primary key, and for two rows with one
 */
export function parentsOf(schema: FilterSchema, rows: readonly ObjectLiteral[], wholeKeys: WholeKeys): Parents {
  const known = new KnownKeys();
  const ofDates: ObjectLiteral[] = [];
  // One text may be two of MariaDB's instants, in the hour that clocks repeat.
  const mayRepeat = schema.roundedKey.some((column) => isSecondsColumn(column, schema.dialect));
  const keyOf = rows.map((row) => {
    const key = primaryKeyOf(row, schema, wholeKeys);
    const [value] = key;
    const place = known.placeOf(key.length === 1 && typeof value !== 'object' ? value : textOfKey(key), key);
    if (mayRepeat || key.some(isDate)) checkSame((ofDates[place] ??= row), row, schema);
    return place;
  });
  return { schema, rows, keys: known.keys, keyOf, holdKeys: false };
}

/**
 * Tells rows apart by the keys of their related rows.
 *
 * @param held the key that each row holds; NULL stands for none
 */
export function parentsByHeld(target: FilterSchema, rows: readonly ObjectLiteral[], held: readonly unknown[]): Parents {
  const known = new KnownKeys();
  const keyOf = held.map((value) => (value === null ? undefined : known.placeOf(value, [value])));
  return { schema: target, rows, keys: known.keys, keyOf, holdKeys: true };
}

/** Keys in the order of their first appearance. */
class KnownKeys {
  readonly keys: KeyValues[] = [];
  private readonly places = new Map<unknown, number>();

  /** @param identity a value that is the same for equal keys alone */
  placeOf(identity: unknown, key: KeyValues): number {
    const known = this.places.get(identity);
    if (known !== undefined) return known;
    this.places.set(identity, this.keys.length);
    return this.keys.push(key) - 1;
  }
}

function primaryKeyOf(entity: ObjectLiteral, schema: FilterSchema, wholeKeys: WholeKeys): KeyValues {
  const { name, primaryKey, roundedKey } = schema;
  const key = storedKeyOf(entity, primaryKey);
  if (key !== undefined && key.length > 0) {
    checkExact(key, schema);
    return roundedKey.length === 0 ? key : withWhole(key, schema, wholeKeys.of(entity));
  }
  const columns = primaryKey.map(({ propertyPath }) => propertyPath).join(', ') || 'one';
  throw new FilterConfigurationError(
    `populate: a row of ${name} has no primary key to find its related rows by; select ${columns}`,
  );
}

/** Puts the whole date-times of a key in the place of an entity's own. */
function withWhole(key: KeyValues, { name, primaryKey, roundedKey }: FilterSchema, whole?: KeyValues): KeyValues {
  if (whole === undefined) throw new TypeError(`the key of a row of ${name} was not read whole`);
  return primaryKey.map((column, place) => {
    const rounded = roundedKey.indexOf(column);
    return rounded < 0 ? key[place] : whole[rounded];
  });
}

function isDate(value: unknown): boolean {
  return value instanceof Date;
}

/**
 * Refuses two different rows with one key: a Date has lost the microseconds that tell them apart. One row may be there
 * several times, as the related row of several.
 */
function checkSame(first: ObjectLiteral, row: ObjectLiteral, { name, metadata }: FilterSchema): void {
  const shown = (one: ObjectLiteral) =>
    textOfKey(metadata.columns.map((column): unknown => column.getEntityValue(one)));
  if (first === row || shown(first) === shown(row)) return;
  throw oneDate(name);
}

/** Keys of parents in a statement, and their form in its rows. */
interface TellingParents {
  readonly way: KeyOperands['as'];
  /** Entity of the parents. */
  readonly schema: FilterSchema;
  /** True where each row has its parent's key, which is one whole number, as the driver read it. */
  readonly isRaw: boolean;
  readonly part: readonly KeyValues[];
}

/**
 * Returns the function that finds the place of each row's parent in a part, by the parent's number or key.
 *
 * @param names the names of the statement's values, which begin with that number or key
 */
export function placesBy(names: readonly string[], { way, schema, isRaw, part }: TellingParents): (row: Row) => number {
  const keyNames = names.slice(0, isRaw || way === 'list' ? schema.primaryKey.length : 1);
  const [name = ''] = keyNames;
  let find = (row: Row): number | undefined => Number(row[name]);
  if (isRaw) {
    const places = new Map(part.map(([value], place) => [wholeNumber(value), place]));
    find = (row) => places.get(wholeNumber(row[name]));
  } else if (way === 'list') {
    const places = new Map(part.map((key, place) => [textOfKey(key), place]));
    const keyIn = (row: Row) => keyNames.map((each) => row[each]);
    find = (row) => places.get(textOfKey(keyOfRaw(keyIn(row), schema)));
  }
  return (row) => {
    const place = find(row);
    if (place === undefined || part[place] === undefined) throw new TypeError('a related row belongs to no parent');
    return place;
  };
}

/** Returns a key in a row of a statement in the form that parents have it. */
function keyOfRaw(raw: readonly unknown[], schema: FilterSchema): KeyValues {
  const { primaryKey, roundedKey } = schema;
  if (roundedKey.length === 0) return storedKeyOfRaw(raw, primaryKey);
  return primaryKey.flatMap((column, place) =>
    roundedKey.includes(column) ? [raw[place]] : storedKeyOfRaw([raw[place]], [column]),
  );
}

type Row = Readonly<Record<string, unknown>>;

/** Returns a whole number in one form, whether a driver gives it as a number, a text or a bigint. */
function wholeNumber(value: unknown): unknown {
  if (typeof value === 'number') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
