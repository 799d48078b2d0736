import type { AggregateRules, NamedFacetRule, NamedPopulateRule } from './answer-rules.js';
import type { FieldRule, NamedFieldRule, NamedRelationRule, RelationRule, Scope } from './member-rules.js';
import type { NamedFilterRule } from './named-filter-rules.js';

/**
 * The options of `@Filterable()` on a class, with names as plain strings. `FilterableOptions` is the same for hosts,
 * with the names of their classes.
 */
export interface ClassRules {
  /** The only fields that are exposed. Default: with `relations`, none; without, every public column. */
  readonly fields?: readonly NamedFieldRule[] | undefined;
  /** The only relations that are exposed. Default: with `fields`, none; without, those to filterable entities. */
  readonly relations?: readonly NamedRelationRule[] | undefined;
  /** The complete list of sort keys, `author.name` and `comments.$count` included. Default: every sortable member. */
  readonly sort?: readonly string[] | undefined;
  /** The exposed fields that `search` looks in, `chef.name` included. Default: there is no search. */
  readonly search?: readonly string[] | undefined;
  /**
   * The exposed fields that `facets` may ask for, `tags.name` included, or rules with the name in them. Default: none.
   */
  readonly facets?: readonly NamedFacetRule[] | undefined;
  /** The functions over exposed fields of the entity that `aggregates` may ask for. Default: none. */
  readonly aggregates?: AggregateRules | undefined;
  /** The relations whose rows `populate` may ask for, or rules with the name in them. Default: none. */
  readonly populate?: readonly NamedPopulateRule[] | undefined;
  /** Filters that stand for conditions of the program's, by their names in requests. Default: none. */
  readonly named?: Readonly<Record<string, NamedFilterRule>> | undefined;
  /** Public members that are not exposed, where neither `fields` nor `relations` is given. Default: none. */
  readonly except?: readonly string[] | undefined;
  /**
   * The conditions that rows must satisfy to be visible, wherever the entity is reached. Default: every row is visible.
   */
  readonly scope?: Scope | undefined;
}

/** The options of `@Filterable()` on a property, before metadata tells whether it is a field or a relation. */
export type PropertyRule = FieldRule & RelationRule;

/** Overrides of one handler, as schemas see them. Each list replaces the list of the entity's decorators. */
export interface ViewOverrides {
  /** The only fields that the handler exposes. Default: the entity's. */
  readonly fields?: readonly NamedFieldRule[] | undefined;
  /** The only relations that the handler exposes. Default: the entity's. */
  readonly relations?: readonly NamedRelationRule[] | undefined;
  /** The handler's complete list of sort keys. Default: the entity's. */
  readonly sort?: readonly string[] | undefined;
  /** The only operators that the handler's fields allow, behind relations too. Default: the entities'. */
  readonly operators?: readonly string[] | undefined;
}
