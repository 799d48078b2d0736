import type { Laboratory } from './database.js';
import { type Handler, builderFor } from './handlers.js';
import type { EntityName } from './expected-model.js';

/** Placeholder for the library's conjunct. */
const mark = 'CONJUNCT';

/** Returns the conjunct that the library added, with its brackets; undefined if anything around it has changed. */
export function conjunctIn(
  laboratory: Laboratory,
  root: EntityName,
  handler: Handler,
  text: string,
): string | undefined {
  const [before = '', after = ''] = writtenByHand(laboratory, root, handler).split(mark);
  if (!text.startsWith(before) || !text.endsWith(after)) return undefined;
  const added = text.slice(before.length, text.length - after.length);
  return isOneBracket(added) ? added : undefined;
}

const known = new WeakMap<Laboratory, Map<string, string>>();

/** The statement as the handler would write it, with a mark where the library's conjunct goes. */
function writtenByHand(laboratory: Laboratory, root: EntityName, handler: Handler): string {
  const texts = known.get(laboratory) ?? new Map<string, string>();
  known.set(laboratory, texts);
  const key = `${root} ${handler.name}`;
  const inBrackets = handler.where === undefined ? handler : { ...handler, where: `(${handler.where})` };
  const text = texts.get(key) ?? builderFor(laboratory, root, inBrackets).andWhere(mark).getQuery();
  texts.set(key, text);
  return text;
}

/** True if the first bracket of a text closes at its end. */
function isOneBracket(text: string): boolean {
  let open = 0;
  for (const [index, character] of [...text].entries()) {
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    if (open === 0) return index > 0 && index === text.length - 1;
  }
  return false;
}
