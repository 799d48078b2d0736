/**
 * The on-ramp for clients of @dataui/crud and nestjsx/crud.
 *
 * @module nestjs-filterable/on-ramps/crud
 */
import type { OnRamp } from '../../engine/index.js';
import { answerOf, answerSchema, parametersOf } from './answer.js';
import { type CrudOptions, checkCrud, claims, readRequest } from './read.js';

export { filterableFrom } from './migrate.js';
export type { OnRampOptions } from '../shared.js';
export type { CrudOptionsLike } from './migrate.js';
export type { CrudOptions } from './read.js';

/**
 * Makes the on-ramp for clients of @dataui/crud and nestjsx/crud: their requests are read, and answered with `data`,
 * `count`, `total`, `page` and `pageCount`, or with the rows alone. Requests that cannot have the same meaning here are
 * refused; docs/from-crud.md lists it.
 *
 * @throws FilterConfigurationError for a wrong option
 * @example
 * FilterModule.forRoot({ onRamp: crud({ alwaysPaginate: true }) });
 */
export function crud(options: CrudOptions = {}): OnRamp {
  checkCrud(options);
  return Object.freeze({
    name: 'crud',
    claims,
    read: (request) => readRequest(request, options),
    body: (page, _, asked) => answerOf(page, asked),
    schema: (row) => answerSchema(row, options),
    parameters: parametersOf,
  } satisfies OnRamp);
}
