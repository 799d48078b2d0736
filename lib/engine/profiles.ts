import type { DataSource } from 'typeorm';
import type { FilterSchema } from '../schema/index.js';
import type { Overrides } from './overrides.js';
import { type Profile, makeProfile } from './profile.js';
import type { Settings } from './settings.js';
import type { EntityReference, Sources } from './sources.js';

const noOverrides: Overrides = Object.freeze({});

/** The profiles of a program, each made once: for an overrides object, which decorators keep, and a schema. */
export class Profiles {
  private readonly profiles = new WeakMap<object, WeakMap<FilterSchema, Profile>>();

  constructor(
    private readonly sources: Sources,
    private readonly settings: Settings,
  ) {}

  /**
   * Returns the profile of an entity under overrides.
   *
   * @param source the data source whose entity it is; by default the one that {@link Sources.of} chooses
   * @throws FilterConfigurationError with everything that is wrong with the overrides
   */
  of(entity: EntityReference, overrides: Overrides = noOverrides, source = this.sources.of(entity)): Profile {
    const { registry, schema } = this.sources.schemaOf(entity, source);
    const bySchema = this.profiles.get(overrides) ?? new WeakMap<FilterSchema, Profile>();
    this.profiles.set(overrides, bySchema);
    const existing = bySchema.get(schema);
    if (existing !== undefined) return existing;
    const profile = makeProfile({ registry, schema, settings: this.settings }, overrides);
    bySchema.set(schema, profile);
    return profile;
  }

  /** Returns the profile of the same handler for another data source, to read a query again for that. */
  in(source: DataSource, { schema, overrides }: Profile): Profile {
    return this.of(schema.metadata.target, overrides, source);
  }
}
