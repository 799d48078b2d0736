import type { Profile, Settings } from '../../engine/index.js';
import type { Components } from './components.js';
import type { FilterSchemas } from './filter-schemas.js';
import type { Readers } from './readers.js';

/** One list of a document for one audience: the parameter of a handler, or an entity. */
export interface DocumentedList {
  readonly profile: Profile;
  readonly settings: Settings;
  /** The context that decides which members exist. */
  readonly context: unknown;
  /** Beginning of component names of this list alone: `PostsFew` for `PostsController.few`. */
  readonly name: string;
  readonly components: Components;
  readonly schemas: FilterSchemas;
  readonly readers: Readers;
}
