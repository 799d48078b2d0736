export { FilterEngine } from './engine.js';
export type { ModuleOptions } from './options.js';
export { RefusedElsewhere } from './plans.js';
export type { ReadResult } from './plans.js';
export type { Source } from './source.js';
export { ofHandler } from './overrides.js';
export type { Overrides } from './overrides.js';
export type { Profile } from './profile.js';
export { ScopeFailure } from './scopes.js';
export { resolveSettings } from './settings.js';
export type { Settings } from './settings.js';
export { issuesOf } from './issues-of.js';
export { audienceOf, describe } from './describe.js';
export type {
  EntityDescription,
  FacetDescription,
  FieldDescription,
  PaginationDescription,
  RelationDescription,
} from './description.js';
export type { TrustedScope } from './trusted.js';
