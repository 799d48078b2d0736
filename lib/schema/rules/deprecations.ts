import { type Option, FilterConfigurationError, checkOptionNames, wrongValue } from '../../configuration/index.js';
import type { DeprecatedName } from '../../issues/index.js';
import { midnightOf } from '../../values/index.js';
import type { Deprecation } from './member-rules.js';

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
