import { FilterConfigurationError } from '../configuration-error.js';
import { type PageSettings, type PageStyle, pageStyles } from '../ast/index.js';
import { checkFunction, checkKeys, choiceOf, wrongValue } from './checks.js';

/** Settings of pages, checked; see PageSettings. */
export function checkPagination(settings: PageSettings, where: string): PageSettings {
  checkKeys(settings, ['count', 'secret', 'styles'], `${where}: pagination`);
  if (Object.hasOwn(settings, 'secret')) checkSecret(settings.secret, where);
  checkCount(settings.count, where);
  checkStyles(settings.styles, where);
  return settings;
}

/** Where it is named but not there, somebody means to encrypt cursors and does not: a variable of the environment is not set. */
function checkSecret(secret: unknown, where: string): void {
  if (secret === undefined || secret === '') {
    const right = 'of 16 characters or more, or left out where cursors are not to be signed';
    throw wrongValue(where, 'pagination.secret', right, secret);
  }
  if (typeof secret !== 'string')
    throw wrongValue(where, 'pagination.secret', 'a text of 16 characters or more', secret);
  if (secret.length >= 16) return;
  throw new FilterConfigurationError(
    `${where}: pagination.secret has ${secret.length} characters; 16 or more are needed`,
  );
}

function checkCount(count: unknown, where: string): void {
  if (count === undefined || count === 'exact' || count === 'none' || count === 'estimate') return;
  if (typeof count !== 'object' || count === null) {
    throw wrongValue(where, 'pagination.count', 'exact, none, estimate or { capped: 1000 }', count);
  }
  checkKeys(count, ['capped'], `${where}: pagination.count`);
  const { capped }: { capped?: unknown } = count;
  if (typeof capped === 'number' && Number.isSafeInteger(capped) && capped > 0) return;
  throw wrongValue(where, 'pagination.count.capped', 'a whole number from 1', capped);
}

function checkStyles(styles: readonly PageStyle[] | undefined, where: string): void {
  if (styles === undefined) return;
  if (!Array.isArray(styles) || styles.length === 0) {
    const right = `a list of ${pageStyles.join(', ')}; a handler without pages takes pagination: false`;
    throw wrongValue(where, 'pagination.styles', right, Array.isArray(styles) ? 'an empty list' : styles);
  }
  const named: readonly PageStyle[] = styles;
  for (const style of named) choiceOf('pagination.styles', style, pageStyles, where);
  const twice = named.find((style, index) => named.indexOf(style) !== index);
  if (twice !== undefined) throw new FilterConfigurationError(`${where}: pagination.styles names ${twice} twice`);
}
