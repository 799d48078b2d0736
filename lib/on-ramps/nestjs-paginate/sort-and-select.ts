import type { RampRequest } from '../../engine/index.js';
import { plain } from './columns.js';
import { type Sent, filledAs } from '../shared/parameters.js';

/** Reads `sortBy`, which is sent once for each key: `age:DESC`. */
export function readSortBy(request: RampRequest): readonly string[] {
  return filledAs(request, 'sortBy').flatMap((sent) => {
    const [column = '', direction, ...more] = sent.value.split(':');
    if ((direction !== 'ASC' && direction !== 'DESC') || more.length > 0) {
      request.refuse(sent.key, { code: 'invalid_direction' }, 'must be a column with :ASC or :DESC, such as name:ASC');
      return [];
    }
    if (!isOneColumn(request, sent, column)) return [];
    return `${plain(column)}:${direction.toLowerCase()}`;
  });
}

function isOneColumn(request: RampRequest, { key }: Sent, column: string): boolean {
  if (/^[^,~]+$/.test(column)) return true;
  const text = 'must name one column in each sortBy; several, as by ~, are not read here';
  request.refuse(key, { code: 'malformed_key' }, text);
  return false;
}

/** Reads `select`: names that are separated by commas, of the row's own columns. */
export function readSelect(request: RampRequest): readonly string[] {
  const sent = filledAs(request, 'select');
  const [first] = sent;
  if (first === undefined) return [];
  if (request.selects === undefined) {
    const text = 'is not read here; declare `select` for the handler';
    request.refuse(first.key, { code: 'unknown_parameter', allowed: [] }, text);
    return [];
  }
  const names = [...new Set(sent.flatMap(({ value }) => value.split(',')))];
  const named = names.filter((name) => name !== '*');
  const related = named.find((name) => request.place.relation(name.split('.')) !== undefined);
  // `*` is every column of the row, and so no choice. A name beside it that does not exist is refused by its reader.
  const { selects } = request;
  if (related === undefined) return named.length < names.length && named.every((name) => selects(name)) ? [] : named;
  const text = 'names columns of a relation; the handler decides which relations are answered';
  request.refuse(first.key, { code: 'malformed_key' }, text);
  return [];
}
