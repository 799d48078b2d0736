import type { IssueCollector, Location } from '../issues.js';
import { oneOf } from './refusals.js';

/** Where a sort key was written. */
export interface KeyPlace {
  readonly at: Location;
  /** Which of several keys it is, from 1, where more than one is written at the place that its path names. */
  readonly nth: number | undefined;
}

const form = 'such as name or rating:desc';

/** How the refusals of sort keys are worded. Where the path names several keys, the text says which one it is about. */
export const refuseKey = {
  expected(issues: IssueCollector, { at, nth }: KeyPlace): void {
    const text =
      nth === undefined ? `takes a key to sort by, ${form}` : `takes as ${its(nth)} a name to sort by, ${form}`;
    issues.add(at, { code: 'expected_value' }, text);
  },
  notSortable(issues: IssueCollector, { at, nth }: KeyPlace, allowed: readonly string[]): void {
    const names = nth === undefined ? 'names' : `names as ${its(nth)}`;
    issues.add(at, { code: 'not_sortable', allowed }, `${names} what is no key to sort by${oneOf(allowed)}`);
  },
  tooDeep(issues: IssueCollector, place: KeyPlace, most: number): void {
    const text = `${sorts(place)} through too many relations; at most ${most} (limits.sortHops)`;
    issues.add(place.at, { code: 'sort_too_deep' }, text);
  },
  /** Behind a relation to many rows there is no one value, whatever the limit. */
  forked(issues: IssueCollector, place: KeyPlace): void {
    const text = `${sorts(place)} through several relations, one of them to many rows; such a relation must be the only one`;
    issues.add(place.at, { code: 'sort_too_deep' }, text);
  },
  invalidDirection(issues: IssueCollector, { at, nth }: KeyPlace): void {
    const gives = nth === undefined ? 'has' : `gives ${its(nth)}`;
    const text = `${gives} a direction that is neither asc nor desc, each optionally with :nullsFirst or :nullsLast`;
    issues.add(at, { code: 'invalid_direction' }, text);
  },
  duplicate(issues: IssueCollector, { at, nth }: KeyPlace): void {
    const names =
      nth === undefined ? 'names a key for the second time' : `names as ${its(nth)} one that is named before`;
    issues.add(at, { code: 'duplicate_sort' }, `${names}; each can be given once`);
  },
} as const;

function sorts({ nth }: KeyPlace): string {
  return nth === undefined ? 'sorts' : `sorts by ${its(nth)}`;
}

/** `its 2nd key` */
function its(nth: number): string {
  return `its ${nth}${endings.get(ordinal.select(nth)) ?? 'th'} key`;
}

const ordinal = new Intl.PluralRules('en', { type: 'ordinal' });

const endings: ReadonlyMap<string, string> = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
]);
