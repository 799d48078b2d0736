import type { Condition, Moment } from '../../ast/index.js';
import type { Compatibility } from '../../compatibility/index.js';
import type { FilterIssue, IssueCollector, Location } from '../../issues/index.js';
import type { Budget } from '../../limits.js';
import type { AnyOperator } from '../../operators/index.js';
import type { NamedFilterSchema } from '../../schema/index.js';

/** The condition that a value of a named filter stands for, or the issue of a column that refuses the value. */
export interface Expansion {
  /** Undefined for every row. */
  readonly condition?: Condition | undefined;
  readonly refusedBy?: FilterIssue;
}

/** The named filters of one request. */
export interface NamedFilters {
  /**
   * Returns the conditions that a value of a filter stands for, and spends them from the budget of the request.
   */
  readonly expand: (filter: NamedFilterSchema, value: unknown, request: ParseContext) => Expansion;
  /** The moment of relative dates in these conditions, where it was read before. */
  moment: Moment | undefined;
  /** True once the request has used one. */
  used: boolean;
}

/** One parameter of one request: where its issues go, the budget it spends, and the rules it is read by. */
export interface ParseContext {
  readonly issues: IssueCollector;
  readonly budget: Budget;
  readonly compatibility: Compatibility;
  /**
   * True in a query string, where JSON text may stand for an object. False below such a text, in a body and in code,
   * where a text is only a text.
   */
  readonly readsJson: boolean;
  /** The moment of relative dates. Undefined where the list reads none. */
  readonly moment: Moment | undefined;
  /** Every operator that exists, by token. A field's schema has the operators that the field takes. */
  readonly operators: ReadonlyMap<string, AnyOperator>;
  /** Host's context of this request, from which `when` callbacks decide which members are visible. */
  readonly context: unknown;
  /** Reads what named filters stand for. Undefined for the program's own conditions, which know none. */
  readonly named: NamedFilters | undefined;
  /** The client's names of the parts of a page, where it sent flat ones. */
  readonly pageNames?: ReadonlyMap<string, string> | undefined;
  /** Location of the whole parameter, where exceeded limits on the whole request are reported. */
  readonly root: Location;
}
