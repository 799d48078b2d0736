import type { RampRequest } from '../../engine/index.js';

/** A value that was sent, and the key that it was sent under. */
export interface Sent {
  readonly key: string;
  readonly value: string;
}

/**
 * Returns the values of a parameter, in their order. A key without `=` is refused.
 *
 * @param isMine tells the keys of the parameter; by default its name, with `[]` or an index behind it
 */
export function sentAs(request: RampRequest, name: string, isMine = named(name)): readonly Sent[] {
  return request.pairs.flatMap(({ key, value }) => {
    if (!isMine(key)) return [];
    if (value !== null) return [{ key, value }];
    request.refuse(key, { code: 'expected_value' }, 'needs a value');
    return [];
  });
}

/** Returns the values of a parameter but the empty ones, which ask for nothing: forms and clients send `sort=`. */
export function filledAs(request: RampRequest, name: string): readonly Sent[] {
  return sentAs(request, name).filter(({ value }) => value !== '');
}

/**
 * Returns the value of a parameter that may stand once.
 *
 * @param read returns its values; by default those that are not empty
 */
export function onceAs(request: RampRequest, name: string, read = filledAs): Sent | undefined {
  const [first, second] = read(request, name);
  if (second === undefined) return first;
  request.refuse(second.key, { code: 'duplicate_key' }, 'is given twice');
  return undefined;
}

/** Makes the test whether a key names a parameter. */
export function named(name: string): (key: string) => boolean {
  return (key) => key === name || (key.startsWith(`${name}[`) && /^\d*\]$/.test(key.slice(name.length + 1)));
}

/** Returns a whole number, or undefined for what is none, which is refused. */
export function wholeNumber(request: RampRequest, { key, value }: Sent, least: number): number | undefined {
  const number = /^-?\d{1,15}$/.test(value) ? Number(value) : NaN;
  if (number >= least) return number;
  request.refuse(key, { code: 'invalid_pagination' }, `must be a whole number of at least ${least}`);
  return undefined;
}
