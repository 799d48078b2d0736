import type { ObjectLiteral } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import type { KeyValues } from '../../dialects/index.js';
import type { FilterSchema } from '../../schema/index.js';
import type { PreparedRows } from '../../statements/index.js';
import { storedKeyOf } from '../../typeorm/index.js';

/** Refuses a whole number that the driver has rounded to a double: its neighbour's related rows would be answered. */
export function checkExact(key: KeyValues, schema: FilterSchema): void {
  if (isRounded(key, schema)) throw rounded(schema);
}

/**
 * Refuses two related rows that TypeORM has made one entity of, because the driver has rounded their keys to one
 * double. One row may be there several times, as the related row of several.
 *
 * @param entities the entity of each row
 */
export function checkApart(
  entities: readonly ObjectLiteral[],
  { raw, names }: Pick<PreparedRows<ObjectLiteral>, 'raw' | 'names'>,
  schema: FilterSchema,
): void {
  if (schema.primaryKey.every(({ stored }) => stored.storedAs !== 'integer')) return;
  const firsts = new Map<ObjectLiteral, number>();
  for (const [place, entity] of entities.entries()) {
    const first = firsts.get(entity);
    if (first === undefined) firsts.set(entity, place);
    else if (isRounded(storedKeyOf(entity, schema.primaryKey) ?? [], schema)) {
      const own = Object.keys(raw[place] ?? {}).filter((name) => !names.includes(name));
      if (own.some((name) => String(raw[first]?.[name]) !== String(raw[place]?.[name]))) throw rounded(schema);
    }
  }
}

function isRounded(key: KeyValues, { primaryKey }: FilterSchema): boolean {
  return primaryKey.some(({ stored }, place) => stored.storedAs === 'integer' && isRoundedNumber(key[place]));
}

function isRoundedNumber(value: unknown): boolean {
  return typeof value === 'number' && !Number.isSafeInteger(value);
}

function rounded({ name }: FilterSchema): FilterConfigurationError {
  return new FilterConfigurationError(
    `populate: the driver cannot give a number beyond 2^53 in the primary key of ${name} as the database has it; ` +
      'let the driver read such numbers as text where it can, or leave what is related out of the answer',
  );
}
