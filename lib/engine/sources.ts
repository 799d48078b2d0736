import type { DataSource, QueryRunner } from 'typeorm';
import { Faults, FilterConfigurationError, didYouMean } from '../configuration/index.js';
import { type Dialect, dialectOf, dialectOfServer, reachesServers, withoutDirectTexts } from '../dialects/index.js';
import {
  type EntityRules,
  type FilterSchema,
  type NamedPopulateRule,
  type PopulateRule,
  SchemaRegistry,
  nameOf,
  reachableFingerprint,
  subjectOfRules,
  targetIn,
} from '../schema/index.js';
import { moduleSubject } from './options.js';
import type { Settings } from './settings.js';

type Asks = Pick<QueryRunner, 'query'>;

/**
 * Finds the dialect of a server, because its driver alone does not always tell, and its columns that are ordered and
 * compared differently. Checks the setting that the dialect refuses. Engines without either receive no statement.
 *
 * @param existing the caller's own runner; there may be no other connection, because every connection of a pool can be
 * in a transaction that waits for this answer
 * @returns the dialect, if it differs from the driver's own
 * @throws FilterConfigurationError for a refused setting; a driver's error where the server cannot be asked
 */
async function askServer(source: DataSource, existing?: QueryRunner): Promise<Dialect | undefined> {
  const { type } = source.options;
  if (!reachesServers(type) && dialectOf(type)?.refusedSetting === undefined) return undefined;
  const runner = existing ?? source.createQueryRunner('master');
  try {
    const other = reachesServers(type) ? await dialectByAnswer(source, runner) : undefined;
    const dialect = other ?? dialectOf(type);
    await refuseSetting(runner, dialect);
    return (await withInexactColumns(runner, dialect)) ?? other;
  } finally {
    if (runner !== existing) await runner.release();
  }
}

/** A decimal that changes with every other number of digits or unit. */
const sample = '-12.3456';

/**
 * Asks for the whole version text, because TypeORM keeps only its number. It also reads a decimal as the application's
 * driver does, because a host's own parser may change its value, such as euros into cents.
 *
 * @returns the dialect of such a server or driver, or undefined for the data source's usual one
 */
async function dialectByAnswer({ options: { type } }: DataSource, runner: Asks): Promise<Dialect | undefined> {
  const text = `SELECT VERSION() AS version, CAST(${sample} AS DECIMAL(12, 4)) AS sample`;
  const rows = (await runner.query(text)) as readonly { readonly version: unknown; readonly sample?: unknown }[];
  const server = dialectOfServer(type, JSON.stringify(rows.map(({ version }) => version)));
  const dialect = server ?? dialectOf(type);
  const decimal = dialect?.carrier.directTexts?.decimal;
  if (dialect === undefined || decimal === undefined) return server;
  const isExact = decimal(rows[0]?.sample, { precision: 12, scale: 4 }) === sample;
  return isExact ? server : { ...dialect, carrier: withoutDirectTexts(dialect.carrier, 'decimal') };
}

async function refuseSetting(runner: Asks, dialect: Dialect | undefined): Promise<void> {
  const refused = dialect?.refusedSetting;
  if (refused === undefined) return;
  const rows: unknown = await runner.query(refused.query);
  if (JSON.stringify(rows).includes(refused.shows)) throw new FilterConfigurationError(refused.reason);
}

/** Asks for the columns that need an exact order. Undefined where the dialect or the database has none. */
async function withInexactColumns(runner: Asks, dialect: Dialect | undefined): Promise<Dialect | undefined> {
  if (dialect?.exactOrders === undefined) return undefined;
  const columns = (await runner.query(dialect.exactOrders.columnsQuery)) as readonly InexactColumn[];
  if (columns.length === 0) return undefined;
  const inexactColumns = new Set(columns.map(({ tableName, columnName }) => `${tableName}.${columnName}`));
  return { ...dialect, inexactColumns };
}

/** A row of `ExactOrders.columnsQuery`. */
interface InexactColumn {
  readonly tableName: string;
  readonly columnName: string;
}

type RuledEntity = EntityRules['entity'];

