import { FilterConfigurationError, told } from '../configuration-error.js';

/** A list of names must be one, or none: a single name would be read letter by letter. */
export function checkNames(list: unknown, option: string, where: string): void {
  checkList(list, option, where, (entry) => typeof entry === 'string', 'which is no name');
}

/** A list of names, each of which may have a rule. */
export function checkRules(list: unknown, option: string, where: string): void {
  checkList(list, option, where, isRule, 'which is neither a name nor an object with one');
}

function checkList(
  list: unknown,
  option: string,
  where: string,
  isEntry: (entry: unknown) => boolean,
  fault: string,
): void {
  if (list === undefined) return;
  if (!Array.isArray(list)) {
    throw new FilterConfigurationError(`${where}: \`${option}\` must be a list of names, not ${told(list)}`);
  }
  for (const entry of list as readonly unknown[]) {
    if (!isEntry(entry)) {
      throw new FilterConfigurationError(`${where}: \`${option}\` lists ${told(entry)}, ${fault}`);
    }
  }
}

function isRule(entry: unknown): boolean {
  if (typeof entry === 'string') return true;
  return typeof entry === 'object' && entry !== null && 'name' in entry && typeof entry.name === 'string';
}
