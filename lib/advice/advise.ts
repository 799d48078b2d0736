import type { DataSource } from 'typeorm';
import { createHash } from 'node:crypto';
import type { Ask, CatalogueIndex, CatalogueRow, IndexDialect, IndexKey } from '../dialects/index.js';
import {
  type DeclaredUses,
  type NoIndex,
  type RequestWants,
  type Use,
  type Want,
  type WantedKey,
  type Wants,
  nothing,
  ranks,
  together,
  wantOfOrder,
  wantsOf,
  wantsOfRequest,
} from './wants.js';
import { FilterConfigurationError } from '../configuration/index.js';
import type { FilterSchema, Table } from '../schema/index.js';
import type { IndexAdvice, MissingIndex, StatementPurpose } from '../contract/index.js';
import type { QueryPlan } from '../ast/index.js';

/** The indexes of a table, by which wants are judged. */
export interface KnownIndexes {
  readonly indexes: readonly CatalogueIndex[];
  /** The database's own words for each wanted expression. */
  readonly expressions: ReadonlyMap<string, string>;
  /** Escapes the name of a column. */
  readonly escape: (name: string) => string;
}

/** Operator classes that serve a wanted one. The empty text is the usual class of a type. */
const serving: Readonly<Record<string, readonly string[]>> = {
  jsonb_path_ops: ['jsonb_path_ops', ''],
  gin_trgm_ops: ['gin_trgm_ops', 'gist_trgm_ops'],
};

/** True where an index of the database serves a want. */
function isServedBy(want: Want, known: KnownIndexes): boolean {
  return known.indexes.some((index) => serves(index, want, known));
}

/**
 * True where an index serves a want behind columns that a request compares with one value each: the rows behind them
 * are in the order of the next keys.
 *
 * @param least the fewest of these columns that must come before
 */
function isServedBehind(want: Want, equal: readonly WantedKey[], known: KnownIndexes, least = 0): boolean {
  const isEqual = (key: IndexKey): boolean => equal.some((column) => isSameKey(key, column, known));
  return known.indexes.some((index) => {
    const end = index.keys.findIndex((key) => !isEqual(key));
    const most = index.method === 'btree' ? (end < 0 ? index.keys.length : end) : 0;
    for (let skipped = least; skipped <= most; skipped += 1) {
      if (serves({ ...index, keys: index.keys.slice(skipped) }, want, known)) return true;
    }
    return false;
  });
}

function serves(index: CatalogueIndex, want: Want, known: KnownIndexes): boolean {
  const { keys, inAnyOrder } = want;
  if (!index.isComplete || !isOfMethod(index, want) || index.keys.length < keys.length) return false;
  const first = index.keys.slice(0, inAnyOrder);
  const isFirst = keys.slice(0, inAnyOrder).every((key) => first.some((candidate) => isSameKey(candidate, key, known)));
  if (!isFirst) return false;
  const rest = keys.slice(inAnyOrder);
  const own = index.keys.slice(inAnyOrder, keys.length);
  if (!rest.every((key, place) => isKeyAt(own, place, key, known))) return false;
  // An index is read in either direction, as a whole.
  const turned = new Set(rest.map(({ isDescending = false }, place) => isDescending !== own[place]?.isDescending));
  return turned.size < 2;
}

function isOfMethod({ method }: CatalogueIndex, want: Want): boolean {
  if (want.method === 'btree') return method === 'btree';
  return method === 'gin' || (method === 'gist' && want.keys[0]?.operatorClass === 'gin_trgm_ops');
}

function isKeyAt(keys: readonly IndexKey[], place: number, wanted: WantedKey, known: KnownIndexes): boolean {
  const key = keys[place];
  return key !== undefined && isSameKey(key, wanted, known);
}