/**
 * Refuses a name that an entity has. TypeORM also finds an entity by the name of its table, so that the table of
 * another entity is refused, and the entity's own means the same.
 */
export function checkRulesName(rules: EntityRules, sources: readonly DataSource[]): void {
  const { name, entity } = rules;
  if (name === undefined) return;
  for (const source of sources) {
    const own = targetIn(source, entity);
    const other = source.entityMetadatas.find(
      (metadata) => metadata.name === name || (metadata.target !== own && metadata.tableName === name),
    );
    if (other === undefined) continue;
    const what = other.name === name ? 'an entity' : `the table of ${other.name}`;
    throw new FilterConfigurationError(`${subjectOfRules(rules)}: ${name} is the name of ${what}; choose another`);
  }
}

/** Refuses rules without an entity, such as a name with a typo. A data source that is not initialized may have it. */
export function checkRulesFound(rules: EntityRules, sources: readonly DataSource[]): void {
  const { entity } = rules;
  if (sources.length === 0 || sources.some((source) => !source.isInitialized || has(source, entity))) return;
  const existing = sources.flatMap(({ entityMetadatas }) => entityMetadatas.map(({ name }) => name));
  const name = nameOf(entity);
  throw new FilterConfigurationError(
    `${subjectOfRules(rules)}: ${name} is an entity of no data source; ${didYouMean(name, existing)}`,
  );
}

function has(source: DataSource, entity: RuledEntity): boolean {
  const target = targetIn(source, entity);
  return source.entityMetadatas.some(
    ({ target: own, inheritanceTree }) => own === target || inheritanceTree.some((level) => level === target),
  );
}

/** Database servers that the engine has queried for their own facts, each once. */
export class Servers {
  /**
   * Servers that have answered, by the metadata of their initialized data source: a new initialization
   * may lead to another server.
   */
  private readonly answered = new WeakSet<object>();
  /** Queries under way, shared by all callers. */
  private readonly pending = new WeakMap<object, Promise<void>>();
  /** True where a server that boot could not query is queried before its first read. */
  private asksLater = false;
  /** Dialects of servers that differ from their drivers' usual ones. */
  private readonly dialects = new WeakMap<object, Dialect>();

  /** Returns the dialect of a server. Undefined for the driver's usual one, and before the server was queried. */
  dialectOf({ entityMetadatas: session }: DataSource): Dialect | undefined {
    return this.dialects.get(session);
  }

  /**
   * Queries servers for their dialects, and refuses one whose settings the library cannot work under.
   *
   * @param later true where a data source that is not initialized may be queried later; otherwise it is an error
   */
  async askAll(sources: readonly DataSource[], later = false): Promise<void> {
    if (later) this.asksLater = true;
    for (const source of sources) {
      if (!source.isInitialized && !later) {
        throw new FilterConfigurationError('ready(): a data source is not initialized; call its initialize() first');
      }
      await this.ask(source);
    }
  }

  /** Queries one server before its first read, if boot has left that for later. Undefined where nothing waits. */
  askBefore(source: DataSource, runner?: QueryRunner): Promise<void> | undefined {
    return this.asksLater ? this.ask(source, runner) : undefined;
  }

  /**
   * Queries a server, unless it has already answered. An unconnected data source cannot be queried, nor read.
   *
   * @param runner the caller's own connection
   */
  async ask(source: DataSource, runner?: QueryRunner): Promise<void> {
    const { entityMetadatas: session, isInitialized } = source;
    if (this.answered.has(session) || !isInitialized) return;
    const answer = this.pending.get(session) ?? this.start(source, runner);
    this.pending.set(session, answer);
    await answer;
  }

  /** Queries a server. A refused server stays refused. An unreachable one is queried again by the next caller. */
  private async start(source: DataSource, runner?: QueryRunner): Promise<void> {
    const { entityMetadatas: session } = source;
    try {
      const dialect = await askServer(source, runner);
      if (dialect !== undefined) this.dialects.set(session, dialect);
      this.answered.add(session);
    } catch (error) {
      if (!(error instanceof FilterConfigurationError)) this.pending.delete(session);
      throw error;
    }
  }
}

