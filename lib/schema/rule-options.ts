import { didYouMean, FilterConfigurationError, told } from '../configuration-error.js';
import { valueKinds } from '../values/index.js';
import { type Subject, checkAlias } from './members.js';
import type { FieldRule, RelationRule } from './rules.js';

const fieldOptions: readonly (keyof FieldRule)[] = ['as', 'kind', 'operators', 'sortable', 'when'];
const relationOptions: readonly (keyof RelationRule)[] = [
  'as',
  'sortable',
  'strategy',
  'required',
  'when',
  'fields',
  'relations',
];

/** What is said of a field must be what a field can be told. */
export function checkFieldRule(name: string, rule: FieldRule, where: Subject): void {
  const what = `${where}: the field ${name}`;
  if (rule.as !== undefined) checkAlias(rule.as, where);
  checkOptions(what, rule, fieldOptions);
  checkChoice(what, 'kind', rule.kind, Object.keys(valueKinds));
}

/** Likewise of a relation. */
export function checkRelationRule(name: string, rule: RelationRule, where: Subject): void {
  const what = `${where}: the relation ${name}`;
  if (rule.as !== undefined) checkAlias(rule.as, where);
  checkOptions(what, rule, relationOptions);
  checkChoice(what, 'strategy', rule.strategy, ['in', 'exists', 'keys']);
  checkRequired(what, rule.required);
}

/** True would be a promise of what the database may not hold; where it does hold it, the entities say so already. */
function checkRequired(what: string, given: unknown): void {
  if (given === undefined || given === false) return;
  throw new FilterConfigurationError(
    `${what}: \`required\` can only be false, not ${told(given)}; leave it out, and what the entities say of keys and constraints holds`,
  );
}

/** An option that does not exist, or is for the other sort of property, would otherwise be lost in silence. */
function checkOptions(what: string, rule: FieldRule | RelationRule, known: readonly string[]): void {
  for (const option of Object.keys(rule)) {
    if (!known.includes(option)) {
      throw new FilterConfigurationError(`${what} has no option ${option}; ${didYouMean(option, known)}`);
    }
  }
  checkType(`${what}: \`sortable\``, rule.sortable, 'boolean', 'true or false');
  checkType(`${what}: \`when\``, rule.when, 'function', 'a function of the context');
}

function checkChoice(what: string, option: string, chosen: string | undefined, known: readonly string[]): void {
  if (chosen === undefined || known.includes(chosen)) return;
  const given = told(chosen);
  throw new FilterConfigurationError(
    `${what} has the ${option} ${given}, which does not exist; ${didYouMean(given, known)}`,
  );
}

/** What is of another type would be noticed by the first request only. */
export function checkType(what: string, given: unknown, type: 'boolean' | 'function', expected: string): void {
  if (given === undefined || typeof given === type) return;
  throw new FilterConfigurationError(`${what} must be ${expected}, not ${told(given)}`);
}
