import { readable } from '../issues.js';
import { type Place, didYouMean, report } from './refusals.js';
import type { SortKey } from './sort-key.js';

/**
 * The refusals of sort keys, each worded once. They name the key, because the path of `sort=title,rating` is the same for
 * both: `sort: 'titel' is not sortable`. A key is a name and no value, so a message may repeat it.
 */
export const refuseKey = {
  /** Refuses a key that is no text, such as `sort[0]` without a value. */
  expected(place: Place): undefined {
    return report(place, { code: 'expected_value' }, 'takes a key to sort by, such as name or rating:desc');
  },
  notSortable(key: SortKey, allowed: readonly string[]): undefined {
    const text = `is not sortable${didYouMean(key.name, allowed)}`;
    return report(key, { code: 'not_sortable', allowed }, about(key, text));
  },
  tooDeep(key: SortKey, most: number): undefined {
    const text = `follows too many relations; at most ${most} (limits.sortHops)`;
    return report(key, { code: 'sort_too_deep' }, about(key, text));
  },
  /** Refuses a path of several relations, one of them to many rows, behind which there is no single value to sort by. */
  forked(key: SortKey): undefined {
    const text = 'follows several relations, one of them to many rows; such a relation must be the only one';
    return report(key, { code: 'sort_too_deep' }, about(key, text));
  },
  invalidDirection(key: SortKey): undefined {
    const text = 'has an unknown direction; use asc or desc, optionally with :nullsFirst or :nullsLast';
    return report(key, { code: 'invalid_direction' }, about(key, text));
  },
  duplicate(key: SortKey): undefined {
    return report(key, { code: 'duplicate_sort' }, about(key, 'is listed more than once'));
  },
} as const;

function about({ name }: SortKey, text: string): string {
  return `: '${readable(name)}' ${text}`;
}