function isSameKey(key: IndexKey, wanted: WantedKey, { escape, expressions }: KnownIndexes): boolean {
  const { operatorClass, collation = 'BINARY', written } = wanted;
  const classes = operatorClass === undefined ? [''] : (serving[operatorClass] ?? [operatorClass]);
  if (!classes.includes(key.operatorClass ?? '')) return false;
  if (wanted.isExpression) return key.expression !== undefined && key.expression === expressions.get(wanted.sql);
  if (key.collation !== undefined && key.collation.toUpperCase() !== collation.toUpperCase()) return false;
  if (key.isPrefix && written === undefined) return false;
  return key.column !== undefined && escape(key.column) === wanted.sql;
}

/** Runs work that reads the catalogue, on one connection of its own, to the server that reads go to. */
async function asking<Result>(source: DataSource, work: (ask: Ask) => Promise<Result>): Promise<Result> {
  const runner = source.createQueryRunner(source.defaultReplicationModeForReads());
  try {
    return await work(askOn(runner));
  } finally {
    await runner.release();
  }
}

/** Returns a function that asks the catalogue over a connection. */
export function askOn(runner: { query(sql: string, parameters?: unknown[]): Promise<unknown> }): Ask {
  return async (sql, parameters = []) => {
    const rows: unknown = await runner.query(sql, [...parameters]);
    return Array.isArray(rows) ? (rows as readonly CatalogueRow[]) : [];
  };
}

/** A database whose catalogue is read. */
interface Asked {
  readonly ask: Ask;
  readonly source: DataSource;
  readonly dialect: IndexDialect;
}

/**
 * Reads the indexes of a table, and the wanted expressions in the words of the database.
 *
 * @throws FilterConfigurationError where there is no such table, and where its catalogue may not be read
 */
async function indexesOfTable(
  { path, sql, metadata }: Table,
  wants: readonly Want[],
  { ask, source, dialect }: Asked,
): Promise<KnownIndexes> {
  const expressions = wants.flatMap(({ keys }) => keys.flatMap((key) => (key.isExpression ? key.sql : [])));
  const parts = path.split('.');
  const table = { sql, name: parts.at(-1) ?? path, schema: parts.length > 1 ? parts[0] : undefined };
  const found = await dialect.indexesOf(table, [...new Set(expressions)], ask).catch((cause: unknown) => {
    throw new FilterConfigurationError(
      `The indexes of ${path} (${metadata.name}) cannot be read: ${messageOf(cause)}; grant this user SELECT on the table and its catalogue`,
      { cause },
    );
  });
  if (found === undefined) {
    throw new FilterConfigurationError(
      `The indexes of ${path} (${metadata.name}) cannot be read: there is no such table, or this user may not see it; run the migrations, or grant SELECT on it`,
    );
  }
  return { ...found, escape: (name) => source.driver.escape(name) };
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'the database refuses it';
}

/** Greatest length of a name on every engine. */
const longest = 55;

/** Facts beside a want that decide its statements. */
interface Surroundings {
  readonly dialect: Pick<IndexDialect, 'method'>;
  readonly escape: (name: string) => string;
  /** Names of indexes that there are. The name of each new one is added. */
  readonly taken: Set<string>;
  /** Schema of each extension that is there, escaped. */
  readonly extensions: ReadonlyMap<string, string>;
}

/** Returns the statements that make a wanted index. */
function statementsOf(want: Want, { dialect, escape, taken, extensions }: Surroundings): readonly string[] {
  const { table, keys, method } = want;
  const missing = keys.flatMap(({ extension }) =>
    extension === undefined || extensions.has(extension) ? [] : extension,
  );
  // The direction of a key matters only beside others.
  const isMixed = new Set(keys.slice(want.inAnyOrder).map(({ isDescending = false }) => isDescending)).size > 1;
  const written = keys.map(
    (key) => `${classed(key, extensions)}${isMixed && key.isDescending === true ? ' DESC' : ''}`,
  );
  const name = nameOf(want, taken);
  taken.add(name);
  return [
    ...missing.map((extension) => `CREATE EXTENSION IF NOT EXISTS ${extension}`),
    `CREATE INDEX ${escape(name)} ON ${table.sql} ${dialect.method(method)}(${written.join(', ')})`,
  ];
}

