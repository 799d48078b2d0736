import type { RampPlace, RampReading, RampRequest } from '../../engine/index.js';
import {
  type KeyedRequest,
  Leaf,
  type Part,
  type Sent,
  type OnRampOptions,
  allOf,
  apart,
  checkAll,
  filledAs,
  finish,
  keyHere,
  named,
  nest,
  objectOf,
  onceAs,
  oneOf,
  readDeleted,
  refuseSelect,
  refused,
  relationsOn,
  sentAs,
  sharedChecks,
  wholeNumber,
  withKeys,
} from '../shared.js';
import { readExpression } from './expression.js';
import type { PlainObject, RequestTree } from '../../wire/index.js';
import { checkOptions, ofType } from '../../configuration/index.js';
import { Location } from '../../issues/index.js';

/** An operator of nestjs-paginate, written with this library's operators. */
interface OperatorRow {
  readonly here: string;
  /** The operator for `$not:` before it; by default a `$not` around it. */
  readonly negated?: string;
  /** True for a list, whose members are separated by commas. */
  readonly list?: true;
}

/** Every operator of nestjs-paginate. */
export const operators: Readonly<Record<string, OperatorRow>> = {
  $eq: { here: '$eq', negated: '$ne' },
  $gt: { here: '$gt' },
  $gte: { here: '$gte' },
  $in: { here: '$in', negated: '$notIn', list: true },
  $null: { here: '$null' },
  $lt: { here: '$lt' },
  $lte: { here: '$lte' },
  $btw: { here: '$between', negated: '$notBetween', list: true },
  $ilike: { here: '$contains', negated: '$notContains' },
  $sw: { here: '$startsWith' },
  $contains: { here: '$hasEvery', list: true },
};

/** The words before an operator. */
const words = ['$not', '$any', '$none', '$all', '$and', '$or'] as const;
type SpecialWord = (typeof words)[number];

/** A value of a filter, taken apart: `$or:$not:$eq:Kai`. */
export interface Token {
  readonly key: string;
  /** True where `$or:` adds an alternative. */
  readonly isAlternative: boolean;
  readonly isAnd: boolean;
  readonly quantifier: '$any' | '$none' | '$all';
  /** The condition on the field: `{ $ne: 'Kai' }`. */
  readonly condition: Part;
}

/** As many words and operators as may stand before a value. */
const most = 4;

/** Takes a value apart. Returns undefined where it was refused. */
function tokenOf(request: KeyedRequest, { key, value }: Sent): Token | undefined {
  const found = new Set<SpecialWord>();
  let operator: string | undefined;
  // The text behind the words. Undefined where none is.
  let rest: string | undefined = value;
  for (let count = 0; count < most && rest !== undefined; count += 1) {
    const [name = '']: readonly string[] = rest.split(':', 1);
    const word = words.find((each) => each === name);
    if (word === undefined && !Object.hasOwn(operators, name)) break;
    if (word !== undefined) found.add(word);
    else if (operator === undefined) operator = name;
    else return refused(request, key, 'malformed_key', 'has two operators; send the key once for each');
    rest = name.length === rest.length ? undefined : rest.slice(name.length + 1);
  }
  if (operator === undefined && rest !== undefined && /^\$\w+(:|$)/.test(rest)) {
    const allowed = [...Object.keys(operators), ...words];
    const text = `does not begin with an operator; use one of: ${allowed.join(', ')}, or $eq: before a text`;
    request.refuse(key, { code: 'unknown_operator', allowed }, text);
    return undefined;
  }
  const quantifiers = (['$any', '$none', '$all'] as const).filter((each) => found.has(each));
  if (quantifiers.length > 1) {
    return refused(request, key, 'malformed_key', `has ${quantifiers.join(' and ')}, of which only one can be used`);
  }
  const [quantifier = '$any'] = quantifiers;
  const token = { key, isAlternative: found.has('$or'), isAnd: found.has('$and'), quantifier };
  // `$any` or `$none` alone asks whether there are related rows.
  const isAlone = (found.has('$any') || found.has('$none')) && !found.has('$not');
  if (isAlone && operator === undefined && rest === undefined) {
    return { ...token, condition: objectOf([['$exists', new Leaf(key, 'true')]]) };
  }
  const name = operator ?? '$eq';
  const row = operators[name];
  const isNull = name === '$null';
  if (row === undefined || isNull !== (rest === undefined)) {
    const text = isNull ? 'has a value behind $null, which needs none' : `has no value behind ${name}`;
    return refused(request, key, 'expected_value', text);
  }
  return { ...token, condition: conditionOf(row, new Leaf(key, readValue(name, rest ?? '')), found.has('$not')) };
}

