import type { ObjectLiteral } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import type { KeyValues } from '../../dialects/index.js';
import type { FilterSchema } from '../../schema/index.js';
import { storedKeyOf, storedKeyOfRaw, textOfKey } from '../../typeorm/index.js';
import type { KeyOperands } from './keys.js';

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
 * @throws FilterConfigurationError for a row without its primary key, and for two rows with one
 */
export function parentsOf(schema: FilterSchema, rows: readonly ObjectLiteral[]): Parents {
  const known = new KnownKeys();
  const ofDates: ObjectLiteral[] = [];
  const hasDates = schema.primaryKey.some(({ stored }) => stored.storedAs === 'datetime');
  const keyOf = rows.map((row) => {
    const key = primaryKeyOf(row, schema);
    const [value] = key;
    const place = known.placeOf(key.length === 1 && typeof value !== 'object' ? value : textOfKey(key), key);
    if (hasDates) checkSame((ofDates[place] ??= row), row, schema);
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

/** @throws FilterConfigurationError for a rounded number, too: the rows related to its neighbour would be answered */
function primaryKeyOf(entity: ObjectLiteral, { name, primaryKey }: FilterSchema): KeyValues {
  const key = storedKeyOf(entity, primaryKey);
  if (key === undefined || key.length === 0) {
    const columns = primaryKey.map(({ propertyPath }) => propertyPath).join(', ') || 'one';
    throw new FilterConfigurationError(
      `populate: a row of ${name} has no primary key to find its related rows by; select ${columns}`,
    );
  }
  for (const [place, { stored }] of primaryKey.entries()) {
    const value = key[place];
    if (stored.storedAs !== 'integer' || typeof value !== 'number' || Number.isSafeInteger(value)) continue;
    throw new FilterConfigurationError(
      `populate: the driver cannot give a number beyond 2^53 in the primary key of ${name} as the database has it; ` +
        'let the driver read such numbers as text where it can, or leave what is related out of the answer',
    );
  }
  return key;
}

/**
 * Refuses two different rows with one key: two spellings of one Date on SQLite, and an hour that clocks repeat. One row
 * may be there several times, as the related row of several.
 */
function checkSame(first: ObjectLiteral, row: ObjectLiteral, { name, metadata }: FilterSchema): void {
  const shown = (one: ObjectLiteral) =>
    textOfKey(metadata.columns.map((column): unknown => column.getEntityValue(one)));
  if (first === row || shown(first) === shown(row)) return;
  throw new FilterConfigurationError(
    `populate: two rows of ${name} have primary keys that are one JavaScript Date; write the date-times of the key in ` +
      'one spelling, or leave what is related out of the answer',
  );
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
    find = (row) => places.get(textOfKey(storedKeyOfRaw(keyIn(row), schema.primaryKey)));
  }
  return (row) => {
    const place = find(row);
    if (place === undefined || part[place] === undefined) throw new TypeError('a related row belongs to no parent');
    return place;
  };
}

type Row = Readonly<Record<string, unknown>>;

/** Returns a whole number in one form, whether a driver gives it as a number, a text or a bigint. */
function wholeNumber(value: unknown): unknown {
  if (typeof value === 'number') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
