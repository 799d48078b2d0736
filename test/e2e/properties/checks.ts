import { toQueryString } from 'nestjs-filterable/client';
import fc from 'fast-check';
import { type Laboratory, Mismatch, builderFor, checkSmallest, keysOf, rowsFor, same } from './laboratory.js';
import { Evaluator, ordered } from './evaluator.js';
import { type EntityName, rootEntity } from './model.js';
import { replaceValues } from './printing.js';
import { type Request, type SortRequest, print } from './requests.js';
import type { Dataset, Row } from './blog.js';

/**
 * Checks the rows that a request finds and the statement that finds them; of a request that fails, the least part
 * fails.
 */
export function checkRequest(laboratory: Laboratory, request: Request): Promise<void> {
  return checkSmallest(request.filters, (filters) => check(laboratory, { ...request, filters }));
}

/** The values made by `replaceValues` that stand in a text, names aside. */
function valuesIn(text: string): readonly string[] {
  return text.replaceAll(/["`][^"`]*["`]/g, ' ').match(/zq|7340|2077|draft|published|archived/g) ?? [];
}

async function check(laboratory: Laboratory, request: Request): Promise<void> {
  const { root, filters, handler } = request;
  const text = print(request);
  const builder = builderFor(laboratory, root, handler);
  laboratory.service.apply(builder, laboratory.parse(root, text));
  const { result, executed } = await laboratory.during(() => builder.getMany());
  const expected = new Evaluator(laboratory.reading(handler)).matching(
    filters,
    rowsFor(laboratory.dataset, root, handler),
  );
  same(text, 'the rows', keysOf(result), expected.sort());

  const [statement] = builder.getQueryAndParameters();
  same(text, 'what was executed', executed, [statement]);
  const other = print({ ...request, filters: replaceValues(rootEntity(root), filters) });
  const alike = laboratory.service.apply(builderFor(laboratory, root, handler), laboratory.parse(root, other));
  const [sameShape] = alike.getQueryAndParameters();
  same(other, 'values in the statement', valuesIn(sameShape), []);
  same(other, 'the statement of the same shape', [sameShape], [statement]);
}

type Slice = Readonly<Record<string, string | number>>;

/** All rows in their order, every page, one after the other, how many rows there are, and what a query prints. */
export async function checkPages(laboratory: Laboratory, request: SortRequest): Promise<void> {
  // Without a slice nothing is appended to an order, so here the request itself ends with the key.
  const hasKey = request.sort.some((term) => /^id\b/.test(term));
  const keyed = hasKey ? request : { ...request, sort: [...request.sort, 'id'] };
  const builder = builderFor(laboratory, request.root, request.handler);
  const rows = await laboratory.service.apply(builder, laboratory.parse(request.root, textOf(keyed))).getMany();
  same(textOf(keyed), 'the order', rows.map(idOf), expectedOrder(laboratory, keyed));
  const text = textOf(request);
  const expected = expectedOrder(laboratory, request);
  const query = laboratory.parse(request.root, text);
  const again = laboratory.parse(request.root, query.toString());
  same(text, 'what toString() prints', [again.toString()], [query.toString()]);
  same(text, 'what toJSON() gives', [JSON.stringify(again)], [JSON.stringify(query)]);
  const count = await laboratory.service.count(builderFor(laboratory, request.root, request.handler), query);
  same(text, 'the count', [String(count)], [String(expected.length)]);
  same(text, 'the pages by number', await numbered(laboratory, request, expected.length), expected);
  const { sortWithoutCursor } = laboratory.service.describe(request.root).pagination;
  if (request.sort.some((term) => sortWithoutCursor.includes(term.replace(/:.*$/, '')))) return;
  same(text, 'the pages after one another', await linked(laboratory, request, 'after', expected.length), expected);
  same(text, 'the pages before one another', await linked(laboratory, request, 'before', expected.length), expected);
}

