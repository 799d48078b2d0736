import type { RampRequest } from '../../engine/index.js';
import type { PlainObject } from '../../wire/index.js';
import { type Sent, onceAs, sentAs } from '../shared/parameters.js';
import { type Column, conditionsOf, isAlternative } from './filters.js';
import { pathOfColumn } from './columns.js';
import { readExpression } from './expression.js';
import { tokenOf } from './tokens.js';

/** Reads the keys `filter.column` and the expression of `filter`, each into one part. */
export function readFilterKeys(request: RampRequest): readonly PlainObject[] {
  const columns = columnsOf(request);
  checkAlternatives(request, columns);
  const expression = onceAs(request, 'filter', sentAs);
  const read = expression && readExpression(request, expression.key, expression.value);
  const own = columns.length === 0 ? [] : [conditionsOf(request, request.place, columns)];
  return read === undefined ? own : [...own, read];
}

/**
 * Returns true for a key with conditions: nestjs-paginate reads whatever has `filter.` in it. A key in other letters or
 * with brackets is one as well, to be refused.
 */
export function isFilter(key: string): boolean {
  return /^\W*filter(\W|$)/i.test(key) || /filter\./i.test(key);
}

/** Returns the values of each column that was sent, a column twice with all of them. */
export function sentColumns(request: RampRequest): ReadonlyMap<string, readonly Sent[]> {
  const columns = new Map<string, Sent[]>();
  for (const sent of sentAs(request, 'filter.', (key) => isFilter(key) && key !== 'filter')) {
    const column = sent.key.replace('filter.', '').replace(/\[\d*\]$/, '');
    columns.set(column, [...(columns.get(column) ?? []), sent]);
  }
  return columns;
}

function columnsOf(request: RampRequest): readonly Column[] {
  return [...sentColumns(request)].flatMap(([column, sent]) => {
    const key = sent[0]?.key ?? '';
    if (!key.startsWith('filter.')) {
      request.refuse(key, { code: 'malformed_key' }, 'must begin with filter. and the name of a column');
      return [];
    }
    const path = pathOfColumn(request, key, column);
    const tokens = sent.flatMap((each) => tokenOf(request, each) ?? []);
    if (path === undefined || tokens.length === 0) return [];
    refuseAnd(request, { path, tokens });
    return { path, tokens };
  });
}

/** Refuses `$and:` below a relation, where versions of nestjs-paginate mean one related row, or one for each value. */
function refuseAnd(request: RampRequest, { path, tokens }: Column): void {
  const and = tokens.find(({ isAnd }) => isAnd);
  if (and === undefined || tokens.length === 1 || request.place.relation(path) === undefined) return;
  const text = 'has $and: below a relation, which versions of nestjs-paginate read differently; use filter= there';
  request.refuse(and.key, { code: 'malformed_key' }, text);
}

/** Refuses alternatives of columns of several rows, which versions of nestjs-paginate join differently. */
function checkAlternatives(request: RampRequest, columns: readonly Column[]): void {
  const all = columns.filter(isAlternative);
  const places = all.map(({ path }) => relationsOf(request, path));
  const other = all.find((_, index) => places[index] !== places[0]);
  if (other === undefined) return;
  const text = 'begins with $or: beside a column of another row, which is not read here; use filter= with OR';
  request.refuse(other.tokens[0]?.key ?? '', { code: 'malformed_key' }, text);
}

/** Returns the relations on a path as one text. */
function relationsOf({ place }: RampRequest, path: readonly string[]): string {
  let [at, reached] = [place, 0];
  for (let found = at.relation(path); found !== undefined; found = at.relation(path.slice(reached))) {
    [at, reached] = [found.place, reached + found.names];
  }
  return JSON.stringify(path.slice(0, reached));
}
