import { FilterConfigurationError } from './configuration-error.js';
import { Faults, checkEach } from './faults.js';
import { describeValue, didYouMean, eitherOf, mustBe, nearestName } from './messages.js';

/** One option as a program has set it, with the words for an error about it. */
export interface Option {
  /** Place where it is set, which begins an error: `forRoot()`, `@FilterQuery(Post)`. */
  readonly subject: string;
  /** Its name, including the options around it: `pagination.secret`. */
  readonly name: string;
  readonly value: unknown;
}

/** Checks the value of one option, and throws a FilterConfigurationError for a wrong one. */
export type Check = (option: Option) => void;

/** Options of one place, declared once: the name of each, with the check of its value. */
export type OptionTable = Readonly<Record<string, Check>>;

/** Accepts every value, for options that are checked elsewhere: against an entity, or together with other options. */
export const checkedElsewhere: Check = () => undefined;

/** Checks options against the table that declares them, and throws one error with every mistake. */
export function checkOptions(subject: string, options: unknown, table: OptionTable): void {
  const faults = new Faults();
  soundOptions({ subject, table, faults }, options);
  faults.throwIfAny();
}

/**
 * Returns the options that exist and pass their checks. `faults` collects the mistakes, so that further checks can go
 * on as if the wrong options were not set.
 *
 * @throws FilterConfigurationError for a list or null in place of options, because nothing else could be checked
 */
export function soundOptions<Options>(
  { subject, table, faults }: { readonly subject: string; readonly table: OptionTable; readonly faults: Faults },
  options: Options,
): Partial<Options> {
  checkIsOptions(subject, options);
  faults.collect(() => checkOptionNames(subject, options, { existing: Object.keys(table) }));
  const sound = Object.entries(options).filter(([name, value]) => {
    const check = Object.hasOwn(table, name) ? table[name] : undefined;
    return faults.collect(() => (check?.({ subject, name, value }), check !== undefined)) === true;
  });
  return Object.fromEntries(sound) as Partial<Options>;
}

/**
 * Refuses what cannot be options: a function, or a promise that nobody awaited, has none, and would count as the
 * defaults.
 *
 * @throws FilterConfigurationError
 */
export function checkIsOptions(subject: string, options: unknown): asserts options is object {
  if (isOptions(options)) return;
  throw new FilterConfigurationError(`${subject}: the options must be an object, not ${describeValue(options)}`);
}

/** Makes the error about an option's wrong value. `expected` describes a right one: `true or false`. */
export function wrongValue({ subject, name, value }: Option, expected: string): FilterConfigurationError {
  return new FilterConfigurationError(`${subject}: ${mustBe(name, expected, value)}`);
}

/** Makes the error about an unknown option. `path` is its whole name: `pagination.shpe`. */
function unknownOption(subject: string, path: string, existing: readonly string[]): FilterConfigurationError {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return new FilterConfigurationError(
    `${subject}: the option \`${path}\` does not exist; ${didYouMean(name, existing)}`,
  );
}

/** Makes the error about an option of a class, or of another prototype: options are read from the object itself. */
function inheritedOption(subject: string, path: string): FilterConfigurationError {
  return new FilterConfigurationError(
    `${subject}: the option \`${path}\` is inherited, and would not be read; write the options as an object of their own: { … }`,
  );
}

/**
 * Refuses unknown names of options, which would otherwise be ignored: a misspelled limit would limit nothing. So would
 * one that the object inherits, such as a getter of its class. Every such name is reported.
 *
 * @param prefix the name of the option around them, with a dot: `pagination.`
 */
export function checkOptionNames(
  subject: string,
  options: object,
  { existing, prefix = '' }: { readonly existing: readonly string[]; readonly prefix?: string },
): void {
  checkEach(Object.keys(options), (name) => {
    if (!existing.includes(name)) throw unknownOption(subject, prefix + name, existing);
  });
  checkEach(existing, (name) => {
    if (name in options && !Object.hasOwn(options, name)) throw inheritedOption(subject, prefix + name);
  });
}

