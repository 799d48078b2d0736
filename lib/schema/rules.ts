import {
  type Check,
  FilterConfigurationError,
  type Option,
  checkChoice,
  checkFunction,
  checkOptionNames,
  checkedElsewhere,
  describeValue,
  isObject,
  ofType,
  wrongValue,
} from '../configuration/index.js';
import { documentKinds } from '../dialects/index.js';
import type { DeprecatedName } from '../issues/index.js';
import { midnightOf, valueKinds } from '../values/index.js';
import {
  type ClassRules,
  type Deprecation,
  type ExposedField,
  type FieldRule,
  type NameRule,
  type NamedFilterRule,
  type PathRule,
  type RelationRule,
  checkStrategy,
} from './declarations.js';

/**
 * Checks that an alias can be one segment of a key: it contains no characters of the request syntax, and is not a
 * number, which would be a list index.
 *
 * @throws FilterConfigurationError for any other alias
 */
export function checkAlias(alias: string, subject: string): void {
  if (isAlias(alias)) return;
  throw new FilterConfigurationError(
    `${subject}: the alias ${alias} contains one of . : , $ [ ], is a number, or is empty`,
  );
}

/** Returns true for a text that can be one segment of a key. */
export function isAlias(text: string): boolean {
  return /^[^.:,$[\]]+$/.test(text) && !/^\d+$/.test(text);
}

/**
 * Returns the path of a property for clients: its own, or its alias as a single segment. A path in a document has both,
 * the document's column first.
 */
export function clientPathOf(
  propertyPath: string,
  { as, place }: Pick<ExposedField, 'as' | 'place'>,
): readonly string[] {
  if (place === undefined) return (as ?? propertyPath).split('.');
  return [...clientPathOf(place.document, place.rule), ...clientPathOf(place.name, { as })];
}

/** Returns the paths that clients had for a property before it was renamed, its document's former names included. */
export function formerPathsOf(
  propertyPath: string,
  { as, formerly = [], place }: Pick<ExposedField, 'as' | 'formerly' | 'place'>,
): readonly (readonly string[])[] {
  const former = formerly.map((name) => name.split('.'));
  if (place === undefined) return former;
  const { document, rule } = place;
  const documents = [clientPathOf(document, rule), ...formerPathsOf(document, { formerly: rule.formerly })];
  const paths = [clientPathOf(place.name, { as }), ...former];
  // The first one is the present path.
  return documents.flatMap((outer) => paths.map((inner) => [...outer, ...inner])).slice(1);
}

const none: readonly DeprecatedName[] = Object.freeze([]);

/** Returns what a deprecated name tells clients; nothing for any other name. */
export function deprecationOf(name: string, option: string | Deprecation | undefined): readonly DeprecatedName[] {
  if (option === undefined) return none;
  if (typeof option === 'string') return [Object.freeze({ name, text: option })];
  const { use, since, until } = option;
  return [Object.freeze({ name, text: `use ${use}`, ...(since && { since }), ...(until && { until }) })];
}

/** Refuses a deprecation without a way out, days that do not exist, and an end before the beginning. */
export function checkDeprecation(option: Option): void {
  const { subject, value } = option;
  if (value === undefined || isText(value)) return;
  if (typeof value !== 'object' || value === null) throw wrongValue(option, "a text such as 'use rating', or { use }");
  checkOptionNames(subject, value, { existing: ['use', 'since', 'until'] });
  const { use, since, until }: { readonly use?: unknown; readonly since?: unknown; readonly until?: unknown } = value;
  if (!isText(use)) throw wrongValue({ ...option, name: 'deprecated.use', value: use }, 'what takes its place');
  checkDay({ ...option, name: 'deprecated.since', value: since });
  checkDay({ ...option, name: 'deprecated.until', value: until });
  if (typeof since !== 'string' || typeof until !== 'string' || since <= until) return;
  throw new FilterConfigurationError(
    `${subject}: \`deprecated.until\` is ${until}, before \`deprecated.since\`, which is ${since}; turn them round`,
  );
}

