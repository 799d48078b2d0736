import { numberOfObject } from './object-numbers.js';

/**
 * Writes a part of a key after its length, so that two different lists of parts never give one text. A missing
 * part differs from an empty one.
 */
export function part(text: string | undefined): string {
  return text === undefined ? '-' : `${text.length}:${text}`;
}

/**
 * A part of a key: a text, or an object that decides what is kept. An object is named by itself, because a list of its
 * members written by hand forgets one sooner or later.
 */
export type KeyPart = string | object;

/** Writes parts of a key, one after the other. No text begins like the number of an object. */
export function partsOf(parts: readonly KeyPart[]): string {
  let written = '';
  for (const each of parts) written += typeof each === 'string' ? part(each) : `#${numberOfObject(each)};`;
  return written;
}
