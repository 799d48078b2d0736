import type { ExecutionContext } from '@nestjs/common';
import { FilterConfigurationError } from '../configuration/index.js';
import type { FilterSource } from '../filter.module-options.js';
import { type ParameterNames, RequestBody, carriesBody, parameterOf } from '../wire/index.js';
import { sentTo } from './messages.js';
import type { DtoFilter } from './dto-filters.js';
import { partOf } from './host-query.js';
import type { HandlerParameters } from './parameters.js';
import { inputOf, inputOfMessage } from './request-input.js';
import { untouched } from './untouched.js';

/** The `@Filters()` property to read, and its circumstances. */
export interface DtoProperty {
  readonly filter: DtoFilter;
  readonly names: ParameterNames;
  /** Source that the overrides or a function set. Undefined where the kind of parameter decides. */
  readonly chosen: FilterSource | undefined;
  /** Handler of the request. */
  readonly handler: Pick<HandlerParameters, 'ofBodyDtos' | 'ofQueryDtos'>;
}

interface Parts {
  readonly body?: unknown;
  readonly query?: unknown;
}

/**
 * Returns the input of a DTO's query. The object behind the DTO is only compared with the request's parts: parsers and
 * pipes of the application have changed it, so the query is read from the raw request.
 *
 * @param source the object that class-transformer makes the DTO from, or undefined where it made no DTO
 * @throws UnsupportedMediaTypeException (415) for an unread body, which pipes turn into an empty object
 */
export function dtoInput(property: DtoProperty, source: unknown, execution: ExecutionContext): string | object {
  if (execution.getType() !== 'http') return payloadInput(property, source, execution);
  const request = execution.switchToHttp().getRequest<Parts>();
  const whence = property.chosen ?? whenceOf(property, source, request);
  if (whence !== undefined) return inputOf(request as never, whence, execution);
  return typeof source === 'object' && source !== null ? source : {};
}

/**
 * A text, a number or nothing cannot become a DTO: then the payload itself is read, and refused. It is read as well
 * where a pipe has copied the part of it that pipes see.
 */
function payloadInput({ filter, names, handler }: DtoProperty, source: unknown, execution: ExecutionContext) {
  const isItself = hasOurs(source, names) || !isOfBodyAlone(filter, handler);
  if (isItself && typeof source === 'object' && source !== null) return new RequestBody(untouched(source));
  return inputOfMessage(sentTo(execution), undefined, execution);
}

/**
 * Returns the part of a request that an object was made from. Undefined for an object with our
 * parameters from elsewhere.
 */
function whenceOf(
  { filter, names, handler }: DtoProperty,
  source: unknown,
  request: Parts,
): 'body' | 'query' | undefined {
  const { body, query } = request;
  if (source === query) return 'query';
  if (source === body) return 'body';
  if (hasOurs(source, names)) return undefined;
  if (isOfBodyAlone(filter, handler)) return 'body';
  const part = partOf(source);
  if (part === 'body' || part === 'query') return part;
  if (isOfNothing(source, body)) return carriesBody(request) ? 'body' : 'query';
  if (!handler.ofBodyDtos.includes(filter)) return 'query';
  throw new FilterConfigurationError(
    '@Filters() of a DTO for both @Query() and @Body() was given a copy of one of them; use a class for each, or leave out the pipe that copies',
  );
}

/**
 * Returns true where there was nothing to make a DTO from. Pipes turn a missing body into an empty object, which looks
 * like a query without our parameters, and class-transformer makes no DTO from a text.
 */
function isOfNothing(source: unknown, body: unknown): boolean {
  if (typeof source !== 'object' || source === null) return true;
  return (body === undefined || body === null) && Object.keys(source).length === 0;
}

/** Returns true for an object with parameters of ours. Neither the request's query nor copies of it have any. */
function hasOurs(source: unknown, names: ParameterNames): boolean {
  if (typeof source !== 'object' || source === null) return false;
  return Object.keys(source).some((key) => parameterOf(key, names) !== undefined);
}

function isOfBodyAlone(filter: DtoFilter, { ofBodyDtos, ofQueryDtos }: DtoProperty['handler']): boolean {
  return ofBodyDtos.includes(filter) && !ofQueryDtos.includes(filter);
}
