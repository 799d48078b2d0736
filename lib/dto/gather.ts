import { type ParameterNames, parameterOf } from '../wire/index.js';

/**
 * Our parameters out of what a host's parser made of a request. A parser that nests gives objects, which are taken as they
 * are; one that does not gives flat keys, `filters[title][$eq]`, which are put together to the text they came from, so that
 * the reader of texts can be as strict with them as with any.
 */
export function gather(source: unknown, names: ParameterNames): string | object {
  if (typeof source !== 'object' || source === null) return {};
  const all = Object.entries(source);
  const own = all.filter(([key]) => parameterOf(key, names) !== undefined);
  // A query string, whole: the limits count what is the host's, too, because a parser stops reading at some number.
  const flat = [all, own].find((entries) => entries.every(([, value]) => isText(value) || isListOfTexts(value)));
  return flat === undefined ? Object.fromEntries(own) : flat.flatMap(([key, value]) => parts(key, value)).join('&');
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function parts(key: string, value: unknown): string[] {
  const texts = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return texts.map((text) => `${encodeURIComponent(key)}=${encodeURIComponent(String(text))}`);
}
