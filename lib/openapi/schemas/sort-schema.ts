import type { Limits } from '../../limits.js';
import { type View, sortKeysOf } from '../../schema/index.js';
import type { DocumentedList } from './documented-list.js';
import type { JsonSchema } from './json-schema.js';

/** Makes the schema of a view's `sort`, or returns undefined where its rows cannot be sorted. */
export function sortSchema(
  view: View,
  { sortHops, sortKeys }: Limits,
  { context, readers }: Pick<DocumentedList, 'context' | 'readers'>,
): JsonSchema | undefined {
  const keys = sortKeysOf(view, context, sortHops);
  if (keys.length === 0) return undefined;
  const items = readers === 'programs' ? { type: 'string', enum: keys.flatMap(withDirections) } : patternOf(keys);
  return { type: 'array', items, minItems: 1, maxItems: sortKeys, uniqueItems: true };
}

function withDirections(key: string): readonly string[] {
  return [key, `${key}:asc`, `${key}:desc`];
}

/**
 * A pattern in place of an enum: of that, a page makes a multiple choice, whose order is not the user's. For agents, it
 * takes a third of the bytes.
 */
function patternOf(keys: readonly string[]): JsonSchema {
  const names = keys.map((key) => key.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return { type: 'string', pattern: `^(${names.join('|')})(:(asc|desc))?(:nulls(First|Last))?$` };
}
