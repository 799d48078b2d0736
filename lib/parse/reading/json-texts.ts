import type { Location } from '../../issues/index.js';
import { exceed } from '../../limits.js';
import { type JsonReading, isPlainObject, looksLikeJson, mostSegments, readJson } from '../../wire/index.js';
import type { Node } from './node.js';
import { refuse } from './refusals.js';

/** Returns true for a text in place of an object or a list; see {@link parseJson}. */
export function isJson(node: Node): boolean {
  return node.context.readsJson && typeof node.value === 'string' && looksLikeJson(node.value);
}

/**
 * Parses a JSON text.
 *
 * @returns undefined for a text that was refused: it is incomplete, too deep, or repeats a name
 */
export function parseJson(node: Node): Node | undefined {
  const reading = readingOf(node);
  return reading.outcome === 'read' ? node.parsed(reading.node) : refuseReading(node, reading);
}

/**
 * Parses a text that is either a value, or the JSON of an object that fits here.
 *
 * @param fits decides by an object's names whether it can stand here
 * @returns undefined for a value, and `refused` for a text that can be neither, which was reported
 */
export function objectInText(node: Node, fits?: (names: readonly string[]) => boolean): Node | 'refused' | undefined {
  if (!isJson(node)) return undefined;
  const reading = readingOf(node);
  if (reading.outcome === 'malformed') return undefined;
  if (reading.outcome !== 'read') {
    refuseReading(node, reading);
    return 'refused';
  }
  const object = reading.node;
  return isPlainObject(object) && fits?.(Object.keys(object)) !== false ? node.parsed(object) : undefined;
}

/** Reads a JSON text to the greatest depth of a request within its limits. */
function readingOf({ value, context }: Node): JsonReading {
  return readJson(String(value), mostSegments(context.budget.limits));
}

/** Refuses a JSON text that could not be read. A repeated name is located inside of the text. */
function refuseReading(node: Node, reading: Exclude<JsonReading, { readonly outcome: 'read' }>): undefined {
  const { issues, at, context } = node;
  switch (reading.outcome) {
    case 'malformed':
      return refuse.expectedObject(node, 'holds JSON that cannot be read');
    case 'too_deep':
      exceed(issues, context.budget.limits, 'logicalDepth', at);
      return undefined;
    case 'duplicate': {
      const place = reading.path.reduce<Location>((location, segment) => location.child(segment), at);
      return refuse.duplicateName({ issues, at: place });
    }
  }
}
