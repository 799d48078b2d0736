import type { Moment } from '../../ast/index.js';
import { BudgetOfClient } from '../../limits.js';
import type { NamedFilters } from '../../parse/index.js';
import { isOfClient } from './named-values.js';
import { TrustedMistake } from './trusted.js';
import { type Settings, momentOf } from '../options/settings.js';
import { ScopeFailure, givenConditions } from './given-conditions.js';

/**
 * A named filter that failed, gave a promise, or named what does not exist. The program is wrong, whatever the client
 * has sent.
 */
export class NamedFilterFailure extends Error {
  override readonly name = 'NamedFilterFailure';
}

/**
 * Makes the function that reads what a value of a named filter stands for, at the moment of its request. A value that a
 * column refuses is the client's mistake.
 */
export function namedConditions(settings: Settings): NamedFilters['expand'] {
  return (filter, value, { budget, root, context, named }) => {
    const schema = filter.owner();
    const subject = `The named filter ${filter.propertyPath} of ${schema.name}`;
    const give = (): unknown => filter.where(value, context);
    try {
      const condition = givenConditions({ schema, give, subject }, context, {
        settings,
        moment: momentIn(named, settings),
        budget: (limits, issues) => new BudgetOfClient(limits, issues, { budget, root }),
      });
      return { condition };
    } catch (error) {
      if (!(error instanceof ScopeFailure)) throw error;
      const { cause } = error;
      if (cause instanceof TrustedMistake && isOfClient(filter, value, cause.issue, context)) {
        return { refusedBy: cause.issue };
      }
      throw new NamedFilterFailure(error.message, { cause: error.cause });
    }
  };
}

/** Returns the moment of a request, which all of its named filters share. */
function momentIn(named: NamedFilters | undefined, settings: Settings): Moment | undefined {
  if (named === undefined) return undefined;
  named.used = true;
  return (named.moment ??= momentOf(settings));
}