function classed(
  { sql, isExpression, operatorClass, extension, written }: WantedKey,
  schemas: Surroundings['extensions'],
): string {
  const schema = extension === undefined ? undefined : schemas.get(extension);
  const key = isExpression && !sql.startsWith('(') ? `(${sql})` : (written ?? sql);
  const name = schema === undefined ? operatorClass : `${schema}.${operatorClass}`;
  return name === undefined ? key : `${key} ${name}`;
}

/** Makes a name that tells the table and the keys, and that no index has. */
function nameOf({ table, keys, uses, method }: Want, taken: ReadonlySet<string>): string {
  const digest = createHash('sha256')
    .update(keys.map(({ sql }) => sql).join())
    .digest('hex')
    .slice(0, 8);
  const path = uses[0]?.path ?? '';
  const words = keys.map(({ sql, isExpression }) => wordsOf(isExpression ? path : sql));
  const plain = [table.path.split('.').at(-1) ?? '', ...words].join('_');
  const isWhole = plain.length <= longest && keys.every(({ isExpression }) => !isExpression);
  const name = isWhole ? `${plain}_${method === 'gin' ? 'gin' : 'idx'}` : `${plain.slice(0, longest - 9)}_${digest}`;
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name.slice(0, longest - 3)}${number}`;
  return free;
}

function wordsOf(text: string): string {
  return (text.match(/\w+/g) ?? []).join('_');
}

/** Joins wants that one index serves, because their keys are equal or begin the keys of another. */
function merged(wants: readonly Want[]): readonly Want[] {
  const kept: Want[] = [];
  for (const want of [...wants].sort((one, other) => other.keys.length - one.keys.length)) {
    const place = kept.findIndex((other) => beginsWith(other, want));
    const other = kept[place];
    if (other === undefined) kept.push(want);
    else {
      const rank = Math.min(other.rank, want.rank);
      kept[place] = {
        ...other,
        uses: [...other.uses, ...want.uses],
        rank,
        note: rank === other.rank ? other.note : want.note,
      };
    }
  }
  return kept;
}

function beginsWith(other: Want, want: Want): boolean {
  if (other.table.path !== want.table.path || other.method !== want.method) return false;
  if (!hasDirectionsOf(other, want)) return false;
  const names = other.keys.slice(0, want.keys.length).map(textOf);
  if (other.inAnyOrder >= want.keys.length && want.inAnyOrder === want.keys.length) {
    const among = other.keys.slice(0, other.inAnyOrder).map(textOf);
    if (want.keys.length === other.inAnyOrder) return want.keys.every((key) => among.includes(textOf(key)));
  }
  return want.keys.every((key, place) => names[place] === textOf(key));
}

/** True where an index on the keys of one, read in either direction, has the order of the other. */
function hasDirectionsOf(other: Want, want: Want): boolean {
  const ordered = want.keys.slice(want.inAnyOrder);
  const turned = ordered.map(({ isDescending = false }, place) => {
    const key = other.keys[want.inAnyOrder + place];
    return isDescending !== (key?.isDescending ?? false);
  });
  return new Set(turned).size < 2;
}

function textOf({ sql, operatorClass }: WantedKey): string {
  return `${sql} ${operatorClass ?? ''}`;
}

/** Surroundings of the statements that make indexes. */
export interface Making {
  readonly ask: Ask;
  readonly source: DataSource;
  /** Names of indexes, which some engines share between tables. */
  readonly taken: Set<string>;
  /** An entity of the data source, for its dialect. */
  readonly schema: FilterSchema;
}

/** A missing index, with the want that ranks it. */
export interface RankedIndex {
  readonly want: Want;
  readonly index: MissingIndex;
}

/** Returns the indexes of one table that wants are missing, as few as serve all of them. */
async function missingIn(
  wants: readonly Want[],
  { ask, source, taken, schema }: Making,
): Promise<readonly RankedIndex[]> {
  const dialect = schema.dialect.indexes;
  const escape = (name: string): string => source.driver.escape(name);
  const missing: RankedIndex[] = [];
  for (const want of merged(wants)) {
    const extensions = new Map<string, string>();
    for (const { extension } of want.keys) {
      const found = extension === undefined ? undefined : await dialect.schemaOf?.(extension, ask);
      if (extension !== undefined && found !== undefined) extensions.set(extension, escape(found));
    }
    const ddl = statementsOf(want, { dialect, escape, taken, extensions });
    missing.push({ want, index: missingOf(want, ddl) });
  }
  return missing;
}

function missingOf({ entity, table, uses, note: about }: Want, ddl: readonly string[]): MissingIndex {
  const serves = [...new Set(uses.map(useText))];
  return { entity, table: table.path, serves, ddl, ...(about !== undefined && { note: about }) };
}

/** Names a use as answers do: `filter author.name`. */
function useText({ name, path }: Use): string {
  return `${name} ${path}`;
}

/** Compares missing indexes: the one that saves most comes first. */
function byRank({ want: one }: RankedIndex, { want: other }: RankedIndex): number {
  return one.rank - other.rank || other.uses.length - one.uses.length;
}

/** An entity to advise on. */
export interface AdvisedEntity {
  readonly schema: FilterSchema;
  readonly uses: DeclaredUses;
}

const note =
  'Each index takes room and slows every write of its table: make those that your lists are asked for, and drop those that nothing uses.';

/** Returns the indexes that the entities of a data source want and its database lacks. */
export async function adviseOn(source: DataSource, entities: readonly AdvisedEntity[]): Promise<IndexAdvice> {
  const all = entities.map(({ schema, uses }) => wantsOf(schema, uses));
  const wants = all.flatMap(({ wants: own }) => own);
  return asking(source, async (ask) => {
    const byTable = new Map<string, Want[]>();
    for (const { schema } of entities) byTable.set(schema.table.path, byTable.get(schema.table.path) ?? []);
    for (const want of wants) byTable.set(want.table.path, [...(byTable.get(want.table.path) ?? []), want]);
    const tables = new Map<string, Table>(
      [...entities.map(({ schema }) => schema), ...wants].map(({ table }) => [table.path, table]),
    );
    const [first] = entities;
    const missing: RankedIndex[] = [];
    const taken = new Set<string>();
    for (const [path, own] of byTable) {
      const table = tables.get(path);
      if (first !== undefined && table !== undefined)
        missing.push(...(await adviseOnTable(table, own, { ask, source, taken, schema: first.schema })));
    }
    return {
      missing: missing.sort(byRank).map(({ index }) => index),
      unindexable: all.flatMap(({ none }) => none).map(told),
      note,
    };
  });
}

async function adviseOnTable(table: Table, wants: readonly Want[], making: Making): Promise<readonly RankedIndex[]> {
  const { ask, source, schema, taken } = making;
  const known = await indexesOfTable(table, wants, { ask, source, dialect: schema.dialect.indexes });
  for (const { name } of known.indexes) taken.add(name);
  const unserved = wants.filter((each) => !isServedBy(each, known));
  return missingIn(unserved, making);
}

function told({ entity, use, reason }: NoIndex) {
  return { entity, use: useText(use), reason };
}

/** What the indexes of a database do for one request. */
export interface RequestAdvice {
  /** Returns the paths that no index serves in a statement of the page. */
  readonly unservedIn: (purpose: StatementPurpose, of: string | undefined) => readonly string[];
  /** Indexes that would serve the request, the one that saves most first. */
  readonly missing: readonly MissingIndex[];
}

/** Reads the indexes of all tables that a request is about, and judges its conditions and orders by them. */
export async function adviseOnRequest(
  plan: QueryPlan,
  { ask, source }: { readonly ask: Ask; readonly source: DataSource },
): Promise<RequestAdvice> {
  const request = wantsOfRequest(plan);
  const { conditions, sort, populate } = request;
  const all = together([conditions, sort, ...populate.values()]).wants;
  const tables = new Map(
    [plan.list.schema.table, ...all.map(({ table }) => table)].map((table) => [table.path, table]),
  );
  const unserved = new Set<Want>();
  const missing: RankedIndex[] = [];
  const taken = new Set<string>();
  for (const table of tables.values()) {
    const own = all.filter((want) => want.table.path === table.path);
    if (own.length === 0) continue;
    const known = await indexesOfTable(table, own, { ask, source, dialect: plan.list.schema.dialect.indexes });
    for (const { name } of known.indexes) taken.add(name);
    const lacking = own.filter((want) => !isServed(want, { plan, request, known }));
    for (const want of lacking) unserved.add(want);
    const wanted = table.path === plan.list.schema.table.path ? withOrder(lacking, { plan, request, known }) : lacking;
    missing.push(...(await missingIn(wanted, { ask, source, taken, schema: plan.list.schema })));
  }
  return { unservedIn: unservedBy(request, unserved), missing: missing.sort(byRank).map(({ index }) => index) };
}

/** A request beside the indexes of one table. */
interface Judged {
  readonly plan: QueryPlan;
  readonly request: RequestWants;
  readonly known: KnownIndexes;
}

function isServed(want: Want, { plan, request, known }: Judged): boolean {
  return isOfList(want.table, plan) && want.method === 'btree'
    ? isServedBehind(want, keysOf(request), known)
    : isServedBy(want, known);
}

function isOfList({ path }: Table, { list: { schema } }: QueryPlan): boolean {
  return path === schema.table.path;
}

function keysOf({ equal }: RequestWants) {
  return equal.map(({ key }) => key);
}

/**
 * Replaces the wants of columns that are compared with one value each by one for all of them and the order behind them,
 * unless an index begins so.
 */
function withOrder(lacking: readonly Want[], { plan, request, known }: Judged): readonly Want[] {
  const want = wantOfRequest(plan, request);
  if (want === undefined) return lacking;
  const isAbsorbed = ({ method, keys }: Want): boolean =>
    method === 'btree' &&
    keys.every(({ sql, isExpression }) => !isExpression && want.keys.some((key) => key.sql === sql));
  const absorbed = lacking.filter(isAbsorbed);
  const ordered = { ...want, keys: want.keys.slice(want.inAnyOrder), inAnyOrder: 0 };
  const isNeeded = ordered.keys.length > 0 ? !isServedBehind(ordered, keysOf(request), known, 1) : absorbed.length > 0;
  if (!isNeeded) return lacking;
  const uses = [...absorbed.flatMap((each) => each.uses), ...want.uses];
  const rank = Math.min(want.rank, ...absorbed.map((each) => each.rank));
  return [...lacking.filter((each) => !isAbsorbed(each)), { ...want, uses, rank }];
}

/** The one index for all of a request's equalities and its order. Undefined where it would have a single column. */
function wantOfRequest({ list: { schema } }: QueryPlan, { equal, order }: RequestWants): Want | undefined {
  if (equal.length === 0) return undefined;
  const want = wantOfOrder(schema, equal, order);
  if (want !== undefined || equal.length < 2) return want;
  const { name: entity, table } = schema;
  const keys = equal.map(({ key }) => key);
  return { entity, table, method: 'btree', keys, inAnyOrder: keys.length, uses: [], rank: ranks.values };
}

/** Returns the function that names the paths of unserved wants, by the statement that they are in. */
function unservedBy({ conditions, sort, populate }: RequestWants, unserved: ReadonlySet<Want>) {
  const pathsOf = (parts: readonly Wants[]): readonly string[] => {
    const { wants, none } = together(parts);
    const uses = [
      ...wants.filter((want) => unserved.has(want)).flatMap(({ uses: own }) => own),
      ...none.map(({ use }) => use),
    ];
    return [...new Set(uses.map(({ path }) => path))];
  };
  return (purpose: StatementPurpose, of: string | undefined): readonly string[] => {
    if (purpose === 'populate') return pathsOf([populate.get(of ?? '') ?? nothing]);
    if (purpose === 'question') return [];
    return pathsOf(purpose === 'page' ? [conditions, sort] : [conditions]);
  };
}
