import type { Compatibility } from '../compatibility/index.js';
import type { IssueCollector, Location } from '../issues.js';
import type { Budget } from '../limits.js';
import type { AnyOperator } from '../operators/index.js';

/** One parameter of one request: where its issues go, the budget it spends, and the rules it is read by. */
export interface ParseContext {
  readonly issues: IssueCollector;
  readonly budget: Budget;
  readonly compatibility: Compatibility;
  /**
   * True in a query string, where the JSON text of an object may stand for the object. False below such a text, in a body
   * and in code: a text there is a text.
   */
  readonly readsJson: boolean;
  /** Every operator that exists, by token. The operators that one field takes are in the field's schema. */
  readonly operators: ReadonlyMap<string, AnyOperator>;
  /** The host's context of this request, which `when` callbacks decide the visibility of members by. */
  readonly context: unknown;
  /** The location of the whole parameter, at which limits on the whole request are reported. */
  readonly root: Location;
}
