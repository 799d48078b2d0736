import type { Printed, PrintedQuery } from 'nestjs-filterable';

type Clause = Readonly<Record<string, unknown>>;

/** The relations to many rows, which the index has as nested documents: conditions on one are about one of them. */
const nested: ReadonlySet<string> = new Set(['roles']);

/** The operators that the index answers. */
const operators: Readonly<Record<string, (path: string, value: Printed) => Clause>> = {
  $eq: (path, value) => ({ term: { [path]: value } }),
  $in: (path, value) => ({ terms: { [path]: value } }),
  $gte: (path, value) => ({ range: { [path]: { gte: value } } }),
  $lte: (path, value) => ({ range: { [path]: { lte: value } } }),
  $contains: (path, value) => ({ wildcard: { [path]: `*${text(value).replace(/[*?\\]/g, '\\$&')}*` } }),
};

/** Writes a request as a search of Elasticsearch. What the index cannot answer is refused, because it would be lost. */
export function searchOf({ filters = {}, sort = [] }: PrintedQuery): Clause {
  return { query: all(clausesOf(filters)), sort: sort.map((key) => Object.fromEntries([key.split(':')]) as Clause) };
}

function clausesOf(node: Printed, path = ''): Clause[] {
  return Object.entries(node as object).map(([key, value]: [string, Printed]) => clauseOf(key, value, path));
}

function clauseOf(key: string, value: Printed, path: string): Clause {
  const each = () => (value as readonly Printed[]).map((part) => all(clausesOf(part, path)));
  if (key === '$and') return all(each());
  if (key === '$or') return { bool: { should: each(), minimum_should_match: 1 } };
  if (key === '$not') return { bool: { must_not: [all(clausesOf(value, path))] } };
  if (!key.startsWith('$')) {
    const inner = path === '' ? key : `${path}.${key}`;
    const found = all(clausesOf(value, inner));
    return nested.has(inner) ? { nested: { path: inner, query: found } } : found;
  }
  const write = operators[key];
  if (write === undefined) throw new TypeError(`the index has no ${key} for ${path}`);
  return write(path, value);
}

function text(value: Printed): string {
  return typeof value === 'string' ? value : '';
}

function all(clauses: readonly Clause[]): Clause {
  return { bool: { must: clauses } };
}
