import type { RuleGroupType } from '@react-querybuilder/core';
import type { FacetFilter } from './facet-filters.js';
import type { Member } from './members.js';
import type { Pair } from './query-string.js';
import type { SortTerm } from './sorting.js';

/** What the page shows of an address. Printed, it is a query string of the same meaning. */
export interface ListState {
  readonly search: string;
  readonly facets: readonly FacetFilter[];
  /** The names of the switches that are on, each a named filter. */
  readonly switches: readonly string[];
  /** The conditions in the query builder. */
  readonly rules: RuleGroupType;
  readonly sorting: readonly SortTerm[];
  /** The members of `pagination`, as texts. */
  readonly pagination: Readonly<Record<string, string>>;
  /** The conditions that no control can show. They stay, and can be removed. */
  readonly conditions: readonly Member[];
  /** The parts of the address that the page does not understand. They stay, and can be removed. */
  readonly rest: readonly Pair[];
}

/** A control of the page, and the part of the request that it shows. */
export interface Place {
  readonly control: string;
  readonly path: readonly string[];
}