/** Reads the text behind an operator: a list splits at commas, and `$null` has none. */
function readValue(operator: string, value: string): string | readonly string[] {
  if (operator === '$null') return 'true';
  if (operators[operator]?.list !== true) return value;
  const members = value.split(',');
  return operator === '$btw' ? members : members.map((member) => member.trim());
}

function conditionOf({ here, negated }: OperatorRow, leaf: Leaf, isNot: boolean): Part {
  if (!isNot) return objectOf([[here, leaf]]);
  if (here === '$null') return objectOf([[here, new Leaf(leaf.key, 'false')]]);
  return negated === undefined ? objectOf([['$not', objectOf([[here, leaf]])]]) : objectOf([[negated, leaf]]);
}

/** The conditions that one key asks for: the field, as its path from some place, and the values in their order. */
export interface Column {
  readonly path: readonly string[];
  readonly tokens: readonly Token[];
}

/**
 * Makes the conditions of columns as nestjs-paginate puts them together. Columns are ANDed, and columns below one
 * relation are about one related row. The values of one column are a chain, where AND binds before OR.
 */
function conditionsOf(request: KeyedRequest, place: RampPlace, columns: readonly Column[]): PlainObject {
  const own = columns.filter(({ path }) => place.relation(path) === undefined);
  const [alternatives, others] = [own.filter(isAlternative), own.filter((column) => !isAlternative(column))];
  const chains = others.map((column) => chainOf([column]));
  if (alternatives.length > 0) chains.push(chainOf(alternatives));
  for (const { tokens } of own) refuseQuantifiers(request, tokens);
  return allOf([...chains, ...relatedGroups(place, columns).map((group) => relatedTo(request, place, group))]);
}

/** Returns true for a column that is an alternative to the others that are: its first value begins with `$or:`. */
function isAlternative({ tokens: [first] }: Column): boolean {
  return first?.isAlternative === true;
}

/** Makes one condition of the values of columns: an alternative begins at each `$or:` but the first. */
function chainOf(columns: readonly Column[]): PlainObject {
  const groups: PlainObject[][] = [];
  for (const { path, tokens } of columns) {
    for (const { isAlternative: isNext, condition } of tokens) {
      const last = groups.at(-1);
      const part = nest(path, condition) as PlainObject;
      if (last === undefined || isNext) groups.push([part]);
      else last.push(part);
    }
  }
  return oneOf(groups.map(allOf));
}

/** Groups the columns that are about one related row, by the relation that {@link rootOf} finds. */
function relatedGroups(place: RampPlace, columns: readonly Column[]): readonly (readonly Column[])[] {
  const groups = new Map<string, Column[]>();
  for (const column of columns) {
    const root = rootOf(place, column);
    if (root === undefined) continue;
    const key = JSON.stringify(root);
    groups.set(key, [...(groups.get(key) ?? []), column]);
  }
  return [...groups.values()];
}

/**
 * Returns the names of the relation whose rows a column is about: the first relation of its path. Under a quantifier it
 * is the first that leads to many rows, if one does.
 */
function rootOf(place: RampPlace, { path, tokens }: Column): readonly string[] | undefined {
  const first = place.relation(path);
  if (first === undefined) return undefined;
  if (tokens.every(({ quantifier }) => quantifier === '$any')) return path.slice(0, first.names);
  const many = relationsOn(place, path).find(({ toMany }) => toMany);
  return path.slice(0, many?.reached ?? first.names);
}

function relatedTo(request: KeyedRequest, place: RampPlace, columns: readonly Column[]): PlainObject {
  const [column] = columns;
  const root = (column && rootOf(place, column)) ?? [];
  const inner = relationsOn(place, root).at(-1)?.place;
  const quantifier = quantifierOf(request, columns);
  const below = columns.map(({ path, tokens }) => ({
    path: path.slice(root.length),
    tokens: tokens.map((token) => ({ ...token, quantifier: '$any' as const })),
  }));
  if (quantifier !== '$any' && inner !== undefined) refuseFurther(request, inner, { quantifier, columns: below });
  const found = inner === undefined ? allOf([]) : conditionsOf(request, inner, below);
  const some = nest(root, found) as PlainObject;
  if (quantifier === '$any') return some;
  const none = (part: PlainObject) => objectOf([['$not', part]]);
  if (quantifier === '$none') return none(some);
  return allOf([some, none(nest(root, objectOf([['$not', found]])) as PlainObject)]);
}

