import type { DataSource } from 'typeorm';
import type { Faults } from '../configuration/index.js';
import { driversBy } from '../dialects/index.js';
import { costOfFacets } from '../facets/index.js';
import { checkSnapshot } from '../page/index.js';
import { type FilterSchema, nameOf } from '../schema/index.js';
import { missingInternals, unknownState } from '../typeorm/index.js';
import { checkAggregates } from './lists/aggregate-conditions.js';
import { checkNamedFilter } from './lists/named-values.js';
import { checkDeclaredLists } from './lists/lists.js';
import type { Profile } from './lists/profile.js';
import type { Profiles } from './lists/profiles.js';
import { trustedReader } from './lists/trusted-reader.js';
import { type Overrides, checkDeclared } from './options/overrides.js';
import type { Settings } from './options/settings.js';
import { checkNaming } from './sources/prepared-on-server.js';
import type { Servers } from './sources/servers.js';
import type { EntityReference, Sources } from './sources/sources.js';

/** Parts of an engine that boot checks. */
interface Checked {
  readonly settings: Settings;
  readonly sources: Sources;
  readonly servers: Servers;
  readonly profiles: Profiles;
  readonly faults: Faults;
}

/** Checks of options, entities and handlers, whose mistakes are collected and thrown together. */
export class BootChecks {
  constructor(private readonly engine: Checked) {}

  /**
   * Runs a check, and returns its result, or undefined where it failed. {@link refuseFaults} throws its mistakes with
   * all others.
   *
   * @param owner a name to put before each mistake: the handler
   */
  check<Result>(check: () => Result, owner?: string): Result | undefined {
    return this.engine.faults.collect(check, owner);
  }

  /** Throws one FilterConfigurationError with the mistakes of all checks so far, if there are any. */
  refuseFaults(): void {
    this.engine.faults.throwIfAny();
  }

  /**
   * Makes the schema of every filterable entity in every data source, so that mistakes in decorators are found at boot.
   * Returns the correct schemas.
   */
  buildAll(): readonly FilterSchema[] {
    const { settings, servers } = this.engine;
    const sources = this.engine.sources.all();
    for (const check of this.engine.sources.rules.nameChecks(sources)) this.check(check);
    this.check(() => checkNaming(settings, sources, servers));
    return sources.flatMap((source) => this.build(source));
  }

  /** Makes the schemas of one data source, and checks their declarations against the settings. */
  private build(source: DataSource): readonly FilterSchema[] {
    const { settings, sources, faults } = this.engine;
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
    const { sources } = this.engine;
    for (const check of sources.rules.entityChecks(sources.all())) this.check(check);
  }

  /**
   * Checks a decorated parameter by making its profile, and returns it. Undefined where it is wrong.
   *
   * @param handler the handler's name, which begins each mistake, because several may read the same entity
   */
  checkHandler(entity: EntityReference, overrides: Overrides | undefined, handler: string): Profile | undefined {
    this.check(() => checkDeclared(overrides ?? {}, `@FilterQuery(${nameOf(entity)})`), handler);
    return this.check(() => this.engine.profiles.of(entity, overrides), handler);
  }

  /**
   * Lists the drivers and servers in use that are only supported by their documentation: `driver mysql`, `server TiDB`.
   */
  knownByDocuments(): readonly string[] {
    const untested = driversBy('documents');
    const names = this.engine.sources.all().flatMap((source) => {
      const { type } = source.options;
      const server = this.engine.servers.dialectOf(source)?.server;
      if (server !== undefined) return `server ${server.name}`;
      return untested.includes(type) ? `driver ${type}` : [];
    });
    return [...new Set(names)];
  }

  /** Lists unknown state of this TypeORM's builders. With any, no statements are prepared. */
  unknownBuilderState(): readonly string[] {
    const complete = this.engine.sources.all().filter((source) => missingInternals(source).length === 0);
    return [...new Set(complete.flatMap(unknownState))];
  }

  /** Lists the internals that this version of TypeORM lacks. With any missing, no statements are prepared. */
  missingInternals(): readonly string[] {
    return [...new Set(this.engine.sources.all().flatMap(missingInternals))];
  }
}

/** Clients may ask for what is declared: says which limits admit all facets of a list at once, with one comparison. */
export function facetsBeyondCost(profile: Profile, handler: string): string | undefined {
  const { schema, limits } = profile;
  const facets = [...new Set(profile.lists('client').facets?.values())];
  const cost = Math.ceil(costOfFacets(facets));
  if (facets.length === 0 || cost <= limits.cost) return undefined;
  const options = facets.length > limits.facets ? `facets: ${facets.length}, cost: ${cost}` : `cost: ${cost}`;
  return (
    `${handler}: all ${facets.length} facets of ${schema.name} with one filter cost ${cost}, more than limits.cost ` +
    `(${limits.cost}); \`limits: { ${options} }\` admits them in one request`
  );
}
