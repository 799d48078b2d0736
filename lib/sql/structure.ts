import type { Comparison, Condition, SortTerm } from '../ast/index.js';
import { numberOfObject } from '../caches/index.js';
import type { Dialect } from '../dialects/index.js';
import type { ExpressionSchema } from '../schema/index.js';
import type { FilterValue } from '../values/index.js';
import { isBuiltIn, phraseOf } from './comparison.js';

/** The values of each operand of a plan, in the order of its structure. */
export type Operands = readonly (readonly FilterValue[])[];

/**
 * Takes the parts of a plan apart: into text that is equal only where their SQL is, and the values of their operands. Objects of the
 * schema stand in the text by their numbers. What the host writes, a virtual column or an operator, stands there as its SQL.
 */
export class StructureWriter {
  text = '';
  readonly operands: (readonly FilterValue[])[] = [];

  constructor(private readonly dialect: Dialect) {}

  condition(condition: Condition): void {
    switch (condition.type) {
      case 'and':
      case 'or':
        this.text += `${condition.type}(`;
        this.conditions(condition.conditions);
        break;
      case 'not':
        this.text += 'not';
        this.condition(condition.condition);
        break;
      case 'comparison':
        this.expression(condition.field.expression);
        this.operand(condition, condition.field.expression);
        break;
      case 'related':
        this.text += `r${numberOfObject(condition.relation)} ${condition.quantifier}`;
        if (condition.keys !== undefined) this.values(condition.keys, 'any');
        this.inner(condition.where);
        break;
      case 'relatedCount':
        this.text += `n${numberOfObject(condition.relation)}`;
        for (const each of condition.comparisons) this.operand(each);
        this.inner(condition.where);
    }
  }

  conditions(conditions: readonly Condition[]): void {
    for (const condition of conditions) this.condition(condition);
    this.text += ')';
  }

  sort(terms: readonly SortTerm[]): void {
    for (const { target, direction, nulls } of terms) {
      for (const hop of target.hops) this.text += `r${numberOfObject(hop)}`;
      if (target.field === 'count') this.text += 'n';
      else this.expression(target.field.expression);
      this.text += `${direction}${nulls ?? ''};`;
    }
  }

  private inner(where: Condition | undefined): void {
    this.text += '(';
    this.conditions(where === undefined ? [] : [where]);
  }

  private expression(expression: ExpressionSchema): void {
    this.text += `c${numberOfObject(expression)}`;
    if (expression.isSubquery) this.host(expression.sqlOf(''));
  }

  /** Adds SQL that the host has written, with its length, so that it cannot be taken for anything else. */
  private host(sql: string): void {
    this.text += `${sql.length}:${sql}`;
  }

  private operand({ operator, values }: Pick<Comparison, 'operator' | 'values'>, by?: ExpressionSchema): void {
    this.text += `o${numberOfObject(operator)}`;
    // Lists of any length have one structure, but for predicates of lists, whose SQL differs with the number of elements.
    this.values(values, operator.takes === 'list' && operator.list === undefined ? 'any' : 'exact');
    if (operator.list !== undefined || by === undefined || isBuiltIn(operator)) return;
    this.host(phraseOf(operator, by, { values, dialect: this.dialect }));
  }

  /**
   * Adds the values of an operand: their number, unless it does not matter whether there are two or more, and which of them are days, whose
   * comparisons are other SQL than those of instants. Values that stand in two places are told by the first.
   */
  private values(values: readonly FilterValue[], length: 'any' | 'exact'): void {
    this.text += length === 'any' && values.length > 1 ? '#n' : `#${values.length}`;
    // The values of an operand are all of one kind.
    if (typeof values[0] === 'object') for (const value of values) this.text += isDay(value) ? 'd' : 'i';
    this.text += ';';
    if (values.length === 0) return;
    const place = this.operands.indexOf(values);
    if (place >= 0) this.text += `@${place};`;
    else this.operands.push(values);
  }
}

function isDay(value: FilterValue): boolean {
  return typeof value === 'object' && value.type === 'day';
}

/** Returns a text that is equal only for equal operands of one structure: each begins with its length, and ends where that says. */
export function operandsText(operands: Operands): string {
  let text = '';
  for (const values of operands) {
    text += `${values.length};`;
    for (const value of values) text += valueText(value);
  }
  return text;
}

/** Writes a value. Only a text can have a semicolon, and only a text begins with a digit. */
function valueText(value: FilterValue): string {
  if (typeof value === 'string') return `${value.length}:${value}`;
  if (typeof value === 'number') return `n${value};`;
  if (typeof value === 'boolean') return `${value};`;
  return value.type === 'day' ? `day ${value.date};` : `i${value.epoch} ${value.micros};`;
}