/** Half of the sorts are written as one text, half as a list. */
function textOf({ filters, sort }: SortRequest, pagination?: Slice): string {
  return toQueryString({
    ...(filters && { filters }),
    sort: sort.length % 2 === 0 ? sort.join() : [...sort],
    ...(pagination && { pagination }),
  });
}

/** The keys in the order that the evaluator gives them. */
function expectedOrder(laboratory: Laboratory, { root, filters, sort, handler }: SortRequest): string[] {
  const reading = laboratory.reading(handler);
  const evaluator = new Evaluator(reading);
  const rows = rowsFor(laboratory.dataset, root, handler);
  const found = rows.filter((row) => evaluator.conditions(filters ?? {}, row) === true);
  return ordered(found, sort, reading).map(({ key }) => key);
}

function readPage(laboratory: Laboratory, request: SortRequest, slice: Slice) {
  const text = textOf(request, { pageSize: request.pageSize, ...slice });
  return laboratory.service.page(
    builderFor(laboratory, request.root, request.handler),
    laboratory.parse(request.root, text),
  );
}

async function numbered(laboratory: Laboratory, request: SortRequest, total: number): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; (page - 1) * request.pageSize <= total; page += 1) {
    const { data } = await readPage(laboratory, request, { page });
    found.push(...data.map(idOf));
  }
  return found;
}

/** From the beginning by `after`, or from the end by `before`. */
async function linked(
  laboratory: Laboratory,
  request: SortRequest,
  way: 'after' | 'before',
  total: number,
): Promise<string[]> {
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, meta } = await readPage(laboratory, request, { [way]: cursor });
    pages.push(data.map(idOf));
    if (pages.length > total + 1) throw new Mismatch('pages without end', textOf(request), pages, total);
    if (meta.pagination.next === undefined) throw new Mismatch('a page without cursors', textOf(request), meta, way);
    cursor = way === 'after' ? meta.pagination.next : meta.pagination.previous;
  }
  return (way === 'after' ? pages : pages.reverse()).flat();
}

function idOf({ id }: Readonly<Record<string, unknown>>): string {
  return String(id);
}

/** A user of a model with scopes: the keys of the rows that are hidden from it. */
export type User = Readonly<Partial<Record<EntityName, readonly string[]>>>;

/**
 * As many hidden rows as decide the text of a statement, and more than any entity has: keys of rows, spread over the
 * first forty, and of no row.
 */
const hidden = fc
  .record({ size: fc.constantFrom(0, 1, 2, 5, 100), first: fc.nat(39) })
  .map(({ size, first }) =>
    Array.from({ length: size }, (_, at) => String(at < 8 ? 1 + ((first + 5 * at) % 40) : 1_000 + at)),
  );

/** The aggregates of the key of an entity with scopes, which tell which rows were added up. */
export const ofKeys = { id: ['count', 'sum', 'min', 'max'] } as const;

/** Users who see some rows of these entities. */
export function usersOf(...entities: readonly EntityName[]): fc.Arbitrary<User> {
  return fc.record(Object.fromEntries(entities.map((entity) => [entity, hidden])));
}

/** The scope of an entity, whose key is `id`. An empty list is refused, because it may be one that was forgotten. */
export function scopeOf(entity: EntityName): (user?: User) => object {
  return (user) => {
    const keys = user?.[entity] ?? [];
    return keys.length === 0 ? {} : { id: { $notIn: keys.map(Number) } };
  };
}

/** The rows that a user sees, related to those that the user sees. */
function seenBy<Data extends Dataset>(dataset: Data, user: User): Dataset {
  const copies = new Map<Row, Row & { related: Record<string, Row[]> }>();
  const isSeen = ({ entity, key }: Row) => user[entity]?.includes(key) !== true;
  const rows = Object.values<readonly Row[] | undefined>(dataset).flatMap((all) => all ?? []);
  for (const row of rows.filter(isSeen)) copies.set(row, { ...row, related: {} });
  for (const [row, copy] of copies) {
    for (const [name, others] of Object.entries(row.related)) {
      copy.related[name] = others.flatMap((other) => copies.get(other) ?? []);
    }
  }
  const copied = (all: readonly Row[] | undefined) => (all ?? []).flatMap((row) => copies.get(row) ?? []);
  return Object.fromEntries(Object.entries(dataset).map(([entity, all]) => [entity, copied(all)]));
}

