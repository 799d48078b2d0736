import type { Dice } from '../permutations.js';

/** A JSON value as a document writes it: a number has its digits, and an object the order of its keys. */
export type Json = null | boolean | string | JsonNumber | JsonObject | readonly Json[];

/** A number by its text, of which there are many for one number: `1`, `1.0`, `1e0`. */
export interface JsonNumber {
  readonly digits: string;
}

/**
 * Members in their order. No key is there twice: of two values PostgreSQL's `jsonb` keeps the last, and the others read
 * the first or the last as their functions please.
 */
export interface JsonObject {
  readonly members: ReadonlyMap<string, Json>;
}

export function isArray(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}

export function isJsonObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && 'members' in json;
}

export function isNumber(json: Json | undefined): json is JsonNumber {
  return typeof json === 'object' && json !== null && 'digits' in json;
}

/** Returns the value at the end of some keys, each of which is the key of an object. */
export function valueAt(json: Json | undefined, keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>((at, key) => (isJsonObject(at) ? at.members.get(key) : undefined), json);
}

/** Prints a value, with spaces and escapes here and there. */
export function printJson(json: Json, roll: Dice): string {
  const text = printValue(json, roll);
  return roll(8) === 0 ? ` ${text}\n` : text;
}

function printValue(json: Json, roll: Dice): string {
  if (isNumber(json)) return json.digits;
  if (isArray(json)) return `[${json.map((element) => printJson(element, roll)).join()}]`;
  if (!isJsonObject(json)) return typeof json === 'string' ? printText(json, roll) : String(json);
  const members = [...json.members].map(([key, value]) => `${printText(key, roll)}:${printJson(value, roll)}`);
  return `{${members.join()}}`;
}

/** JSON may write any character as an escape, in keys, too. */
function printText(text: string, roll: Dice): string {
  if (roll(6) !== 0) return JSON.stringify(text);
  const escapes = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16));
  return `"${escapes.map((digits) => `\\u${digits.padStart(4, '0')}`).join('')}"`;
}