/** Returns an option's value as an object of options with known names. A list or null is refused. */
export function optionsIn(option: Option, existing: readonly string[]): object {
  const { subject, name, value } = option;
  if (!isOptions(value)) throw wrongValue(option, 'an object');
  checkOptionNames(subject, value, { existing, prefix: `${name}.` });
  return value;
}

/** Checks an object of options, each by its row of a table. Names without a row are refused. */
export function checkMembers(option: Option, table: OptionTable): void {
  const { subject, name } = option;
  checkEach(Object.entries(optionsIn(option, Object.keys(table))), ([member, value]) =>
    table[member]?.({ subject, name: `${name}.${member}`, value }),
  );
}

/** Returns true for what can be an object of options. */
export function isOptions(value: unknown): value is object {
  return isObject(value) && !(Symbol.iterator in value) && !('then' in value);
}

/** Returns true for an object that is no list, such as a JSON Schema. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Refuses a value outside of a few names. `undefined` is left to the option's default. */
export function checkChoice(option: Option, choices: readonly string[]): void {
  const { value } = option;
  if (value === undefined || choices.some((choice) => choice === value)) return;
  const nearest = typeof value === 'string' && value !== '' ? nearestName(value, choices) : undefined;
  const { message } = wrongValue(option, eitherOf(choices));
  throw new FilterConfigurationError(nearest === undefined ? message : `${message}; did you mean ${nearest}?`);
}

/** Refuses anything but a function. `argument` names its parameter: `the context`. */
export function checkFunction(option: Option, argument: string): void {
  if (option.value !== undefined && typeof option.value !== 'function') {
    throw wrongValue(option, `a function of ${argument}`);
  }
}

/** Refuses anything but true or false: a text such as `'no'` would count as true. */
export function checkBoolean(option: Option): void {
  if (option.value !== undefined && typeof option.value !== 'boolean') throw wrongValue(option, 'true or false');
}

/** Refuses anything but a text. */
export function checkText(option: Option): void {
  if (option.value !== undefined && typeof option.value !== 'string') throw wrongValue(option, 'a text');
}

/** Refuses anything but conditions in code's form, or a function that gives some. */
export function checkConditions(option: Option): void {
  const { value } = option;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (value === undefined || isObject || typeof value === 'function') return;
  throw wrongValue(option, 'conditions, or a function of the context that gives some');
}

/** A condition on the entries of a list, and the words for an entry that fails it. */
interface EntryRule {
  readonly accepts: (entry: unknown) => boolean;
  readonly fault: string;
}

const names: EntryRule = {
  accepts: (entry) => typeof entry === 'string',
  fault: 'which is no name',
};

const namesOrRules: EntryRule = {
  accepts: (entry) =>
    typeof entry === 'string' ||
    (typeof entry === 'object' && entry !== null && 'name' in entry && typeof entry.name === 'string'),
  fault: 'which is neither a name nor an object with one',
};

/** Refuses anything but a list of names: a single name would be read letter by letter. */
export function checkNames(option: Option): void {
  checkEntries(option, names);
}

/** Refuses anything but a list of names and of objects with a `name`, such as `{ name: 'title', as: 'heading' }`. */
export function checkNamesOrRules(option: Option): void {
  checkEntries(option, namesOrRules);
}

function checkEntries(option: Option, { accepts, fault }: EntryRule): void {
  const { subject, name, value } = option;
  if (value === undefined) return;
  if (!Array.isArray(value)) throw wrongValue(option, 'a list of names');
  checkEach(value as readonly unknown[], (entry) => {
    if (accepts(entry)) return;
    throw new FilterConfigurationError(`${subject}: \`${name}\` lists ${describeValue(entry)}, ${fault}`);
  });
}
