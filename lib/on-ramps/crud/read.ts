import type { RampPlace, RampReading, RampRequest } from '../../engine/index.js';
import { Location } from '../../issues/index.js';
import type { SentPair } from '../../wire/index.js';
import { finish } from '../shared/conditions.js';
import { readDeleted } from '../shared/deleted.js';
import { filledAs, named } from '../shared/parameters.js';
import { readFilters } from './filters.js';
import { conditionsOf } from './nodes.js';
import type { CrudOptions } from './options.js';
import { readSlice } from './slice.js';

/** The parameters of @dataui/crud. */
const names = ['filter', 'or', 's', 'join', 'limit', 'per_page', 'offset', 'page', 'fields', 'select', 'cache'];
const parameters = [...names, 'include_deleted'].map(named);
const isSort = named('sort');

/**
 * Returns true for `filter` and `or` with a name in brackets, or in other letters, and for JSON in an `s` of this kind:
 * conditions that would be lost.
 */
function isNearCondition({ key, value }: SentPair): boolean {
  if (parameters.some((isMine) => isMine(key))) return false;
  return /^\W*(filter|or)(\W|$)/i.test(key) || (/^\W*s(\W|$)/i.test(key) && value?.startsWith('{') === true);
}

/**
 * Returns true for a parameter of @dataui/crud. `sort` is ours as well, where a comma is before a further key, and a
 * colon before a direction.
 */
export function claims(pair: SentPair): boolean {
  const { key, value } = pair;
  if (isSort(key)) return value === '' || /^[^:]*,(asc|desc)(,|$)/i.test(value ?? '');
  return isNearCondition(pair) || parameters.some((isMine) => isMine(key));
}

/** What the answer has to know of a request. */
export interface Echo {
  readonly isPaged: boolean;
}

/** Reads a request of @dataui/crud. */
export function readRequest(request: RampRequest, options: CrudOptions): RampReading {
  refuseUnread(request);
  const slice = readSlice(request, options);
  const node = readFilters(request);
  const finished = node && finish(conditionsOf(request, node), Location.root('filters'));
  const [sort, fields, populate] = [readSort(request), readFields(request), readJoin(request, options)];
  const tree = {
    ...(finished && { filters: finished.tree }),
    ...(sort.length > 0 && { sort }),
    ...(slice.pagination && { pagination: slice.pagination }),
    ...(fields.length > 0 && { fields }),
    ...(populate.length > 0 && { populate }),
    ...readDeleted(request, { name: 'include_deleted', yes: '1', no: '0' }),
  };
  const usual = [
    ['/filters', keyOf(request, ['filter', 'or', 's'])],
    ['/sort', 'sort'],
    ['/fields', keyOf(request, ['fields', 'select'])],
    ['/populate', 'join'],
    ['/deleted', 'include_deleted'],
  ] as const;
  const echo: Echo = { isPaged: slice.isPaged };
  const told = new Map([...usual, ...slice.names, ...(finished?.names ?? [])]);
  // Conditions of NULL on related rows are refused above: once is enough.
  return { tree, names: told, all: slice.all, nullOfRelated: 'absence', echo };
}

/** Returns the first key of some parameters that was sent, to be named where none of them alone is to blame. */
function keyOf({ pairs }: RampRequest, [first, ...more]: readonly [string, ...string[]]): string {
  const sent = [first, ...more].map(named);
  return pairs.find(({ key }) => sent.some((isMine) => isMine(key)))?.key ?? first;
}

/** Reads `sort`, which is sent once for each key: `name,ASC`. */
function readSort(request: RampRequest): readonly string[] {
  return filledAs(request, 'sort').flatMap(({ key, value }) => {
    const [column = '', order = '', ...more] = value.split(',');
    if (column !== '' && !column.includes(':') && more.length === 0 && (order === 'ASC' || order === 'DESC')) {
      return `${column}:${order.toLowerCase()}`;
    }
    request.refuse(key, { code: 'invalid_direction' }, 'must be a column with ,ASC or ,DESC, such as name,ASC');
    return [];
  });
}

/** Reads `fields` and `select`, names of the row's own columns that are separated by commas. */
function readFields(request: RampRequest): readonly string[] {
  const sent = [...filledAs(request, 'fields'), ...filledAs(request, 'select')];
  const [first] = sent;
  if (first === undefined || request.selects !== undefined)
    return [...new Set(sent.flatMap(({ value }) => value.split(',')))];
  const text = 'is not read here; declare `select` for the handler';
  request.refuse(first.key, { code: 'unknown_parameter', allowed: [] }, text);
  return [];
}

/**
 * Reads `join`: a relation that the handlers load is there already, and a to-one relation is populated where the list
 * reads that. Of a to-many relation not all rows might be answered, which this answer has no place to tell.
 */
function readJoin(request: RampRequest, { joined = [] }: CrudOptions): readonly string[] {
  return filledAs(request, 'join').flatMap(({ key, value }) => {
    if (joined.includes(value)) return [];
    if (isToOne(request.populated, value.split('.'))) return value;
    const text =
      'is not read here; name relations that handlers load in `joined`, or declare to-one relations in `populate`';
    request.refuse(key, { code: 'unknown_parameter', allowed: joined }, text);
    return [];
  });
}

function isToOne(place: RampPlace | undefined, path: readonly string[]): boolean {
  const relation = place?.relation(path);
  if (relation === undefined || relation.toMany) return false;
  const rest = path.slice(relation.names);
  return rest.length === 0 || isToOne(relation.place, rest);
}

function refuseUnread(request: RampRequest): void {
  for (const { key } of request.pairs.filter(isNearCondition)) {
    const name = /filter|or|s/i.exec(key)?.[0].toLowerCase() ?? 'filter';
    const form = name === 's' ? 's={"column":{"$operator":value}}' : `${name}=column||$operator||value`;
    request.refuse(key, { code: 'malformed_key' }, `is not read; send ${form}`);
  }
}
