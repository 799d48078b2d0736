import type { NamedPopulateRule, PopulateRule } from '../schema/index.js';

/** Turns an entry of a list into its long form: `'chef'` into `{ name: 'chef' }`. */
export function asRule(entry: NamedPopulateRule): PopulateRule {
  return typeof entry === 'string' ? { name: entry } : entry;
}
