import { type Comparison, type Condition, type Search, and, comparison, never, or, related } from '../../ast/index.js';
import { type AnyOperator, builtIn, elementContains } from '../../operators/index.js';
import {
  type ExpressionSchema,
  type FieldPath,
  type FieldSchema,
  type RelationSchema,
  isPathVisible,
} from '../../schema/index.js';
import { boundValue } from '../../sql/index.js';
import { type FilterValue, valueKinds } from '../../values/index.js';
import { withArticle } from '../../configuration/index.js';
import { type Node, refuse } from '../../parse/index.js';

/** A word of a search, or a phrase. */
export interface Word {
  /** The text to look for. */
  readonly text: string;
  /** The word as it was written: a phrase with its quotes. */
  readonly written: string;
}

const space = /\p{White_Space}*/uy;
const unquoted = /\P{White_Space}+/uy;
/** The shortest text between a quote and one that ends a word. */
const quoted = /"([^]*?)"(?=\p{White_Space}|$)/uy;
const isBlank = /^\p{White_Space}*$/u;

/**
 * Splits a text into words at its white space. `"…"` around words is a phrase, which keeps its white space. Any other
 * quote is text, such as one without an end, or without content.
 *
 * @param most the number of words after which the rest is not read
 *
 * @internal exported for its tests
 */
export function wordsOf(text: string, most: number): readonly Word[] {
  const words: Word[] = [];
  let at = endOfSpace(text, 0);
  while (at < text.length && words.length < most) {
    const word = wordAt(text, at);
    words.push(word);
    at = endOfSpace(text, at + word.written.length);
  }
  return words;
}

/**
 * Prints words so that they read back as the same words.
 *
 * @internal exported for its tests
 */
export function printWords(words: readonly Word[]): string {
  return words.map(({ written }) => written).join(' ');
}

function wordAt(text: string, at: number): Word {
  const [written, phrase] = matchAt(quoted, text, at) ?? [];
  if (written !== undefined && phrase !== undefined && !isBlank.test(phrase)) return { text: phrase, written };
  const [word = ''] = matchAt(unquoted, text, at) ?? [];
  return { text: word, written: word };
}

function endOfSpace(text: string, at: number): number {
  return at + (matchAt(space, text, at)?.[0].length ?? 0);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Makes the condition that each word is found in one of the fields. A word that no field can hold is found nowhere. */
function foundWords(words: readonly string[], fields: readonly FieldPath[]): Condition {
  const conditions: Condition[] = [];
  for (const word of words) {
    const condition = foundWord(word, fields, 0);
    if (condition === undefined) return never;
    conditions.push(condition);
  }
  return and(conditions) ?? never;
}

/**
 * Makes the condition that a word is found in one of the fields. Fields behind the same relations share one
 * condition on a related row.
 *
 * @param depth the number of relations that the paths have in common
 */
function foundWord(word: string, paths: readonly FieldPath[], depth: number): Condition | undefined {
  const alternatives: Condition[] = [];
  const behind = new Map<RelationSchema, FieldPath[]>();
  for (const path of paths) {
    const relation = path.hops[depth];
    if (relation === undefined) alternatives.push(...foundIn(path.field, word));
    else behind.set(relation, [...(behind.get(relation) ?? []), path]);
  }
  for (const [relation, further] of behind) {
    const where = foundWord(word, further, depth + 1);
    if (where !== undefined) alternatives.push(related(relation, 'some', where));
  }
  return or(alternatives);
}

/** Makes the condition that a word is found in a field, or none where the field cannot hold it. */
function foundIn(field: FieldSchema, word: string): readonly Comparison[] {
  const { expression } = field;
  const { kind, facts, accepts } = expression;
  const reading = kind.read(word, facts);
  if (!reading.ok || accepts?.(reading.value) === false) return [];
  const operator = operatorFor(expression);
  if (operator === contains && !remainsText(expression, reading.value)) return [];
  return [comparison(field, operator, [reading.value])];
}

function operatorFor({ kind, list }: ExpressionSchema): AnyOperator {
  if (list !== undefined) return elementContains;
  return kind.textual ? contains : equals;
}

/**
 * Returns false where the column's transformer turns a word into an empty text or none: every text would contain it.
 */
function remainsText(expression: ExpressionSchema, word: FilterValue): boolean {
  if (expression.column?.transformer === undefined) return true;
  const stored = boundValue(expression, word);
  return stored !== '' && stored !== null && stored !== undefined;
}

const contains = builtIn('$containsi');
const equals = builtIn('$eq');

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
  if (shape !== 'scalar') return refuse.expectedValue(node, 'must be one text');
  const { text } = valueKinds;
  const facts = { zone: 'UTC' };
  if (typeof value !== 'string') {
    return refuse.invalidValue(node, text.name, `${text.expects(facts)}, not ${withArticle(typeof value)}`);
  }
  const reading = text.read(value, facts);
  return reading.ok ? value : refuse.invalidValue(node, text.name, reading.reason);
}

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
