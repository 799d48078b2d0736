import type { DataSource } from 'typeorm';
import type { FilterSchema } from '../../schema/index.js';
import type { Overrides } from '../options/overrides.js';
import { type ProfileBase, makeProfile } from './make-profile.js';
import type { Profile } from './profile.js';
import type { Settings } from '../options/settings.js';
import type { EntityReference, Sources } from '../sources/sources.js';

const noOverrides: Overrides = Object.freeze({});

/** Profiles of a program, each made once for an overrides object, which decorators keep, and a schema. */
export class Profiles {
  private readonly profiles = new WeakMap<object, WeakMap<FilterSchema, Profile>>();

  constructor(
    private readonly sources: Sources,
    private readonly settings: Settings,
  ) {}

  /**
   * Returns the profile of an entity under overrides.
   *
   * @param source the entity's data source; by default {@link Sources.of} chooses it
   * @throws FilterConfigurationError with every mistake in the overrides
   */
  of(entity: EntityReference, overrides: Overrides = noOverrides, source = this.sources.of(entity)): Profile {
    const { registry, schema } = this.sources.schemaOf(entity, source);
    const bySchema = this.profiles.get(overrides) ?? new WeakMap<FilterSchema, Profile>();
    this.profiles.set(overrides, bySchema);
    const existing = bySchema.get(schema);
    if (existing !== undefined) return existing;
    const namesOf: ProfileBase['namesOf'] = (list) => {
      const { params, flat } = this.of(list.entity, list.overrides);
      return { params, flat: flat?.rules };
    };
    const profile = makeProfile({ registry, schema, settings: this.settings, namesOf }, overrides);
    bySchema.set(schema, profile);
    return profile;
  }

  /** Returns the profile of the same handler for another data source, to read a query again. */
  in(source: DataSource, { schema, overrides }: Profile): Profile {
    return this.of(schema.metadata.target, overrides, source);
  }
}
