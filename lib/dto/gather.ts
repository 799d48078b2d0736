import type { ParameterNames } from '../wire/index.js';

/**
 * Our parameters out of what a host's parser made of a request. A parser that nests gives objects, which are taken as they
 * are; one that does not gives flat keys, `filters[title][$eq]`, which are put together to the text they came from, so that
 * the reader of texts can be as strict with them as with any.
 */
export function gather(source: unknown, names: ParameterNames): string | object {
  if (typeof source !== 'object' || source === null) return {};
  const own = Object.entries(source).filter(([key]) => isOurs(key, names));
  const isFlat = own.every(([, value]) => typeof value === 'string' || isListOfTexts(value));
  return isFlat ? own.flatMap(([key, value]) => parts(key, value)).join('&') : Object.fromEntries(own);
}

function isOurs(key: string, names: ParameterNames): boolean {
  const ours = [names.filters, names.sort, names.pagination];
  return ours.some((name) => key === name || (key.startsWith(name) && /^[[\].]/.test(key.slice(name.length))));
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function parts(key: string, value: unknown): string[] {
  const texts = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return texts.map((text) => `${encodeURIComponent(key)}=${encodeURIComponent(String(text))}`);
}
