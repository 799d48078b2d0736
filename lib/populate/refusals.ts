import { type Node, type WantedName, didYouMean, refuse, report, subjectOf } from '../parse/index.js';
import { visibleNames } from './populatable.js';
import type { Level } from './tree.js';

/** The refusals of populated relations, each worded once. */
export const refusePopulate = {
  unknown(wanted: WantedName, { populatables }: Level, context: unknown): undefined {
    const allowed = visibleNames(populatables, context);
    const last = wanted.name.slice(wanted.name.lastIndexOf('.') + 1);
    const text = `${subjectOf(wanted)} not a relation that can be populated${didYouMean(last, allowed)}`;
    return report(wanted.place, { code: 'unknown_field', allowed }, text);
  },
  duplicate(wanted: WantedName): undefined {
    return report(wanted.place, { code: 'duplicate_key' }, `${subjectOf(wanted)} listed more than once`);
  },
  /** Refuses names in a list beside names with options. */
  mixed(node: Node): undefined {
    return refuse.expectedObject(node, 'mixes a list of names with names that have options; write name[name]=true');
  },
  /** Refuses an option of many rows at a relation to one. */
  ofMany(node: Node, allowed: readonly string[]): undefined {
    const text = `is an option for relations to many rows; use one of: ${allowed.join(', ')}`;
    return report(node, { code: 'operator_not_allowed', allowed }, text);
  },
  unknownOption(node: Node, allowed: readonly string[]): undefined {
    const text = `is not an option of a populated relation${didYouMean(node.key, allowed)}`;
    return report(node, { code: 'unknown_parameter', allowed }, text);
  },
} as const;
