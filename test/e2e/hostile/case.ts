/** The required response to a request. */
export type Expected =
  /** A 400 with exactly these issues, each as `code pointer`, or `limit_exceeded(name) pointer`. */
  | { readonly refused: readonly string[] }
  /** A 400 that is, but for the name sent, the one that another request gets. */
  | { readonly twinOf: string; readonly names: readonly [sent: string, other: string] }
  /** The very answer that another request gets. */
  | { readonly sameAs: string }
  /** These rows, in this order. */
  | { readonly rows: readonly number[] }
  /** Any of these rows, or none: what the engines see differently. */
  | { readonly among: readonly number[] };

export interface HostileCase {
  readonly id: string;
  readonly class: string;
  /** The text after the `?`. */
  readonly query: string;
  readonly expected: Expected;
  /** Why it is hostile. */
  readonly note: string;
}

export interface HostileClass {
  readonly name: string;
  readonly cases: readonly HostileCase[];
}

type Row = Pick<HostileCase, 'query' | 'expected' | 'note'>;

/** A class of requests that try the same thing; each is known by the class and its place in it. */
export function hostileClass(name: string, rows: readonly Row[]): HostileClass {
  const cases = rows.map((row, index) => ({
    id: `${name}-${String(index + 1).padStart(2, '0')}`,
    class: name,
    ...row,
  }));
  return { name, cases };
}

export function refused(query: string, issues: string | readonly string[], note: string): Row {
  return { query, expected: { refused: typeof issues === 'string' ? [issues] : issues }, note };
}

/** Both queries are made of one text, in which `NAME` stands for the name. */
export function twin(text: string, sent: string, other: string, note: string): Row {
  const names = [sent, other] as const;
  return { query: text.replaceAll('NAME', sent), expected: { twinOf: text.replaceAll('NAME', other), names }, note };
}

export function sameAs(query: string, baseline: string, note: string): Row {
  return { query, expected: { sameAs: baseline }, note };
}

export function finds(query: string, rows: readonly number[], note: string): Row {
  return { query, expected: { rows }, note };
}

export function findsAmong(query: string, among: readonly number[], note: string): Row {
  return { query, expected: { among }, note };
}

/** `query` with every `*` replaced by what comes from 0 to `count - 1`, joined. */
export function times(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join('&');
}
