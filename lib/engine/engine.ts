import type { DataSource } from 'typeorm';
import { Faults } from '../configuration/index.js';
import type { Report } from '../schema/index.js';
import { BootChecks } from './boot-checks.js';
import type { Profile } from './lists/profile.js';
import { Profiles } from './lists/profiles.js';
import type { ModuleOptions } from './options/options.js';
import type { Overrides } from './options/overrides.js';
import { type Settings, resolveSettings } from './options/settings.js';
import { Plans } from './requests/plans.js';
import { TrustedPlans } from './requests/trusted-plans.js';
import { Servers } from './sources/servers.js';
import { type EntityReference, Sources } from './sources/sources.js';

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
  readonly boot: BootChecks;
  private readonly profiles: Profiles;

  /**
   * @param sources returns the data sources to search for an entity; the first initialized one that has it is used
   * @param faults the mistakes in the options of the settings; entities' and handlers' are added
   */
  constructor(
    readonly settings: Settings,
    sources: () => readonly DataSource[],
    faults = new Faults(),
  ) {
    this.sources = new Sources(sources, settings, this.servers);
    this.profiles = new Profiles(this.sources, settings);
    this.plans = new Plans(settings, this.sources, this.profiles);
    this.trustedPlans = new TrustedPlans(settings, this.sources, faults);
    const { servers, profiles } = this;
    this.boot = new BootChecks({ settings, sources: this.sources, servers, profiles, faults });
  }

  /**
   * Makes the engine of one data source, and checks everything.
   *
   * @throws FilterConfigurationError with every mistake in the options and the entities
   */
  static of(source: DataSource, options: ModuleOptions<never>, report: Report): FilterEngine {
    const faults = new Faults();
    const engine = new FilterEngine(resolveSettings(options, report, faults), () => [source], faults);
    engine.boot.buildAll();
    engine.boot.refuseFaults();
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
    this.boot.buildAll();
    this.boot.refuseFaults();
  }

  /**
   * Returns the profile of an entity under overrides.
   *
   * @throws FilterConfigurationError for wrong overrides, and while boot knows of any mistake, so that no request is
   * read with half-correct options
   */
  profile(entity: EntityReference, overrides?: Overrides, source?: DataSource): Profile {
    this.boot.refuseFaults();
    return this.profiles.of(entity, overrides, source);
  }
}
