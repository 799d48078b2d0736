export { currentRequest, FilterRequestInterceptor } from './request.interceptor.js';
export { reportDeprecated, usedBy } from './deprecations.js';
export { answerBy, answerFailure, answerLike, asAnswerOf, messageOf, sentTo, forHandler } from './messages.js';
export {
  findDtoFiltersBy,
  hasDtoFilters,
  dtoFacts,
  handlerFacts,
  hasOwnDecorator,
  filtersOf,
  handlerParameters,
  hasHostQuery,
  rememberHostQuery,
  rememberParameter,
} from './handlers.js';
export type { DtoFilter, HandlerParameters } from './handlers.js';
export { PageAnswerInterceptor, allOf, askedBy, madeFor, shapeBy, shapeLike } from './answers.js';
export { keepUntouched } from './host-part.js';
export { inputOf, inputOfMessage } from './input.js';
export { checkQueryHandler, isQueryHandler } from './query-method.js';
