import { type Condition, and, comparison, not, or } from '../ast/index.js';
import { meaningOf } from '../compatibility/index.js';
import type { Location } from '../issues.js';
import { type Operator, type OperatorTakes, oppositeOfNull, relationTokens } from '../operators/index.js';
import type { FieldSchema } from '../schema/index.js';
import { RepeatedKey } from '../wire/index.js';
import { conditionsOf } from './conditions-of.js';
import { isListWithGap, isPlainObject, shapeOf } from './nodes.js';
import { OperandParser } from './operand-parser.js';
import type { ParseContext } from './parse-context.js';
import { refuse } from './refusals.js';

/** What null says with an operator of one value: the only two that may be given it. */
const nullMeanings: ReadonlyMap<string, string> = new Map([
  ['$eq', '$null'],
  ['$ne', '$notNull'],
]);

const takesOne: ReadonlySet<OperatorTakes> = new Set<OperatorTakes>(['value', 'needle']);

/** What a JSON text that can be meant for operators begins with; any other is a value. */
const beginsWithOperator = /^\s*\{\s*"\$/;

/** One operator of one field, or its negation, before its operand is read. */
interface Asked {
  readonly field: FieldSchema;
  readonly operator: Operator;
  readonly negated: boolean;
}

/** Reads what is said of one field: a value, a list, or an object of operators. */
export class FieldParser {
  private readonly operands: OperandParser;

  constructor(private readonly context: ParseContext) {
    this.operands = new OperandParser(context);
  }

  parse(field: FieldSchema, node: unknown, at: Location, depth: number): Condition | undefined {
    switch (shapeOf(node)) {
      case 'scalar':
        return this.scalar(field, node, at, depth);
      case 'null':
        return this.shorthand(field, '$eq', node, at, depth);
      case 'list':
        return this.shorthand(field, '$in', node, at, depth);
      case 'repeated':
        refuse.duplicateKey(this.context.issues, at);
        return undefined;
      case 'object':
        return this.operators(field, node as Readonly<Record<string, unknown>>, at, depth);
      case 'other':
        refuse.expectedValue(this.context.issues, at, 'takes a value, a list of values, or operators');
        return undefined;
    }
  }

  /** Whether the field takes an operator, by whatever name it is written. */
  takes(field: FieldSchema, written: string): boolean {
    return this.taken(field, meaningOf(this.context.compatibility, written).token) !== undefined;
  }

  /** One operator of the field, with its operand. */
  operator(field: FieldSchema, written: string, node: unknown, at: Location, depth: number): Condition | undefined {
    const { compatibility, budget, root } = this.context;
    const { token, negated } = meaningOf(compatibility, written);
    const operator = this.find(field, token, at);
    if (operator === undefined || !budget.spend('conditions', 1, root)) return undefined;
    if (operator.takes === 'boolean') return this.flagged(field, operator, node, at);
    if (node === null && nullMeanings.has(operator.token)) return this.nullComparison(field, operator, at);
    const asked: Asked = { field, operator, negated };
    const list = this.listForOne(operator, node);
    // What is short for a group, or for a negation, is as deep as what it is short for.
    const deeper = (negated ? 1 : 0) + (list !== undefined && list.length > 1 ? 1 : 0);
    if (deeper > 0 && !budget.within('logicalDepth', depth + deeper, at)) return undefined;
    return list === undefined ? this.compared(asked, node, at) : this.comparedWithEach(asked, list, at);
  }

  /** A value, or the JSON text of an object all of whose keys are operators, as Swagger UI writes one. */
  private scalar(field: FieldSchema, node: unknown, at: Location, depth: number): Condition | undefined {
    const { json, operators, compatibility } = this.context;
    const isOperator = (key: string) => key === '$not' || operators.has(meaningOf(compatibility, key).token);
    const quoted =
      typeof node === 'string' && beginsWithOperator.test(node)
        ? json.readWhere(
            node,
            at,
            (object) => this.operators(field, object, at, depth),
            (object) => Object.keys(object).every(isOperator),
          )
        : undefined;
    return quoted === undefined ? this.shorthand(field, '$eq', node, at, depth) : quoted.result;
  }

  /** A value or a list alone, which is short for an operator with it. */
  private shorthand(field: FieldSchema, token: string, node: unknown, at: Location, depth: number) {
    if (this.takes(field, token)) return this.operator(field, token, node, at, depth);
    const meant = { token, by: 'operator', who: 'this field' } as const;
    refuse.meaningNotAllowed(this.context.issues, at, allowedIn(field), meant);
    return undefined;
  }

  private operators(
    field: FieldSchema,
    node: Readonly<Record<string, unknown>>,
    at: Location,
    depth: number,
  ): Condition | undefined {
    const { issues } = this.context;
    const keys = Object.keys(node);
    if (keys.length === 0) refuse.expectedObject(issues, at, 'takes operators, and is given an empty object');
    else if (isListWithGap(keys)) refuse.listWithGap(issues, at);
    else
      return and(
        conditionsOf(keys, this.context.issues, (key) => this.key(field, key, node[key], at.child(key), depth)),
      );
    return undefined;
  }

  private key(field: FieldSchema, key: string, node: unknown, at: Location, depth: number): Condition | undefined {
    return key === '$not' ? this.negation(field, node, at, depth + 1) : this.operator(field, key, node, at, depth);
  }

  private negation(field: FieldSchema, node: unknown, at: Location, depth: number): Condition | undefined {
    if (!isPlainObject(node)) return this.negatedValue(field, node, at, depth);
    if (!this.context.budget.within('logicalDepth', depth, at)) return undefined;
    const condition = this.operators(field, node, at, depth);
    return condition && not(condition);
  }

  /** The JSON text of operators; or a value, where the compatibility mode says what that means. */
  private negatedValue(field: FieldSchema, node: unknown, at: Location, depth: number): Condition | undefined {
    const { issues, json, compatibility } = this.context;
    const quoted = json.readWhere(node, at, (object) => this.negation(field, object, at, depth));
    if (quoted !== undefined) return quoted.result;
    const shape = shapeOf(node);
    if (compatibility.notWithValue === '$ne' && (shape === 'scalar' || shape === 'null')) {
      return this.operator(field, '$ne', node, at, depth - 1);
    }
    refuse.expectedObject(issues, at, 'takes an object of operators');
    return undefined;
  }

  private find(field: FieldSchema, token: string, at: Location): Operator | undefined {
    const operator = this.taken(field, token);
    if (operator !== undefined) return operator;
    const { issues, operators } = this.context;
    const isKnown = operators.has(token) || relationTokens.has(token);
    refuse[isKnown ? 'operatorNotAllowed' : 'unknownOperator'](issues, at, allowedIn(field));
    return undefined;
  }

  private taken(field: FieldSchema, token: string): Operator | undefined {
    return field.operators.get(token) ?? this.spelledOtherwise(field, token);
  }

  /** A field that is restricted to `$contains` takes what `$contains` means in the compatibility mode. */
  private spelledOtherwise(field: FieldSchema, token: string): Operator | undefined {
    const { compatibility, operators } = this.context;
    for (const [spelling, meaning] of compatibility.spellings) {
      const isAllowed = meaning.token === token && !meaning.negated && field.operators.has(spelling);
      if (isAllowed) return operators.get(token);
    }
    return undefined;
  }

  private flagged(field: FieldSchema, operator: Operator, node: unknown, at: Location): Condition | undefined {
    const flag = this.operands.flag(operator.token, node, at);
    if (flag === undefined) return undefined;
    if (flag) return comparison(field, operator, []);
    const opposite = this.context.operators.get(oppositeOfNull.get(operator.token) ?? '');
    return opposite === undefined ? not(comparison(field, operator, [])) : comparison(field, opposite, []);
  }

  private nullComparison(field: FieldSchema, operator: Operator, at: Location): Condition | undefined {
    const token = nullMeanings.get(operator.token) ?? operator.token;
    const meant = this.taken(field, token);
    if (meant !== undefined) return comparison(field, meant, []);
    const told = { token, by: 'value', who: 'this field' } as const;
    refuse.meaningNotAllowed(this.context.issues, at, allowedIn(field), told);
    return undefined;
  }

  private compared({ field, operator, negated }: Asked, node: unknown, at: Location): Condition | undefined {
    const values = this.operands.values(operator, field.column, node, at);
    if (values === undefined) return undefined;
    const condition = comparison(field, operator, values);
    return negated ? not(condition) : condition;
  }

  /** A list given to an operator of one value, where the compatibility mode says what that means. */
  private listForOne(operator: Operator, node: unknown): readonly unknown[] | undefined {
    if (this.context.compatibility.listForOneValue === 'refused' || !takesOne.has(operator.takes)) return undefined;
    if (node instanceof RepeatedKey) return node.values;
    return Array.isArray(node) ? (node as readonly unknown[]) : undefined;
  }

  private comparedWithEach(asked: Asked, list: readonly unknown[], at: Location): Condition | undefined {
    const { issues, budget, compatibility, root } = this.context;
    if (list.length === 0) refuse.expectedValue(issues, at);
    if (!budget.within('members', list.length, at)) return undefined;
    if (!budget.spend('conditions', Math.max(0, list.length - 1), root)) return undefined;
    const each = conditionsOf(list, this.context.issues, (node, index) => this.compared(asked, node, at.child(index)));
    return compatibility.listForOneValue === 'any' ? or(each) : and(each);
  }
}

function allowedIn(field: FieldSchema): string[] {
  return [...field.operators.keys(), '$not'];
}
