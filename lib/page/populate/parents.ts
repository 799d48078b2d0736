import type { ObjectLiteral } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import type { KeyValues } from '../../dialects/index.js';
import type { FilterSchema } from '../../schema/index.js';
import { storedKeyOf, textOfKey } from '../../typeorm/index.js';

/** A row whose related rows are read: its key, and its entities. */
export interface Parent {
  readonly key: KeyValues;
  readonly entities: ObjectLiteral[];
}

/** Rows whose related rows are read, each once. */
export interface Parents {
  /** Entity that the keys belong to. */
  readonly schema: FilterSchema;
  /** The rows, in the order of their first appearance. */
  readonly all: readonly Parent[];
  /** True where the rows hold the keys of their related rows, and stand together where they hold the same. */
  readonly holdKeys: boolean;
  /** Rows that hold no key, so that they have no related row. */
  readonly without: readonly ObjectLiteral[];
}

/**
 * Tells the rows of one entity apart by their primary keys.
 *
 * @throws FilterConfigurationError for a row without its primary key
 */
export function parentsOf(schema: FilterSchema, entities: Iterable<ObjectLiteral>): Parents {
  const byKey = new Map<unknown, Parent>();
  for (const entity of entities) {
    const key = keyOf(entity, schema);
    const [value] = key;
    const identity = key.length === 1 && typeof value !== 'object' ? value : textOfKey(key);
    const parent = byKey.get(identity);
    if (parent === undefined) byKey.set(identity, { key, entities: [entity] });
    else if (!parent.entities.includes(entity)) parent.entities.push(entity);
  }
  return { schema, all: [...byKey.values()], holdKeys: false, without: [] };
}

/**
 * Puts rows together that hold the same key of a related row.
 *
 * @param held the key that each row holds; NULL stands for none
 */
export function parentsByHeld(
  target: FilterSchema,
  entities: readonly ObjectLiteral[],
  held: readonly unknown[],
): Parents {
  const byKey = new Map<unknown, Parent>();
  const without: ObjectLiteral[] = [];
  for (const [place, entity] of entities.entries()) {
    const value = held[place] ?? null;
    const parent = byKey.get(value);
    if (value === null) without.push(entity);
    else if (parent === undefined) byKey.set(value, { key: [value], entities: [entity] });
    else parent.entities.push(entity);
  }
  return { schema: target, all: [...byKey.values()], holdKeys: true, without };
}

function keyOf(entity: ObjectLiteral, { name, primaryKey }: FilterSchema): KeyValues {
  const key = storedKeyOf(entity, primaryKey);
  if (key !== undefined && key.length > 0) return key;
  const columns = primaryKey.map(({ propertyPath }) => propertyPath).join(', ') || 'one';
  throw new FilterConfigurationError(
    `populate: a row of ${name} has no primary key to find its related rows by; select ${columns}`,
  );
}
