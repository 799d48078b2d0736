import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Returns the end of a sentence about an unknown name: the most similar name, if any, and all existing names. */
export function didYouMean(wrong: string, existing: readonly string[]): string {
  if (existing.length === 0) return 'nothing can be named here.';
  const nearest = nearestName(wrong, existing);
  const names = `${existing.join(', ')}.`;
  return nearest === undefined ? `there are: ${names}` : `did you mean ${nearest}? There are: ${names}`;
}

/**
 * Finds the name that a misspelled one probably means: the one with the fewest letters to change, if these are few for
 * the length of the word. Case does not count. Undefined where no name is similar.
 */
function nearestName(wrong: string, existing: readonly string[]): string | undefined {
  const tolerated = Math.max(2, Math.floor(wrong.length / 3));
  let nearest: string | undefined;
  let least = tolerated + 1;
  for (const name of existing) {
    const distance = editDistance(wrong.toLowerCase(), name.toLowerCase());
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** Counts the letters to add, remove, change or swap with a neighbour, to make one text of another. */
export function editDistance(from: string, to: string): number {
  let before: readonly number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 0; row < from.length; row += 1) {
    const current = [row + 1];
    for (let column = 0; column < to.length; column += 1) {
      const changed = (previous[column] ?? 0) + (from[row] === to[column] ? 0 : 1);
      const isSwapped = row > 0 && column > 0 && from[row] === to[column - 1] && from[row - 1] === to[column];
      const swapped = isSwapped ? (before[column - 1] ?? 0) + 1 : changed;
      current.push(Math.min(changed, swapped, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    [before, previous] = [previous, current];
  }
  return previous[to.length] ?? 0;
}

/** Puts the article before a noun: `an integer`, `a uuid` (spoken with a consonant). */
export function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** Lists alternatives as English does: `a`, `a or b`, `a, b or c`. */
export function eitherOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

/**
 * Describes a value in a sentence about a better one: `…, not an empty text`. The description repeats texts and
 * numbers, so it is for values of the program, never for a client's.
 */
export function describeValue(value: unknown): string {
  if (value === '') return 'an empty text';
  // A word stands for itself. A text that looks like something else, such as `'10'`, is quoted.
  const looksOtherwise = /^\s|\s$|^[-+.\d]+$|^(true|false|null|undefined)$/;
  if (typeof value === 'string') return looksOtherwise.test(value) ? `the text '${value}'` : value;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'function') return value.name === '' ? 'a function' : `the function ${value.name}`;
  if (typeof value !== 'object' || value === null) return String(value);
  const owner: unknown = value.constructor;
  return typeof owner === 'function' && owner !== Object ? `an object (${owner.name})` : 'an object';
}

/**
 * Words the sentence about an option's wrong value, alike for every option: \`nulls\` must be engine,
 * first or last, not lats.
 */
export function mustBe(name: string, expected: string, value: unknown): string {
  return `\`${name}\` must be ${expected}, not ${describeValue(value)}`;
}

/** Marks the errors of this class in every copy of this package. An application can load two builds side by side. */
const errorBrand = Symbol.for('nestjs-filterable:FilterConfigurationError');

/**
 * A mistake of the program, not of a client: a wrong name or value in an option, a decorator or a condition. It is
 * thrown at boot if boot can find it. The message names the mistake, the existing names, and the way out.
 *
 * Boot checks everything before it fails: {@link faults} has all mistakes, and the message has one a line.
 *
 * @example
 * try { FilterService.forDataSource(dataSource); } catch (error) {
 *  if (error instanceof FilterConfigurationError) for (const fault of error.faults) console.error(fault);
 * }
 */
export class FilterConfigurationError extends Error {
  /** The name of the class, also where the code is minified. */
  override readonly name = 'FilterConfigurationError';
  /** Every mistake as a sentence, in the order of checking: options, entities, handlers. There is at least one. */
  readonly faults: readonly string[];

  /**
   * Makes an error of one mistake or of several.
   *
   * @param faults one sentence, or several for several mistakes
   */
  constructor(faults: string | readonly string[], options?: ErrorOptions) {
    const list = typeof faults === 'string' ? [faults] : [...faults];
    super(messageOf(list), options);
    this.faults = Object.freeze(list);
  }

  /** @internal */
  get [errorBrand](): true {
    return true;
  }

  /** Accepts the errors of other copies of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== FilterConfigurationError) return Object.prototype.isPrototypeOf.call(this.prototype, Object(value));
    return typeof value === 'object' && value !== null && errorBrand in value;
  }
}

function messageOf(faults: readonly string[]): string {
  if (faults.length < 2) return faults.join();
  return `${faults.length} mistakes in the configuration:\n${faults.map((fault) => `- ${fault}`).join('\n')}`;
}

/** Makes the error of a call that asks the database, where the data source has none, as in tests without a database. */
export function notConnected(subject: string, options?: ErrorOptions): FilterConfigurationError {
  return new FilterConfigurationError(
    `${subject} reads the database, and the data source is not connected; call its initialize() first`,
    options,
  );
}

/** Makes the error about what stands in place of a query builder that selects, such as one that deletes. */
export function noSelection(given: unknown): FilterConfigurationError {
  const isBuilder = typeof given === 'object' && given !== null && 'expressionMap' in given;
  return new FilterConfigurationError(
    isBuilder
      ? `Pass a query builder that selects, not ${describeValue(given)}; ` +
          'select the keys of its rows, and change the rows by these.'
      : `Pass a query builder, such as repository.createQueryBuilder('post'), not ${describeValue(given)}; ` +
          'page() and count() also accept a repository.',
  );
}

/**
 * Mistakes of a series of checks. One start should show a programmer all of them, so a failed check does not stop the
 * next: its error is kept here, and thrown at the end.
 */
export class Faults {
  private readonly errors: FilterConfigurationError[] = [];
  private readonly reported = new Set<string>();

  /**
   * Runs one check and returns its result, or undefined where it failed. A repeated mistake is kept once, because a
   * handler meets its entity's mistakes again. Errors of other classes pass through.
   *
   * @param owner a name to put before each mistake, if its sentence does not name the owner: `PostsController.list`
   */
  collect<Result>(check: () => Result, owner?: string): Result | undefined {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof FilterConfigurationError)) throw error;
      this.add(error, owner);
      return undefined;
    }
  }

  /** Throws one error with every mistake, if there is any. */
  throwIfAny(): void {
    const first = this.errors[0];
    if (first === undefined) return;
    throw this.errors.length === 1 ? first : new FilterConfigurationError(this.errors.flatMap(({ faults }) => faults));
  }

  private add(error: FilterConfigurationError, owner: string | undefined): void {
    const unknown = error.faults.filter((fault) => !this.reported.has(fault));
    const faults = owner === undefined ? unknown : unknown.map((fault) => `${owner}: ${fault}`);
    const fresh = faults.filter((fault) => !this.reported.has(fault));
    if (fresh.length === 0) return;
    for (const fault of fresh) this.reported.add(fault);
    const isWhole = owner === undefined && fresh.length === error.faults.length;
    this.errors.push(isWhole ? error : new FilterConfigurationError(fresh, { cause: error }));
  }
}

/** Checks every item of a list, and throws one error with the mistakes of all of them. */
export function checkEach<Item>(items: Iterable<Item>, check: (item: Item) => void): void {
  const faults = new Faults();
  for (const item of items) faults.collect(() => check(item));
  faults.throwIfAny();
}

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

/** Leaves a value to the compiler, which checks its type. */
export const ofType: Check = () => undefined;

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
    if (existing.includes(name)) return;
    throw new FilterConfigurationError(
      `${subject}: the option \`${prefix}${name}\` does not exist; ${didYouMean(name, existing)}`,
    );
  });
  checkEach(existing, (name) => {
    if (!(name in options) || Object.hasOwn(options, name)) return;
    throw new FilterConfigurationError(
      `${subject}: the option \`${prefix}${name}\` is inherited, and inherited options are not read; write it in the object itself: { … }`,
    );
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

export function isOptions(value: unknown): value is object {
  return isObject(value) && !(Symbol.iterator in value) && !('then' in value);
}

/** Returns true for an object that is no list, such as a JSON Schema. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Refuses a value outside of a few names. `undefined` is left to the option's default, here and below. */
export function checkChoice(option: Option, choices: readonly string[]): void {
  const { value } = option;
  if (value === undefined || choices.some((choice) => choice === value)) return;
  const nearest = typeof value === 'string' && value !== '' ? nearestName(value, choices) : undefined;
  const { message } = wrongValue(option, eitherOf(choices));
  throw new FilterConfigurationError(nearest === undefined ? message : `${message}; did you mean ${nearest}?`);
}

/** Refuses anything but a function. `argument` names its parameter: `the context`. */
export function checkFunction(option: Option, argument: string): void {
  if (option.value !== undefined && typeof option.value !== 'function')
    throw wrongValue(option, `a function of ${argument}`);
}

/** Makes the check of a whole number. Without a `most`, it may be as large as JavaScript counts. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): Check {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return (option) => {
    const { value } = option;
    const isRight = Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
    if (value !== undefined && !isRight) throw wrongValue(option, `a whole number ${range}`);
  };
}

/** Refuses anything but a list of names: a single name would be read letter by letter. */
export function checkNames(option: Option): void {
  checkEntries(option, isText, ', which is not a name');
}

/** Refuses anything but a list of names and of objects with a `name`, such as `{ name: 'title', as: 'heading' }`. */
export function checkNamesOrRules(option: Option): void {
  const accepts = (entry: unknown): boolean =>
    isText(entry) || (isObject(entry) && 'name' in entry && isText(entry.name));
  checkEntries(option, accepts, '; list names, or objects with a `name`');
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function checkEntries(option: Option, accepts: (entry: unknown) => boolean, fault: string): void {
  const { subject, name, value } = option;
  if (value === undefined) return;
  if (!Array.isArray(value)) throw wrongValue(option, 'a list of names');
  checkEach(value as readonly unknown[], (entry) => {
    if (accepts(entry)) return;
    throw new FilterConfigurationError(`${subject}: \`${name}\` lists ${describeValue(entry)}${fault}`);
  });
}

/**
 * Checks a list of names or rules: each by itself, none twice, and at least one.
 *
 * @param nameOf returns the name by which a rule is listed once, or refuses it
 * @throws FilterConfigurationError with everything that is wrong with the list
 */
export function checkedList<Rule extends { readonly name: string }>(
  option: Option & { readonly value: readonly (string | Rule)[] },
  nameOf: (rule: Rule | { readonly name: string }) => string,
  check: (rule: Rule | { readonly name: string }) => void,
): void {
  const { subject, name: list, value } = option;
  checkNamesOrRules(option);
  if (value.length === 0) {
    throw new FilterConfigurationError(`${subject}: \`${list}\` is empty; leave it out`);
  }
  const names = new Set<string>();
  checkEach(value, (entry) => {
    const rule = typeof entry === 'string' ? { name: entry } : entry;
    const name = nameOf(rule);
    if (names.has(name)) throw new FilterConfigurationError(`${subject}: \`${list}\` lists ${name} twice`);
    names.add(name);
    check(rule);
  });
}

/**
 * The packages that decide whether lists can be read at all: at least one version, and less than another. A test
 * compares them with `peerDependencies`.
 */
const peerRanges = {
  typeorm: { least: '0.3.20', below: '2.0.0', range: '0.3.20 to 1.x' },
  '@nestjs/common': { least: '10.0.0', below: '13.0.0', range: '10 to 12' },
  '@nestjs/core': { least: '10.0.0', below: '13.0.0', range: '10 to 12' },
};

/**
 * Refuses packages of other versions than those that this library works with: TypeORM 0.3.17 would boot, and answer
 * each list with 500.
 *
 * @param versionOf returns the installed version, or undefined where a bundler has left no trace of it
 * @throws FilterConfigurationError with the range
 */
export function checkPeerVersions(versionOf = installedVersion): void {
  const wrong = Object.entries(peerRanges).flatMap(([name, { least, below, range }]) => {
    const version = versionOf(name);
    const fits = version === undefined || (!isLess(version, least) && isLess(version, below));
    return fits ? [] : [`${name} ${version} is installed, and nestjs-filterable works with ${range}`];
  });
  if (wrong.length > 0) throw new FilterConfigurationError(`${wrong.join('; ')}: install a version of the range`);
}

/** Reads the manifest itself, because TypeORM 1.x does not export its own. */
function installedVersion(name: string): string | undefined {
  try {
    const manifest = join(dirname(createRequire(import.meta.url).resolve(name)), 'package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

/** Compares the three numbers of two versions; a version before a release counts as the release. */
function isLess(version: string, other: string): boolean {
  const [one, two] = [version, other].map((text) => text.split(/[-+]/)[0]?.split('.').map(Number) ?? []);
  const at = [0, 1, 2].find((index) => one?.[index] !== two?.[index]);
  return at !== undefined && (one?.[at] ?? 0) < (two?.[at] ?? 0);
}
