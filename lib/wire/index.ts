export {
  decode,
  looksLikeJson,
  nameOf,
  namesIn,
  parameterOf,
  parameterOfGarbled,
  parameters,
  PlainObject,
  isPlainObject,
  RepeatedKey,
  SentNames,
} from './names.js';
export type { AllParameterNames, Parameter, ParameterNames, RequestTree } from './names.js';
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
export { mostSegments } from './keys.js';
export { printQueryString, usualNames } from './print.js';
export { queryIn, rawQueryOf, readPairs, pairAsSent, readQueryString } from './read.js';
export type { SentPair, QueryStringReading } from './read.js';
export {
  QueryContent,
  refuseInUrl,
  refuseWithoutContent,
  NamedInput,
  UnreadInput,
  refuseUnread,
  RequestBody,
  carriesBody,
  isUnread,
} from './inputs.js';
