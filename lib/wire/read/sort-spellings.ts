import { RepeatedKey } from '../request-tree.js';
import type { PlainNode } from '../request-tree.js';
import type { FlatSort } from '../names/flat-parameters.js';

/** Stands for a direction after a comma that is a sort key as well. */
export const ambiguous = Symbol('ambiguous');

/**
 * Rewrites the keys of a sort into their usual spelling: `-title`, `title DESC` and `title,DESC` become `title:desc`.
 * Returns {@link ambiguous} where the direction after a comma could be a key itself.
 */
function respellText(text: string, rules: FlatSort): string | typeof ambiguous {
  const keys: string[] = [];
  for (const part of text.split(',')) {
    const direction = /^(?:asc|desc)$/i.test(part) ? part.toLowerCase() : undefined;
    const before = keys.pop();
    if (before === undefined || direction === undefined) {
      if (before !== undefined) keys.push(before);
      keys.push(respellKey(part));
    } else if (rules.ambiguous.has(direction) || rules.ambiguous.has(part)) return ambiguous;
    else keys.push(`${before}:${direction}`);
  }
  return keys.join(',');
}

function respellKey(key: string): string {
  if (key.startsWith('-') && !key.includes(':')) return `${key.slice(1)}:desc`;
  const [, name, direction] = /^([^\s:]+) (asc|desc)$/i.exec(key) ?? [];
  return name === undefined || direction === undefined ? key : `${name}:${direction.toLowerCase()}`;
}

/** Rewrites a sort of any form that has texts; {@link ambiguous} where one of them is. */
export function respell(node: PlainNode, rules: FlatSort): PlainNode {
  if (typeof node === 'string') return respellText(node, rules);
  const members = node instanceof RepeatedKey ? node.values : node;
  if (!Array.isArray(members)) return node;
  const respelled = members.map((member: unknown) => respell(member, rules));
  if (respelled.includes(ambiguous)) return ambiguous;
  return node instanceof RepeatedKey ? new RepeatedKey(respelled as (string | null)[]) : respelled;
}
