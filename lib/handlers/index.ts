export { currentRequest, isCurrentRequestNeeded, needCurrentRequest } from './current-request.js';
export { answerBy, answerLike, asAnswerOf, messageOf } from './messages.js';
export {
  filtersOf,
  handlerParameters,
  hasHostQuery,
  parametersOf,
  rememberDtoFilter,
  rememberHostQuery,
  rememberParameter,
} from './parameters.js';
export type { DtoFilter, HandlerParameters } from './parameters.js';
export { inputOf, inputOfMessage } from './request-input.js';
export { FilterRequestInterceptor } from './request.interceptor.js';
