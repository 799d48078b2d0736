import type { Condition } from '../ast/index.js';
import { compileComparison } from './comparison.js';
import { junction } from './junction.js';
import { RelationCompiler } from './related.js';
import type { CompilesConditions, Rows } from './rows.js';
import type { Statement } from './statement.js';

/**
 * Writes conditions. A negation is pushed down to the leaves, where every operator has its opposite and every subquery its
 * own shape; that is sound in SQL's logic of three values.
 */
export class ConditionCompiler implements CompilesConditions {
  readonly related: RelationCompiler;
  private withinScope = false;

  constructor(private readonly statement: Statement) {
    this.related = new RelationCompiler(statement, this);
  }

  compile(condition: Condition, rows: Rows, negated = false): string {
    switch (condition.type) {
      case 'and':
      case 'or': {
        const conjunction = (condition.type === 'and') !== negated;
        const parts = condition.conditions.map((part) => this.compile(part, rows, negated));
        return junction(conjunction ? 'AND' : 'OR', parts);
      }
      case 'not':
        return this.compile(condition.condition, rows, !negated);
      case 'comparison': {
        const { column } = condition.field;
        const compared = { sql: `${rows.alias}.${column.sql}`, column };
        return compileComparison(this.statement, compared, condition, negated);
      }
      case 'related':
        return this.related.compile(condition, rows, negated);
      case 'relatedCount':
        return this.related.compileCount(condition, rows, negated);
    }
  }

  /** What a related row must satisfy to count at all: not deleted, of the right class, within the scope. */
  visible(rows: Rows): string[] {
    const { deleteDate } = rows.schema;
    const present = this.present(rows);
    if (deleteDate === undefined || this.statement.withDeleted) return present;
    return [`${rows.alias}.${deleteDate.sql} IS NULL`, ...present];
  }

  /** The same, but for the delete date, which TypeORM looks after where it joins an entity. */
  present(rows: Rows): string[] {
    const { discriminator } = rows.schema;
    if (discriminator === undefined) return this.scope(rows);
    const values = discriminator.values.map((value) => this.statement.bind(value));
    return [`${rows.alias}.${discriminator.sql} IN (${values.join(', ')})`, ...this.scope(rows)];
  }

  /**
   * The scope of an entity, wherever its rows are reached. A scope is the host's own word on who may see what, so the
   * relations in it are not scoped again: two scopes that go through each other would never end.
   */
  scope(rows: Rows): string[] {
    const scope = this.withinScope ? undefined : this.statement.scopes.get(rows.schema);
    if (scope === undefined) return [];
    this.withinScope = true;
    const written = this.compile(scope, rows);
    this.withinScope = false;
    return [written];
  }
}
