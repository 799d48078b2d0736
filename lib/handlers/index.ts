export { currentRequest, isCurrentRequestNeeded, needCurrentRequest } from './current-request.js';
export { tellDeprecated, usedBy } from './deprecation-headers.js';
export { dtoFacts, handlerFacts, hasOwnDecorator } from './host-reads.js';
export { answerBy, answerLike, asAnswerOf, messageOf, sentTo } from './messages.js';
export {
  filtersOf,
  handlerParameters,
  hasHostQuery,
  rememberDtoFilter,
  rememberHostQuery,
  rememberParameter,
} from './parameters.js';
export type { DtoFilter, HandlerParameters } from './parameters.js';
export { PageAnswerInterceptor } from './page-answer.interceptor.js';
export { allOf, askedBy, madeFor, shapeBy, shapeLike } from './page-answers.js';
export { checkQueryHandler, isQueryHandler } from './query-method.js';
export { inputOf, inputOfMessage } from './request-input.js';
export { FilterRequestInterceptor } from './request.interceptor.js';
export { forHandler } from './traced-handler.js';
export { keepUntouched } from './untouched.js';
