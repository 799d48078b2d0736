import type { AggregateName } from '../../operators/index.js';
import type { Deprecation, Visibility } from './member-rules.js';

/** The options of one facet, in place of its name alone. */
export interface FacetRule {
  /** Name of the field, such as `tags.name` for a related entity. */
  readonly name: string;
  /**
   * `values`: the distinct values, each with its number of rows (the default). `range`: the least and the greatest
   * value of a number, a date or a date-time.
   */
  readonly type?: 'values' | 'range' | undefined;
  /** Greatest number of values in the answer, within `limits.facetValues`. Default: that limit. */
  readonly limit?: number | undefined;
  /** The way out for clients that ask for it. Default: it is not deprecated. */
  readonly deprecated?: string | Deprecation | undefined;
}

/** An entry of a list of facets: the name of a field, or a rule with the name in it. */
export type NamedFacetRule = string | FacetRule;

/** The aggregates of a list: the functions over each field. */
export type AggregateRules = Readonly<Record<string, readonly AggregateName[] | undefined>>;

/** The options of one populated relation, in place of its name alone. */
export interface PopulateRule {
  /** The relation, by its property: `reviews`. */
  readonly name: string;
  /** The most related rows for each parent, up to 100. Default: `limits.populatedPerRow`. Not for a relation to one. */
  readonly limit?: number | undefined;
  /** The largest `limit` that a client may ask for, up to 100. Default: `limit`. Not for a relation to one. */
  readonly maximum?: number | undefined;
  /** The order of related rows where the client names none, in property names. Not for a relation to one. */
  readonly sort?: string | object | undefined;
  /** The only exposed fields of related rows that are answered. Default: every exposed field that TypeORM selects. */
  readonly fields?: readonly string[] | undefined;
  /**
   * A condition that related rows must satisfy beside the client's, in property names, of any column; or a function of
   * the context that gives one. Default: none.
   */
  readonly where?: object | ((context: never) => object) | undefined;
  /** Decides for each context whether the relation can be populated. Default: it can for all. */
  readonly when?: Visibility | undefined;
}

/** An entry of a list of populated relations: the name of a relation, or a rule with the name in it. */
export type NamedPopulateRule = string | PopulateRule;
