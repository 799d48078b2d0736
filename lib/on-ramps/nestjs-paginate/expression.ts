import type { RampRequest } from '../../engine/index.js';
import type { PlainObject } from '../../wire/index.js';
import { allOf, objectOf, oneOf } from '../shared/conditions.js';
import { conditionsOf } from './filters.js';
import { type Lexeme, lexemesOf } from './lexemes.js';
import { pathOfColumn } from './columns.js';
import { tokenOf } from './tokens.js';

/**
 * Reads the expression of `filter=`: conditions `column=value` under `NOT`, `AND`, `OR` and parentheses, in this order.
 * A relation in it is a related row of its own.
 *
 * @returns undefined where it was refused
 */
export function readExpression(request: RampRequest, key: string, text: string): PlainObject | undefined {
  const lexemes = lexemesOf(text);
  if (lexemes === undefined) {
    request.refuse(key, { code: 'malformed_key' }, 'has a quote that is not closed');
    return undefined;
  }
  return new ExpressionReader(request, key, lexemes).read();
}

class ExpressionReader {
  private position = 0;
  private depth = 0;
  private isRefused = false;

  constructor(
    private readonly request: RampRequest,
    private readonly key: string,
    private readonly lexemes: readonly Lexeme[],
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
    const [only] = parts;
    // Each relation is a row of its own, so that conditions on two of them must not become one object.
    return only !== undefined && parts.length === 1 ? only : objectOf([['$and', parts]]);
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
    return this.leaf(text.slice(0, equals), text.slice(equals + 1));
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

  private leaf(column: string, value: string): PlainObject {
    const { request, key } = this;
    const token = tokenOf(request, { key, value });
    const path = pathOfColumn(request, key, column);
    if (token === undefined || path === undefined) this.isRefused = true;
    else if (token.isAlternative || token.isAnd) this.refuse('joins its conditions by OR and AND, not by $or and $and');
    else return conditionsOf(request, request.place, [{ path, tokens: [token] }]);
    return allOf([]);
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