function quantifierOf(request: KeyedRequest, columns: readonly Column[]): Token['quantifier'] {
  const tokens = columns.flatMap(({ tokens }) => tokens).filter(({ quantifier }) => quantifier !== '$any');
  const [first] = tokens;
  const other = tokens.find(({ quantifier }) => quantifier !== first?.quantifier);
  if (other !== undefined) {
    const text = `has ${other.quantifier} beside ${first?.quantifier ?? '$any'} of the same relation`;
    request.refuse(other.key, { code: 'malformed_key' }, text);
  }
  return first?.quantifier ?? '$any';
}

/** Refuses what nestjs-paginate answers in ways of its own: a quantifier for columns behind a second relation. */
function refuseFurther(
  request: KeyedRequest,
  place: RampPlace,
  { quantifier, columns }: { readonly quantifier: string; readonly columns: readonly Column[] },
): void {
  for (const { path, tokens } of columns) {
    const relation = place.relation(path);
    if (relation === undefined || (quantifier === '$none' && !relation.toMany)) continue;
    const text = `has ${quantifier}, which works only for columns of the related rows themselves; leave ${quantifier} out`;
    request.refuse(tokens[0]?.key ?? '', { code: 'malformed_key' }, text);
  }
}

function refuseQuantifiers(request: KeyedRequest, tokens: readonly Token[]): void {
  const wrong = tokens.find(({ quantifier }) => quantifier !== '$any');
  if (wrong === undefined) return;
  request.refuse(wrong.key, { code: 'malformed_key' }, `has ${wrong.quantifier}, which is for relations`);
}

/**
 * Returns the names of a column: `toys.(size.height)` is `toys`, `size`, `height`. Undefined where it was refused: a
 * group of columns (`a~b`) has no equivalent, and an empty name is none.
 */
function pathOfColumn(request: KeyedRequest, key: string, column: string): readonly string[] | undefined {
  if (column.includes('~')) {
    return refused(request, key, 'malformed_key', 'names several columns by ~, which is not read here; name one');
  }
  const path = keyHere(request, plain(column)).split('.');
  return path.includes('') ? refused(request, key, 'malformed_key', 'has an empty name in its path') : path;
}

/** Returns a column's name here: `toys.(size.height)` is `toys.size.height`. */
export function plain(column: string): string {
  return column.replace(/[()]/g, '');
}

/** Returns true for several columns, such as `a~b`, which have the value of the first one that is not NULL. */
export function isGroup(column: string | readonly string[]): boolean {
  return typeof column !== 'string' || column.includes('~');
}

/** Returns true for a column of the row itself in a `select`: `name`, or `(size.height)`, which is embedded. */
export function isOwnSelected(column: string): boolean {
  return !column.includes('*') && (column.startsWith('(') || !column.includes('.'));
}

/** Reads the keys `filter.column` and the expression of `filter`, each into one part. */
function readFilterKeys(request: KeyedRequest): readonly PlainObject[] {
  const columns = columnsOf(request);
  checkAlternatives(request, columns);
  const expression = onceAs(request, 'filter', sentAs);
  const read =
    expression &&
    readExpression(request, expression.key, expression.value, (column, value) => {
      const token = tokenOf(request, { key: expression.key, value });
      const path = pathOfColumn(request, expression.key, column);
      if (token === undefined || path === undefined) return undefined;
      if (token.isAlternative || token.isAnd) return 'joins its conditions by OR and AND, not by $or and $and';
      return conditionsOf(request, request.place, [{ path, tokens: [token] }]);
    });
  const own = columns.length === 0 ? [] : [conditionsOf(request, request.place, columns)];
  return read === undefined ? own : [...own, read];
}

/**
 * Returns true for a key with conditions: nestjs-paginate reads whatever has `filter.` in it. A key in other letters or
 * with brackets is one as well, to be refused.
 */
function isFilter(key: string): boolean {
  return /^\W*filter(\W|$)/i.test(key) || /filter\./i.test(key);
}

