import type { DataSource } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import { type EntityRules, subjectOfRules, targetIn } from './own-rules.js';
import { type Records, isDecorated } from './records.js';

/**
 * Refuses a second declaration of an entity, by a decorator or by other rules, because one of the two would have no
 * effect.
 *
 * @throws FilterConfigurationError
 */
export function checkDeclaredOnce(source: DataSource, records: Records, rules: EntityRules): void {
  const target = targetIn(source, rules.entity);
  const subject = subjectOfRules(rules);
  if (isDecorated(target)) {
    throw new FilterConfigurationError(
      `${subject}: the class is decorated with @Filterable(), too; declare it in one place`,
    );
  }
  if (target === undefined || records.isGivenBy(target, rules)) return;
  throw new FilterConfigurationError(`${subject}: \`rules\` has the entity twice; declare it in one place`);
}
