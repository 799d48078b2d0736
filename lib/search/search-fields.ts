import { FilterConfigurationError, checkEach, checkNames, didYouMean, withArticle } from '../configuration/index.js';
import { type FieldPath, type View, fieldPathOf, keyOf, pathNamesOf } from '../schema/index.js';
import type { ValueKindName } from '../values/index.js';

/** The names that a declaration lists for `search`, and where it does so. */
export interface SearchDeclaration {
  readonly names: readonly string[];
  /** The subject of errors: `@Filterable() on Post`, or the handler. */
  readonly subject: string;
  /** The number of fields from which on not even one word would be within the limits. */
  readonly most: number;
}

/** Kinds of single values that a word can be, or be in. A word is never a moment, and it does not say what it is true of. */
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
 * @param view the view of kind `code`, by whose names the declaration names fields
 * @throws FilterConfigurationError for a name that is no exposed field, or one of a field in which no word can be found
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
 * Looks up the fields of a search that a handler has from its entity. Names that the handler does not expose are passed over;
 * mistakes in the list are reported once, where the entity declares it.
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
      `${subject}: \`search\` names ${name}, which is no exposed field; ${didYouMean(name, pathNamesOf(view))}`,
    );
  }
  if (isSearched(path)) return path;
  const { kind, list } = path.field.expression;
  const what = list === undefined ? `${withArticle(kind.name)} field` : `a list of ${kind.name} values`;
  throw new FilterConfigurationError(
    `${subject}: \`search\` names ${name}, which is ${what}; words are looked for in texts, numbers, dates, uuids, enums and lists of texts`,
  );
}

function isSearched({ field }: FieldPath): boolean {
  const { kind, list } = field.expression;
  return list === undefined ? searched.has(kind.name) : kind.name === 'text';
}

/** Refuses more fields than one word can be looked for in: every search would be refused. */
function checkNumber(fields: number, { subject, most }: Pick<SearchDeclaration, 'subject' | 'most'>): void {
  if (fields <= most) return;
  throw new FilterConfigurationError(
    `${subject}: \`search\` names ${fields} fields, more than \`limits.searchTerms\` (${most}) allows for one word; name fewer, or raise the limit`,
  );
}