/**
 * Checks the page, the total, the aggregates and the pages by cursor of each user, twice and in turns: the second time
 * what was kept of all of them is there to be taken for another's.
 */
export function checkForUsers(laboratory: Laboratory, request: Request, users: readonly User[]): Promise<void> {
  return checkSmallest(request.filters, async (filters) => {
    for (const user of [...users, ...users]) await checkUser(laboratory, { ...request, filters }, user);
    await walk(laboratory, { ...request, filters }, users);
  });
}

/** The keys of the rows that a request finds for a user, in their order. */
function expectedFor(laboratory: Laboratory, { root, filters, handler }: Request, user: User): string[] {
  const seen = rowsFor(seenBy(laboratory.dataset, user), root, handler);
  return new Evaluator(laboratory.reading(handler)).matching(filters, seen).sort();
}

async function checkUser(laboratory: Laboratory, request: Request, user: User): Promise<void> {
  const { root, handler } = request;
  const text = `${print(request)}&pagination[pageSize]=100`;
  const query = laboratory.parse(root, text, user);
  const page = await laboratory.service.page(builderFor(laboratory, root, handler), query);
  const count = await laboratory.service.count(builderFor(laboratory, root, handler), query);
  const expected = expectedFor(laboratory, request, user);
  const asked = `${text} for ${JSON.stringify(user)}`;
  same(asked, 'the rows of a user', keysOf(page.data), expected);
  same(asked, 'the total of a user', [String(count)], [String(expected.length)]);
  const aggregating = laboratory.parse(root, `${text}&aggregates[id]=count,sum,min,max`, user);
  const { meta } = await laboratory.service.page(builderFor(laboratory, root, handler), aggregating);
  const { count: rows, sum, min, max } = meta.aggregates?.['id'] ?? {};
  same(asked, 'the aggregates of a user', [rows, sum, min, max].map(String), aggregated(expected));
}

/** The number of keys, their sum, and their ends. */
function aggregated(keys: readonly string[]): string[] {
  const numbers = keys.map(Number);
  if (numbers.length === 0) return ['0', 'null', 'null', 'null'];
  const sum = numbers.reduce((all, each) => all + each, 0);
  return [numbers.length, sum, Math.min(...numbers), Math.max(...numbers)].map(String);
}

/** The keys that a user has seen, and the cursor of the next page. Null after the last one. */
interface Walk {
  readonly user: User;
  readonly keys: string[];
  after: string | null;
}

/** Walks through the pages of several users at a time, a page of each in turn, and each of them on. */
async function walk(laboratory: Laboratory, request: Request, users: readonly User[]): Promise<void> {
  const { root, handler } = request;
  const text = `${print(request)}&sort=id:desc&pagination[pageSize]=2&pagination[withCount]=false`;
  const walks = users.map((user): Walk => ({ user, keys: [], after: '' }));
  for (let turn = 0; turn < 4; turn += 1) {
    for (const each of walks.filter(({ after }) => after !== null)) {
      const query = laboratory.parse(
        root,
        `${text}&pagination[after]=${encodeURIComponent(each.after ?? '')}`,
        each.user,
      );
      const { data, meta } = await laboratory.service.page(builderFor(laboratory, root, handler), query);
      each.keys.push(...data.map(({ id }) => String(id)));
      each.after = meta.pagination.next ?? null;
    }
  }
  for (const { user, keys, after } of walks) {
    const expected = expectedFor(laboratory, request, user).sort((one, other) => Number(other) - Number(one));
    const reached = after === null ? expected : expected.slice(0, 8);
    same(`${text} for ${JSON.stringify(user)}`, 'the pages of a user by cursor', keys, reached);
  }
}
