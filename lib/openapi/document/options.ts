import type { Nesting } from '../schemas/filter-schemas.js';
import type { ObjectStyle } from './operation.js';

/** The options of `documentFilters()`. */
export interface DocumentFiltersOptions {
  /**
   * Readers of the document. `ui` (the default): pages such as Swagger UI, with relations one deep. `client`:
   * generators of clients, with endless relations, which would freeze pages.
   */
  readonly for?: 'ui' | 'client' | undefined;
  /** Depth of relations: none, one, or all. Default: as `for` says. */
  readonly nesting?: Nesting | undefined;
  /** Form of objects: `deep` (the default) in brackets, `json` as JSON text. */
  readonly style?: ObjectStyle | undefined;
  /**
   * Context whose fields and relations are documented. Without this option, members with a `when` are left out, and no
   * `when` is called. `undefined` is a context like any other. Scopes are never called.
   */
  readonly context?: unknown;
}

/** An OpenAPI document, as far as it is used here. */
export interface OpenApiDocument {
  /** The version of OpenAPI: `3.0.0`. */
  readonly openapi: string;
  /** The operations by path. */
  readonly paths: object;
}
