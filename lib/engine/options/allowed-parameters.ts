import { type Option, FilterConfigurationError, checkEach, checkNames } from '../../configuration/index.js';

/** Refuses anything but a list of parameters' names. */
export function checkAllowed(option: Option): void {
  const { subject, name, value } = option;
  checkNames(option);
  if (!Array.isArray(value) || !value.includes('')) return;
  throw new FilterConfigurationError(`${subject}: \`${name}\` lists an empty text, which is no name`);
}

/** Refuses a name of the library's own, because the application does not see that parameter. */
export function checkUnread(allowed: readonly string[], read: readonly string[], subject: string): void {
  checkEach(allowed, (name) => {
    if (!read.includes(name)) return;
    throw new FilterConfigurationError(
      `${subject}: \`allowParameters\` lists ${name}, which is read here; leave it out, or rename the parameter with \`params\``,
    );
  });
}
