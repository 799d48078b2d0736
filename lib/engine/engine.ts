import type { DataSource, EntityMetadata, QueryRunner } from 'typeorm';
import type { AdvisedEntity } from '../advice/index.js';
import { namedAggregates } from '../aggregates/index.js';
import { Faults, FilterConfigurationError, notConnected } from '../configuration/index.js';
import type { FilterQuery, QueryPlan } from '../ast/index.js';
import { driversBy } from '../dialects/index.js';
import { type FilterSchema, type Report, nameOf } from '../schema/index.js';
import { checkAggregates } from './lists/aggregate-conditions.js';
import { checkDeclaredLists } from './lists/lists.js';
import type { ModuleOptions } from './options/options.js';
import { type Overrides, checkDeclared } from './options/overrides.js';
import { planWithFacets } from './requests/plan-with-facets.js';
import { checkNaming } from './sources/prepared-on-server.js';
import { Plans } from './requests/plans.js';
import { TrustedPlans } from './requests/trusted-plans.js';
import type { ReadResult } from './requests/read-result.js';
import type { Profile } from './lists/profile.js';
import { Profiles } from './lists/profiles.js';
import { checkSnapshot } from '../page/index.js';
import { type UnindexedRelation, unindexedRelations } from '../populate/index.js';
import { missingInternals, unknownState } from '../typeorm/index.js';
import { origins } from '../parse/index.js';
import { originOf } from './requests/request.js';
import { NamedInput } from '../wire/index.js';
import { Servers } from './sources/servers.js';
import { type Settings, resolveSettings } from './options/settings.js';
import { type EntityReference, Sources } from './sources/sources.js';
import type { TrustedScope } from './lists/trusted.js';
import { trustedReader } from './lists/trusted-reader.js';

/**
 * The library without Nest: the schemas of all data sources, the profiles of handlers, and the
 * reading of requests into plans.
 */
export class FilterEngine {
  private readonly servers = new Servers();
  private readonly sources: Sources;
  private readonly profiles: Profiles;
  private readonly plans: Plans;
  private readonly trustedPlans: TrustedPlans;
  /** True where a server that could not be queried at boot is queried before its first read. */
  private asksLater = false;

  /**
   * @param sources returns the data sources to search for an entity; the first initialized one that has it is used
   * @param faults the mistakes in the options of the settings; entities' and handlers' are added
   */
  constructor(
    readonly settings: Settings,
    sources: () => readonly DataSource[],
    private readonly faults = new Faults(),
  ) {
    this.sources = new Sources(sources, settings, this.servers);
    this.profiles = new Profiles(this.sources, settings);
    this.plans = new Plans(settings, this.sources, this.profiles);
    this.trustedPlans = new TrustedPlans(settings, this.sources);
  }

  /**
   * Makes the engine of one data source, and checks everything.
   *
   * @throws FilterConfigurationError with every mistake in the options and the entities
   */
  static of(source: DataSource, options: ModuleOptions<never>, report: Report): FilterEngine {
    const faults = new Faults();
    const engine = new FilterEngine(resolveSettings(options, report, faults), () => [source], faults);
    engine.buildAll();
    engine.refuseFaults();
    return engine;
  }

  /**
   * Runs a check at boot, and returns its result, or undefined where it failed. {@link refuseFaults} throws its
   * mistakes with all others.
   *
   * @param owner a name to put before each mistake: the handler
   */
  check<Result>(check: () => Result, owner?: string): Result | undefined {
    return this.faults.collect(check, owner);
  }

  /** Throws one FilterConfigurationError with the mistakes of all checks so far, if there are any. */
  refuseFaults(): void {
    this.faults.throwIfAny();
  }

  /**
   * Makes the schema of every filterable entity in every data source, so that mistakes in decorators are found at boot.
   * Returns the correct schemas.
   */
  buildAll(): readonly FilterSchema[] {
    const sources = this.sources.all();
    for (const check of this.sources.rules.nameChecks(sources)) this.check(check);
    this.check(() => checkNaming(this.settings, sources, this.servers));
    return sources.flatMap((source) => this.build(source));
  }

  /** Refuses `rules` whose entity no data source has. A script or a test may have only some of an application's. */
  checkRules(): void {
    for (const check of this.sources.rules.entityChecks(this.sources.all())) this.check(check);
  }

  /** Makes the schemas of one data source, and checks their declarations against the settings. */
  private build(source: DataSource): readonly FilterSchema[] {
    const { limits, reads } = this.settings;
    const registry = this.check(() => this.sources.registry(source));
    if (registry === undefined) return [];
    if (reads.consistency === 'snapshot') this.check(() => checkSnapshot(registry.dialect.snapshot));
    const schemas = registry.buildAll(this.faults);
    const reader = trustedReader(this.settings);
    for (const schema of schemas) this.check(() => checkAggregates(schema.view('code'), this.settings));
    return schemas.filter((schema) => this.check(() => checkDeclaredLists(schema, limits, reader) ?? true));
  }

  /**
   * Checks a decorated parameter by making its profile.
   *
   * @param handler the handler's name, which begins each mistake, because several may read the same entity
   */
  checkHandler(entity: EntityReference, overrides: Overrides | undefined, handler: string): void {
    this.check(() => checkDeclared(overrides ?? {}, `@FilterQuery(${nameOf(entity)})`), handler);
    this.check(() => this.profiles.of(entity, overrides), handler);
  }

  /**
   * Lists the drivers and servers in use that are only supported by their documentation: `driver mysql`, `server TiDB`.
   */
  knownByDocuments(): readonly string[] {
    const untested = driversBy('documents');
    const names = this.sources.all().flatMap((source) => {
      const { type } = source.options;
      const server = this.servers.dialectOf(source)?.server;
      if (server !== undefined) return `server ${server.name}`;
      return untested.includes(type) ? `driver ${type}` : [];
    });
    return [...new Set(names)];
  }

