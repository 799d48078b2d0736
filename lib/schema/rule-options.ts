import {
  type Check,
  type Option,
  FilterConfigurationError,
  checkBoolean,
  checkChoice,
  checkFunction,
  checkOptions,
  checkedElsewhere,
  describeValue,
  wrongValue,
} from '../configuration/index.js';
import { valueKinds } from '../values/index.js';
import { type Subject, checkAlias } from './members.js';
import type { ClassRules, FieldRule, RelationRule } from './rules.js';

const checkVisibility: Check = (option) => checkFunction(option, 'the context');

/** The options of a field's rule. Paths are checked against the column, operators against the kind of the column. */
const fieldOptions = {
  as: checkedElsewhere,
  kind: (option) => checkChoice(option, Object.keys(valueKinds)),
  list: checkTrue,
  paths: checkedElsewhere,
  operators: checkedElsewhere,
  sortable: checkBoolean,
  when: checkVisibility,
} as const satisfies Record<keyof FieldRule, Check>;

/** The options of a relation's rule. Lists of names are checked against the related entity. */
const relationOptions = {
  as: checkedElsewhere,
  sortable: checkBoolean,
  strategy: (option) => checkChoice(option, ['in', 'exists', 'keys']),
  required: checkRequired,
  when: checkVisibility,
  fields: checkedElsewhere,
  relations: checkedElsewhere,
} as const satisfies Record<keyof RelationRule, Check>;

/** The options of `@Filterable()` on a property, which may turn out to be a field or a relation. */
export const propertyOptionNames: readonly string[] = Object.keys({ ...fieldOptions, ...relationOptions });

/** The options of `@Filterable()` on a class. Their values are checked against the entity. */
export const classOptionNames: readonly string[] = Object.keys({
  fields: checkedElsewhere,
  relations: checkedElsewhere,
  sort: checkedElsewhere,
  except: checkedElsewhere,
  scope: checkedElsewhere,
} satisfies Record<keyof ClassRules, Check>);

/** Checks the options that a decorator or a handler sets for one field. */
export function checkFieldRule(name: string, rule: FieldRule, where: Subject): void {
  if (rule.as !== undefined) checkAlias(rule.as, where);
  checkOptions(`${where}: the field ${name}`, rule, fieldOptions);
}

/** Checks the options that a decorator or a handler sets for one relation. */
export function checkRelationRule(name: string, rule: RelationRule, where: Subject): void {
  if (rule.as !== undefined) checkAlias(rule.as, where);
  checkOptions(`${where}: the relation ${name}`, rule, relationOptions);
}

/** Refuses `false`, which could not make one value of a column that holds a list. */
function checkTrue(option: Option): void {
  if (option.value !== undefined && option.value !== true) throw wrongValue(option, 'true');
}

/** Refuses `true`, which would promise what the database may not hold; where it does hold it, the entities say so already. */
function checkRequired({ subject, value }: Option): void {
  if (value === undefined || value === false) return;
  throw new FilterConfigurationError(
    `${subject}: \`required\` can only be false, not ${describeValue(value)}; leave it out, and what the entities say of ` +
      'keys and constraints holds',
  );
}
