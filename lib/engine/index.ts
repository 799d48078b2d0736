export { FilterEngine } from './engine.js';
export type { Asking, EntityReference, ReadResult } from './engine.js';
export type { DefaultsOverride, Overrides } from './overrides.js';
export type { Profile } from './profile.js';
export { ScopeFailure } from './scopes.js';
export { resolveSettings } from './settings.js';
export type { EngineOptions, Settings } from './settings.js';
export { describe } from './describe.js';
export type { EntityDescription, FieldDescription, RelationDescription } from './describe.js';
