import type { IssueCollector } from '../issues.js';
import { Location } from '../issues.js';
import { type ForeignParameters, type ParameterNames, type RequestTree } from '../wire/index.js';
import { foreignNode, parameterOf, usualNames } from '../wire/index.js';
import { isPlainObject } from './nodes.js';
import { refuse } from './refusals.js';
import { refuseUnseen } from './unseen.js';

/**
 * Who made the object. A body has the host's own keys beside ours, and ours by the names that the host gave them; an object
 * from the program may have them by their usual names, too, as a query prints itself; and one that was written in code has
 * nothing else in it.
 */
export type RequestObjectFrom = 'body' | 'program' | 'code';

/**
 * A tree made by a program or a body parser: an object with our three parameters.
 *
 * @param foreign what looks at the keys that are the host's; in code there are none
 */
export function treeOf(
  input: unknown,
  names: ParameterNames,
  issues: IssueCollector,
  from: RequestObjectFrom,
  foreign?: ForeignParameters,
): RequestTree {
  if (!isPlainObject(input)) {
    refuse.expectedObject(issues, Location.root(names.filters), 'is not there: the input must be an object');
    return {};
  }
  const tree: Record<string, unknown> = {};
  const ours = new Set<string>();
  const taken = new Set(Object.values(names));
  for (const key of ['filters', 'sort', 'pagination'] as const) {
    const known = from !== 'body' && !taken.has(key) ? [names[key], key] : [names[key]];
    const given = known.filter((name) => Object.hasOwn(input, name));
    if (given.length > 1) refuse.duplicateKey(issues, Location.root(names[key]));
    for (const name of given) {
      tree[key] = input[name];
      // What JSON has, can be seen.
      if (from !== 'body') refuseUnseen(input[name], Location.root(names[key]), issues);
    }
    for (const name of known) ours.add(name);
  }
  for (const key of Object.keys(input)) {
    if (issues.isFull) break;
    if (ours.has(key) || refuseOther(key, names, issues, from)) continue;
    foreign?.look(key, foreignNode(input[key]), issues);
  }
  return tree;
}

/**
 * Refuses what was evidently meant for us: a flat key, as Express 5 makes them of a query string. In code, whatever is there.
 * False where it was not refused.
 */
function refuseOther(key: string, names: ParameterNames, issues: IssueCollector, from: RequestObjectFrom): boolean {
  const meant = parameterOf(key, names) ?? (from === 'body' ? undefined : parameterOf(key, usualNames));
  if (meant !== undefined) {
    const text = 'is given by a flat key, as query strings have them; in an object conditions are nested';
    issues.add(Location.root(names[meant]), { code: 'malformed_key' }, text);
  } else if (from === 'code') {
    const parts = Object.values(names).join(', ');
    issues.add(Location.root(key), { code: 'malformed_key' }, `is no part of a query; use one of: ${parts}`);
  } else {
    return false;
  }
  return true;
}
