import type { PageStyle } from '../ast/index.js';
import type { Limits } from '../limits.js';
import type { ParameterNames } from '../wire/index.js';

/** One field that a client may filter by, with all that a form for it needs. */
export interface FieldDescription {
  /** The client's name for it: `address.city` for a column embedded under a property, `specs.color` for a path of a document. */
  readonly name: string;
  /** The kind of its values, or of the elements of a list: `text`, `integer`, `date` … */
  readonly kind: string;
  /** True for a list of values; left out where a row has one value. */
  readonly list?: true;
  /** The condition on its values, in words: `an integer number`. */
  readonly expects: string;
  /** True where a row may have no value, so that `$null` finds some. */
  readonly nullable: boolean;
  /** True where a list may be sorted by it. */
  readonly sortable: boolean;
  /**
   * True where an index that the entity declares starts with it, or a path says that it has one. Without one, filtering and sorting read
   * every row.
   */
  readonly indexed: boolean;
  /** The operators that may be used with it. */
  readonly operators: readonly OperatorDescription[];
  /** The members of an enum. */
  readonly members?: readonly (string | number)[];
}

/** One operator of a field. */
export interface OperatorDescription {
  /** Its token: `$eq`. */
  readonly operator: string;
  /** The form of its operand: `value`, `list`, `pair`, `boolean`, or `needle` for a text to search for. */
  readonly takes: string;
  /** Its meaning, as a sentence continues that begins with the field: `is greater than the value`. */
  readonly summary: string;
}

/** One relation that a client may follow. */
export interface RelationDescription {
  /** The client's name for it. */
  readonly name: string;
  /** The name of the related entity, which may be described in turn. */
  readonly entity: string;
  /** True where a row may have several related ones, so that `$some`, `$none`, `$every` and `$count` can be used. */
  readonly toMany: boolean;
  /** All that may stand directly under it beside names: quantifiers, `$exists`, and the operators of the related row's key. */
  readonly operators: readonly string[];
  /** The fields of the related entity, where clients may use only some of those that it exposes. */
  readonly fields?: readonly string[];
  /** The relations of the related entity, where clients may follow only some of those that it exposes. */
  readonly relations?: readonly string[];
}

/** The pages of a list. */
export interface PaginationDescription {
  /** The styles that a client may use, the default first; none where the list has no pages. */
  readonly styles: readonly PageStyle[];
  /** The sort keys whose values no cursor can carry, so that a list sorted by them has no cursors. */
  readonly sortWithoutCursor: readonly string[];
}

/** One facet that a client may ask for. */
export interface FacetDescription {
  /** The client's name for it: `tags.name`. */
  readonly name: string;
  /** `values` for the distinct values, each with the number of rows that have it; `range` for the least and the greatest. */
  readonly type: 'values' | 'range';
  /** The kind of its values, or of the elements of a list. */
  readonly kind: string;
  /** True for a list, whose elements are counted; left out where a row has one value. */
  readonly list?: true;
  /** The most values that are answered; left out for a range. */
  readonly limit?: number;
  /** True where `search` keeps the values that contain a text. */
  readonly search: boolean;
}

/** The requests that a client may make about an entity, as JSON: enough to build a form from. */
export interface EntityDescription {
  readonly entity: string;
  /** The names of the parameters in a URL that the list reads. */
  readonly parameters: ParameterNames;
  readonly fields: readonly FieldDescription[];
  readonly relations: readonly RelationDescription[];
  /** Every sort key with no more relations on its path than the limits allow. */
  readonly sort: readonly string[];
  /** The fields that `search` looks in; none where the list has no search, or where the context sees none of its fields. */
  readonly search: readonly string[];
  /** The names that `fields` may ask for; none where the list does not read it. */
  readonly select: readonly string[];
  /** False where the handler refuses `pagination`. */
  readonly paginated: boolean;
  readonly pagination: PaginationDescription;
  /** The facets, in the order of their declaration; none where the list does not read `facets`. */
  readonly facets: readonly FacetDescription[];
  readonly limits: Limits;
}
