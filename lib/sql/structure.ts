import type { Condition, SortTerm } from '../ast/index.js';
import { numberOfObject, part } from '../caches/index.js';
import type { Dialect } from '../dialects/index.js';
import { type ExpressionSchema, relatedAggregateOf } from '../schema/index.js';
import type { FilterValue } from '../values/index.js';
import { type Predicate, isBuiltIn, phraseOf, writtenLength } from './conditions/comparison.js';
import { type BoundBy, makerBy } from './statement/binding.js';
import { padded } from './statement/template.js';

/** Values of each operand of a plan, in the order of its structure. */
export type Operands = readonly (readonly FilterValue[])[];

/**
 * Splits a plan into a text, equal only for equal SQL, and the values of its operands. Objects of the schema appear in
 * the text as numbers. A host's virtual column or operator appears as its SQL.
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
        if (condition.where !== undefined) this.inner(condition.where);
        break;
      case 'related':
        this.text += `r${numberOfObject(condition.relation)} ${condition.quantifier}`;
        this.inner(condition.where);
        break;
      case 'relatedCount':
        this.text += `n${numberOfObject(condition.relation)}`;
        for (const each of condition.comparisons) this.operand(each);
        this.inner(condition.where);
        break;
      case 'named':
        this.condition(condition.condition);
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
    // A host's SQL may be of another time. That of an aggregate is the library's.
    if (expression.isSubquery && relatedAggregateOf(expression) === undefined) this.host(expression.sqlOf(''));
  }

  /** Adds a host's SQL behind a sign and its length, so that it cannot be confused with other text. */
  private host(sql: string): void {
    this.text += `=${part(sql)}`;
  }

  /**
   * Adds an operator, and the number of values that its SQL depends on. It marks ranges, whose SQL differs. Values that
   * occur twice are recorded as their first occurrence.
   */
  private operand({ operator, values }: Predicate, by?: BoundBy): void {
    const length = by === undefined ? values.length : writtenLength({ operator, values }, by, this.dialect);
    this.text += `o${numberOfObject(operator)}#${length}`;
    const written = length === values.length ? values : padded(values);
    if (hasObject(values)) for (const value of written) this.text += formOf(value);
    // A transformer may return a value of another type, whose SQL differs.
    if (by?.column?.transformer !== undefined && operator.takes !== 'boolean' && operator.list === undefined) {
      const make = makerBy(by);
      for (const value of written) this.text += typeText(make(value));
    }
    this.text += ';';
    if (by !== undefined && operator.list === undefined && !isBuiltIn(operator)) {
      this.host(phraseOf(operator, by, { values, dialect: this.dialect }));
    }
    if (values.length === 0) return;
    const place = this.operands.indexOf(values);
    if (place >= 0) this.text += `@${place};`;
    else this.operands.push(values);
  }
}

function hasObject(values: readonly FilterValue[]): boolean {
  for (const value of values) if (typeof value === 'object') return true;
  return false;
}

/** Tells instants, days, a single day of a column of dates, several, and texts apart. */
function formOf(value: FilterValue): string {
  if (typeof value !== 'object') return 't';
  if (value.type === 'days') return value.first === value.last ? 's' : 'r';
  return value.type === 'day' ? 'd' : 'i';
}

function typeText(value: unknown): string {
  if (Array.isArray(value)) return `list ${value.length} ${typeText(value[0])},`;
  if (value === null) return 'null,';
  return `${value instanceof Date ? 'date' : typeof value},`;
}

/** Returns a text that is equal only for equal operands of one structure. Each part begins with its length. */
export function operandsText(operands: Operands): string {
  let text = '';
  for (const values of operands) {
    text += `${values.length};`;
    for (const value of values) text += valueText(value);
  }
  return text;
}

/** Writes a value. Only a text can contain a semicolon, and only a text begins with a digit. */
function valueText(value: FilterValue): string {
  if (typeof value === 'string') return part(value);
  if (typeof value === 'number') return `n${value};`;
  if (typeof value === 'boolean') return `${value};`;
  if (value.type === 'days') return `days ${value.first} ${value.last};`;
  if (value.type === 'day') return `day ${value.start.epoch} ${value.end.epoch} ${value.end.micros};`;
  return `i${value.epoch} ${value.micros};`;
}
