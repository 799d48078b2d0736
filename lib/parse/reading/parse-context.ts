import type { Moment } from '../../ast/index.js';
import type { Compatibility } from '../../compatibility/index.js';
import type { IssueCollector, Location } from '../../issues.js';
import type { Budget } from '../../limits.js';
import type { AnyOperator } from '../../operators/index.js';

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
  /** Location of the whole parameter, where exceeded limits on the whole request are reported. */
  readonly root: Location;
}
