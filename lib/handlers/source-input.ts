import { FilterConfigurationError, checkOptionNames, describeValue } from '../configuration/index.js';
import { isPromise } from '../schema/index.js';
import { NamedInput, UnreadInput } from '../wire/index.js';

const subject = 'The source of @FilterQuery()';

/**
 * Returns what a `source` function makes of a request. A SyntaxError in it, such as one of `JSON.parse()`, is the
 * client's mistake.
 *
 * @param ask calls the function
 * @throws FilterConfigurationError for a result that is no request
 */
export function sourceInput(ask: () => unknown): string | object {
  let given: unknown;
  try {
    given = ask();
  } catch (error) {
    if (isSyntaxError(error)) return new UnreadInput();
    throw error;
  }
  if (isPromise(given)) {
    throw new FilterConfigurationError(`${subject} gave a promise; await what it needs in a guard or a middleware`);
  }
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, 'input')) return checkInput(given);
  checkOptionNames(subject, given, { existing: ['input', 'names'] });
  const { input, names }: { readonly input?: unknown; readonly names?: unknown } = given;
  return new NamedInput(checkInput(input), checkNames(names ?? {}));
}

function checkInput(input: unknown): string | object {
  if (typeof input === 'string' || (typeof input === 'object' && input !== null)) return input;
  throw new FilterConfigurationError(
    `${subject} gave ${describeValue(input)}; give a string or an object, such as {} where nothing is asked`,
  );
}

/** Refuses names that are not texts by pointers: such a name would be in no issue. */
function checkNames(names: unknown): Readonly<Record<string, string>> {
  if (isNames(names)) return names;
  throw new FilterConfigurationError(
    `${subject} gave \`names\` that are not the client's names by their places, such as { '/filters/dept/id': 'deptId' }`,
  );
}

function isNames(names: unknown): names is Readonly<Record<string, string>> {
  if (typeof names !== 'object' || names === null || Array.isArray(names)) return false;
  return Object.entries(names).every(
    ([pointer, name]) => pointer.startsWith('/') && typeof name === 'string' && name !== '',
  );
}

/** Recognizes the error by its name, because a script of another realm has a SyntaxError of its own. */
function isSyntaxError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'SyntaxError';
}
