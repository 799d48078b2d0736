import { atMoment, holdsRelative, momentBy } from '../../ast/index.js';
import type { TrustedReader } from '../../populate/index.js';
import type { Settings } from '../options/settings.js';
import { givenConditions } from './given-conditions.js';
import { trustedConditions, trustedSort } from './trusted.js';

/** Makes the reader of what a program declares of populated relations. */
export function trustedReader(settings: Settings): TrustedReader {
  return {
    sort: (schema, sort, subject) => trustedSort(schema, sort, settings, subject),
    where(schema, where, about) {
      const subject = `\`where\` of ${about}`;
      if (isFunction(where)) {
        return (context, moment) => givenConditions({ schema, give: where, subject }, context, { settings, moment });
      }
      const condition = trustedConditions(schema, where, { settings, subject });
      if (condition === undefined || !holdsRelative(condition)) return () => condition;
      return (_, moment) => atMoment(condition, moment ?? momentBy(settings.clock));
    },
  };
}

function isFunction(value: unknown): value is (context: unknown) => unknown {
  return typeof value === 'function';
}
