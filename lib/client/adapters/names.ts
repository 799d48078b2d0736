import type { Path } from './conditions.js';
import { printed, refusal } from './operators.js';

/**
 * Splits the name of a column: `author.name` is the field `name` of `author`, and
 * `comments.$count` the number of comments, `comments.$avg.stars` the average of their stars.
 *
 * @throws TypeError for a name that a request would read as an operator, or could not write
 */
export function pathOf(name: unknown, adapter: string): Path {
  const path = typeof name === 'string' ? name.split('.') : [''];
  if (path.every((segment, index) => isName(segment) || (index > 0 && isAggregate(path, index)))) return path;
  throw refusal(`${adapter}: the column ${printed(name)}`, 'is no name of a field; give it the path of one');
}

function isName(segment: string): boolean {
  return segment !== '' && !segment.startsWith('$');
}

function isAggregate(path: Path, index: number): boolean {
  const after = path.length - 1 - index;
  return after === 0 ? path[index] === '$count' : after === 1 && /^\$(?:sum|avg|min|max)$/.test(path[index] ?? '');
}

/**
 * Writes a sort key. A name with a comma or a colon is refused, because these separate keys and directions.
 *
 * @throws TypeError for a name that a request could not write, or an unknown direction
 */
export function sortTerm(name: unknown, direction: unknown, adapter: string): `${string}:${'asc' | 'desc'}` {
  const key = pathOf(name, adapter).join('.');
  if (/[,:]/.test(key)) throw refusal(`${adapter}: the column ${key}`, 'is no sort key; give it the path of a field');
  if (direction === 'asc' || direction === 'desc') return `${key}:${direction}`;
  throw refusal(`${adapter}: the sort of ${key}`, 'has no direction; use asc or desc');
}
