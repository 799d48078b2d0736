import { type PageSettings, secretsOf } from '../../ast/index.js';
import type { Limits } from '../../limits.js';
import type { FilterSchema } from '../../schema/index.js';
import type { Settings } from './settings.js';

/**
 * Prints the settings that an answer depends on, for cache keys: two requests with different
 * answers must not share one.
 */
export function settingsText(
  { name, metadata, dialect }: FilterSchema,
  { nulls, zone, compatibility }: Settings,
  { pagination, limits }: { readonly pagination: PageSettings; readonly limits: Limits },
): string {
  const { count, styles } = pagination;
  // A former secret decides which cursors are read, and nothing of an answer.
  const [secret] = secretsOf(pagination);
  return JSON.stringify([
    [name, metadata.tablePath, dialect.name],
    nulls,
    zone,
    compatibility.keyDirection,
    count,
    secret,
    styles,
    limits.pageSize,
  ]);
}
