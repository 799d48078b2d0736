import {
  type Check,
  type Option,
  FilterConfigurationError,
  checkBoolean,
  checkChoice,
  checkFunction,
  checkConditions,
  checkOptions,
  checkText,
  checkedElsewhere,
  describeValue,
  wrongValue,
} from '../../configuration/index.js';
import { documentKinds } from '../../dialects/index.js';
import { valueKinds } from '../../values/index.js';
import { checkDeprecation } from '../rules/deprecations.js';
import { type Subject, checkAlias, isAlias } from './members.js';
import type { ClassRules } from '../rules/rules.js';
import {
  type FieldRule,
  type NameRule,
  type PathRule,
  type RelationRule,
  relationStrategies,
} from '../rules/member-rules.js';

/** The options of everything that has a name. */
export const nameOptions = { formerly: checkFormerNames, deprecated: checkDeprecation } as const satisfies Record<
  keyof NameRule,
  Check
>;

/** Checks a `when`. */
export const checkVisibility: Check = (option) => checkFunction(option, 'the context');

/** The options of a field's rule. Paths are checked against the column, operators against the kind of the column. */
const fieldOptions = {
  as: checkedElsewhere,
  kind: (option) => checkChoice(option, Object.keys(valueKinds)),
  list: checkTrue,
  paths: checkPaths,
  operators: checkedElsewhere,
  sortable: checkBoolean,
  when: checkVisibility,
  of: checkText,
  count: checkTrue,
  sum: checkText,
  avg: checkText,
  min: checkText,
  max: checkText,
  where: checkConditions,
  load: checkBoolean,
  ...nameOptions,
} as const satisfies Record<keyof FieldRule, Check>;

/** The options of one path of a document. */
const pathOptions = {
  kind: (option) => checkChoice(option, documentKinds),
  list: checkTrue,
  at: checkKeys,
  indexed: checkBoolean,
  as: checkedElsewhere,
  operators: checkedElsewhere,
  sortable: checkBoolean,
  when: checkVisibility,
  ...nameOptions,
} as const satisfies Record<keyof PathRule, Check>;

/** The options of a relation's rule. Lists of names are checked against the related entity. */
const relationOptions = {
  as: checkedElsewhere,
  sortable: checkBoolean,
  strategy: (option) => checkChoice(option, relationStrategies),
  required: checkRequired,
  when: checkVisibility,
  fields: checkedElsewhere,
  relations: checkedElsewhere,
  aggregates: checkedElsewhere,
  ...nameOptions,
} as const satisfies Record<keyof RelationRule, Check>;

/** The options of `@Filterable()` on a property, which may turn out to be a field or a relation. */
export const propertyOptionNames: readonly string[] = Object.keys({ ...fieldOptions, ...relationOptions });

/** The options of `@Filterable()` on a class. Their values are checked against the entity. */
export const classOptionNames: readonly string[] = Object.keys({
  fields: checkedElsewhere,
  relations: checkedElsewhere,
  sort: checkedElsewhere,
  search: checkedElsewhere,
  facets: checkedElsewhere,
  aggregates: checkedElsewhere,
  populate: checkedElsewhere,
  except: checkedElsewhere,
  scope: checkedElsewhere,
  named: checkedElsewhere,
} satisfies Record<keyof ClassRules, Check>);

/** Checks the options that a decorator or a handler sets for one field. */
export function checkFieldRule(name: string, rule: FieldRule, where: Subject): void {
  if (rule.as !== undefined) checkAlias(rule.as, where);
  checkOptions(`${where}: the field ${name}`, rule, fieldOptions);
}

/** Checks the options of one path of a document. The name includes its column: `specs.color`. */
export function checkPathRule(name: string, rule: Partial<PathRule>, where: Subject): void {
  const subject = `${where}: the path ${name}`;
  checkOptions(subject, rule, pathOptions);
  const { kind, as } = rule;
  if (kind === undefined)
    throw wrongValue({ subject, name: 'kind', value: kind }, `one of ${documentKinds.join(', ')}`);
  if (as !== undefined) checkAlias(as, where);
}

/** Checks the options that a decorator or a handler sets for one relation. */
export function checkRelationRule(name: string, rule: RelationRule, where: Subject): void {
  if (rule.as !== undefined) checkAlias(rule.as, where);
  checkOptions(`${where}: the relation ${name}`, rule, relationOptions);
}

/** Refuses former names that are no list of names, or that no request could have spelled. */
function checkFormerNames(option: Option): void {
  const { value } = option;
  if (value === undefined) return;
  const isName = (name: unknown) => typeof name === 'string' && name.split('.').every(isAlias);
  if (Array.isArray(value) && value.length > 0 && value.every(isName) && new Set(value).size === value.length) return;
  throw wrongValue(option, "a list of the different names that requests had before, such as ['score']");
}

/** Refuses `false`, which could not turn a column with a list into one value. */
function checkTrue(option: Option): void {
  if (option.value !== undefined && option.value !== true) throw wrongValue(option, 'true');
}

/** Refuses paths that are not an object: a list would name them by its indexes. */
function checkPaths(option: Option): void {
  const { value } = option;
  if (value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value))) return;
  throw wrongValue(option, "an object of kinds by path, such as { color: 'text' }");
}

/** Refuses keys that are not a list of texts, one or more. */
function checkKeys(option: Option): void {
  const { value } = option;
  if (value === undefined) return;
  const areKeys = Array.isArray(value) && value.length > 0 && value.every((key) => typeof key === 'string');
  if (!areKeys) throw wrongValue(option, "a list of keys, such as ['size', 'width']");
}

/**
 * Refuses `true`, which would promise a related row that the database may lack. Where rows are certain, the
 * entities already say so.
 */
function checkRequired({ subject, value }: Option): void {
  if (value === undefined || value === false) return;
  throw new FilterConfigurationError(
    `${subject}: \`required\` can only be false, not ${describeValue(value)}; leave it out, and what the entities say of ` +
      'keys and constraints holds',
  );
}
