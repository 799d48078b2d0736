import {
  FilterConfigurationError,
  checkChoice,
  checkEach,
  checkOptionNames,
  checkedList,
  didYouMean,
  wholeNumber,
} from '../../configuration/index.js';
import { defaultLimits, limitTable } from '../../limits.js';
import {
  type FacetSchema,
  type FieldPath,
  type NamedFacetRule,
  type View,
  checkDeprecation,
  deprecatedOn,
  deprecationOf,
  fieldPathOf,
  isPathVisible,
  isShownOtherwise,
  keyOf,
  pathNamesOf,
} from '../../schema/index.js';
import type { FacetRequest, QueryPlan } from '../../ast/index.js';

/**
 * Looks up the facets of a list. Inherited facets were checked with the entity, but a handler may declare another kind
 * for their fields.
 *
 * @param view the view of kind `code`, whose names the declaration uses
 * @param isInherited true where a handler inherits its entity's list, and leaves out what it does not expose
 * @throws FilterConfigurationError with every mistake in a list of the declaration's own, and every inherited facet
 *   that does not suit its field
 */
export function facetsOf(
  view: View,
  rules: readonly NamedFacetRule[],
  subject: string,
  isInherited: boolean,
): readonly FacetSchema[] {
  if (!isInherited) checkRules(view, rules, subject);
  const found = rules.map(asRule).flatMap((rule) => {
    const path = fieldPathOf(view, rule.name);
    return path === undefined ? [] : { rule, path };
  });
  if (isInherited) checkEach(found, ({ rule, path }) => checkField(rule, path, subject));
  return found.map(({ rule: { type = 'values', limit, deprecated }, path }) => {
    const own = deprecationOf(`${view.schema.name}.${keyOf('client', path)}`, deprecated);
    return { ...path, type, limit, deprecated: [...own, ...deprecatedOn(path)] };
  });
}

type Rule = Exclude<NamedFacetRule, string>;

function asRule(entry: NamedFacetRule): Rule {
  return typeof entry === 'string' ? { name: entry } : entry;
}

/** Refuses a list with mistakes, and reports each. */
function checkRules(view: View, rules: readonly NamedFacetRule[], subject: string): void {
  checkedList(
    { subject, name: 'facets', value: rules },
    ({ name }) => keyOf('all', pathOf(view, name, subject)),
    (rule) => checkRule(rule, pathOf(view, rule.name, subject), subject),
  );
}

function pathOf(view: View, name: string, subject: string): FieldPath {
  const path = fieldPathOf(view, name);
  if (path !== undefined) return path;
  throw new FilterConfigurationError(
    `${subject}: \`facets\` names ${name}, which is not an exposed field; ${didYouMean(name, pathNamesOf(view))}`,
  );
}

function checkRule(rule: Rule, path: FieldPath, subject: string): void {
  const about = aboutFacet(rule, subject);
  checkOptionNames(about, rule, { existing: ['name', 'type', 'limit', 'deprecated'] });
  checkDeprecation({ subject: about, name: 'deprecated', value: rule.deprecated });
  checkChoice({ subject: about, name: 'type', value: rule.type }, ['values', 'range']);
  wholeNumber(1, limitTable.facetValues.cap)({ subject: about, name: 'limit', value: rule.limit });
  checkField(rule, path, subject);
}

function aboutFacet({ name }: Rule, subject: string): string {
  return `${subject}: the facet ${name}`;
}

function checkField(rule: Rule, { field }: FieldPath, subject: string): void {
  const about = aboutFacet(rule, subject);
  const { kind, list } = field.expression;
  if (!kind.comparable) {
    throw new FilterConfigurationError(`${about} is ${kind.name}, whose values cannot be compared; leave it out`);
  }
  if (isShownOtherwise(field.expression)) {
    throw new FilterConfigurationError(
      `${about} shows date-times, and its field has \`kind: 'date'\`; leave \`kind\` out, because date-times accept dates, too`,
    );
  }
  if (list !== undefined && list.elements === undefined) {
    throw new FilterConfigurationError(`${about} is a list, whose elements this database cannot count; leave it out`);
  }
  if (rule.type !== 'range') return;
  if (list === undefined && (kind.numeric === true || kind.name === 'date' || kind.name === 'datetime')) {
    if (rule.limit === undefined) return;
    throw new FilterConfigurationError(`${about} is a range, which has two values; leave out \`limit\``);
  }
  throw new FilterConfigurationError(
    `${about} is ${list === undefined ? kind.name : `a list of ${kind.name}`}, which has no range; only numbers, dates and date-times have one`,
  );
}

/** Returns true where the values of a facet can be searched for a text. */
export function isSearchable({ type, field }: FacetSchema): boolean {
  return type === 'values' && field.expression.kind.textual;
}

/**
 * Returns the greatest number of a facet's values that a client may ask for.
 *
 * @param most the limit of the handler
 */
export function mostValuesOf({ limit = Infinity }: FacetSchema, most: number): number {
  return Math.min(limit, most);
}

/** Returns the number of values in the answer to a facet request; see {@link mostValuesOf}. */
export function valuesWanted({ facet, limit }: FacetRequest, most: number): number {
  return limit ?? mostValuesOf(facet, most);
}

/**
 * Looks up the facets that a program names, by clients' names or its own, and answers each under the given name. A
 * declared limit on values applies, whatever limit the client has. A facet that the context hides is left out: the
 * program lists the same names for every client, and must not show a client what it could not ask for.
 *
 * @throws FilterConfigurationError for an unknown name
 */
export function namedFacets({ list, at: { context } }: QueryPlan, names: readonly string[]): readonly FacetRequest[] {
  const { schema, limits = defaultLimits } = list;
  const declared = [...(list.declared.facets?.values() ?? [])];
  const requests = [...new Set(names)].map((name): FacetRequest => {
    const facet = declared.find(isNamed(name, 'client')) ?? declared.find(isNamed(name, 'code'));
    if (facet !== undefined) return { facet, name, limit: facet.limit ?? limits.facetValues, search: undefined };
    const existing = declared.map((each) => keyOf('client', each));
    throw new FilterConfigurationError(
      `facets(): ${name} is not a facet of ${schema.name}; ${didYouMean(name, existing)}`,
    );
  });
  return requests.filter(({ facet }) => isPathVisible(facet, context));
}

function isNamed(name: string, kind: 'client' | 'code'): (facet: FacetSchema) => boolean {
  return (facet) => keyOf(kind, facet) === name;
}
