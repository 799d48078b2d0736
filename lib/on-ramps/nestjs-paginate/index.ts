/**
 * The on-ramp for clients of nestjs-paginate.
 *
 * @module nestjs-filterable/on-ramps/nestjs-paginate
 */
import type { OnRamp } from '../../engine/index.js';
import { answerOf, answerSchema, parametersOf } from './answer.js';
import { type NestjsPaginateOptions, checkNestjsPaginate, claims, readRequest } from './read.js';

export { filterableFrom } from './migrate.js';
export type { OnRampOptions } from '../shared.js';
export type { FilterableFromOptions, PaginateConfigLike } from './migrate.js';
export type { NestjsPaginateOptions } from './read.js';

/**
 * Makes the on-ramp for clients of nestjs-paginate: their requests are read, and answered with `data`, `meta` and
 * `links`. Requests that cannot have the same meaning here are refused; docs/from-nestjs-paginate.md lists it.
 *
 * @throws FilterConfigurationError for a wrong option
 * @example
 * FilterModule.forRoot({ onRamp: nestjsPaginate({ all: { max: 10_000 } }) });
 */
export function nestjsPaginate(options: NestjsPaginateOptions = {}): OnRamp {
  checkNestjsPaginate(options);
  return Object.freeze({
    name: 'nestjs-paginate',
    claims,
    read: (request) => readRequest(request, options),
    body: (page, query, asked) => answerOf(page, query, asked, options),
    schema: answerSchema,
    parameters: (list) => parametersOf(list, options),
  } satisfies OnRamp);
}
