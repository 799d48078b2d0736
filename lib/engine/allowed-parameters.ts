import { type Option, FilterConfigurationError, checkEach, checkNames } from '../configuration/index.js';
import { type ParameterNames, namesIn } from '../wire/index.js';

/** Refuses what is not a list of parameters' names. */
export function checkAllowed(option: Option): void {
  const { subject, name, value } = option;
  checkNames(option);
  if (!Array.isArray(value) || !value.includes('')) return;
  throw new FilterConfigurationError(`${subject}: \`${name}\` lists an empty text, which is no name`);
}

/** Refuses a name that is one of the library's own: the application does not see that parameter. */
export function checkUnread(allowed: readonly string[], params: ParameterNames, subject: string): void {
  checkEach(allowed, (name) => {
    if (!namesIn(params).includes(name)) return;
    throw new FilterConfigurationError(
      `${subject}: \`allowParameters\` lists ${name}, which is read here; leave it out, or rename the parameter with \`params\``,
    );
  });
}
