import type { PageStyle } from '../ast/index.js';
import type { Limits } from '../limits.js';
import type { FieldSchema } from '../schema/index.js';
import type { ParameterNames } from '../wire/index.js';

/** The end of a name that clients should not use any more. */
export interface DeprecationDescription {
  /** The way out for clients: `use rating`. */
  readonly text: string;
  /** Day from which it is deprecated. */
  readonly since?: string;
  /** Day from which it may be gone. */
  readonly until?: string;
}

/** One field that a client may filter by, with everything that a form needs. */
export interface FieldDescription {
  /**
   * The client's name for it: `address.city` for a column embedded under a property, `specs.color`
   * for a path of a document.
   */
  readonly name: string;
  /** The kind of its values, or of the elements of a list: `text`, `integer`, `date` … */
  readonly kind: string;
  /** True for a list of values. Left out where a row has one value. */
  readonly list?: true;
  /** The condition on its values, in words: `an integer number`. */
  readonly expects: string;
  /** True where a row may have no value, so that `$null` finds some. */
  readonly nullable: boolean;
  /** True where a list may be sorted by it. */
  readonly sortable: boolean;
  /**
   * True where a declared index starts with it, or a path declares one. Otherwise, filtering
   * and sorting read every row.
   */
  readonly indexed: boolean;
  /** The operators that may be used with it. */
  readonly operators: readonly OperatorDescription[];
  /** The members of an enum. */
  readonly members?: readonly (string | number)[];
  /** The end of its name. Left out where it is not deprecated. */
  readonly deprecated?: DeprecationDescription;
}

/** One operator of a field. */
export interface OperatorDescription {
  /** Its token: `$eq`. */
  readonly operator: string;
  /** The form of its operand: `value`, `list`, `pair`, `boolean`, or `needle` for a text to search for. */
  readonly takes: string;
  /** Its meaning, continuing a sentence that begins with the field: `is greater than the value`. */
  readonly summary: string;
}

/** A filter by name. Clients cannot see the conditions that it stands for. */
export interface NamedFilterDescription {
  /** The client's name for it. */
  readonly name: string;
  /** The kind of its values: `boolean` for a filter that is on or off. */
  readonly kind: string;
  /** The condition on its values, in words: `true or false`. */
  readonly expects: string;
  /** The operators that may be used with it: `$eq` and `$in`. */
  readonly operators: readonly OperatorDescription[];
  /** The end of its name. Left out where it is not deprecated. */
  readonly deprecated?: DeprecationDescription;
}

/** One relation that a client may follow. */
export interface RelationDescription {
  /** The client's name for it. */
  readonly name: string;
  /** The name of the related entity, which may be described in turn. */
  readonly entity: string;
  /** True where a row may have several related ones, so that `$some`, `$none`, `$every` and `$count` can be used. */
  readonly toMany: boolean;
  /**
   * Everything that may stand directly under it beside names: quantifiers, `$exists`, and the operators
   * of the related row's key.
   */
  readonly operators: readonly string[];
  /** Fields of the related entity, where clients may use only some of the exposed ones. */
  readonly fields?: readonly string[];
  /** Relations of the related entity, where clients may follow only some of the exposed ones. */
  readonly relations?: readonly string[];
  /** The end of its name. Left out where it is not deprecated. */
  readonly deprecated?: DeprecationDescription;
}

/** The pages of a list. */
export interface PaginationDescription {
  /** Styles that a client may use, the default first. Empty where the list has no pages. */
  readonly styles: readonly PageStyle[];
  /** Sort keys whose values cannot be in a cursor. A list sorted by one has no cursors. */
  readonly sortWithoutCursor: readonly string[];
  /** The most rows of a request without `pagination`, if it returns all rows. Left out if it returns a page. */
  readonly all?: number;
}

/** One facet that a client may request. */
export interface FacetDescription {
  /** The client's name for it: `tags.name`. */
  readonly name: string;
  /** `values` for the distinct values, each with its number of rows; `range` for the least and the greatest. */
  readonly type: 'values' | 'range';
  /** The kind of its values, or of the elements of a list. */
  readonly kind: string;
  /** True for a list, whose elements are counted. Left out where a row has one value. */
  readonly list?: true;
  /** Greatest number of values in the answer. Left out for a range. */
  readonly limit?: number;
  /** True where `search` can select the values that contain a text. */
  readonly search: boolean;
  /** The end of its name. Left out where it is not deprecated. */
  readonly deprecated?: DeprecationDescription;
}

