import type { Parts } from './builder.js';

/** Returns a text that is equal for builders with equal values. */
export function valuesText({ expressionMap: { parameters } }: Parts): string {
  const values = Object.entries(parameters);
  return values.length === 0 ? '' : JSON.stringify(values.map(([name, value]) => [name, valueText(value)]));
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
