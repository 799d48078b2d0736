import type { DataSource } from 'typeorm';
import { didYouMean, FilterConfigurationError } from '../configuration-error.js';
import { SchemaRegistry, reachableFingerprint } from '../schema/index.js';
import type { Settings } from './settings.js';

/** A class, a name, or whatever else TypeORM takes for an entity. */
export type EntityReference = Parameters<DataSource['getMetadata']>[0];

/** Where an entity was found. */
interface Home {
  /** Weakly, because the class of an entity outlives its data sources. */
  readonly source: WeakRef<DataSource>;
  /** Whether it was initialized by then; one that was and is no longer has been closed. */
  readonly wasOpen: boolean;
  /** The other data sources that have the entity, as errors name them. */
  readonly rivals: readonly string[];
}

/** The data sources of a program, and the schemas of each. Those that are closed are let go. */
export class Sources {
  private readonly registries = new WeakMap<DataSource, SchemaRegistry>();
  /** Under Nest, asking for the data sources is a walk over every provider: too much for every request. */
  private readonly homes = new WeakMap<object, Home>();

  /** @param all the data sources in which entities are looked for, the first that has one deciding */
  constructor(
    readonly all: () => readonly DataSource[],
    private readonly settings: Settings,
  ) {}

  /** The schemas of a data source; anew where it was initialized again, which gives it other metadata. */
  registry(source: DataSource): SchemaRegistry {
    const existing = this.registries.get(source);
    if (existing?.metadatas === source.entityMetadatas) return existing;
    const registry = new SchemaRegistry(source, this.settings);
    this.registries.set(source, registry);
    return registry;
  }

  /** What is declared that a context decides, in words; undefined where nothing is. */
  decidedByContext(): string | undefined {
    for (const source of this.all()) {
      const registry = this.registry(source);
      const scoped = registry.buildAll().find(({ scopes }) => scopes.length > 0);
      if (scoped !== undefined) return `\`scope\` of ${scoped.name}`;
      const { example } = registry.visibilities;
      if (example !== undefined) return `\`when\` of ${example}`;
    }
    return undefined;
  }

  /**
   * The data source by which requests about an entity are read. Of several the first will do, where the entity means the
   * same in each: a query is read again for the data source of the builder that it is applied to.
   */
  of(entity: EntityReference): DataSource {
    return this.homeOf(entity).source;
  }

  /** The only data source that has an entity, for statements that nobody has given a builder for. */
  onlyOf(entity: EntityReference): DataSource {
    const { source, rivals } = this.homeOf(entity);
    if (rivals.length === 0) return source;
    const name = nameOf(entity);
    throw new FilterConfigurationError(
      `${name} is an entity of ${rivals.length + 1} data sources: ${[labelOf(source), ...rivals].join(' and ')}; give ` +
        `filter() a repository of the one that is meant: filter(dataSource.getRepository(${name}), …)`,
    );
  }

  private homeOf(entity: EntityReference): { readonly source: DataSource; readonly rivals: readonly string[] } {
    if (typeof entity === 'string') return this.find(entity);
    const known = this.homes.get(entity);
    const source = known?.source.deref();
    if (known !== undefined && source !== undefined && (source.isInitialized || !known.wasOpen)) {
      return { source, rivals: known.rivals };
    }
    const found = this.find(entity);
    const { isInitialized } = found.source;
    this.homes.set(entity, { source: new WeakRef(found.source), wasOpen: isInitialized, rivals: found.rivals });
    return found;
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
    if (sources.length === 0) throw new FilterConfigurationError(`${name}: there is no TypeORM data source to look in`);
    const existing = sources.flatMap(({ entityMetadatas }) => entityMetadatas.map((metadata) => metadata.name));
    throw new FilterConfigurationError(`${name} is an entity of no data source; ${didYouMean(name, existing)}`);
  }

  /** What a request means must not depend on which of two data sources comes first. */
  private checkAgreement(entity: EntityReference, one: DataSource, other: DataSource): void {
    const [here, there] = [one, other].map((source) => this.registry(source).of(source.getMetadata(entity)));
    const labels = `${labelOf(one)} and ${labelOf(other)}`;
    if (here?.metadata.target !== there?.metadata.target) {
      throw new FilterConfigurationError(
        `${nameOf(entity)} is the name of an entity in two data sources, ${labels}, and not the same one; give the class`,
      );
    }
    if (here === undefined || there === undefined) return;
    if (reachableFingerprint(here.view('client')) === reachableFingerprint(there.view('client'))) return;
    throw new FilterConfigurationError(
      `${here.name} is an entity of two data sources, ${labels}, whose columns are not of the same kinds, so that a request ` +
        'about it has two meanings; declare the `kind` of these fields in @Filterable(), or use a class for each data source',
    );
  }
}

/** As Nest calls it, or by what it leads to; never by its address, which may hold a password. */
function labelOf({ options }: DataSource): string {
  const named: { readonly name?: unknown; readonly type: string; readonly database?: unknown } = options;
  if (typeof named.name === 'string') return named.name;
  return typeof named.database === 'string' ? `${named.type} ${named.database}` : named.type;
}

/** There is no entity yet where two files import each other, whatever the compiler believes. */
function nameOf(entity: EntityReference | undefined): string {
  if (entity === undefined) return 'undefined';
  if (typeof entity === 'function') return entity.name;
  if (typeof entity === 'string') return entity;
  return 'name' in entity ? String(entity.name) : entity.options.name;
}
