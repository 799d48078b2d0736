/** A word, a parenthesis, or a condition of an expression. */
export type Lexeme =
  { readonly type: '(' | ')' | 'and' | 'or' | 'not' } | { readonly type: 'text'; readonly text: string };

const spaces = ' \t\n\r';

/** Cuts an expression into lexemes. Returns undefined where a quote is not closed. */
export function lexemesOf(text: string): readonly Lexeme[] | undefined {
  const lexemes: Lexeme[] = [];
  for (let position = 0; position < text.length;) {
    const character = text.charAt(position);
    if (spaces.includes(character)) {
      position += 1;
    } else if (character === '(' || character === ')') {
      lexemes.push({ type: character });
      position += 1;
    } else {
      const word = wordAt(text, position);
      if (word === undefined) return undefined;
      lexemes.push(lexemeOf(word));
      position = word.end;
    }
  }
  return lexemes;
}

interface Word {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly end: number;
}

/** Returns the word at a position, without its quotes, up to a space or a parenthesis. */
function wordAt(text: string, start: number): Word | undefined {
  let word = '';
  let isQuoted = false;
  let position = start;
  while (position < text.length && !`${spaces}()`.includes(text.charAt(position))) {
    const quote = text.charAt(position);
    if (quote !== '"' && quote !== "'") {
      word += quote;
      position += 1;
      continue;
    }
    const end = endOfQuote(text, position);
    if (end === undefined) return undefined;
    word += text.slice(position + 1, end).replace(/\\(["'\\])/g, '$1');
    isQuoted = true;
    position = end + 1;
  }
  return { text: word, isQuoted, end: position };
}

/** Returns the position of the quote that ends another. A backslash before a quote or a backslash makes it text. */
function endOfQuote(text: string, start: number): number | undefined {
  for (let position = start + 1; position < text.length; position += 1) {
    if (text[position] === text[start]) return position;
    if (text[position] === '\\' && /["'\\]/.test(text.charAt(position + 1))) position += 1;
  }
  return undefined;
}

function lexemeOf({ text, isQuoted }: Word): Lexeme {
  const word = text.toLowerCase();
  const isWord = !isQuoted && (word === 'and' || word === 'or' || word === 'not');
  return isWord ? { type: word } : { type: 'text', text };
}
