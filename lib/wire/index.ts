export {
  decode,
  nameOf,
  namesIn,
  parameterOf,
  parameterOfGarbled,
  PlainObject,
  isPlainObject,
  RepeatedKey,
  SentNames,
} from './names.js';
export { looksLikeJson, parameters } from './parameters.js';
export type { ParameterNames } from './names.js';
export type { AllParameterNames, Parameter, RequestTree } from './parameters.js';
export {
  unreadNames,
  ForeignParameters,
  unknownPolicies,
  foreignNode,
  foreignPair,
  isOneEdit,
  flatNameIn,
} from './foreign.js';
export type { ForeignRules, HostReads, KnownNames, UnknownPolicy, Door, FlatRules, FlatTarget } from './foreign.js';
export { NumberText, readJson } from './json-text.js';
export type { JsonReading } from './json-text.js';
export { directionAlone } from './flat.js';
export { mostSegments } from './keys.js';
export { usualNames } from './print.js';
export { printQueryString } from './query-string.js';
export { queryIn, rawQueryOf, readPairs, pairAsSent, readQueryString } from './read.js';
export type { SentPair, QueryStringReading } from './read.js';
export {
  QueryContent,
  refuseInUrl,
  refuseWithoutContent,
  NamedInput,
  named,
  deepest,
  withoutNames,
  UnreadInput,
  refuseUnread,
  RequestBody,
  carriesBody,
  isUnread,
} from './inputs.js';
