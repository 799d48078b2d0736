import { FilterConfigurationError, checkEach, checkNames, didYouMean, withArticle } from '../../configuration/index.js';
import { type FieldPath, type View, fieldPathOf, keyOf, pathNamesOf } from '../../schema/index.js';
import type { ValueKindName } from '../../values/index.js';

export interface SearchDeclaration {
  readonly names: readonly string[];
  /** The subject of errors: `@Filterable() on Post`, or the handler. */
  readonly subject: string;
  /** Number of fields from which on even one word would exceed the limits. */
  readonly most: number;
}

/** Kinds of single values that contain or equal a word. A word cannot be an instant, nor can it name a boolean. */
const searched: ReadonlySet<ValueKindName> = new Set([
  'text',
  'tinyint',
  'smallint',
  'mediumint',
  'integer',
  'bigint',
  'decimal',
  'real',
  'float',
  'date',
  'uuid',
  'enum',
] as const);

/**
 * Looks up the fields that `search` looks in.
 *
 * @param view the view of kind `code`, whose names the declaration uses
 * @throws FilterConfigurationError for a name that is not an exposed field, or a field that no word can be found in
 */
export function searchFieldsOf(view: View, { names, subject, most }: SearchDeclaration): readonly FieldPath[] {
  checkNames({ subject, name: 'search', value: names });
  const found = new Map<string, FieldPath>();
  checkEach(names, (name) => {
    const path = searchedPath(view, name, subject);
    const key = keyOf('all', path);
    if (found.has(key)) throw new FilterConfigurationError(`${subject}: \`search\` names ${name} twice`);
    found.set(key, path);
  });
  if (found.size === 0)
    throw new FilterConfigurationError(`${subject}: \`search\` is an empty list; name the fields that it looks in`);
  checkNumber(found.size, { subject, most });
  return [...found.values()];
}

/**
 * Looks up the fields of a search that a handler inherits from its entity. Names that the handler does not expose are
 * skipped. Mistakes in the list are reported once, where the entity declares it.
 */
export function inheritedFieldsOf(view: View, { names, subject, most }: SearchDeclaration): readonly FieldPath[] {
  const fields = (Array.isArray(names) ? names : []).flatMap((name: unknown) => {
    const path = typeof name === 'string' ? fieldPathOf(view, name) : undefined;
    return path !== undefined && isSearched(path) ? path : [];
  });
  checkNumber(fields.length, { subject, most });
  return fields;
}

function searchedPath(view: View, name: string, subject: string): FieldPath {
  const path = fieldPathOf(view, name);
  if (path === undefined) {
    throw new FilterConfigurationError(
      `${subject}: \`search\` names ${name}, which is not an exposed field; ${didYouMean(name, pathNamesOf(view))}`,
    );
  }
  if (isSearched(path)) return path;
  const { expression } = path.field;
  if (expression.aggregate !== undefined) {
    throw new FilterConfigurationError(
      `${subject}: \`search\` names ${name}, which is an aggregate of related rows; name a field of the related rows`,
    );
  }
  const { kind, list } = expression;
  const what = list === undefined ? `${withArticle(kind.name)} field` : `a list of ${kind.name} values`;
  throw new FilterConfigurationError(
    `${subject}: \`search\` names ${name}, which is ${what}; words are looked for in texts, numbers, dates, uuids, enums and lists of texts`,
  );
}

function isSearched({ field }: FieldPath): boolean {
  const { kind, list } = field.expression;
  if (field.expression.aggregate !== undefined) return false;
  return list === undefined ? searched.has(kind.name) : kind.name === 'text';
}

/** Refuses more fields than one word can be looked for in, because every search would be refused. */
function checkNumber(fields: number, { subject, most }: Pick<SearchDeclaration, 'subject' | 'most'>): void {
  if (fields <= most) return;
  throw new FilterConfigurationError(
    `${subject}: \`search\` names ${fields} fields, more than \`limits.searchTerms\` (${most}) allows for one word; name fewer, or raise the limit`,
  );
}
