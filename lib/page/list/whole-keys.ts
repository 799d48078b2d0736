import type { ObjectLiteral } from 'typeorm';
import type { QueryPlan } from '../../ast/index.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import type { KeyValues } from '../../dialects/index.js';
import { type FilterSchema, wholeSqlOf } from '../../schema/index.js';
import type { SqlChanges } from '../../sql/index.js';
import type { PreparedRows, WrittenStatement } from '../../statements/index.js';
import { entityOfEach, textOfKey } from '../../typeorm/index.js';

/*
 * Keys with date-times that the Date of an entity may have rounded. Their values are read beside the entities, as the
 * database has them. An entity without such a key has no statement with more in it.
 */

/** Whole date-times of the keys of one answer's entities. */
export class WholeKeys {
  private readonly known = new Map<ObjectLiteral, KeyValues>();

  /** Returns the date-times of an entity's key, in the order of `roundedKey`. Undefined where they were not read. */
  of(entity: ObjectLiteral): KeyValues | undefined {
    return this.known.get(entity);
  }

  /** Returns the keys if those of a list's own rows are to be kept, because something related is read by them. */
  neededFor({ schema, populate, answered }: Pick<QueryPlan, 'schema' | 'populate' | 'answered'>): this | undefined {
    return schema.roundedKey.length > 0 && (populate.length > 0 || answered !== undefined) ? this : undefined;
  }

  /**
   * Keeps the date-times of an entity's key.
   *
   * @throws FilterConfigurationError where the driver has not given them whole, or the entity is made of two rows
   */
  keep(entity: ObjectLiteral, values: KeyValues, { name }: Pick<FilterSchema, 'name'>): void {
    if (!values.every(isWhole)) {
      throw new FilterConfigurationError(
        `populate: the driver cannot give a date-time in the primary key of ${name} as the database has it; ` +
          'write date-times as text, or leave what is related out of the answer',
      );
    }
    const known = this.known.get(entity);
    if (known !== undefined && textOfKey(known) !== textOfKey(values)) throw oneDate(name);
    this.known.set(entity, values);
  }

  /**
   * Keeps the keys of a statement's entities, whose values {@link selectWholeKeys} has added.
   *
   * @returns the names of the other values
   */
  keepRead<E extends ObjectLiteral>(
    { entities, raw, names }: PreparedRows<E>,
    { schema, alias }: { readonly schema: FilterSchema; readonly alias: string },
  ): readonly string[] {
    const { primaryKey, roundedKey } = schema;
    const others = names.length - roundedKey.length;
    const added = names.slice(others);
    const ofEach = entities.length === 0 ? [] : entityOfEach(entities, raw, { alias, primaryKey });
    for (const [row, entity] of ofEach.entries()) {
      const values = added.map((name) => raw[row]?.[name]);
      this.keep(entity, values, schema);
    }
    return names.slice(0, others);
  }
}

/** Selects the date-times of the key whole, after everything else that a statement selects. */
export function selectWholeKeys<E extends ObjectLiteral>(
  { builder, names }: WrittenStatement<E>,
  { statement }: Pick<SqlChanges, 'statement'>,
  { roundedKey }: FilterSchema,
): WrittenStatement<E> {
  const alias = builder.escape(builder.alias);
  const added = roundedKey.map((column) => {
    const name = statement.name();
    builder.addSelect(wholeSqlOf(column, alias), name);
    return name;
  });
  return { builder, names: [...names, ...added] };
}

/** Returns the error for two rows that are one to whatever has only the Dates of their keys. */
export function oneDate(name: string): FilterConfigurationError {
  return new FilterConfigurationError(
    `populate: only microseconds of their primary keys tell two rows of ${name} apart, which JavaScript's Date loses; ` +
      'keep the date-times of the key to milliseconds (`precision: 3`), or leave what is related out of the answer',
  );
}

/** False for bytes, and for a text with U+FFFD, which a driver puts in the place of bytes that are no text. */
function isWhole(value: unknown): boolean {
  return typeof value === 'string' ? !value.includes('\uFFFD') : typeof value === 'number' || typeof value === 'bigint';
}
