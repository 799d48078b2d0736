import { FilterConfigurationError } from '../../configuration/index.js';
import type { ExposedField } from '../rules/exposed.js';
import { type Subject, isAlias } from './members.js';
import { mergedRules } from '../rules/rule-lists.js';
import { checkPathRule } from './rule-options.js';
import type { FieldRule, PathRule } from '../rules/member-rules.js';

/**
 * Lists the fields that a column's rule declares by `paths`, by their property paths: `specs.color`.
 *
 * @throws FilterConfigurationError where a path cannot be spelled in a request, or has a wrong option
 */
export function declaredPaths(document: string, rule: FieldRule, subject: Subject): ReadonlyMap<string, ExposedField> {
  const fields = new Map<string, ExposedField>();
  for (const [path, declared] of Object.entries(rule.paths ?? {})) {
    const pathRule = typeof declared === 'string' ? { kind: declared } : declared;
    checkPathRule(`${document}.${path}`, pathRule, subject);
    const { at, ...field } = pathRule;
    const name = nameOf(path, pathRule, `${subject}: the path ${document}.${path}`);
    const keys = at ?? path.split('.');
    checkReadable(keys, `${subject}: the path ${document}.${path}`);
    const { as: documentAs, formerly: documentFormerly, deprecated: documentDeprecated, when: documentWhen } = rule;
    const place = { document, documentAs, documentFormerly, documentDeprecated, documentWhen, name, keys };
    fields.set(`${document}.${name}`, { ...field, place });
  }
  return fields;
}

/** Greatest depth of nested objects that every engine reads. MariaDB reads no more. */
const mostKeys = 30;

/** Refuses keys that an engine cannot read: PostgreSQL lacks NUL, and no engine has an unpaired surrogate. */
function checkReadable(keys: readonly string[], subject: Subject): void {
  if (keys.length > mostKeys) {
    throw new FilterConfigurationError(
      `${subject} has ${keys.length} keys, more than the ${mostKeys} that can be read`,
    );
  }
  if (keys.some((key) => /\0|\p{Surrogate}/u.test(key))) {
    throw new FilterConfigurationError(
      `${subject} has a key that not every engine can read: it holds NUL or an unpaired surrogate`,
    );
  }
}

/** Returns the name of a path in the program. A path with its keys in `at` is named by its alias, if any. */
function nameOf(path: string, { at, as }: Pick<PathRule, 'at' | 'as'>, subject: Subject): string {
  const name = at === undefined ? path : (as ?? path);
  if (name.split('.').every(isAlias)) return name;
  throw new FilterConfigurationError(
    `${subject} has a key that requests cannot spell; give its keys in \`at\` and its name in \`as\`: ` +
      "{ at: ['a.b', 'c'], as: 'name', kind: 'text' }",
  );
}

/** Returns the path's rule with the names and visibility that another rule gives its document. */
function underDocument(field: ExposedField, { as, formerly, deprecated, when }: FieldRule): ExposedField {
  const { place } = field;
  if (place === undefined) return field;
  const document = { documentAs: as, documentFormerly: formerly, documentDeprecated: deprecated, documentWhen: when };
  return { ...field, place: { ...place, ...document } };
}

/**
 * Completes the fields of a handler's list with the entity's rules. The handler's options win. A document that the
 * handler lists without paths keeps the entity's.
 */
export function mergedFields(
  list: ReadonlyMap<string, ExposedField>,
  base: ReadonlyMap<string, ExposedField>,
): ReadonlyMap<string, ExposedField> {
  const merged = mergedRules(list, base);
  const fields = new Map<string, ExposedField>();
  for (const [path, field] of merged) {
    const document = merged.get(field.place?.document ?? '');
    fields.set(path, document === undefined ? field : underDocument(field, document));
    if (list.get(path)?.paths !== undefined) continue;
    for (const [inner, declared] of base) {
      if (declared.place?.document === path && !merged.has(inner)) fields.set(inner, underDocument(declared, field));
    }
  }
  return fields;
}
