import * as checks from '../../configuration/index.js';

/** Refuses anything but a list of names, such as a single name. `where` begins the error. */
export function checkNames(value: unknown, name: string, where: string): void {
  checks.checkNames({ subject: where, name, value });
}

/** Refuses anything but a list of names, or of rules with a `name`. */
export function checkRules(value: unknown, name: string, where: string): void {
  checks.checkNamesOrRules({ subject: where, name, value });
}
