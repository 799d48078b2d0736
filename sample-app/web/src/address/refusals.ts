import { segmentsOf } from './read.js';
import type { Place } from './state.js';

/** A mistake in a request, as a refusal lists it. */
export interface Issue {
  readonly code: string;
  readonly path: string;
  readonly pointer: string;
  readonly message: string;
}

/**
 * Finds the control that shows the part of the request that a mistake is in: the one with the longest path on the way
 * to it. A mistake about more than one control shows, such as all of `filters`, is at none.
 */
function controlOf({ pointer }: Issue, places: readonly Place[]): string | undefined {
  const target = segmentsOf(pointer);
  const [nearest] = places
    .filter(({ path }) => isOnTheWay(path, target) || (target.length > 1 && isOnTheWay(target, path)))
    .sort((one, other) => other.path.length - one.path.length);
  return nearest?.control;
}

function isOnTheWay(path: readonly string[], target: readonly string[]): boolean {
  return path.length <= target.length && path.every((name, index) => name === target[index]);
}

/**
 * Returns the message without the names that would be right, of which there can be fifty. The page lists them beside.
 */
export function briefly({ message }: Issue): string {
  return message.replace(/[;.]? use one of: .*$/i, '');
}

/** Groups the mistakes by the controls that they are shown at. */
export function byControl(issues: readonly Issue[], places: readonly Place[]): ReadonlyMap<string, readonly Issue[]> {
  const groups = new Map<string, Issue[]>();
  for (const issue of issues) {
    const control = controlOf(issue, places);
    if (control !== undefined) groups.set(control, [...(groups.get(control) ?? []), issue]);
  }
  return groups;
}