  /** Lists unknown state of this TypeORM's builders. With any, no statements are prepared. */
  unknownBuilderState(): readonly string[] {
    const complete = this.sources.all().filter((source) => missingInternals(source).length === 0);
    return [...new Set(complete.flatMap(unknownState))];
  }

  /** Lists the internals that this version of TypeORM lacks. With any missing, no statements are prepared. */
  missingInternals(): readonly string[] {
    return [...new Set(this.sources.all().flatMap(missingInternals))];
  }

  /** Names a declaration that depends on the context, such as a scope, if there is one. */
  decidedByContext(): string | undefined {
    return this.sources.decidedByContext();
  }

  /**
   * Queries the servers for their dialects, and refuses one whose settings the library cannot work under.
   *
   * @param later true where a data source that is not initialized may be queried later; otherwise it is an error
   */
  async askServers(later: boolean): Promise<void> {
    if (later) this.asksLater = true;
    for (const source of this.sources.all()) {
      if (!source.isInitialized && !later) {
        throw new FilterConfigurationError('ready(): a data source is not initialized; call its initialize() before');
      }
      await this.ask(source);
    }
  }

  /**
   * Queries all servers, and checks the limits of their dialects, because the schemas may have been made for
   * the drivers' usual engines.
   *
   * @throws FilterConfigurationError with every mistake, and for a data source that is not initialized
   */
  async ready(): Promise<void> {
    await this.askServers(false);
    this.buildAll();
    this.refuseFaults();
  }

  /**
   * Queries one server before its first read, if boot has left that for later. Undefined where
   * there is nothing to wait for.
   */
  askBefore(source: DataSource, runner?: QueryRunner): Promise<void> | undefined {
    return this.asksLater ? this.ask(source, runner) : undefined;
  }

  /** Lists the relations that an entity lets clients populate and that no declared index serves. */
  unindexedRelations({ metadata }: FilterSchema): readonly UnindexedRelation[] {
    return unindexedRelations(this.profile(metadata.target).lists('client').populate ?? new Map());
  }

  /**
   * Returns an entity by data source, or every filterable one, with what it declares.
   *
   * @throws FilterConfigurationError for a data source that is not connected
   */
  advised(entity?: EntityReference): ReadonlyMap<DataSource, readonly AdvisedEntity[]> {
    this.refuseFaults();
    const sources = entity === undefined ? this.sources.all() : [this.sources.of(entity)];
    return new Map(sources.map((source) => [source, this.advisedIn(source, entity)]));
  }

  private advisedIn(source: DataSource, entity: EntityReference | undefined): readonly AdvisedEntity[] {
    if (!source.isInitialized) throw notConnected('indexes()');
    const schemas =
      entity === undefined
        ? this.sources.registry(source).buildAll(new Faults())
        : [this.sources.schemaOf(entity, source).schema];
    return schemas.map((schema) => {
      const profile = this.profile(schema.metadata.target, undefined, source);
      return { schema, uses: { search: profile.lists('code').search, populate: profile.lists('client').populate } };
    });
  }

  /** Queries one server, unless it has answered already. */
  async ask(source: DataSource, runner?: QueryRunner): Promise<void> {
    await this.servers.ask(source, runner);
  }

  /**
   * Returns the profile of an entity under overrides.
   *
   * @throws FilterConfigurationError for wrong overrides, and while boot knows of any mistake, so that no request is
   * read with half-correct options
   */
  profile(entity: EntityReference, overrides?: Overrides, source?: DataSource): Profile {
    this.refuseFaults();
    return this.profiles.of(entity, overrides, source);
  }

  /** Reads a client's request: a query string, a body, or an object of the same shape. */
  read(profile: Profile, input: unknown, context: unknown): ReadResult {
    if (input instanceof NamedInput) {
      const { input: value, names } = input;
      return this.plans.read(profile, value, { origin: originOf(value), context, names });
    }
    return this.plans.read(profile, input, { origin: originOf(input), context });
  }

  /** Reads a request in code, in property names and under the clients' limits. */
  readCode(profile: Profile, input: unknown, context: unknown): ReadResult {
    return this.plans.read(profile, input, { origin: origins.code, context });
  }

  /** Reads a request of the program's own: of any column, without limits. A mistake in it is an error. */
  readTrusted(entity: EntityReference, input: unknown, scope: TrustedScope): QueryPlan {
    this.refuseFaults();
    return this.trustedPlans.read(entity, input, scope);
  }

  /** Returns the plan of a query with a further condition of the program's own. */
  add(query: FilterQuery, input: unknown): QueryPlan {
    return this.trustedPlans.add(query, input);
  }

  /** Returns the plan of a query for a builder's data source and entity. */
  planFor(query: FilterQuery, source: DataSource, selected: EntityMetadata | undefined): QueryPlan {
    return this.plans.for(query, source, selected);
  }

  /** Returns a plan with the program's facets instead of the client's. */
  withFacets(plan: QueryPlan, names: readonly string[]): QueryPlan {
    return planWithFacets(plan, names, this.settings);
  }

  /** Returns a plan for aggregates that the program names, in the place of the client's. */
  withAggregates(plan: QueryPlan, names: readonly string[]): QueryPlan {
    return Object.freeze({ ...plan, aggregates: namedAggregates(plan, names) });
  }

  /** Returns the entity that a reference means, which may be a name of `rules`. */
  entityOf(reference: EntityReference): EntityReference {
    return this.sources.entityOf(reference);
  }

  /** Returns the data source that has an entity; throws where there are several. */
  sourceOf(entity: EntityReference): DataSource {
    return this.sources.onlyOf(entity);
  }
}
