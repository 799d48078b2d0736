import type { FieldRule } from './member-rules.js';

/** Turns an entry of a list of fields or relations into its long form: `'title'` into `{ name: 'title' }`. */
export function asRule<Rule extends object>(
  entry: string | (Rule & { readonly name: string }),
): { name: string } & Partial<Rule> {
  return typeof entry === 'string' ? ({ name: entry } as { name: string } & Partial<Rule>) : entry;
}

/**
 * Returns the rule of one column of an embedded property. An alias renames the property, not the column: with
 * `{ name: 'address', as: 'place' }`, `address.city` becomes `place.city`. So does a former name.
 *
 * @param name the property of the rule: `address`
 * @param path the property path of the column: `address.city`
 */
export function embeddedRule(rule: FieldRule, name: string, path: string): FieldRule {
  const { as, formerly } = rule;
  if (as === undefined && formerly === undefined) return rule;
  const end = path.slice(name.length);
  return { ...rule, as: as && as + end, formerly: formerly?.map((former) => former + end) };
}

/** Completes the rules in a handler's list with the entity's rules of the same names. The handler's options win. */
export function mergedRules<Rule>(
  list: ReadonlyMap<string, Rule>,
  base: ReadonlyMap<string, Rule>,
): ReadonlyMap<string, Rule> {
  return new Map([...list].map(([name, rule]) => [name, { ...base.get(name), ...rule }]));
}
