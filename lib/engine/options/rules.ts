import {
  type Option,
  FilterConfigurationError,
  checkEach,
  checkOptionNames,
  wrongValue,
} from '../../configuration/index.js';
import { type EntityRules, classOptionNames, subjectOfRules } from '../../schema/index.js';

/**
 * Refuses rules that `rulesFor()` did not make, their unknown options, and a name of two rules. Their values are
 * checked against the entity.
 */
export function checkRules(option: Option): void {
  const { value = [] } = option;
  if (!Array.isArray(value) || !value.every(isRules)) throw wrongValue(option, 'a list of what rulesFor() makes');
  const names = new Set<string>();
  checkEach(value, (rules) => {
    const subject = subjectOfRules(rules);
    checkOptionNames(subject, rules.rules, { existing: classOptionNames });
    checkName(rules, subject);
    if (rules.name === undefined) return;
    if (names.has(rules.name))
      throw new FilterConfigurationError(`${subject}: other rules are named ${rules.name}, too`);
    names.add(rules.name);
  });
}

function isRules(value: unknown): value is EntityRules {
  if (typeof value !== 'object' || value === null || !('entity' in value) || !('rules' in value)) return false;
  return typeof value.rules === 'object' && value.rules !== null;
}

function checkName({ entity, name }: EntityRules, subject: string): void {
  if ((entity as unknown) === undefined || (entity as unknown) === null) {
    throw new FilterConfigurationError(
      `${subject}: there is no entity when the rules are made; if two files import each other, break the circle`,
    );
  }
  if (name === undefined || (typeof name === 'string' && name !== '')) return;
  throw wrongValue({ subject, name: 'name', value: name }, 'a text that names the rules, such as users');
}
