import type { Search } from '../ast/index.js';
import { withArticle } from '../configuration/index.js';
import { type Node, refuse } from '../parse/index.js';
import { type FieldPath, isPathVisible } from '../schema/index.js';
import { valueKinds } from '../values/index.js';
import { foundWords } from './found-words.js';
import { type Word, printWords, wordsOf } from './words.js';

/**
 * Reads `search`: the words of one text. Each word must be found in one of the fields. Fields that the context
 * cannot see are skipped. If it sees none, no row matches.
 *
 * @returns undefined where the text was refused, or has no words
 */
export function readSearch(node: Node, fields: readonly FieldPath[]): Search | undefined {
  const text = readText(node);
  if (text === undefined) return undefined;
  const { budget, context } = node.context;
  const words = wordsOf(text, budget.limits.searchWords + 1);
  const visible = fields.filter((path) => isPathVisible(path, context));
  if (words.length === 0 || !areWithinLimits(node, words, visible)) return undefined;
  const condition = foundWords(
    words.map((word) => word.text),
    visible,
  );
  return Object.freeze({ text: printWords(words), condition });
}

/** Reads the text itself, with characters that every database can search for. */
function readText(node: Node): string | undefined {
  const { value, shape } = node;
  if (shape === 'repeated') return refuse.duplicateKey(node);
  if (shape !== 'scalar') return refuse.expectedValue(node, 'takes one text');
  const { text } = valueKinds;
  const facts = { zone: 'UTC' };
  if (typeof value !== 'string') {
    return refuse.invalidValue(node, text.name, `${text.expects(facts)}, not ${withArticle(typeof value)}`);
  }
  const reading = text.read(value, facts);
  return reading.ok ? value : refuse.invalidValue(node, text.name, reading.reason);
}

/** Checks the limits on a search, and spends its cost. */
function areWithinLimits(node: Node, words: readonly Word[], fields: readonly FieldPath[]): boolean {
  const longest = Math.max(...words.map(({ text }) => text.length));
  const terms = words.length * fields.length;
  return (
    node.isWithin('searchWords', words.length) &&
    node.isWithin('needleLength', longest) &&
    node.isWithin('searchTerms', terms) &&
    node.work('searchTerms', terms)
  );
}
