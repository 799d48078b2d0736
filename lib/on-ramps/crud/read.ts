import type { RampPlace, RampReading, RampRequest } from '../../engine/index.js';
import { NumberText, type PlainObject, type SentPair, isPlainObject, readJson } from '../../wire/index.js';
import {
  type KeyedRequest,
  Leaf,
  type Part,
  type Sent,
  type OnRampOptions,
  allOf,
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
import { checkOptions, ofType } from '../../configuration/index.js';
import { Location } from '../../issues/index.js';

/** A test of one column. */
export interface Test {
  readonly type: 'test';
  readonly key: string;
  readonly path: readonly string[];
  readonly condition: Part;
  readonly isNull: boolean;
}

/** Conditions as @dataui/crud has them, all of them about one joined row. */
export type Node =
  | Test
  | { readonly type: 'all' | 'any'; readonly parts: readonly Node[] }
  | { readonly type: 'not'; readonly part: Node };

/** Makes conditions of nodes. What would be about another row than the joined one is refused. */
function conditionsOf(request: KeyedRequest, node: Node): PlainObject {
  new RowChecker(request).visit(flat(node));
  return made(request.place, flat(node));
}

/** Puts nested lists of conditions that must all hold into one. */
function flat(node: Node): Node {
  if (node.type === 'test') return node;
  if (node.type === 'not') return { type: 'not', part: flat(node.part) };
  const parts = node.parts.map(flat);
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  if (node.type === 'any') return { type: 'any', parts };
  return { type: 'all', parts: parts.flatMap((part) => (part.type === 'all' ? part.parts : [part])) };
}

function made(place: RampPlace, node: Node): PlainObject {
  if (node.type === 'test') return together(place, [node]);
  if (node.type === 'not') return objectOf([['$not', made(place, node.part)]]);
  if (node.type === 'any') return oneOf(node.parts.map((part) => made(place, part)));
  const groups = node.parts.filter((part) => part.type !== 'test');
  return allOf([together(place, node.parts.filter(isTest)), ...groups.map((part) => made(place, part))]);
}

function isTest(node: Node): node is Test {
  return node.type === 'test';
}

/** Makes one object of tests: those below one relation are about one related row. */
function together(place: RampPlace, tests: readonly Test[]): PlainObject {
  const related = new Map<string, Test[]>();
  const own: PlainObject[] = [];
  for (const test of tests) {
    const relation = place.relation(test.path);
    if (relation === undefined) own.push(nest(test.path, test.condition) as PlainObject);
    else {
      const root = JSON.stringify(test.path.slice(0, relation.names));
      related.set(root, [...(related.get(root) ?? []), test]);
    }
  }
  const groups = [...related.values()].map((group) => below(place, group));
  return allOf([...own, ...groups]);
}

function below(place: RampPlace, tests: readonly Test[]): PlainObject {
  const [first] = tests;
  const relation = place.relation(first?.path ?? []);
  if (first === undefined || relation === undefined) return allOf([]);
  const inner = tests.map((test) => ({ ...test, path: test.path.slice(relation.names) }));
  return nest(first.path.slice(0, relation.names), together(relation.place, inner)) as PlainObject;
}

/**
 * Refuses conditions on related rows that @dataui/crud decides for each joined row. These are a column of a to-many
 * relation in two places that must both hold, and a column of any relation under `$not` or as NULL.
 */
class RowChecker {
  constructor(private readonly request: KeyedRequest) {}

  /** Returns the to-many relations that a node is about, each with a key to blame. */
  visit(node: Node): ReadonlyMap<string, string> {
    if (node.type === 'test') return this.visitTest(node);
    if (node.type === 'not') return this.visitNot(node.part);
    const found = new Map<string, string>();
    const parts = node.type === 'any' ? node.parts : [...node.parts.filter((part) => !isTest(part))];
    if (node.type === 'all') {
      for (const test of node.parts.filter(isTest))
        for (const [root, key] of this.visitTest(test)) found.set(root, key);
    }
    for (const part of parts) {
      for (const [root, key] of this.visit(part)) {
        if (node.type === 'all' && found.has(root)) {
          this.refuse(key, 'has a to-many relation in two groups, where crud means one joined row');
        }
        found.set(root, key);
      }
    }
    return found;
  }

  private visitTest({ key, path, isNull }: Test): ReadonlyMap<string, string> {
    const { place } = this.request;
    if (isNull && place.relation(path) !== undefined) {
      this.refuse(key, 'compares a column of a relation with NULL, where crud also finds rows without a related row');
    }
    const many = relationsOn(place, path).find(({ toMany }) => toMany);
    return new Map(many && [[JSON.stringify(path.slice(0, many.reached)), key]]);
  }

  private visitNot(part: Node): ReadonlyMap<string, string> {
    for (const { key, path } of testsIn(part)) {
      if (this.request.place.relation(path) === undefined) continue;
      this.refuse(key, 'has $not above a column of a relation, where crud means each joined row');
    }
    return new Map();
  }

  private refuse(key: string, text: string): void {
    this.request.refuse(key, { code: 'malformed_key' }, `${text}; send it in brackets`);
  }
}

function testsIn(node: Node): readonly Test[] {
  if (node.type === 'test') return [node];
  return node.type === 'not' ? testsIn(node.part) : node.parts.flatMap(testsIn);
}

/** An operator of @dataui/crud, written with this library's operators. */
export interface OperatorRow {
  readonly here: string;
  /** The operator on PostgreSQL, whose LIKE tells capital letters from small ones. */
  readonly onPostgres?: string;
  readonly takes: 'value' | 'list' | 'nothing';
  /** How the members of a list are joined, where this library has no operator for the list. */
  readonly joins?: 'any' | 'all';
}

const value = (here: string, onPostgres = here): OperatorRow => ({ here, onPostgres, takes: 'value' });
const list = (here: string): OperatorRow => ({ here, takes: 'list' });

/** Every operator of @dataui/crud. Those up to `$intersectsArr` may be written without the `$`, too. */
export const operators: Readonly<Record<string, OperatorRow>> = {
  $eq: value('$eq'),
  $ne: value('$ne'),
  $gt: value('$gt'),
  $lt: value('$lt'),
  $gte: value('$gte'),
  $lte: value('$lte'),
  $starts: value('$startsWith', '$startsWithc'),
  $ends: value('$endsWith', '$endsWithc'),
  $cont: value('$contains', '$containsc'),
  $excl: value('$notContains', '$notContainsc'),
  $in: list('$in'),
  $notin: list('$notIn'),
  $isnull: { here: '$null', takes: 'nothing' },
  $notnull: { here: '$notNull', takes: 'nothing' },
  $between: list('$between'),
  $contArr: list('$hasEvery'),
  $intersectsArr: list('$hasSome'),
  $eqL: value('$eqi'),
  $neL: value('$nei'),
  $startsL: value('$startsWithi'),
  $endsL: value('$endsWithi'),
  $contL: value('$containsi'),
  $exclL: value('$notContainsi'),
  $inL: { here: '$eqi', takes: 'list', joins: 'any' },
  $notinL: { here: '$nei', takes: 'list', joins: 'all' },
};

/** Returns an operator by its name, with or without the `$`, or undefined for what is none. */
function operatorOf(name: string): OperatorRow | undefined {
  const full = name.startsWith('$') || name.endsWith('L') ? name : `$${name}`;
  return Object.hasOwn(operators, full) ? operators[full] : undefined;
}

/** A column, an operator and its value, as a request has them. */
export interface Asked {
  readonly key: string;
  readonly column: string;
  readonly operator: string;
  /** The value: a text, or the members of a list. Undefined where there is none. */
  readonly value: string | readonly string[] | undefined;
}

/** Makes the test that a request asks for. Returns undefined where it was refused. */
function testOf(request: KeyedRequest, { key, column, operator, value }: Asked): Node | undefined {
  const row = operatorOf(operator);
  const path = keyHere(request, column).split('.');
  if (path.includes(''))
    return refused(request, key, 'expected_value', 'needs the name of a column before its operator');
  if (row === undefined) {
    const allowed = Object.keys(operators);
    const text = `has no operator of this library; use one of: ${allowed.join(', ')}`;
    request.refuse(key, { code: 'unknown_operator', allowed }, text);
    return undefined;
  }
  const operand = operandOf(row, value);
  if (operand === undefined) return refused(request, key, 'expected_value', takes[row.takes]);
  const here = request.dialect === 'postgres' ? (row.onPostgres ?? row.here) : row.here;
  const isNull = row.here === '$null';
  const one = (each: string | readonly string[]): Node => {
    return { type: 'test', key, path, condition: objectOf([[here, new Leaf(key, each)]]), isNull };
  };
  if (row.joins === undefined || typeof operand === 'string') return one(operand);
  return { type: row.joins, parts: operand.map(one) };
}

const takes: Readonly<Record<OperatorRow['takes'], string>> = {
  value: 'needs one value behind its operator',
  list: 'needs a list behind its operator',
  nothing: 'has a value behind an operator that needs none',
};

/** Returns the operand in the form that an operator takes, or undefined for one of another form. */
function operandOf({ takes }: OperatorRow, value: Asked['value']): string | readonly string[] | undefined {
  if (takes === 'nothing') return value === undefined || value === '' || value === 'true' ? 'true' : undefined;
  if (takes === 'value') return typeof value === 'string' ? value : undefined;
  return typeof value === 'string' ? value.split(',') : value;
}

/** Reads `s`, a JSON object of columns, `$and`, `$or` and `$not`. Returns undefined where it was refused. */
function readSearchJson(request: KeyedRequest, { key, value }: Sent): Node | undefined {
  // Each level of conditions is an object in a list in an object.
  const reading = readJson(value, 4 * request.limits.logicalDepth + 4);
  if (reading.outcome === 'read' && isPlainObject(reading.node))
    return new SearchReader(request, key).group(reading.node);
  const text = reading.outcome === 'too_deep' ? 'is nested too deep' : 'must be the JSON text of an object';
  request.refuse(key, { code: 'expected_object' }, text);
  return undefined;
}

type Group = Readonly<Record<string, unknown>>;

class SearchReader {
  constructor(
    private readonly request: KeyedRequest,
    private readonly key: string,
  ) {}

  /** @param isAlternative true for a member of `$or` */
  group(group: Group, isAlternative = false): Node | undefined {
    const names = Object.keys(group);
    const word = (['$and', '$not'] as const).find((each) => names.includes(each));
    if (word !== undefined && names.length > 1)
      return this.refuse(`has keys beside ${word}, which crud ignores; leave them out`);
    if (word === '$not') {
      const part = this.list(group.$not, 'all');
      return part && { type: 'not', part };
    }
    if (word === '$and') return this.list(group.$and, 'all');
    const parts = names.map((name) => this.member(name, group[name], isAlternative && names.length === 1));
    return nodesTogether(parts, 'all');
  }

  private list(members: unknown, type: 'all' | 'any'): Node | undefined {
    if (!Array.isArray(members) || members.length === 0) return this.refuse('needs a list in $and, $or and $not');
    const groups: readonly unknown[] = members;
    return nodesTogether(
      groups.map((each) =>
        isPlainObject(each) ? this.group(each, type === 'any') : this.refuse('has a group that is not an object'),
      ),
      type,
    );
  }

  private member(name: string, value: unknown, isAlternative: boolean): Node | undefined {
    if (name === '$or') return this.list(value, 'any');
    if (isPlainObject(value)) return this.column(name, value, isAlternative);
    return value === null ? this.test(name, '$isnull', undefined) : this.test(name, '$eq', value);
  }

  private column(name: string, object: Group, isAlternative: boolean): Node | undefined {
    const operators = Object.keys(object);
    if (operators.length === 0) return this.refuse('has a column without a condition; use $isnull, or leave it out');
    if (isAlternative && operators.length > 1) {
      return this.refuse(
        'has several operators of one column in $or, which crud reads as alternatives; write one in each member',
      );
    }
    const parts = operators.map((operator) => {
      const value = object[operator];
      if (operator !== '$or') return this.test(name, operator, value);
      if (!isPlainObject(value)) return this.refuse('needs an object of operators in $or of a column');
      return nodesTogether(
        Object.keys(value).map((each) => this.test(name, each, value[each])),
        'any',
      );
    });
    return nodesTogether(parts, 'all');
  }

  private test(column: string, operator: string, value: unknown): Node | undefined {
    const { key } = this;
    // There, null finds NULL whatever the operator: under any but this one, the operator says something else.
    if (value === null && operator === '$isnull') return this.test(column, operator, undefined);
    if (value === null) return this.refuse('compares with null; use $isnull or $notnull');
    const operand = Array.isArray(value) ? value.map(textOf) : value === undefined ? undefined : textOf(value);
    const texts = [operand].flat();
    if (value !== undefined && texts.includes(undefined)) return this.refuse('has an object where a value belongs');
    return testOf(this.request, { key, column, operator, value: operand as string | string[] | undefined });
  }

  private refuse(text: string): undefined {
    return refused(this.request, this.key, 'malformed_key', text);
  }
}

/** Joins nodes. Returns undefined where one was refused. An object without keys asks for nothing. */
function nodesTogether(parts: readonly (Node | undefined)[], type: 'all' | 'any'): Node | undefined {
  const read = parts.filter((part) => part !== undefined);
  return read.length < parts.length ? undefined : { type, parts: read };
}

/** Returns a value as text, or undefined for what is no value. */
function textOf(value: unknown): string | undefined {
  if (value instanceof NumberText) return value.digits;
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
}

/**
 * Reads `filter`, `or` and `s`. All of `filter` must hold, or else all of `or`; of `or` alone, one.
 *
 * @returns undefined where nothing is asked
 */
function readFilters(request: KeyedRequest): Node | undefined {
  const [filter, or] = [conditions(request, 'filter'), conditions(request, 'or')];
  const search = onceAs(request, 's', sentAs);
  if (search !== undefined) {
    for (const name of ['filter', 'or']) refuseBeside(request, name, search);
    return readSearchJson(request, search);
  }
  if (or.length === 0) return filter.length === 0 ? undefined : { type: 'all', parts: filter };
  if (filter.length === 0) return { type: 'any', parts: or };
  const both = [filter, or].map((parts) => ({ type: 'all', parts }) as const);
  return { type: 'any', parts: both };
}

/** Refuses conditions that would be ignored there. */
function refuseBeside(request: KeyedRequest, name: string, search: Sent): void {
  const [sent] = sentAs(request, name);
  if (sent === undefined) return;
  request.refuse(sent.key, { code: 'malformed_key' }, `is not read beside ${search.key}; send one of them`);
}

/** Reads conditions of the form `column||$operator||value`. */
function conditions(request: KeyedRequest, name: string): readonly Node[] {
  return sentAs(request, name).flatMap(({ key, value }) => {
    const [column = '', operator = '', operand, ...more] = value.split('||');
    if (more.length === 0) return testOf(request, { key, column, operator, value: operand || undefined }) ?? [];
    request.refuse(key, { code: 'malformed_key' }, 'has || in its value, which ends there; send it in s');
    return [];
  });
}

/** Options of an application that comes from @dataui/crud, as far as requests depend on them. */
export interface CrudOptions extends OnRampOptions {
  /** Answers `{ data, count, total, page, pageCount }` to every request, as `alwaysPaginate` does there. */
  readonly alwaysPaginate?: boolean | undefined;
  /** Answers all rows, at most `max`, to a request without a limit and a page; more are refused. By default, a page. */
  readonly all?:
    | {
        /** The most rows of one answer. */
        readonly max: number;
      }
    | undefined;
  /** The relations that the handlers load with every row: `join` with one of them is accepted, and changes nothing. */
  readonly joined?: readonly string[] | undefined;
}

/** Checks the options, and throws a FilterConfigurationError with every mistake. */
export function checkCrud(options: CrudOptions): void {
  checkOptions('crud()', options, {
    alwaysPaginate: ofType,
    all: ({ value }) => checkAll('crud()', value),
    joined: ofType,
    ...sharedChecks,
  });
}

/** The rows that a request asks for. */
interface ReadSlice {
  readonly pagination?: Readonly<Record<string, string>>;
  /** The most rows, where all of them are asked for. */
  readonly all?: number | undefined;
  /** True where the answer tells of its page. */
  readonly isPaged: boolean;
  readonly names: readonly (readonly [pointer: string, key: string])[];
}

/**
 * Reads `limit` (or `per_page`), `page` and `offset`. A limit above the maximum is lowered to it. The data providers of
 * Refine and react-admin send the offset of the page beside it.
 */
function readSlice(request: KeyedRequest, { all, alwaysPaginate = false }: CrudOptions): ReadSlice {
  const limit = limitOf(request);
  const [page, offset] = [onceAs(request, 'page'), onceAs(request, 'offset')];
  const isPaged = alwaysPaginate || page !== undefined || offset !== undefined;
  if (limit === undefined && page === undefined && offset === undefined) return { all: all?.max, isPaged, names: [] };
  if (limit === undefined && all !== undefined) {
    refuseWithout(request, page, 1);
    refuseWithout(request, offset, 0);
    return { all: all.max, isPaged: alwaysPaginate, names: [] };
  }
  const size = (limit && wholeNumber(request, limit, 1)) ?? request.limits.pageSize;
  const used = String(Math.min(size, request.limits.maxPageSize));
  const names = [
    ['/pagination', (page ?? offset ?? limit)?.key ?? 'limit'],
    ['/pagination/page', 'page'],
    ['/pagination/start', 'offset'],
  ] as const;
  const start = offset && wholeNumber(request, offset, 0);
  if (page === undefined && offset !== undefined) {
    return { isPaged, names, pagination: { start: String(start ?? 0), limit: used } };
  }
  const number = page && wholeNumber(request, page, 1);
  if (offset !== undefined && start !== undefined && number !== undefined && start !== (number - 1) * size) {
    const text = 'contradicts page, beside which crud ignores it; send one of them';
    request.refuse(offset.key, { code: 'invalid_pagination' }, text);
  }
  return { isPaged, names, pagination: { page: String(number ?? 1), pageSize: used } };
}

/**
 * Refuses a later page and an offset without a limit in a list that then answers all rows: @dataui/crud ignores the
 * page, and answers all rows behind the offset.
 */
function refuseWithout(request: KeyedRequest, sent: Sent | undefined, first: 0 | 1): void {
  const number = sent && wholeNumber(request, sent, first);
  if (sent === undefined || number === undefined || number === first) return;
  request.refuse(
    sent.key,
    { code: 'invalid_pagination' },
    'needs a limit beside it, without which all rows are answered',
  );
}

function limitOf(request: KeyedRequest): Sent | undefined {
  const [limit, perPage] = [onceAs(request, 'limit'), onceAs(request, 'per_page')];
  if (limit !== undefined && perPage !== undefined) {
    request.refuse(perPage.key, { code: 'duplicate_key' }, 'means the same as limit; send one of them');
  }
  return limit ?? perPage;
}

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
export function readRequest(sent: RampRequest, options: CrudOptions): RampReading {
  const request = withKeys(sent, options);
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
  const names = new Map([...usual, ...slice.names, ...(finished?.names ?? [])]);
  // Conditions of NULL on related rows are refused above: once is enough.
  return { tree, names, all: slice.all, nullOfRelated: 'absence', dates: options.dates, echo };
}

/** Returns the first key of some parameters that was sent, to be named where none of them alone is to blame. */
function keyOf({ pairs }: KeyedRequest, [first, ...more]: readonly [string, ...string[]]): string {
  const sent = [first, ...more].map(named);
  return pairs.find(({ key }) => sent.some((isMine) => isMine(key)))?.key ?? first;
}

/** Reads `sort`, which is sent once for each key: `name,ASC`. */
function readSort(request: KeyedRequest): readonly string[] {
  return filledAs(request, 'sort').flatMap(({ key, value }) => {
    const [column = '', order = '', ...more] = value.split(',');
    if (column !== '' && !column.includes(':') && more.length === 0 && (order === 'ASC' || order === 'DESC')) {
      return `${keyHere(request, column)}:${order.toLowerCase()}`;
    }
    request.refuse(key, { code: 'invalid_direction' }, 'must be a column with ,ASC or ,DESC, such as name,ASC');
    return [];
  });
}

/** Reads `fields` and `select`, names of the row's own columns that are separated by commas. */
function readFields(request: KeyedRequest): readonly string[] {
  const sent = [...filledAs(request, 'fields'), ...filledAs(request, 'select')];
  const [first] = sent;
  if (first === undefined || request.selects !== undefined)
    return [...new Set(sent.flatMap(({ value }) => value.split(',').map((name) => keyHere(request, name))))];
  return refuseSelect(request, first);
}

/**
 * Reads `join`: a relation that the handlers load is there already, and a to-one relation is populated where the list
 * reads that. Of a to-many relation not all rows might be answered, which this answer has no place to tell.
 */
function readJoin(request: KeyedRequest, { joined = [] }: CrudOptions): readonly string[] {
  return filledAs(request, 'join').flatMap(({ key, value }) => {
    if (joined.includes(value)) return [];
    const path = value.split('.');
    const relations = request.populated === undefined ? [] : relationsOn(request.populated, path);
    if (relations.at(-1)?.reached === path.length && relations.every(({ toMany }) => !toMany)) return value;
    const text =
      'is not read here; name relations that handlers load in `joined`, or declare to-one relations in `populate`';
    request.refuse(key, { code: 'unknown_parameter', allowed: joined }, text);
    return [];
  });
}

function refuseUnread(request: KeyedRequest): void {
  for (const { key } of request.pairs.filter(isNearCondition)) {
    const name = /filter|or|s/i.exec(key)?.[0].toLowerCase() ?? 'filter';
    const form = name === 's' ? 's={"column":{"$operator":value}}' : `${name}=column||$operator||value`;
    request.refuse(key, { code: 'malformed_key' }, `is not read; send ${form}`);
  }
}
