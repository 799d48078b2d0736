import { numberOfObject } from '../caches/index.js';
import type { FilterValue } from '../values/index.js';
import type { Comparison, Condition } from './condition.js';

/** Takes conditions apart: into their structure, as text, and the values of their operands. */
export class StructureWriter {
  /** Equal only for conditions that differ in nothing but the values of their operands. */
  text = '';
  /** The values of each operand, in the order of the text. */
  readonly operands: (readonly FilterValue[])[] = [];

  /**
   * Adds a condition; false where another one of the same structure may have other SQL: keys that were looked up are as many as there
   * are rows, and the host writes the SQL of a virtual column.
   */
  add(condition: Condition): boolean {
    switch (condition.type) {
      case 'and':
      case 'or':
        this.text += `${condition.type}(`;
        return this.addAll(condition.conditions);
      case 'not':
        this.text += 'not';
        return this.add(condition.condition);
      case 'comparison':
        if (condition.field.expression.isSubquery) return false;
        this.text += `c${numberOfObject(condition.field.expression)}`;
        return this.addOperand(condition);
      case 'related':
        if (condition.keys !== undefined) return false;
        this.text += `r${numberOfObject(condition.relation)} ${condition.quantifier}(`;
        return this.addAll(condition.where === undefined ? [] : [condition.where]);
      case 'relatedCount':
        this.text += `n${numberOfObject(condition.relation)}`;
        for (const each of condition.comparisons) if (!this.addOperand(each)) return false;
        this.text += '(';
        return this.addAll(condition.where === undefined ? [] : [condition.where]);
    }
  }

  /** Adds what is no condition. */
  addText(text: string): void {
    this.text += text;
  }

  private addAll(conditions: readonly Condition[]): boolean {
    for (const condition of conditions) if (!this.add(condition)) return false;
    this.text += ')';
    return true;
  }

  /** A list of values that stands in two places is told from two lists by neither text nor place. */
  private addOperand({ operator, values }: Pick<Comparison, 'operator' | 'values'>): boolean {
    if (this.operands.includes(values)) return false;
    this.text += `o${numberOfObject(operator)}#${values.length};`;
    if (values.length > 0) this.operands.push(values);
    return true;
  }
}
