import {
  type Option,
  type OptionTable,
  FilterConfigurationError,
  checkChoice,
  checkEach,
  checkMembers,
  checkOptionNames,
  describeValue,
  wrongValue,
} from '../../configuration/index.js';
import { type PageSettings, pageStyles } from '../../ast/index.js';

/** The settings under `pagination`, each with its check. */
const pageOptions = {
  count: checkCount,
  secret: checkSecret,
  styles: checkStyles,
  oversize: (option) => checkChoice(option, ['refuse', 'clamp']),
} as const satisfies Record<keyof PageSettings, OptionTable[string]>;

/** Checks the settings of pages, of `forRoot()` or of one handler. */
export function checkPagination(option: Option): void {
  if (option.value !== undefined) checkMembers(option, pageOptions);
}

/** Checks the secret of cursors, or a list of the current one and former ones. No message shows a secret. */
function checkSecret(option: Option): void {
  const { subject, name, value } = option;
  if (!Array.isArray(value)) {
    checkOneSecret(option, '16 characters or more, or left out where cursors are not to be encrypted');
    return;
  }
  if (value.length === 0) throw wrongValue(option, 'the current secret, and then former ones');
  const secrets: readonly unknown[] = value;
  checkEach(secrets.entries(), ([place, secret]) =>
    checkOneSecret({ subject, name: `${name}[${place}]`, value: secret }, '16 characters or more, or left out'),
  );
  secrets.forEach((secret, place) => {
    const first = secrets.indexOf(secret);
    if (first === place) return;
    throw new FilterConfigurationError(
      `${subject}: \`${name}[${place}]\` is the secret of \`${name}[${first}]\`; leave one of them out`,
    );
  });
}

/**
 * Refuses a secret that is named but undefined: with an unset environment variable, cursors would be neither signed nor
 * encrypted, against the program's intention.
 */
function checkOneSecret(option: Option, wanted: string): void {
  const { subject, name, value } = option;
  if (value === undefined || value === '') throw wrongValue(option, `of ${wanted}`);
  if (typeof value !== 'string') throw wrongValue(option, 'a text of 16 characters or more');
  if (value.length >= 16) return;
  throw new FilterConfigurationError(`${subject}: \`${name}\` has ${value.length} characters; 16 or more are needed`);
}

function checkCount(option: Option): void {
  const { subject, name, value } = option;
  if (value === undefined || value === 'exact' || value === 'none' || value === 'estimate') return;
  if (typeof value !== 'object' || value === null) {
    throw wrongValue(option, 'exact, none, estimate or { capped: 1000 }');
  }
  checkOptionNames(subject, value, { existing: ['capped'], prefix: `${name}.` });
  const { capped }: { capped?: unknown } = value;
  if (typeof capped === 'number' && Number.isSafeInteger(capped) && capped > 0) return;
  throw wrongValue({ subject, name: `${name}.capped`, value: capped }, 'a whole number from 1');
}

function checkStyles(option: Option): void {
  const { subject, name, value } = option;
  if (value === undefined) return;
  if (!Array.isArray(value) || value.length === 0) {
    throw wrongValue(option, `a list of ${pageStyles.join(', ')}; a handler without pages takes pagination: false`);
  }
  const styles: readonly unknown[] = value;
  checkEach(styles, (style) => {
    // A choice left undefined means the default, but a list has none for its entries.
    if (style === undefined) throw wrongValue({ subject, name, value: style }, 'page, offset or cursor');
    checkChoice({ subject, name, value: style }, pageStyles);
  });
  const twice = styles.find((style, index) => styles.indexOf(style) !== index);
  if (twice !== undefined)
    throw new FilterConfigurationError(`${subject}: \`${name}\` lists ${describeValue(twice)} twice`);
}
