export { advisedEntities, advisedIn, unindexedOf } from './advised.js';
export { FilterEngine } from './engine.js';
export type { ModuleOptions } from './options/options.js';
export { RefusedElsewhere } from './requests/read-result.js';
export type { ReadResult } from './requests/read-result.js';
export type { AnswerSchema } from './options/answer-schema.js';
export type { ListAnswer, PageAnswer } from './options/answer.js';
export type { OnRamp, RampAsked, RampParameter, RampPlace, RampReading, RampRequest } from './options/on-ramp.js';
export type { ErrorsOption, RefusalOptions } from './options/errors.js';
export type { Source } from './options/source.js';
export { ofHandler } from './options/overrides.js';
export type { FlatMeaning } from './lists/flat.js';
export type { FlatFilter, FlatFilterRule, FlatNames, FlatOptions, FlatOverrides, FlatPageKey } from './options/flat.js';
export type { HandlerFacts, Overrides } from './options/overrides.js';
export { profileFor } from './lists/profile.js';
export type { Profile } from './lists/profile.js';
export { NamedFilterFailure } from './lists/named-conditions.js';
export { ScopeFailure } from './lists/given-conditions.js';
export { ownClock, resolveSettings } from './options/settings.js';
export type { Settings } from './options/settings.js';
export { planWithAggregates, planWithFacets } from './requests/plans-of-program.js';
export { issuesOf } from './requests/issues-of.js';
export { audienceOf, describe } from './describe.js';
export type {
  EntityDescription,
  AggregateDescription,
  FacetDescription,
  FieldDescription,
  FlatDescription,
  NamedFilterDescription,
  PaginationDescription,
  PopulateDescription,
  RelationDescription,
} from './description.js';
export type { TrustedScope } from './lists/trusted.js';
export { facetsBeyondCost } from './boot-checks.js';
