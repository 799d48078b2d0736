import type { PlainObject } from '../../wire/index.js';
import { type KeyedRequest, allOf, apart, objectOf, oneOf, refused } from '../shared.js';

/** A word, a parenthesis, or a condition of an expression. */
type Lexeme = { readonly type: '(' | ')' | 'and' | 'or' | 'not' } | { readonly type: 'text'; readonly text: string };

const spaces = ' \t\n\r';

/** Cuts an expression into lexemes. Returns undefined where a quote is not closed. */
function lexemesOf(text: string): readonly Lexeme[] | undefined {
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

/** Makes the conditions of one `column=value`: undefined where it was refused, and a text to refuse it by. */
type LeafMaker = (column: string, value: string) => PlainObject | string | undefined;

/**
 * Reads the expression of `filter=`: conditions `column=value` under `NOT`, `AND`, `OR` and parentheses, in this order.
 * A relation in it is a related row of its own.
 *
 * @param leafOf makes the conditions of one `column=value`, or refuses it and returns undefined
 *
 * @returns undefined where it was refused
 */
export function readExpression(
  request: KeyedRequest,
  key: string,
  text: string,
  leafOf: LeafMaker,
): PlainObject | undefined {
  const lexemes = lexemesOf(text);
  if (lexemes === undefined) return refused(request, key, 'malformed_key', 'has a quote that is not closed');
  return new ExpressionReader(request, key, lexemes, leafOf).read();
}

class ExpressionReader {
  private position = 0;
  private depth = 0;
  private isRefused = false;

  constructor(
    private readonly request: KeyedRequest,
    private readonly key: string,
    private readonly lexemes: readonly Lexeme[],
    private readonly leafOf: LeafMaker,
  ) {}

  read(): PlainObject | undefined {
    const whole = this.alternatives();
    if (this.position < this.lexemes.length) this.refuse('has text behind its end');
    return this.isRefused ? undefined : whole;
  }

  private alternatives(): PlainObject {
    const parts = [this.conjunction()];
    while (this.takes('or')) parts.push(this.conjunction());
    return oneOf(parts);
  }

  private conjunction(): PlainObject {
    const parts = [this.negation()];
    while (this.takes('and')) parts.push(this.negation());
    return apart(parts);
  }

  private negation(): PlainObject {
    let isNot = false;
    while (this.takes('not')) isNot = !isNot;
    const inner = this.primary();
    return isNot ? objectOf([['$not', inner]]) : inner;
  }

  private primary(): PlainObject {
    if (this.takes('(')) return this.group();
    const lexeme = this.lexemes[this.position];
    this.position += 1;
    const text = lexeme?.type === 'text' ? lexeme.text : '';
    const equals = text.indexOf('=');
    if (equals < 1) {
      this.refuse('needs a condition such as name=$eq:Kai at each place for one');
      return allOf([]);
    }
    const made = this.leafOf(text.slice(0, equals), text.slice(equals + 1));
    if (typeof made === 'string') this.refuse(made);
    else if (made !== undefined) return made;
    this.isRefused = true;
    return allOf([]);
  }

  private group(): PlainObject {
    const { logicalDepth } = this.request.limits;
    this.depth += 1;
    if (this.depth > 2 * logicalDepth) {
      this.request.refuse(
        this.key,
        { code: 'limit_exceeded', limit: 'logicalDepth', max: logicalDepth },
        `is nested deeper than ${logicalDepth}`,
      );
      this.isRefused = true;
      this.position = this.lexemes.length;
      return allOf([]);
    }
    const inner = this.alternatives();
    if (!this.takes(')')) this.refuse('has a parenthesis that is not closed');
    this.depth -= 1;
    return inner;
  }

  private takes(type: Lexeme['type']): boolean {
    const isNext = this.lexemes[this.position]?.type === type;
    if (isNext) this.position += 1;
    return isNext;
  }

  private refuse(text: string): void {
    if (!this.isRefused) this.request.refuse(this.key, { code: 'malformed_key' }, text);
    this.isRefused = true;
  }
}
