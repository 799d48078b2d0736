export { countTokens } from './relations.js';
export { spellingsOf, readOperand } from './fields.js';
export type { OperatorSpelling } from './fields.js';
export {
  isJson,
  opened,
  Node,
  isListWithGap,
  origins,
  readPositiveNumber,
  subjectOf,
  namesIn,
  partsOf,
  textsIn,
  didYouMean,
  refuse,
  report,
} from './node.js';
export type { NamedFilters, NamedSortKey, Origin, SortNames, WantedName, Place } from './node.js';
export { pageKeysOf } from './pagination.js';
export { treeOf, nodesOf, readFilters, readSlice, readSort } from './request.js';
export type { ObjectRules, ParseOptions, NodeOf } from './request.js';
