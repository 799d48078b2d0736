import type { ListElement } from '../dialects/index.js';
import type { ListPredicate } from '../operators/index.js';
import { type FilterValue, type ValueKind, valueKinds } from '../values/index.js';
import { type BoundBy, boundValue } from './binding.js';
import type { Statement } from './statement.js';

/** Predicate of a list, with the elements that it is about. */
export interface ListPredication {
  readonly predicate: ListPredicate;
  readonly values: readonly FilterValue[];
  readonly negated: boolean;
}

/** Compiles the predicates of one list. Either a predicate or its negation is false or unknown where the list is NULL. */
export class ListCompiler {
  constructor(
    private readonly statement: Statement,
    private readonly column: BoundBy,
    /** The escaped column, with its alias. */
    private readonly sql: string,
  ) {}

  /** Compiles a predicate, or its negation, in the words that the engine has for the storage of the list. */
  compile({ predicate, values, negated }: ListPredication): string {
    const { list } = this.column;
    const phrases = list && this.statement.dialect.lists[list.storage];
    if (list === undefined || phrases === undefined)
      throw new TypeError('An operator of lists was given another field');
    const column = { sql: this.sql, elementsStoredAs: valueKinds[list.kind].storedAs };
    if (predicate === 'empty') return phrases.empty(column, negated);
    const elements = values.map((value) => this.element(value));
    const bind = (value: unknown) => this.statement.bind(value);
    return phrases.has({ column, quantifier: predicate.quantifier, elements, bind, negated });
  }

  private element(value: FilterValue): ListElement {
    return { value: boundValue(this.column, value), json: jsonOf(this.column.kind, value) };
  }
}

/** Returns the JSON text of a value: JSON has numbers, true and false, and everything else is a text there. */
function jsonOf(kind: ValueKind, value: FilterValue): string {
  const text = kind.print(value);
  return kind.numeric === true || kind.name === 'boolean' ? text : JSON.stringify(text);
}
