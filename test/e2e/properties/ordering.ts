import { type Field, rootEntity } from './expected-model.js';
import { type Reading, type Scalar, readingOf, spanOf } from './values.js';
import type { Row } from './dataset.js';

/** One key of an order, as a client writes it: `author.name:desc:nullsLast`. */
interface Term {
  readonly path: readonly string[];
  readonly descending: boolean;
  /** Position of NULL. */
  readonly nullsFirst: boolean;
}

/** The rows in the order of the keys; ties are broken by id, in the direction of the last key. */
export function ordered(rows: readonly Row[], sort: readonly string[], reading: Reading): Row[] {
  const terms = sort.map((text) => readTerm(text, reading));
  const descending = terms.at(-1)?.descending ?? false;
  const last: Term = { path: ['id'], descending, nullsFirst: false };
  return [...rows].sort((a, b) => {
    for (const term of [...terms, last]) {
      const difference = compareBy(term, a, b, reading);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

function readTerm(text: string, { nullsAre }: Reading): Term {
  const [key = '', ...suffixes] = text.split(':');
  const descending = suffixes.some((suffix) => suffix.toLowerCase() === 'desc');
  const said = suffixes.find((suffix) => suffix.startsWith('nulls'));
  const byItself = nullsAre === 'first' || nullsAre === (descending ? 'largest' : 'smallest');
  return { path: key.split('.'), descending, nullsFirst: said === undefined ? byItself : said === 'nullsFirst' };
}

function compareBy(term: Term, a: Row, b: Row, reading: Reading): number {
  const [left, right] = [valueFor(term, a, reading), valueFor(term, b, reading)];
  if (left === null || right === null) {
    if (left === right) return 0;
    return (left === null) === term.nullsFirst ? -1 : 1;
  }
  if (left === right) return 0;
  return left < right !== term.descending ? -1 : 1;
}

/** Through a to-many relation the smallest when ascending, the largest when descending; with nothing related, NULL. */
function valueFor({ path, descending }: Term, row: Row, reading: Reading): Scalar | null {
  const [first = '', ...rest] = path;
  if (rootEntity(row.entity).relations[first] === undefined) return ownValue(row, path.join('.'), reading);
  const related = (row.related[first] ?? []).filter(({ deleted }) => reading.withDeleted || !deleted);
  const name = rest.join('.');
  if (name === '$count') return related.length;
  const values = related.map((other) => ownValue(other, name, reading)).filter((value) => value !== null);
  if (values.length === 0) return null;
  return values.reduce((best, value) => (value < best !== descending ? value : best));
}

function ownValue(row: Row, name: string, reading: Reading): Scalar | null {
  const field: Field | undefined = rootEntity(row.entity).fields[name];
  const text = row.values[name] ?? null;
  if (field === undefined) throw new TypeError(`${row.entity} has no ${name}`);
  return text === null ? null : spanOf(field.kind, text, readingOf(field, reading)).start;
}