/** One name without brackets, which means the same as a bracketed one. */
export interface FlatDescription {
  /** The name in a request: `chefName`. */
  readonly name: string;
  /** The parameter that means the same. */
  readonly parameter: 'filters' | 'sort' | 'pagination';
  /** The field of a condition, the key of a page, or `keys`, `field` or `direction` of a sort. */
  readonly means: string;
  /** The operator of a condition. */
  readonly operator?: string;
  /** The kind of a condition's values. */
  readonly kind?: string;
  /** The form of a condition's operand: `value`, `list`, `pair`, `boolean` or `needle`. */
  readonly takes?: string;
  /** The text between the members of a list in one value. */
  readonly separator?: string;
  /** The members of an enum, where the name accepts fewer than its field. */
  readonly members?: readonly (string | number)[];
  /** The keys of an order, where they have names of their own. */
  readonly keys?: readonly string[];
}

/** One field whose aggregates over the whole list a client may request. */
export interface AggregateDescription {
  /** The client's name for it. */
  readonly name: string;
  /** The functions: `sum`, `avg`, `min`, `max`, `count`, `distinct`. */
  readonly functions: readonly string[];
}

/** One relation that a client may populate. */
export interface PopulateDescription {
  /** The client's name for it. */
  readonly name: string;
  /** The name of the related entity, which may be described in turn. */
  readonly entity: string;
  /** True where a row may have several related ones, so that `sort` and `limit` can be used. */
  readonly toMany: boolean;
  /** The rows for each parent where a client names no limit; left out for a relation to one row. */
  readonly limit?: number;
  /** The largest limit that a client may request; left out for a relation to one row. */
  readonly maximum?: number;
  /** The names that its `fields` accepts. */
  readonly fields: readonly string[];
  /** The names that its `sort` may use; left out for a relation to one row. */
  readonly sort?: readonly string[];
  /** The names that may be populated below it. */
  readonly populate: readonly string[];
}

/** Requests that a client may make about an entity, as JSON: enough to build a form. */
export interface EntityDescription {
  /** The name of the entity. */
  readonly entity: string;
  /** Names of the parameters that the list reads in a URL. */
  readonly parameters: ParameterNames;
  /** The fields that clients may filter by. */
  readonly fields: readonly FieldDescription[];
  /** The named filters, in the order of their declaration. */
  readonly named: readonly NamedFilterDescription[];
  /** The relations that clients may follow. */
  readonly relations: readonly RelationDescription[];
  /** Every sort key with no more relations on its path than the limits allow. */
  readonly sort: readonly string[];
  /** Fields that `search` looks in. Empty without a search, or where the context sees none of its fields. */
  readonly search: readonly string[];
  /** Names that `fields` accepts. Empty where the list does not read it. */
  readonly select: readonly string[];
  /** False where the handler refuses `pagination`. */
  readonly paginated: boolean;
  /** The styles of its pages. */
  readonly pagination: PaginationDescription;
  /** The library whose requests are read in place of these parameters, or nothing. */
  readonly onRamp?: string;
  /** Facets, in the order of their declaration. Empty where the list does not read `facets`. */
  readonly facets: readonly FacetDescription[];
  /** The flat names, which have no brackets. Empty by default. */
  readonly flat: readonly FlatDescription[];
  /** The aggregates, in the order of their declaration. Empty where the list does not read `aggregates`. */
  readonly aggregates: readonly AggregateDescription[];
  /** The relations that `populate` may name, in the order of their declaration. Empty where it is not read. */
  readonly populate: readonly PopulateDescription[];
  /** The values that `deleted` accepts. Empty where the list does not read it, or not from this context. */
  readonly deleted: readonly ('with' | 'only')[];
  /** True where dates and date-times accept relative ones, such as `now-7d`. */
  readonly relativeDates: boolean;
  /** The limits of a request, by their names. */
  readonly limits: Limits;
}

/** Describes the end of a deprecated name: of the member itself, or of what is around it. */
export function endOf({ deprecated }: Pick<FieldSchema, 'deprecated'>): Pick<FieldDescription, 'deprecated'> {
  const [first] = deprecated;
  if (first === undefined) return {};
  const { text, since, until } = first;
  return { deprecated: { text, ...(since && { since }), ...(until && { until }) } };
}