function checkDay(option: Option): void {
  const { value } = option;
  if (value === undefined || (typeof value === 'string' && midnightOf(value) !== undefined)) return;
  throw wrongValue(option, "a day of the calendar, such as '2026-11-01'");
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Refuses a value for which a test fails. `undefined` is left to the option's default. */
function refusing(accepts: (value: unknown) => boolean, expected: string): Check {
  return (option) => {
    if (option.value !== undefined && !accepts(option.value)) throw wrongValue(option, expected);
  };
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;

const checkFormerNames = refusing(
  (value) =>
    isList(value) &&
    value.every((name) => typeof name === 'string' && name.split('.').every(isAlias)) &&
    new Set(value).size === value.length,
  "a list of the different names that requests had before, such as ['score']",
);

/** Refuses `false`, which could not turn a column with a list into one value. */
const checkTrue = refusing((value) => value === true, 'true');

const checkVisibility: Check = (option) => checkFunction(option, 'the context');

const nameOptions = { formerly: checkFormerNames, deprecated: checkDeprecation } as const satisfies Record<
  keyof NameRule,
  Check
>;

/** The options of a field's rule. Paths are checked against the column, operators against the kind of the column. */
export const fieldOptions = {
  as: checkedElsewhere,
  kind: (option) => checkChoice(option, Object.keys(valueKinds)),
  list: checkTrue,
  // A list would name them by its indexes.
  paths: refusing(isObject, "an object of kinds by path, such as { color: 'text' }"),
  operators: checkedElsewhere,
  values: checkedElsewhere,
  sortable: ofType,
  when: checkVisibility,
  of: ofType,
  count: checkTrue,
  sum: ofType,
  avg: ofType,
  min: ofType,
  max: ofType,
  where: ofType,
  load: ofType,
  ...nameOptions,
} as const satisfies Record<keyof FieldRule, Check>;

export const pathOptions = {
  kind: (option) => checkChoice(option, documentKinds),
  list: checkTrue,
  at: refusing(
    (value) => isList(value) && value.every((key) => typeof key === 'string'),
    "a list of keys, such as ['size', 'width']",
  ),
  indexed: ofType,
  as: checkedElsewhere,
  operators: checkedElsewhere,
  sortable: ofType,
  when: checkVisibility,
  ...nameOptions,
} as const satisfies Record<keyof PathRule, Check>;

/** The options of a relation's rule. Lists of names are checked against the related entity. */
export const relationOptions = {
  as: checkedElsewhere,
  sortable: ofType,
  strategy: checkStrategy,
  required: checkRequired,
  when: checkVisibility,
  fields: checkedElsewhere,
  relations: checkedElsewhere,
  aggregates: checkedElsewhere,
  ...nameOptions,
} as const satisfies Record<keyof RelationRule, Check>;

/** Refuses `true`, which would promise a row that the database may lack. */
function checkRequired({ subject, value }: Option): void {
  if (value === undefined || value === false) return;
  throw new FilterConfigurationError(
    `${subject}: \`required\` can only be false, not ${describeValue(value)}; leave it out, and the keys and constraints of the ` +
      'entities decide',
  );
}

/** The kinds of values that need no column. An enum gets its values from one, and JSON cannot be compared. */
const kindsOfFilters: readonly string[] = Object.values(valueKinds)
  .filter(({ comparable, name }) => comparable && name !== 'enum')
  .map(({ name }) => name);

/** The options of a named filter, of which two are required. */
export const namedFilterOptions = {
  kind: (option) => {
    checkChoice(option, kindsOfFilters);
    if (option.value === undefined) throw wrongValue(option, `one of ${kindsOfFilters.join(', ')}`);
  },
  where: (option) => {
    checkFunction(option, 'the value and the context');
    if (option.value === undefined) throw wrongValue(option, 'a function of the value and the context');
  },
  when: checkVisibility,
  ...nameOptions,
} as const satisfies Record<keyof NamedFilterRule, Check>;

/** The options of `@Filterable()` on a property, which may turn out to be a field or a relation. */
export const propertyOptionNames: readonly string[] = Object.keys({ ...fieldOptions, ...relationOptions });

/** The options of `@Filterable()` on a class. Their values are checked against the entity. */
export const classOptionNames: readonly string[] = Object.keys({
  fields: true,
  relations: true,
  sort: true,
  search: true,
  facets: true,
  aggregates: true,
  populate: true,
  except: true,
  scope: true,
  named: true,
} satisfies Record<keyof ClassRules, true>);
