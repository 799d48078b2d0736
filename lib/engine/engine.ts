import type { DataSource } from 'typeorm';
import { Faults } from '../configuration/index.js';
import { driversBy } from '../dialects/index.js';
import { checkSnapshot } from '../page/index.js';
import { type FilterSchema, type Report, nameOf } from '../schema/index.js';
import { missingInternals, unknownState } from '../typeorm/index.js';
import { checkAggregates, checkNamedFilter, trustedReader } from './trusted.js';
import { checkDeclaredLists } from './parameters.js';
import { type Profile, Profiles } from './profile.js';
import { type ModuleOptions, type Overrides, checkDeclared } from './options.js';
import { type Settings, resolveSettings } from './settings.js';
import { type EntityReference, Servers, Sources, checkNaming, checkRulesFound, checkRulesName } from './sources.js';
import { Plans, TrustedPlans } from './plans.js';

/**
 * The library without Nest: the schemas of all data sources, the profiles of handlers, and the reading of requests
 * into plans.
 */
export class FilterEngine {
  readonly servers = new Servers();
  readonly sources: Sources;
  /** Plans of clients' requests. */
  readonly plans: Plans;
  /** Plans of the program's own requests. */
  readonly trustedPlans: TrustedPlans;
  private readonly profiles: Profiles;

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
    this.trustedPlans = new TrustedPlans(settings, this.sources, faults);
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
   * Queries all servers, and checks the limits of their dialects, because the schemas may have been made for
   * the drivers' usual engines.
   *
   * @throws FilterConfigurationError with every mistake, and for a data source that is not initialized
   */
  async ready(): Promise<void> {
    await this.servers.askAll(this.sources.all());
    this.buildAll();
    this.refuseFaults();
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

  // Checks of options, entities and handlers: their mistakes are collected, and thrown together.

  /**
   * Runs a check, and returns its result, or undefined where it failed. {@link refuseFaults} throws its mistakes with
   * all others.
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
    const { settings, servers } = this;
    const sources = this.sources.all();
    for (const rules of settings.rules) this.check(() => checkRulesName(rules, sources));
    this.check(() => checkNaming(settings, sources, servers));
    return sources.flatMap((source) => this.build(source));
  }

  /** Makes the schemas of one data source, and checks their declarations against the settings. */
  private build(source: DataSource): readonly FilterSchema[] {
    const { settings, sources, faults } = this;
    const registry = this.check(() => sources.registry(source));
    if (registry === undefined) return [];
    if (settings.reads.consistency === 'snapshot') this.check(() => checkSnapshot(registry.dialect.snapshot));
    const schemas = registry.buildAll(faults);
    const reader = trustedReader(settings);
    for (const schema of schemas) {
      this.check(() => checkAggregates(schema.view('code'), settings));
      for (const member of schema.view('code').members.values())
        if (member.type === 'named') this.check(() => checkNamedFilter(schema, member, settings));
    }
    return schemas.filter((schema) => this.check(() => checkDeclaredLists(schema, settings.limits, reader) ?? true));
  }

  /** Refuses `rules` whose entity no data source has. A script or a test may have only some of an application's. */
  checkRules(): void {
    const { settings, sources } = this;
    for (const rules of settings.rules) this.check(() => checkRulesFound(rules, sources.all()));
  }

  /**
   * Checks a decorated parameter by making its profile, and returns it. Undefined where it is wrong.
   *
   * @param handler the handler's name, which begins each mistake, because several may read the same entity
   */
  checkHandler(entity: EntityReference, overrides: Overrides | undefined, handler: string): Profile | undefined {
    this.check(() => checkDeclared(overrides ?? {}, `@FilterQuery(${nameOf(entity)})`), handler);
    return this.check(() => this.profiles.of(entity, overrides), handler);
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
}
