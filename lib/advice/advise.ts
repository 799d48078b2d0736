import type { DataSource, QueryRunner } from 'typeorm';
import { createHash } from 'node:crypto';
import type { Ask, CatalogueIndex, CatalogueRow, IndexDialect, IndexKey, TableIndexes } from '../dialects/index.js';
import {
  type DeclaredUses,
  type RequestWants,
  type Use,
  type Want,
  type WantedKey,
  type Wants,
  isWant,
  wantOfEqual,
  wantOfOrder,
  wantsOf,
  wantsOfRequest,
} from './wants.js';
import { FilterConfigurationError } from '../configuration/index.js';
import type { FilterSchema, Table } from '../schema/index.js';
import type { IndexAdvice, MissingIndex, StatementPurpose } from '../contract/index.js';
import type { QueryPlan } from '../ast/index.js';

/** The indexes of a table, by which wants are judged. */
interface KnownIndexes extends TableIndexes {
  /** Escapes the name of a column. */
  readonly escape: (name: string) => string;
}

/** Operator classes that serve a wanted one. The empty text is the usual class of a type. */
const serving: Readonly<Record<string, readonly string[]>> = {
  jsonb_path_ops: ['jsonb_path_ops', ''],
  gin_trgm_ops: ['gin_trgm_ops', 'gist_trgm_ops'],
};

/**
 * True where an index of the database serves a want, by itself or behind columns that a request compares with one value
 * each: the rows behind them are in the order of the next keys.
 *
 * @param equal such columns
 * @param least the fewest of them that must come before
 */
function isServed(want: Want, known: KnownIndexes, equal: readonly WantedKey[] = [], least = 0): boolean {
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
  const own = index.keys.slice(0, keys.length);
  if (!index.isComplete || !isOfMethod(index, want) || own.length < keys.length) return false;
  const hasKeys = keys.every((key, place) => {
    const places = place < inAnyOrder ? own.slice(0, inAnyOrder) : own.slice(place, place + 1);
    return places.some((candidate) => isSameKey(candidate, key, known));
  });
  return hasKeys && haveDirections(own.slice(inAnyOrder), keys.slice(inAnyOrder));
}

function isOfMethod({ method }: CatalogueIndex, want: Want): boolean {
  if (want.method === 'btree') return method === 'btree';
  return method === 'gin' || (method === 'gist' && want.keys[0]?.operatorClass === 'gin_trgm_ops');
}

/** True where keys have the directions of others. An index is read in either direction, as a whole. */
function haveDirections(
  keys: readonly Pick<WantedKey, 'isDescending'>[],
  others: readonly Pick<WantedKey, 'isDescending'>[],
): boolean {
  const turned = others.map(({ isDescending = false }, place) => isDescending !== (keys[place]?.isDescending ?? false));
  return new Set(turned).size < 2;
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

/** Advice on the tables of one database, whose catalogue is read over one connection. */
class Advisor {
  /** Names of indexes, which some engines share between tables: those that there are, and the new ones. */
  private readonly taken = new Set<string>();
  private readonly found: { readonly want: Want; readonly index: MissingIndex }[] = [];

  constructor(
    private readonly runner: Pick<QueryRunner, 'query'>,
    private readonly source: DataSource,
    private readonly dialect: IndexDialect,
  ) {}

  /** The missing indexes, the one that saves most first. */
  get missing(): readonly MissingIndex[] {
    const ranked = [...this.found].sort(
      ({ want: one }, { want: other }) => one.rank - other.rank || other.uses.length - one.uses.length,
    );
    return ranked.map(({ index }) => index);
  }

  /**
   * Reads the indexes of a table, and the wanted expressions in the words of the database.
   *
   * @throws FilterConfigurationError where there is no such table, and where its catalogue may not be read
   */
  async indexesOf({ path, sql, metadata }: Table, wants: readonly Want[]): Promise<KnownIndexes> {
    const expressions = wants.flatMap(({ keys }) => keys.flatMap((key) => (key.isExpression ? key.sql : [])));
    const parts = path.split('.');
    const table = { sql, name: parts.at(-1) ?? path, schema: parts.length > 1 ? parts[0] : undefined };
    const unread = `The indexes of ${path} (${metadata.name}) cannot be read`;
    const known = await this.dialect.indexesOf(table, [...new Set(expressions)], this.ask).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : 'the database refuses it';
      throw new FilterConfigurationError(
        `${unread}: ${reason}; grant this user SELECT on the table and its catalogue`,
        { cause },
      );
    });
    if (known === undefined) {
      throw new FilterConfigurationError(
        `${unread}: the table does not exist, or this user may not see it; run the migrations, or grant SELECT on it`,
      );
    }
    for (const { name } of known.indexes) this.taken.add(name);
    return { ...known, escape: this.escape };
  }

  /** Adds the missing indexes of one table, as few as serve all wants. */
  async add(wants: readonly Want[]): Promise<void> {
    for (const want of merged(wants)) {
      const { entity, table, uses, note } = want;
      const serves = [...new Set(uses.map(useText))];
      const ddl = await this.statementsOf(want);
      this.found.push({ want, index: { entity, table: table.path, serves, ddl, ...(note !== undefined && { note }) } });
    }
  }

  private async statementsOf(want: Want): Promise<readonly string[]> {
    const { table, keys, method } = want;
    const missing: string[] = [];
    const written: string[] = [];
    // The direction of a key matters only beside others.
    const isMixed = new Set(keys.slice(want.inAnyOrder).map(({ isDescending = false }) => isDescending)).size > 1;
    for (const { sql, isExpression, isDescending, operatorClass, extension, written: whole = sql } of keys) {
      const schema = extension === undefined ? undefined : await this.dialect.schemaOf?.(extension, this.ask);
      if (extension !== undefined && schema === undefined) missing.push(extension);
      const key = isExpression && !sql.startsWith('(') ? `(${sql})` : whole;
      const name = schema === undefined ? operatorClass : `${this.escape(schema)}.${operatorClass}`;
      written.push([key, name, isMixed && isDescending === true ? 'DESC' : undefined].filter(Boolean).join(' '));
    }
    const name = nameOf(want, this.taken);
    this.taken.add(name);
    return [
      ...missing.map((extension) => `CREATE EXTENSION IF NOT EXISTS ${extension}`),
      `CREATE INDEX ${this.escape(name)} ON ${table.sql} ${this.dialect.method(method)}(${written.join(', ')})`,
    ];
  }

  private readonly ask: Ask = async (sql, parameters = []) => {
    const rows: unknown = await this.runner.query(sql, [...parameters]);
    return Array.isArray(rows) ? (rows as readonly CatalogueRow[]) : [];
  };

  private readonly escape = (name: string): string => this.source.driver.escape(name);
}

