import { type FilterEngine, type Overrides, profileFor } from '../../engine/index.js';
import type { FilterQueryParameter } from '../../filter-query.overrides.js';
import type { Components } from './components.js';
import type { DocumentedList } from './documented-list.js';
import type { Readers } from './readers.js';
import { FilterSchemas, type Nesting } from './filter-schemas.js';
import type { ValueLimits } from './value-schemas.js';

/** Frame of one document: its readers, and the depth of relations. */
export interface DocumentFrame {
  readonly components: Components;
  readonly context: unknown;
  readonly nesting: Nesting;
  readonly readers: Readers;
}

/** Makes the lists of one document. Lists with equal limits share the schemas of conditions. */
export class ListMaker {
  private readonly schemas = new Map<string, FilterSchemas>();

  constructor(
    private readonly engine: FilterEngine,
    private readonly frame: DocumentFrame,
  ) {}

  /** @param name the beginning of component names of this list alone */
  list(
    { entity, overrides }: Pick<FilterQueryParameter, 'entity'> & { overrides?: Overrides | undefined },
    name: string,
  ): DocumentedList {
    const whole = this.engine.profile(entity, overrides);
    const { settings } = this.engine;
    const { context, components, readers } = this.frame;
    whole.checkVisibilities(context);
    const profile = profileFor(whole, context);
    const schemas = this.schemasFor({ ...profile.limits, relativeDates: profile.relativeDates }, name);
    return { profile, settings, context, name, components, schemas, readers };
  }

  private schemasFor(limits: ValueLimits, name: string): FilterSchemas {
    const { settings } = this.engine;
    const usual = keyOf({ ...settings.limits, relativeDates: settings.relativeDates });
    const key = keyOf(limits);
    const known = this.schemas.get(key);
    if (known !== undefined) return known;
    const prefix = key === usual ? '' : name;
    const made = new FilterSchemas({ ...this.frame, vocabulary: this.engine.settings, limits, prefix });
    this.schemas.set(key, made);
    return made;
  }
}

/** The limits that are part of schemas. */
function keyOf({ valueLength, needleLength, members, relativeDates }: ValueLimits): string {
  return [valueLength, needleLength, members, relativeDates].join();
}
