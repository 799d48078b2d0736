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

/** Prints words so that they read back as the same words. */
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
