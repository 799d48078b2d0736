import type { Parts } from './builder.js';
import { showsDeleted } from './deleted-rows.js';

/** Returns a text that is equal for builders with the same conditions, joins and values. */
export function conditionsText(builder: Parts): string {
  const { wheres, joinAttributes, parameters, withDeleted } = builder.expressionMap;
  const deleted = withDeleted ? 'deleted' : showsDeleted(builder) ? 'own deleted' : '';
  if (wheres.length + joinAttributes.length === 0) return deleted;
  const joins = joinAttributes.map(({ direction, condition, alias, entityOrProperty, tablePath }) => {
    return [direction, alias.name, condition, alias.subQuery ?? [entityOrProperty, tablePath].map(String)];
  });
  const values = Object.entries(parameters).map(([name, value]) => [name, valueText(value)]);
  return JSON.stringify([wheres, joins, values, deleted]);
}

/** An object other than a list or a date may refer to itself, so it has no text. */
function valueText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valueText);
  if (value instanceof Date) return value.getTime();
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Collects the texts in a value: TypeORM keeps conditions as SQL, in nested lists of brackets. */
export function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : [];
}

/** Writes a name as a part of a regular expression that finds it in SQL. */
export function escapeForRegExp(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
