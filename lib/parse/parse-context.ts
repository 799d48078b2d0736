import type { Compatibility } from '../compatibility/index.js';
import type { IssueCollector, Location } from '../issues.js';
import type { Budget } from '../limits.js';
import type { Operator } from '../operators/index.js';
import type { JsonTexts } from './json-texts.js';

/** What reading one request needs everywhere: where to report, what is left to spend, and who asks. */
export interface ParseContext {
  readonly issues: IssueCollector;
  readonly budget: Budget;
  readonly compatibility: Compatibility;
  /** What reads the JSON texts of a query string. */
  readonly json: JsonTexts;
  /** Every operator there is, by token; which of them a field takes is the field's own matter. */
  readonly operators: ReadonlyMap<string, Operator>;
  /** What the visibility of members is decided by. */
  readonly context: unknown;
  /** The place of the whole parameter: where a limit on the whole request is reported. */
  readonly root: Location;
}
