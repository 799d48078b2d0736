export { currentRequest, FilterRequestInterceptor } from './request.interceptor.js';
export {
  tellDeprecated,
  usedBy,
  answerBy,
  answerFailure,
  answerLike,
  asAnswerOf,
  messageOf,
  sentTo,
  forHandler,
} from './messages.js';
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
export { checkQueryHandler, isQueryHandler, inputOf, inputOfMessage, keepUntouched } from './input.js';
