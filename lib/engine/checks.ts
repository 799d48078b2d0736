import { didYouMean, FilterConfigurationError, told } from '../configuration-error.js';

/** An option that does not exist would otherwise be lost in silence. */
export function checkKeys(options: unknown, known: readonly string[], where: string): void {
  checkObject(options, where);
  for (const key of Object.keys(options)) if (!known.includes(key)) throw unknownName(where, key, known, key);
}

export function checkObject(options: unknown, where: string): asserts options is object {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return;
  throw new FilterConfigurationError(`${where} takes an object of options, not ${told(options)}`);
}

/** One of a few names. */
export function choiceOf<Name extends string>(
  option: string,
  given: Name,
  known: readonly Name[],
  where: string,
): Name {
  if (known.includes(given)) return given;
  throw wrongValue(where, option, `${known.slice(0, -1).join(', ')} or ${known.at(-1) ?? ''}`, given);
}

export function checkFunction(option: string, given: unknown, of: string, where: string): void {
  if (given !== undefined && typeof given !== 'function') throw wrongValue(where, option, `a function of ${of}`, given);
}

/** Where a handler's parameters come from; the engine never asks, but what cannot be is refused with all other options. */
export function checkSource(given: unknown, where: string): void {
  if (given === undefined || given === 'query' || given === 'body' || typeof given === 'function') return;
  throw wrongValue(where, 'source', 'query, body or a function of the request', given);
}

/** What is wrong with an option, and what would be right. */
export function wrongValue(where: string, option: string, right: string, given: unknown): FilterConfigurationError {
  return new FilterConfigurationError(`${where}: ${option} must be ${right}, not ${told(given)}`);
}

export function unknownName(
  where: string,
  what: string,
  known: readonly string[],
  given: string,
): FilterConfigurationError {
  return new FilterConfigurationError(`${where}: ${what} does not exist; ${didYouMean(given, known)}`);
}