/**
 * Refuses `preparedStatements` where no data source supports it. Beside one that does, the option
 * changes nothing for the others.
 *
 * @throws FilterConfigurationError with the existing drivers
 */
export function checkNaming({ naming }: Settings, sources: readonly DataSource[], servers: Servers): void {
  if (naming === undefined || sources.length === 0) return;
  const isAble = (source: DataSource): boolean =>
    (servers.dialectOf(source) ?? dialectOf(source.options.type))?.namedStatements !== undefined;
  if (sources.some(isAble)) return;
  const names = new Set(sources.map((source) => servers.dialectOf(source)?.server?.name ?? source.options.type));
  throw new FilterConfigurationError(
    `${moduleSubject}: \`preparedStatements\` is true, and only works on PostgreSQL by the driver postgres, not on ` +
      `${[...names].join(', ')}; leave it out, or set it to \`options.type === 'postgres'\` of the data source`,
  );
}

/** A reference to an entity in any form that TypeORM accepts: a class, a name, a schema. */
export type EntityReference = Parameters<DataSource['getMetadata']>[0];

interface Home {
  /** A weak reference, because the class of an entity outlives its data sources. */
  readonly source: WeakRef<DataSource>;
  /** True where it was initialized when it was found. If it no longer is, it has been closed. */
  readonly wasOpen: boolean;
  /** Other data sources with the entity, as errors name them. */
  readonly rivals: readonly string[];
}

/** Data sources of a program, and the schemas of each. Closed ones are released. */
export class Sources {
  private readonly registries = new WeakMap<DataSource, SchemaRegistry>();
  /** Entities by the names of their rules. */
  private readonly ruled: ReadonlyMap<string, RuledEntity>;
  /** Homes of entities, kept because finding the data sources under Nest visits every provider. */
  private readonly homes = new WeakMap<object, Home>();

  /**
   * @param all returns the data sources to search for an entity; the first initialized one that has it is used
   * @param servers the servers that were queried so far
   */
  constructor(
    readonly all: () => readonly DataSource[],
    private readonly settings: Settings,
    private readonly servers: Servers,
  ) {
    this.ruled = new Map(settings.rules.flatMap(({ name, entity }) => (name === undefined ? [] : [[name, entity]])));
  }

  /** Returns the entity that a reference means, which may be a name of `rules`. */
  entityOf(reference: EntityReference): EntityReference {
    return typeof reference === 'string' ? (this.ruled.get(reference) ?? reference) : reference;
  }

  /**
   * Returns the schemas of a data source. They are made again after a new initialization, which changes the metadata,
   * and if its server turns out to differ from the driver's usual one.
   */
  registry(source: DataSource): SchemaRegistry {
    const existing = this.registries.get(source);
    const server = this.servers.dialectOf(source);
    const isCurrent =
      existing?.metadatas === source.entityMetadatas && (server ?? existing.dialect) === existing.dialect;
    if (isCurrent) return existing;
    const registry = new SchemaRegistry(source, this.settings, server);
    this.registries.set(source, registry);
    return registry;
  }

  schemaOf(entity: EntityReference, source: DataSource): { registry: SchemaRegistry; schema: FilterSchema } {
    const registry = this.registry(source);
    return { registry, schema: registry.of(source.getMetadata(this.entityOf(entity))) };
  }

  /** Names a declaration that depends on the context, such as a scope, if there is one. */
  decidedByContext(): string | undefined {
    for (const source of this.all()) {
      const registry = this.registry(source);
      const schemas = registry.buildAll(new Faults());
      const scoped = schemas.find(({ scopes }) => scopes.length > 0);
      if (scoped !== undefined) return `\`scope\` of ${scoped.name}`;
      const populated = schemas.flatMap(({ lists }) => lists.populate ?? []).find(hasDecidingWhere);
      if (populated !== undefined) return `\`where\` of the populated relation ${populated.name}`;
      const { example } = registry.visibilities;
      if (example !== undefined) return `\`when\` of ${example}`;
    }
    return undefined;
  }

