import * as checks from '../configuration/index.js';

/** Refuses what is not a list of names, such as a single name; `where` is the place with which the error begins. */
export function checkNames(value: unknown, name: string, where: string): void {
  checks.checkNames({ subject: where, name, value });
}

/** Refuses what is not a list of names and of rules that have a `name`. */
export function checkRules(value: unknown, name: string, where: string): void {
  checks.checkNamesOrRules({ subject: where, name, value });
}
