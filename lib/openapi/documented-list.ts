import type { Profile, Settings } from '../engine/index.js';
import type { Components } from './components.js';
import type { FilterSchemas } from './filter-schemas.js';

/** One list of a document, as one audience sees it: the parameter of a handler, or an entity for itself. */
export interface DocumentedList {
  readonly profile: Profile;
  readonly settings: Settings;
  /** The context that decides which members exist. */
  readonly context: unknown;
  /** The beginning of the names of components that only this list has: `PostsFew` for `PostsController.few`. */
  readonly name: string;
  readonly components: Components;
  readonly schemas: FilterSchemas;
  /** True for people, who type into a page; false for programs. */
  readonly isForPages: boolean;
}
