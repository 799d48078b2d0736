import type { Comparison } from '../../ast/index.js';
import type { ListElement } from '../../dialects/index.js';
import { patternFor } from '../../operators/index.js';
import type { ExpressionSchema } from '../../schema/index.js';
import type { FilterValue, ValueKind } from '../../values/index.js';
import { boundValue } from '../statement/binding.js';
import type { Statement } from '../statement/statement.js';

/** Compiles conditions on lists, in the engine's SQL for the storage of each. */
export class ListCompiler {
  constructor(private readonly statement: Statement) {}

  /**
   * Compiles a condition on a list, or its negation. Either is false or unknown where the list is NULL.
   *
   * @param alias the escaped alias of the row's table
   * @returns undefined for an operator that is not about lists
   */
  compile({ field, operator, values }: Comparison, alias: string, negated: boolean): string | undefined {
    const { expression } = field;
    if (operator.list === undefined || expression.list === undefined) return undefined;
    if (operator.list === 'empty') return expression.list.empty(alias, negated);
    if (operator.list === 'containing') {
      return expression.list.hasMatch(alias, { matches: this.containing(expression, values), negated });
    }
    return expression.list.has(alias, {
      quantifier: operator.list.quantifier,
      elements: values.map((value) => elementOf(expression, value)),
      bind: (value) => this.statement.bind(value),
      negated,
    });
  }

  /** Returns the condition that an element contains a text, written like a text match on a text column. */
  private containing(expression: ExpressionSchema, [text = '']: readonly FilterValue[]): (element: string) => string {
    const { dialect } = this.statement;
    const needle = String(boundValue(expression, text));
    const pattern = this.statement.bind(patternFor(needle, { anchor: 'anywhere', caseSensitive: false }, dialect));
    return (element) => dialect.likeIgnoringCase({ sql: element, type: '' }, pattern);
  }
}

function elementOf(expression: ExpressionSchema, value: FilterValue): ListElement {
  return { value: boundValue(expression, value), json: jsonOf(expression.kind, value) };
}

/** Returns the JSON text of a value. JSON has numbers, true and false; everything else is a text. */
function jsonOf(kind: ValueKind, value: FilterValue): string {
  const text = kind.print(value);
  return kind.numeric === true || kind.name === 'boolean' ? text : JSON.stringify(text);
}
