import type { DataSource } from 'typeorm';
import { didYouMean, FilterConfigurationError } from '../configuration-error.js';
import { SchemaRegistry } from '../schema/index.js';
import type { Settings } from './settings.js';

/** A class, a name, or whatever else TypeORM takes for an entity. */
export type EntityReference = Parameters<DataSource['getMetadata']>[0];

/** The data sources of a program, and the schemas of each. */
export class Sources {
  private readonly registries = new Map<DataSource, SchemaRegistry>();
  /** Under Nest, asking for the data sources is a walk over every provider: too much for every request. */
  private readonly homes = new WeakMap<object, DataSource>();

  /** @param all the data sources in which entities are looked for, the first that has one deciding */
  constructor(
    readonly all: () => readonly DataSource[],
    private readonly settings: Settings,
  ) {}

  registry(source: DataSource): SchemaRegistry {
    const existing = this.registries.get(source);
    if (existing !== undefined) return existing;
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

  /** The data source that has an entity. */
  of(entity: EntityReference): DataSource {
    if (typeof entity === 'string') return this.find(entity);
    const source = this.homes.get(entity) ?? this.find(entity);
    this.homes.set(entity, source);
    return source;
  }

  private find(entity: EntityReference): DataSource {
    const sources = this.all();
    const source = sources.find((candidate) => candidate.hasMetadata(entity));
    if (source !== undefined) return source;
    const name = nameOf(entity);
    if (sources.length === 0) throw new FilterConfigurationError(`${name}: there is no TypeORM data source to look in`);
    const existing = sources.flatMap(({ entityMetadatas }) => entityMetadatas.map((metadata) => metadata.name));
    throw new FilterConfigurationError(`${name} is an entity of no data source; ${didYouMean(name, existing)}`);
  }
}

/** There is no entity yet where two files import each other, whatever the compiler believes. */
function nameOf(entity: EntityReference | undefined): string {
  if (entity === undefined) return 'undefined';
  if (typeof entity === 'function') return entity.name;
  if (typeof entity === 'string') return entity;
  return 'name' in entity ? String(entity.name) : entity.options.name;
}
