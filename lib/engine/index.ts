export { answerOf, warningsOf } from './parameters.js';
export { FilterEngine } from './engine.js';
export type {
  AnswerSchema,
  ListAnswer,
  OnRamp,
  PageAnswer,
  RampAsked,
  RampParameter,
  RampPlace,
  RampReading,
  RampRequest,
} from './on-ramp.js';
export { ofHandler } from './options.js';
export type { ErrorsOption, HandlerFacts, ModuleOptions, Overrides, RefusalOptions, Source } from './options.js';
export { ownClock, resolveSettings } from './settings.js';
export type { Settings } from './settings.js';
export { RefusedElsewhere, issuesOf } from './reading.js';
export type { ReadResult } from './reading.js';
export { profileFor } from './profile.js';
export type { Profile } from './profile.js';
export { NamedFilterFailure, ScopeFailure } from './trusted.js';
export type { TrustedScope } from './trusted.js';
export type { EntityReference } from './sources.js';
export { planNaming } from './plans.js';
export { audienceOf, describe } from './describe.js';