/** Returns the values of each column that was sent, a column twice with all of them. */
function sentColumns(request: KeyedRequest): ReadonlyMap<string, readonly Sent[]> {
  const columns = new Map<string, Sent[]>();
  for (const sent of sentAs(request, 'filter.', (key) => isFilter(key) && key !== 'filter')) {
    const column = sent.key.replace('filter.', '').replace(/\[\d*\]$/, '');
    columns.set(column, [...(columns.get(column) ?? []), sent]);
  }
  return columns;
}

function columnsOf(request: KeyedRequest): readonly Column[] {
  return [...sentColumns(request)].flatMap(([column, sent]) => {
    const key = sent[0]?.key ?? '';
    if (!key.startsWith('filter.')) {
      request.refuse(key, { code: 'malformed_key' }, 'must be written as filter.name, where name is a column');
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
function refuseAnd(request: KeyedRequest, { path, tokens }: Column): void {
  const and = tokens.find(({ isAnd }) => isAnd);
  if (and === undefined || tokens.length === 1 || request.place.relation(path) === undefined) return;
  const text = 'has $and: below a relation, which versions of nestjs-paginate read differently; use filter= there';
  request.refuse(and.key, { code: 'malformed_key' }, text);
}

/** Refuses alternatives of columns of several rows, which versions of nestjs-paginate join differently. */
function checkAlternatives(request: KeyedRequest, columns: readonly Column[]): void {
  const all = columns.filter(isAlternative);
  const places = all.map(({ path }) =>
    JSON.stringify(path.slice(0, relationsOn(request.place, path).at(-1)?.reached ?? 0)),
  );
  const other = all.find((_, index) => places[index] !== places[0]);
  if (other === undefined) return;
  const text = 'begins with $or: beside a column of another row, which is not read here; use filter= with OR';
  request.refuse(other.tokens[0]?.key ?? '', { code: 'malformed_key' }, text);
}

/** Configuration of an application that comes from nestjs-paginate, as far as requests depend on it. */
export interface NestjsPaginateOptions extends OnRampOptions {
  /** Lets `limit=-1` ask for all rows, at most `max`; more are refused. By default `limit=-1` is refused. */
  readonly all?:
    | {
        /** The most rows of one answer. */
        readonly max: number;
      }
    | undefined;
  /** Searches for each word by itself, as `multiWordSearch` does there. By default the text is one phrase. */
  readonly multiWordSearch?: boolean | undefined;
  /** Writes links without the origin, as `relativePath` does there. */
  readonly relativePath?: boolean | undefined;
}

/** Checks the options, and throws a FilterConfigurationError with every mistake. */
export function checkNestjsPaginate(options: NestjsPaginateOptions): void {
  checkOptions('nestjsPaginate()', options, {
    all: (option) => checkAll('nestjsPaginate()', option.value),
    multiWordSearch: ofType,
    relativePath: ofType,
    ...sharedChecks,
  });
}

/** A search as `search` reads it, or as conditions where only some of its fields are to be searched. */
interface ReadSearch {
  readonly search?: string;
  readonly conditions: readonly PlainObject[];
}

const nothing: ReadSearch = { conditions: [] };

/** Reads `search` and `searchBy`. A text is one phrase, unless the application searches for words. */
function readSearch(request: KeyedRequest, { multiWordSearch = false }: NestjsPaginateOptions): ReadSearch {
  const fields = searchFields(request);
  const sent = onceAs(request, 'search');
  if (sent === undefined) return nothing;
  const { search } = request;
  if (search === undefined) {
    request.refuse(sent.key, { code: 'unknown_parameter', allowed: [] }, 'is not read here; this list has no search');
    return nothing;
  }
  const text = textOf(request, sent, multiWordSearch);
  if (text === undefined) return nothing;
  const isOfAll =
    fields.length === 0 || search.every((name) => fields.some(({ value }) => keyHere(request, plain(value)) === name));
  const isPhrase = !multiWordSearch && /\p{White_Space}/u.test(text);
  if (isOfAll) return { search: isPhrase ? `"${text}"` : text, conditions: [] };
  const needles = multiWordSearch ? text.split(' ').filter((word) => word !== '') : [text];
  return { conditions: needles.map((needle) => needleIn(request, fields, needle)) };
}

/** Returns the fields that `searchBy` names. One that the list does not search in is refused. */
function searchFields(request: KeyedRequest): readonly Sent[] {
  const { search: allowed = [] } = request;
  return filledAs(request, 'searchBy').filter(({ key, value }) => {
    if (allowed.includes(keyHere(request, plain(value)))) return true;
    const wayOut = allowed.length === 0 ? 'leave it out' : `use one of: ${allowed.join(', ')}`;
    request.refuse(key, { code: 'unknown_field', allowed }, `names a field that is not searched in; ${wayOut}`);
    return false;
  });
}

/**
 * Returns the text to search for. A quotation mark in it would be one of ours; a whole text may stand in them. White
 * space alone is no phrase.
 */
function textOf(request: KeyedRequest, { key, value }: Sent, areWords: boolean): string | undefined {
  const text = !areWords && /^"[^"]+"$/.test(value) ? value.slice(1, -1) : value;
  const isBlank = !areWords && /^\p{White_Space}*$/u.test(text);
  if (!isBlank && !text.includes('"')) return text;
  const found = isBlank ? 'has only white space' : 'has a quotation mark';
  return refused(request, key, 'invalid_value', `${found}, which cannot be searched for`);
}

function needleIn(request: KeyedRequest, fields: readonly Sent[], needle: string): PlainObject {
  return oneOf(
    fields.map(({ key, value }) => {
      const path = pathOfColumn(request, key, value) ?? [];
      return nest(path, objectOf([['$contains', new Leaf(key, needle)]])) as PlainObject;
    }),
  );
}

/** The parts of a request that its answer repeats. */
export interface Echo {
  readonly limit: number;
  readonly sortBy: readonly (readonly [column: string, direction: string])[];
  readonly search: string | undefined;
  /** The fields that were searched in; the names that were sent, for links. */
  readonly searchBy: readonly string[];
  readonly sentSearchBy: readonly string[];
  readonly select: readonly string[];
  /** The values of each column, one alone as a text. */
  readonly filter: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly expression: string | undefined;
}

/** Takes out of a request what its answer repeats. It refuses nothing: the readers of the parameters have. */
function echoOf(request: KeyedRequest, limit: number): Echo {
  const columns = [...sentColumns(request)].map(([column, sent]) => {
    const values = sent.map(({ value }) => value);
    return [column, values.length === 1 ? (values[0] ?? '') : values] as const;
  });
  const sentSearchBy = searchFields(request).map(({ value }) => value);
  return {
    limit,
    sortBy: filledAs(request, 'sortBy').map(({ value }) => pairOf(value)),
    search: onceAs(request, 'search')?.value || undefined,
    searchBy: sentSearchBy.length > 0 ? sentSearchBy : (request.search ?? []),
    sentSearchBy,
    select: [...new Set(filledAs(request, 'select').flatMap(({ value }) => value.split(',')))],
    filter: columns.length === 0 ? undefined : Object.fromEntries(columns),
    expression: onceAs(request, 'filter')?.value,
  };
}

function pairOf(value: string): readonly [string, string] {
  const colon = value.lastIndexOf(':');
  return [value.slice(0, colon), value.slice(colon + 1)];
}

/** The rows that `page` and `limit` ask for. */
interface ReadSlice {
  readonly pagination?: Readonly<Record<string, string>>;
  /** The most rows, where all of them are asked for. */
  readonly all?: number | undefined;
  /** The number of rows on a page, as the answer repeats it. */
  readonly limit: number;
}

/** Reads `page` and `limit`. A limit above the maximum is lowered to it, as nestjs-paginate does. */
function readSlice(request: KeyedRequest, { all }: NestjsPaginateOptions): ReadSlice {
  const { pageSize, maxPageSize } = request.limits;
  const [page, limit] = [onceAs(request, 'page'), onceAs(request, 'limit')];
  if (limit?.value === '-1') {
    if (all === undefined) {
      const text = 'requests all rows by -1, which this list does not answer; request pages';
      request.refuse(limit.key, { code: 'invalid_pagination' }, text);
    }
    const number = page && wholeNumber(request, page, 1);
    if (page !== undefined && number !== undefined && number > 1) {
      const text = 'is not read beside limit=-1, which requests all rows; leave it out';
      request.refuse(page.key, { code: 'invalid_pagination' }, text);
    }
    return { all: all?.max, limit: -1 };
  }
  const number = page && wholeNumber(request, page, 1);
  const size = limit && wholeNumber(request, limit, 1);
  const used = Math.min(size ?? pageSize, maxPageSize);
  if (number === undefined && size === undefined) return { limit: used };
  return {
    limit: used,
    pagination: {
      ...(number !== undefined && { page: String(number) }),
      ...(size !== undefined && { pageSize: String(used) }),
    },
  };
}

/** Reads `sortBy`, which is sent once for each key: `age:DESC`. */
function readSortBy(request: KeyedRequest): readonly string[] {
  return filledAs(request, 'sortBy').flatMap((sent) => {
    const [column = '', direction, ...more] = sent.value.split(':');
    if ((direction !== 'ASC' && direction !== 'DESC') || more.length > 0) {
      request.refuse(sent.key, { code: 'invalid_direction' }, 'must be a column with :ASC or :DESC, such as name:ASC');
      return [];
    }
    if (!/^[^,~]+$/.test(column)) {
      const text = 'must name one column in each sortBy; several, as by ~, are not read here';
      request.refuse(sent.key, { code: 'malformed_key' }, text);
      return [];
    }
    return `${keyHere(request, plain(column))}:${direction.toLowerCase()}`;
  });
}

/** Reads `select`: names that are separated by commas, of the row's own columns. */
function readSelect(request: KeyedRequest): readonly string[] {
  const sent = filledAs(request, 'select');
  const [first] = sent;
  if (first === undefined) return [];
  if (request.selects === undefined) return refuseSelect(request, first);
  const names = [...new Set(sent.flatMap(({ value }) => value.split(',').map((name) => keyHere(request, name))))];
  const named = names.filter((name) => name !== '*');
  const related = named.find((name) => request.place.relation(name.split('.')) !== undefined);
  // `*` is every column of the row, and so no choice. A name beside it that does not exist is refused by its reader.
  const { selects } = request;
  if (related === undefined) return named.length < names.length && named.every((name) => selects(name)) ? [] : named;
  const text = 'names columns of a relation; the handler decides which relations are answered';
  request.refuse(first.key, { code: 'malformed_key' }, text);
  return [];
}

/** The parameters of nestjs-paginate that do not begin with `filter`. */
const parameters = ['page', 'limit', 'sortBy', 'search', 'searchBy', 'select', 'cursor', 'withDeleted'].map(named);

/** Returns true for a parameter of nestjs-paginate, and for one that is evidently meant to be its `filter`. */
export function claims({ key }: { readonly key: string }): boolean {
  return isFilter(key) || parameters.some((isMine) => isMine(key));
}

/** The keys that parts of a request are known by where no key of its own is to blame. */
const usual = [
  ['/sort', 'sortBy'],
  ['/pagination/page', 'page'],
  ['/search', 'search'],
  ['/fields', 'select'],
  ['/deleted', 'withDeleted'],
] as const;

/** Reads a request of nestjs-paginate. */
export function readRequest(sent: RampRequest, options: NestjsPaginateOptions): RampReading {
  const request = withKeys(sent, options);
  const cursor = onceAs(request, 'cursor');
  if (cursor !== undefined) {
    const text = 'is not read here, because cursors are made of other values; request pages by number';
    request.refuse(cursor.key, { code: 'unknown_parameter', allowed: [] }, text);
  }
  const { search, conditions } = readSearch(request, options);
  const slice = readSlice(request, options);
  const [sort, fields] = [readSortBy(request), readSelect(request)];
  const parts = [...readFilterKeys(request), ...conditions];
  const finished = finish(apart(parts), Location.root('filters'));
  const tree: RequestTree = {
    ...(parts.length > 0 && { filters: finished.tree }),
    ...(sort.length > 0 && { sort }),
    ...(slice.pagination && { pagination: slice.pagination }),
    ...(search !== undefined && { search }),
    ...(fields.length > 0 && { fields }),
    ...readDeleted(request, { name: 'withDeleted', yes: 'true', no: 'false' }),
  };
  const echo: Echo = echoOf({ ...request, refuse: () => undefined }, slice.limit);
  // Where no key of its own is to blame, a part is named by the first key that asks for it.
  const filterKey = request.pairs.find(({ key }) => isFilter(key))?.key ?? 'filter';
  const pageKey = request.pairs.some(({ key }) => key === 'page') ? 'page' : 'limit';
  return {
    tree,
    nullOfRelated: 'absence',
    dates: options.dates,
    names: new Map([...usual, ['/filters', filterKey], ['/pagination', pageKey], ...finished.names]),
    all: slice.all,
    echo,
  };
}
