export { answerOf, warningsOf } from './parameters.js';
export { advisedEntities, advisedIn, unindexedOf, FilterEngine } from './engine.js';
export { ofHandler, ownClock, resolveSettings } from './options.js';
export type {
  ModuleOptions,
  AnswerSchema,
  ListAnswer,
  PageAnswer,
  OnRamp,
  RampAsked,
  RampParameter,
  RampPlace,
  RampReading,
  RampRequest,
  ErrorsOption,
  RefusalOptions,
  Source,
  HandlerFacts,
  Overrides,
  Settings,
} from './options.js';
export { RefusedElsewhere, issuesOf } from './reading.js';
export type { ReadResult } from './reading.js';
export { profileFor } from './profile.js';
export type { Profile } from './profile.js';
export { NamedFilterFailure, ScopeFailure } from './trusted.js';
export type { TrustedScope } from './trusted.js';
export { planNaming } from './plans.js';
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
} from './describe.js';
