/** A part of a query string, between two `&`. */
export interface Pair {
  /** The part as it stands in the address. */
  readonly raw: string;
  /** The names of its key, `['filters', 'city', 'name']`; undefined where the key cannot be read. */
  readonly path: readonly string[] | undefined;
  /** Its value; null without a `=`. */
  readonly value: string | null;
}

/** Splits a query string, with or without `?`. */
export function pairsOf(queryString: string): readonly Pair[] {
  return queryString
    .replace(/^\?/, '')
    .split('&')
    .filter((raw) => raw !== '')
    .map(pairOf);
}

function pairOf(raw: string): Pair {
  const end = raw.indexOf('=');
  const key = decoded(end < 0 ? raw : raw.slice(0, end));
  const value = end < 0 ? null : decoded(raw.slice(end + 1));
  const isReadable = key !== undefined && value !== undefined;
  return { raw, path: isReadable ? pathOf(key) : undefined, value: value ?? null };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Splits a key: `filters[city][name]`. Undefined for a key whose brackets are not in order. */
function pathOf(key: string): readonly string[] | undefined {
  const [whole, name = '', brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key) ?? [];
  if (whole === undefined) return undefined;
  return [name, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, inner = '']) => inner)];
}

/** Returns a part of a query string as a person reads it. */
export function readable({ raw }: Pair): string {
  return decoded(raw) ?? raw;
}
