import { FilterConfigurationError, wrongValue } from '../../configuration/index.js';

/** Checks the most rows that a request for all of them may get. */
export function checkAll(subject: string, value: unknown): void {
  if (value === undefined) return;
  const max: unknown = typeof value === 'object' && value !== null && 'max' in value ? value.max : undefined;
  if (typeof value !== 'object' || value === null || Object.keys(value).some((key) => key !== 'max')) {
    throw new FilterConfigurationError(`${subject}: \`all\` must be { max }, the most rows of one answer`);
  }
  if (typeof max === 'number' && Number.isSafeInteger(max) && max > 0) return;
  throw wrongValue({ subject, name: 'all.max', value: max }, 'a whole number from 1');
}
