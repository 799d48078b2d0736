import { isPlain } from '../wire/parameters.js';

/**
 * Refuses an object whose members are not all its own, such as an instance of a class with a getter: what is not
 * enumerated would be dropped.
 *
 * @throws TypeError for it
 */
export function checkPlain(query: object): void {
  if (!isPlain(query)) throw new TypeError('a query must be a plain object');
}
