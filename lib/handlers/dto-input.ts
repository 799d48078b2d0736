import type { ExecutionContext } from '@nestjs/common';
import type { FilterSource } from '../filter.module-options.js';
import { type ParameterNames, RequestBody, carriesBody, parameterOf } from '../wire/index.js';
import { sentMessage } from './messages.js';
import type { DtoFilter, HandlerParameters } from './parameters.js';
import { inputOf, inputOfMessage } from './request-input.js';

/** The `@Filters()` property that is read, and what is known of it. */
export interface DtoProperty {
  readonly filter: DtoFilter;
  readonly names: ParameterNames;
  /** The source that the overrides or a function set; undefined where the kind of parameter decides. */
  readonly chosen: FilterSource | undefined;
  /** The handler in which it is read. */
  readonly handler: Pick<HandlerParameters, 'ofBodyDtos' | 'ofQueryDtos'>;
}

interface Parts {
  readonly body?: unknown;
  readonly query?: unknown;
}

/**
 * Returns the input of a DTO's query. The object that the DTO is made from is only compared with the request's parts: parsers and
 * pipes of the application have changed it, so the query is read from the raw request.
 *
 * @param source the object that class-transformer makes the DTO from; undefined where it made none
 * @throws UnsupportedMediaTypeException (415) for a body that was not read, of which pipes make an empty object
 */
export function dtoInput(property: DtoProperty, source: unknown, execution: ExecutionContext): string | object {
  if (execution.getType() !== 'http') return payloadInput(source, execution);
  const request = execution.switchToHttp().getRequest<Parts>();
  const whence = property.chosen ?? whenceOf(property, source, request);
  if (whence !== undefined) return inputOf(request as never, whence, execution);
  return typeof source === 'object' && source !== null ? source : {};
}

/** A text, a number or nothing is no source of a DTO: the payload itself is then read, and refused. */
function payloadInput(source: unknown, execution: ExecutionContext): string | object {
  if (typeof source === 'object' && source !== null) return new RequestBody(source);
  return inputOfMessage(sentMessage(execution)?.payload, undefined, execution);
}

/** Returns the part of a request that an object was made from; undefined for an object with our parameters that is neither. */
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
  return isOfNothing(source, body) && carriesBody(request) ? 'body' : 'query';
}

/**
 * Returns true where nothing was there to make a DTO of: pipes make an empty object of a body that is not there, which looks like a
 * query without our parameters, and class-transformer makes nothing of a text.
 */
function isOfNothing(source: unknown, body: unknown): boolean {
  if (typeof source !== 'object' || source === null) return true;
  return (body === undefined || body === null) && Object.keys(source).length === 0;
}

/** Returns true for an object with parameters of ours, which neither the query of the request has nor copies of it. */
function hasOurs(source: unknown, names: ParameterNames): boolean {
  if (typeof source !== 'object' || source === null) return false;
  return Object.keys(source).some((key) => parameterOf(key, names) !== undefined);
}

function isOfBodyAlone(filter: DtoFilter, { ofBodyDtos, ofQueryDtos }: DtoProperty['handler']): boolean {
  return ofBodyDtos.includes(filter) && !ofQueryDtos.includes(filter);
}
