import qs from 'qs';
import type { ParameterNames } from './names.js';
import type { RequestTree } from './parameters.js';
import { printableRequest, usualNames } from './print.js';

/**
 * Explicit indexes, readable keys, and null as a key without `=`. The names are encoded before, because qs
 * leaves them as they are.
 */
const settings: qs.IStringifyOptions = { arrayFormat: 'indices', encodeValuesOnly: true, strictNullHandling: true };

/**
 * Prints a request as a query string, without `?`. Reading the text gives the same request.
 *
 * @param names the host's names for the parameters, where they are not the default ones
 * @throws TypeError for a value that could not be read back, with its path
 */
export function printQueryString(tree: RequestTree, names: ParameterNames = usualNames): string {
  return qs.stringify(Object.fromEntries(printableRequest(tree, (parameter) => names[parameter])), settings);
}
