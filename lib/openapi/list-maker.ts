import type { FilterEngine, Overrides } from '../engine/index.js';
import type { FilterQueryParameter } from '../filter-query.overrides.js';
import type { Components } from './components.js';
import type { DocumentedList } from './documented-list.js';
import { FilterSchemas, type Nesting } from './filter-schemas.js';
import type { ValueLimits } from './value-schemas.js';

/** The frame of one document: for whom it is, and how far it spells relations out. */
export interface DocumentFrame {
  readonly components: Components;
  readonly context: unknown;
  readonly nesting: Nesting;
  readonly isForPages: boolean;
}

/** Makes the lists of one document, which share the schemas of conditions as far as their limits are the same. */
export class ListMaker {
  private readonly schemas = new Map<string, FilterSchemas>();

  constructor(
    private readonly engine: FilterEngine,
    private readonly frame: DocumentFrame,
  ) {}

  /** @param name the beginning of the names of components that only this list has */
  list(
    { entity, overrides }: Pick<FilterQueryParameter, 'entity'> & { overrides?: Overrides | undefined },
    name: string,
  ): DocumentedList {
    const profile = this.engine.profile(entity, overrides);
    const { settings } = this.engine;
    const { context, components, isForPages } = this.frame;
    profile.checkVisibilities(context);
    const schemas = this.schemasFor(profile.limits, name);
    return { profile, settings, context, name, components, schemas, isForPages };
  }

  private schemasFor(limits: ValueLimits, name: string): FilterSchemas {
    const usual = keyOf(this.engine.settings.limits);
    const key = keyOf(limits);
    const known = this.schemas.get(key);
    if (known !== undefined) return known;
    const { components, context, nesting } = this.frame;
    const prefix = key === usual ? '' : name;
    const made = new FilterSchemas({ components, vocabulary: this.engine.settings, limits, context, nesting, prefix });
    this.schemas.set(key, made);
    return made;
  }
}

/** The limits that are part of schemas. */
function keyOf({ valueLength, needleLength, members }: ValueLimits): string {
  return [valueLength, needleLength, members].join();
}