  /**
   * Returns the data source for requests about an entity. Of several, the first is used if the entity means the same in
   * each: a query is read again for its builder's data source.
   */
  of(entity: EntityReference): DataSource {
    return this.homeOf(entity).source;
  }

  onlyOf(entity: EntityReference): DataSource {
    const { source, rivals } = this.homeOf(entity);
    if (rivals.length === 0) return source;
    const name = nameOf(entity);
    throw new FilterConfigurationError(
      `${name} is an entity of ${rivals.length + 1} data sources: ${[labelOf(source), ...rivals].join(' and ')}; pass ` +
        `filter() a repository of one of them: filter(dataSource.getRepository(${name}), …)`,
    );
  }

  private homeOf(reference: EntityReference): { readonly source: DataSource; readonly rivals: readonly string[] } {
    const entity = this.entityOf(reference);
    if (typeof entity === 'string') return this.find(entity);
    const home = this.homes.get(entity);
    const existing = home?.source.deref();
    if (home !== undefined && existing !== undefined && (existing.isInitialized || !home.wasOpen)) {
      return { source: existing, rivals: home.rivals };
    }
    const { source, rivals } = this.find(entity);
    this.homes.set(entity, { source: new WeakRef(source), wasOpen: source.isInitialized, rivals });
    return { source, rivals };
  }

  private find(entity: EntityReference): { readonly source: DataSource; readonly rivals: readonly string[] } {
    const sources = this.all();
    const having = sources.filter((candidate) => candidate.hasMetadata(entity));
    const open = having.filter(({ isInitialized }) => isInitialized);
    const [source, ...others] = open.length > 0 ? open : having;
    if (source !== undefined) {
      for (const other of others) this.checkAgreement(entity, source, other);
      return { source, rivals: others.map(labelOf) };
    }
    const name = nameOf(entity);
    const existing = sources.flatMap(({ entityMetadatas }) => entityMetadatas.map((metadata) => metadata.name));
    if (existing.length === 0) throw noEntities(name, sources.length > 0);
    const names = [...this.ruled.keys()];
    const orName = typeof entity === 'string' && names.length > 0 ? ', and no name of `rules`' : '';
    const choice = orName === '' ? existing : [...existing, ...names];
    throw new FilterConfigurationError(`${name} is an entity of no data source${orName}; ${didYouMean(name, choice)}`);
  }

  /** Refuses an entity that differs between two data sources: the meaning of a request would depend on their order. */
  private checkAgreement(entity: EntityReference, one: DataSource, other: DataSource): void {
    const [first, second] = [one, other].map((source) => this.registry(source).of(source.getMetadata(entity)));
    const labels = `${labelOf(one)} and ${labelOf(other)}`;
    if (first?.metadata.target !== second?.metadata.target) {
      throw new FilterConfigurationError(
        `${nameOf(entity)} names different entities in two data sources, ${labels}; pass the class`,
      );
    }
    if (first === undefined || second === undefined) return;
    if (reachableFingerprint(first.view('client')) === reachableFingerprint(second.view('client'))) return;
    throw new FilterConfigurationError(
      `${first.name} is an entity of two data sources, ${labels}, whose columns have different kinds, so a request ` +
        'about it has two meanings; declare the `kind` of these fields in @Filterable(), or use a class for each data source',
    );
  }
}

function noEntities(name: string, hasSource: boolean): FilterConfigurationError {
  const reason = hasSource
    ? 'no data source has entities yet; call initialize() before the application starts'
    : 'there is no TypeORM data source; import TypeOrmModule.forRoot(), or provide a DataSource';
  return new FilterConfigurationError(`${name}: ${reason}`);
}

/** Names a data source as Nest does, or by its database; never by its address, which may contain a password. */
function labelOf({ options }: DataSource): string {
  const named: { readonly name?: unknown; readonly type: string; readonly database?: unknown } = options;
  if (typeof named.name === 'string') return named.name;
  return typeof named.database === 'string' ? `${named.type} ${named.database}` : named.type;
}

/** Returns true for a populated relation whose condition is a function of the context. */
function hasDecidingWhere(rule: NamedPopulateRule): rule is PopulateRule {
  return typeof rule === 'object' && typeof rule.where === 'function';
}
