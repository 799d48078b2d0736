import type { QueryPlan } from '../../ast/index.js';
import type { DeprecatedName, FilterIssue } from '../../issues/index.js';
import type { RampReading } from '../options/on-ramp.js';

/** The result of reading a request: the plan of a query, or everything that is wrong with it. */
export type ReadResult =
  | { readonly ok: true; readonly plan: QueryPlan; readonly ramp?: RampReading }
  | { readonly ok: false; readonly issues: readonly FilterIssue[]; readonly used: readonly DeprecatedName[] };

/** A value that one data source can hold and another cannot: a client's mistake, found where the query is applied. */
export class RefusedElsewhere extends Error {
  override readonly name = 'RefusedElsewhere';

  constructor(readonly issues: readonly FilterIssue[]) {
    super(issues.map(({ message }) => message).join('; '));
  }
}
