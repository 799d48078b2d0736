import type { Nesting } from './filter-schemas.js';
import type { ObjectStyle } from './operation.js';

/** The options of `documentFilters()`. */
export interface DocumentFiltersOptions {
  /**
   * The readers of the document. `ui` (the default): pages such as Swagger UI, with relations spelled out one deep. `client`:
   * generators of clients, with relations that lead on without an end, at which pages freeze.
   */
  readonly for?: 'ui' | 'client' | undefined;
  /** The depth to which relations are spelled out: not at all, one deep, or all. Default: as `for` says. */
  readonly nesting?: Nesting | undefined;
  /** The way in which objects are written: `deep` (the default) in brackets, `json` as JSON text. */
  readonly style?: ObjectStyle | undefined;
  /**
   * The context whose fields and relations are documented. Without this option, those with a `when` are left out, and no `when`
   * is called; `undefined` is a context like any other. Scopes are never called.
   */
  readonly context?: unknown;
}

/** An OpenAPI document, as far as it matters here. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: object;
}
