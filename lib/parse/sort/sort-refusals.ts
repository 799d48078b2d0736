import { readable } from '../../issues/index.js';
import { type Place, didYouMean, report } from '../reading/refusals.js';
import type { Node } from '../reading/node.js';
import { type SortKey, sortLocation } from './sort-key.js';

/**
 * Refusals of sort keys, each worded once. They name the key, because both keys of `sort=title,rating` have the same
 * path: `sort: 'titel' is not sortable`. A key is a name and not a value, so a message may repeat it.
 */
export const refuseKey = {
  /** Refuses a key that is not a text, such as `sort[0]` without a value. */
  expected(place: Place): undefined {
    return report(place, { code: 'expected_value' }, 'takes a key to sort by, such as name or rating:desc');
  },
  notSortable(key: SortKey, allowed: readonly string[]): undefined {
    const text = `is not sortable${formOf(key.name) ?? didYouMean(key.name, allowed)}`;
    return report(key, { code: 'not_sortable', allowed }, about(key, text));
  },
  /** Refuses JSON text, whose pieces between commas would each be reported. */
  json(node: Node, allowed: readonly string[]): undefined {
    const text = 'takes keys such as name or rating:desc, and no JSON';
    const place = { issues: node.issues, at: sortLocation(node, 0) };
    return report(place, { code: 'not_sortable', allowed }, text);
  },
  tooDeep(key: SortKey, most: number): undefined {
    const text = `follows too many relations; at most ${most} (limits.sortHops)`;
    return report(key, { code: 'sort_too_deep' }, about(key, text));
  },
  /** Refuses a path of several relations with a to-many one, because it has no single value to sort by. */
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

/** Returns the form to write in place of a spelling that other APIs have; it says nothing of what exists. */
function formOf(name: string): string | undefined {
  if (/^(?:asc|desc)$/i.test(name)) return `; a direction follows its key, as in title:${name.toLowerCase()}`;
  const [, minus, spaced, direction = 'desc'] = /^-(\S+)$|^(\S+) (asc|desc)$/i.exec(name) ?? [];
  const key = minus ?? spaced;
  return key === undefined ? undefined : `; write ${readable(key)}:${direction.toLowerCase()}`;
}
