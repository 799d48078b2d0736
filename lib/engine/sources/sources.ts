import type { DataSource } from 'typeorm';
import { Faults, FilterConfigurationError, didYouMean } from '../../configuration/index.js';
import {
  type FilterSchema,
  type NamedPopulateRule,
  type PopulateRule,
  SchemaRegistry,
  nameOf,
  reachableFingerprint,
} from '../../schema/index.js';
import { NamedRules } from './named-rules.js';
import type { Servers } from './servers.js';
import type { Settings } from '../options/settings.js';

/** A reference to an entity in any form that TypeORM accepts: a class, a name, a schema. */
export type EntityReference = Parameters<DataSource['getMetadata']>[0];

/** Data source of an entity. */
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
  /** The application's rules by their names. */
  readonly rules: NamedRules;
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
    this.rules = new NamedRules(settings.rules);
  }

  /** Returns the entity that a reference means, which may be a name of `rules`. */
  entityOf(reference: EntityReference): EntityReference {
    return this.rules.entityOf(reference);
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

  /** Returns the schema of an entity in a data source, with its registry. */
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

  /** Returns the only data source with an entity, for statements without a builder. */
  onlyOf(entity: EntityReference): DataSource {
    const { source, rivals } = this.homeOf(entity);
    if (rivals.length === 0) return source;
    const name = nameOf(entity);
    throw new FilterConfigurationError(
      `${name} is an entity of ${rivals.length + 1} data sources: ${[labelOf(source), ...rivals].join(' and ')}; give ` +
        `filter() a repository of the one that is meant: filter(dataSource.getRepository(${name}), …)`,
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
    const { names } = this.rules;
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
        `${nameOf(entity)} is the name of an entity in two data sources, ${labels}, and not the same one; give the class`,
      );
    }
    if (first === undefined || second === undefined) return;
    if (reachableFingerprint(first.view('client')) === reachableFingerprint(second.view('client'))) return;
    throw new FilterConfigurationError(
      `${first.name} is an entity of two data sources, ${labels}, whose columns are not of the same kinds, so that a request ` +
        'about it has two meanings; declare the `kind` of these fields in @Filterable(), or use a class for each data source',
    );
  }
}

/** Makes the error where there is no entity at all. */
function noEntities(name: string, hasSource: boolean): FilterConfigurationError {
  const reason = hasSource
    ? 'no data source has entities yet; call its initialize() before the application starts'
    : 'there is no TypeORM data source to look in; import TypeOrmModule.forRoot(), or provide a DataSource';
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