/** Greatest length of a name on every engine. */
const longest = 55;

/** Makes a name that tells the table and the keys, and that no index has. */
function nameOf({ table, keys, uses, method }: Want, taken: ReadonlySet<string>): string {
  const digest = createHash('sha256')
    .update(keys.map(({ sql }) => sql).join())
    .digest('hex')
    .slice(0, 8);
  const words = keys.map(({ sql, isExpression }) => {
    return ((isExpression ? (uses[0]?.path ?? '') : sql).match(/\w+/g) ?? []).join('_');
  });
  const plain = [table.path.split('.').at(-1) ?? '', ...words].join('_');
  const isWhole = plain.length <= longest && keys.every(({ isExpression }) => !isExpression);
  const name = isWhole ? `${plain}_${method === 'gin' ? 'gin' : 'idx'}` : `${plain.slice(0, longest - 9)}_${digest}`;
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name.slice(0, longest - 3)}${number}`;
  return free;
}

/** Joins wants that one index serves, because their keys are equal or begin the keys of another. */
function merged(wants: readonly Want[]): readonly Want[] {
  const kept: Want[] = [];
  for (const want of [...wants].sort((one, other) => other.keys.length - one.keys.length)) {
    const place = kept.findIndex((other) => beginsWith(other, want));
    const other = kept[place];
    if (other === undefined) kept.push(want);
    else {
      const { rank, note } = want.rank < other.rank ? want : other;
      kept[place] = { ...other, uses: [...other.uses, ...want.uses], rank, note };
    }
  }
  return kept;
}

function beginsWith(other: Want, { table, method, keys, inAnyOrder }: Want): boolean {
  if (other.table.path !== table.path || other.method !== method) return false;
  if (!haveDirections(other.keys.slice(inAnyOrder), keys.slice(inAnyOrder))) return false;
  const textOf = ({ sql, operatorClass = '' }: WantedKey): string => `${sql} ${operatorClass}`;
  const texts = other.keys.slice(0, keys.length).map(textOf);
  const isOfSet = other.inAnyOrder === keys.length && inAnyOrder === keys.length;
  return keys.every((key, place) => (isOfSet ? texts.includes(textOf(key)) : texts[place] === textOf(key)));
}

/** Names a use as answers do: `filter author.name`. */
function useText({ name, path }: Use): string {
  return `${name} ${path}`;
}

/** An entity to advise on. */
export interface AdvisedEntity {
  readonly schema: FilterSchema;
  readonly uses: DeclaredUses;
}

const note =
  'Each index needs space and slows every write of its table: create those that your requests need, and drop those that nothing uses.';

/** Returns the indexes that the entities of a data source want and its database lacks. */
export async function adviseOn(source: DataSource, entities: readonly AdvisedEntity[]): Promise<IndexAdvice> {
  const all = entities.flatMap(({ schema, uses }) => wantsOf(schema, uses));
  const wants = all.filter(isWant);
  const unindexable = all.flatMap((each) =>
    isWant(each) ? [] : each.uses.map((use) => ({ entity: each.entity, use: useText(use), reason: each.reason })),
  );
  const [first] = entities;
  if (first === undefined) return { missing: [], unindexable, note };
  // The catalogue is read on the server that reads go to.
  const runner = source.createQueryRunner(source.defaultReplicationModeForReads());
  try {
    const advisor = new Advisor(runner, source, first.schema.dialect.indexes);
    for (const table of byPath([...entities.map(({ schema }) => schema), ...wants])) {
      const own = wants.filter((want) => want.table.path === table.path);
      const known = await advisor.indexesOf(table, own);
      await advisor.add(own.filter((want) => !isServed(want, known)));
    }
    return { missing: advisor.missing, unindexable, note };
  } finally {
    await runner.release();
  }
}

/** Returns the tables of entities and wants, each once. */
function byPath(owners: readonly { readonly table: Table }[]): Iterable<Table> {
  return new Map(owners.map(({ table }) => [table.path, table])).values();
}

/** What the indexes of a database do for one request. */
interface RequestAdvice {
  /** Returns the paths that no index serves in a statement of the page. */
  readonly unservedIn: (purpose: StatementPurpose, of: string | undefined) => readonly string[];
  /** Indexes that would serve the request, the one that saves most first. */
  readonly missing: readonly MissingIndex[];
}

/** Reads the indexes of all tables that a request is about, and judges its conditions and orders by them. */
export async function adviseOnRequest(
  plan: QueryPlan,
  runner: Pick<QueryRunner, 'query'>,
  source: DataSource,
): Promise<RequestAdvice> {
  const {
    list: { schema },
  } = plan;
  const request = wantsOfRequest(plan);
  const equal = request.equal.map(({ key }) => key);
  const wants = [request.conditions, request.sort, ...request.populate.values()].flat().filter(isWant);
  const advisor = new Advisor(runner, source, schema.dialect.indexes);
  const unserved = new Set<Want>();
  for (const table of byPath([schema, ...wants])) {
    const own = wants.filter((want) => want.table.path === table.path);
    if (own.length === 0) continue;
    const isOfList = table.path === schema.table.path;
    const known = await advisor.indexesOf(table, own);
    const lacking = own.filter((want) => !isServed(want, known, isOfList ? equal : []));
    for (const want of lacking) unserved.add(want);
    await advisor.add(isOfList ? withOrder(lacking, schema, request, known) : lacking);
  }
  return { unservedIn: unservedBy(request, unserved), missing: advisor.missing };
}

/**
 * Replaces the wants of columns that are compared with one value each by one for all of them and the order behind them,
 * unless an index begins so.
 */
function withOrder(
  lacking: readonly Want[],
  schema: FilterSchema,
  { equal, order }: RequestWants,
  known: KnownIndexes,
): readonly Want[] {
  if (equal.length === 0) return lacking;
  // An index of a single column is wanted already.
  const want = wantOfOrder(schema, equal, order) ?? (equal.length < 2 ? undefined : wantOfEqual(schema, equal));
  if (want === undefined) return lacking;
  const columns = new Set(want.keys.map(({ sql }) => sql));
  const isAbsorbed = ({ method, keys }: Want): boolean =>
    method === 'btree' && keys.every(({ sql, isExpression }) => !isExpression && columns.has(sql));
  const absorbed = lacking.filter(isAbsorbed);
  const ordered = { ...want, keys: want.keys.slice(want.inAnyOrder), inAnyOrder: 0 };
  const compared = equal.map(({ key }) => key);
  const isNeeded = ordered.keys.length > 0 ? !isServed(ordered, known, compared, 1) : absorbed.length > 0;
  if (!isNeeded) return lacking;
  const uses = [...absorbed.flatMap((each) => each.uses), ...want.uses];
  const rank = Math.min(want.rank, ...absorbed.map((each) => each.rank));
  return [...lacking.filter((each) => !isAbsorbed(each)), { ...want, uses, rank }];
}

/** Returns the function that names the paths of unserved wants, by the statement that they are in. */
function unservedBy(
  { conditions, sort, populate }: RequestWants,
  unserved: ReadonlySet<Want>,
): RequestAdvice['unservedIn'] {
  const pathsOf = (wants: Wants): readonly string[] => {
    const lacking = wants.filter((want) => isWant(want) && unserved.has(want));
    const uses = [...lacking, ...wants.filter((want) => !isWant(want))].flatMap((want) => want.uses);
    return [...new Set(uses.map(({ path }) => path))];
  };
  return (purpose, of = '') => {
    if (purpose === 'populate') return pathsOf(populate.get(of) ?? []);
    if (purpose === 'question') return [];
    return pathsOf(purpose === 'page' ? [...conditions, ...sort] : conditions);
  };
}
