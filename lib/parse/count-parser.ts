import type { Condition, CountComparison } from '../ast/index.js';
import { meaningOf } from '../compatibility/index.js';
import type { Location } from '../issues.js';
import { valueKinds } from '../values/index.js';
import { isListWithGap, isPlainObject } from './nodes.js';
import { OperandParser, type ValueType } from './operand-parser.js';
import type { ParseContext } from './parse-context.js';
import { refuse } from './refusals.js';

/** What a count may be compared by. */
const countTokens = ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$in', '$notIn', '$between', '$notBetween'];

const countType: ValueType = { kind: valueKinds.integer, facts: { zone: 'UTC' } };

/** How many related rows were asked for: the comparisons of their number, and which of them count. */
export interface CountAsked {
  readonly where: Condition | undefined;
  readonly comparisons: readonly CountComparison[];
}

/** Reads `$count`: a number, a list of numbers, or an object of operators, with `$where` beside them. */
export class CountParser {
  private readonly operands: OperandParser;

  constructor(private readonly context: ParseContext) {
    this.operands = new OperandParser(context);
  }

  parse(
    node: unknown,
    at: Location,
    readWhere: (node: unknown, at: Location) => Condition | undefined,
  ): CountAsked | undefined {
    const { issues } = this.context;
    const before = issues.count;
    const asked = this.read(node, at, readWhere);
    return issues.count > before ? undefined : asked;
  }

  private read(
    node: unknown,
    at: Location,
    readWhere: (node: unknown, at: Location) => Condition | undefined,
  ): CountAsked | undefined {
    const { issues, json } = this.context;
    if (!isPlainObject(node)) {
      const quoted = json.readWhere(node, at, (object) => this.read(object, at, readWhere));
      return quoted === undefined ? this.shorthand(node, at) : quoted.result;
    }
    const keys = Object.keys(node);
    if (isListWithGap(keys)) {
      refuse.listWithGap(issues, at);
      return undefined;
    }
    const tokens = keys.filter((key) => key !== '$where');
    if (tokens.length === 0) {
      refuse.expectedValue(issues, at, `takes a number or a comparison; use one of: ${countTokens.join(', ')}`);
      return undefined;
    }
    const comparisons = tokens.flatMap((token) => this.comparison(token, node[token], at.child(token)));
    this.refuseTwins(comparisons, at);
    const where = Object.hasOwn(node, '$where') ? readWhere(node['$where'], at.child('$where')) : undefined;
    return { where, comparisons };
  }

  /** Some modes have two spellings of one operator; both at once are one key given twice. */
  private refuseTwins(comparisons: readonly CountComparison[], at: Location): void {
    const tokens = comparisons.map(({ operator }) => operator.token);
    const twin = tokens.find((token, index) => tokens.indexOf(token) < index);
    if (twin !== undefined) refuse.duplicateName(this.context.issues, at.child(twin));
  }

  private shorthand(node: unknown, at: Location): CountAsked {
    return { where: undefined, comparisons: this.comparison(Array.isArray(node) ? '$in' : '$eq', node, at) };
  }

  private comparison(written: string, node: unknown, at: Location): CountAsked['comparisons'] {
    const { issues, operators, budget, root, compatibility } = this.context;
    const { token } = meaningOf(compatibility, written);
    const operator = countTokens.includes(token) ? operators.get(token) : undefined;
    if (operator === undefined) {
      const allowed = [...countTokens, '$where'];
      if (operators.has(token)) refuse.operatorNotAllowed(issues, at, allowed, 'a count');
      else refuse.unknownOperator(issues, at, allowed);
      return [];
    }
    if (!budget.spend('conditions', 1, root)) return [];
    const values = this.operands.values(operator, countType, node, at);
    return values === undefined ? [] : [{ operator, values }];
  }
}
