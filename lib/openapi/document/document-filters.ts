import { type INestApplicationContext } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { FilterConfigurationError } from '../../configuration/index.js';
import { FilterEngine, audienceOf } from '../../engine/index.js';
import { FILTER_MODULE_OPTIONS } from '../../filter.constants.js';
import type { FilterModuleOptions } from '../../filter.module-options.js';
import { DocumentCompletion } from './document-completion.js';
import { type Handler, handlersOf } from './handlers.js';
import type { DocumentFiltersOptions, OpenApiDocument } from './options.js';
import { mark } from './swagger-metadata.js';

/**
 * Completes an OpenAPI document: each handler with `@FilterQuery()` gets its parameters, its refusal, and the page of
 * its `@ApiFilters()`. The host's own documentation stays as it is.
 *
 * @param make makes the document, at once or later; it is called once, and must return a new document
 * @throws FilterConfigurationError where the application has no `FilterModule`, or an example is wrong
 * @example
 * const make = () => SwaggerModule.createDocument(app, config);
 * SwaggerModule.setup('docs', app, () => documentFilters(app, make));
 */
export function documentFilters<Document extends OpenApiDocument>(
  app: Pick<INestApplicationContext, 'get'>,
  make: () => Promise<Document>,
  options?: DocumentFiltersOptions,
): Promise<Document>;
export function documentFilters<Document extends OpenApiDocument>(
  app: Pick<INestApplicationContext, 'get'>,
  make: () => Document,
  options?: DocumentFiltersOptions,
): Document;
export function documentFilters<Document extends OpenApiDocument>(
  app: Pick<INestApplicationContext, 'get'>,
  make: () => Document | Promise<Document>,
  options: DocumentFiltersOptions = {},
): Document | Promise<Document> {
  const { engine, handlers } = partsOf(app);
  const complete = (document: Document): Document => {
    new DocumentCompletion({ engine, options, context: audienceOf(options) }, document).add(handlers);
    return document;
  };
  const unmark = markAll(handlers);
  let made: Document | Promise<Document>;
  try {
    made = make();
  } catch (error) {
    unmark();
    throw error;
  }
  if (made instanceof Promise) return made.finally(unmark).then(complete);
  unmark();
  return complete(made);
}

/** Marks all handlers, and returns a function that removes the marks. */
function markAll(handlers: readonly Handler[]): () => void {
  const undo = handlers.map(({ method, told }) =>
    mark(
      method,
      told.flatMap(({ page }) => (typeof page === 'function' ? page : [])),
    ),
  );
  return () => undo.forEach((each) => each());
}

/** Finds the parts of an application that document it. */
function partsOf(app: Pick<INestApplicationContext, 'get'>) {
  const engine = found<FilterEngine>(app, FilterEngine);
  const moduleOptions = found<FilterModuleOptions>(app, FILTER_MODULE_OPTIONS);
  const handlers = handlersOf(found(app, DiscoveryService), found(app, MetadataScanner), moduleOptions);
  return { engine, handlers };
}

function found<Part extends object>(
  app: Pick<INestApplicationContext, 'get'>,
  token: Parameters<typeof app.get>[0],
): Part {
  let part: unknown;
  try {
    part = app.get<unknown>(token, { strict: false });
  } catch {
    throw new FilterConfigurationError('documentFilters(): the application does not import FilterModule.forRoot()');
  }
  if (typeof part === 'object' && part !== null) return part as Part;
  throw new FilterConfigurationError(
    'documentFilters(): the application was created with `preview: true`, which makes no providers; leave it out, and ' +
      'initialize the data sources by hand (`manualInitialization`) where there is no database',
  );
}
