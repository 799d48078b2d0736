import type { Comparison, Condition } from '../../ast/index.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import { junction } from '../../dialects/index.js';
import type { ExpressionSchema, RelatedAggregate } from '../../schema/index.js';
import type { Rows, Statement } from '../statement.js';
import { compileComparison, compileList } from './comparison.js';
import { compileAggregate, compileCount, compileInGroups } from './groups.js';
import { compileRelated } from './related.js';
import { compileUnion } from './shapes.js';

/**
 * Compiles the conditions of one statement. A negation is pushed down to the leaves, where every operator has its
 * opposite and every subquery a negative form. This is sound in SQL's three-valued logic.
 */
export class ConditionCompiler {
  private withinScope = false;
  /** The aggregates whose related rows the current condition is about, from the outside in. */
  private around: readonly RelatedAggregate[] = [];

  constructor(readonly statement: Statement) {}

  compile(condition: Condition, rows: Rows, negated = false): string {
    switch (condition.type) {
      case 'and':
      case 'or': {
        const union = negated ? undefined : compileUnion(this, condition, rows);
        if (union !== undefined) return union;
        const token = (condition.type === 'and') !== negated ? 'AND' : 'OR';
        return junction(token, this.members(condition.conditions, rows, token, negated));
      }
      case 'not':
        return this.compile(condition.condition, rows, !negated);
      case 'named':
        return this.compile(condition.condition, rows, negated);
      case 'comparison':
        return compileList(this.statement, condition, rows.alias, negated) ?? this.comparison(condition, rows, negated);
      case 'related':
        return compileRelated(this, condition, rows, negated);
      case 'relatedCount':
        return compileCount(this, condition, rows, negated);
    }
  }

  /** Compiles the members of a junction. Members about one document share a reading of it, where that is faster. */
  private members(
    conditions: readonly Condition[],
    rows: Rows,
    token: 'AND' | 'OR',
    negated: boolean,
  ): readonly string[] {
    const { documents } = this.statement.dialect;
    const each = (members: readonly Condition[], of: Rows): readonly string[] =>
      members.map((member) => this.compile(member, of, negated));
    if (documents.read === undefined || rows.valueIn !== undefined) return each(conditions, rows);
    const { alias, schema } = rows;
    return groupedByDocument(conditions).flatMap((members) => {
      const document = documentOf(members[0])?.document;
      const reading = members.length < 2 ? undefined : document && documents.read?.(document.at(alias).sql);
      if (reading === undefined) return each(members, rows);
      const valueIn: Rows['valueIn'] = ({ document: part }) => part && reading.valueAt(part.at(alias), part.kind);
      return reading.around(junction(token, each(members, { alias, schema, valueIn })));
    });
  }

  private comparison(condition: Comparison, rows: Rows, negated: boolean): string {
    const { expression } = condition.field;
    const aggregate = this.statement.plan.inGroups === condition ? expression.aggregate : undefined;
    const grouped = aggregate && this.within(aggregate, () => compileInGroups(this, condition, rows, negated));
    if (grouped !== undefined) return grouped;
    const sql = rows.valueIn?.(expression) ?? this.value(expression, rows, condition.where);
    return compileComparison(this.statement, { sql, by: expression }, condition, negated);
  }

  /** Writes the value of an expression for a row; of an aggregate, over the related rows that satisfy a condition. */
  value(expression: ExpressionSchema, rows: Rows, where?: Condition): string {
    const aggregate = expression.aggregate;
    if (aggregate === undefined) return expression.sqlOf(rows.alias);
    return this.within(aggregate, () => compileAggregate(this, aggregate, expression, rows, where));
  }

  /** Compiles the conditions on the related rows of an aggregate, which must not lead back to it. */
  private within<Sql>(aggregate: RelatedAggregate, compile: () => Sql): Sql {
    const before = this.around;
    if (before.includes(aggregate)) {
      throw new FilterConfigurationError(`${aggregate.where?.subject} leads back to the aggregate itself`);
    }
    this.around = [...before, aggregate];
    const sql = compile();
    this.around = before;
    return sql;
  }

  /** Returns the conditions of a related row: not soft-deleted, of the entity's own class, within its scope. */
  visible(rows: Rows): readonly string[] {
    const { deleteDate } = rows.schema;
    const present = this.present(rows);
    if (deleteDate === undefined || this.statement.withDeleted) return present;
    return [`${deleteDate.sqlOf(rows.alias)} IS NULL`, ...present];
  }

  /** Returns the conditions of a joined row: class and scope. TypeORM adds the delete date where it joins an entity. */
  present(rows: Rows): readonly string[] {
    const { discriminator } = rows.schema;
    if (discriminator === undefined) return this.scope(rows);
    const values = discriminator.values.map((value) => this.statement.bindConstant(value));
    return [`${rows.alias}.${discriminator.sql} IN (${values.join(', ')})`, ...this.scope(rows)];
  }

  /** Returns the scope of an entity, if it has one. Within it there are no others: two could refer to each other. */
  scope(rows: Rows): readonly string[] {
    const scope = this.withinScope ? undefined : this.statement.plan.scopes.get(rows.schema);
    if (scope === undefined) return [];
    this.withinScope = true;
    const sql = this.compile(scope, rows);
    this.withinScope = false;
    return [sql];
  }
}

/** Groups the members of a junction that are about one document. Any other is a group of its own. */
function groupedByDocument(conditions: readonly Condition[]): readonly (readonly Condition[])[] {
  const groups: Condition[][] = [];
  const byDocument = new Map<ExpressionSchema['metadata'], Condition[]>();
  for (const condition of conditions) {
    const document = documentOf(condition)?.metadata;
    const group = document && byDocument.get(document);
    if (group !== undefined) {
      group.push(condition);
      continue;
    }
    const started = [condition];
    groups.push(started);
    if (document !== undefined) byDocument.set(document, started);
  }
  return groups;
}

/** Returns an expression of the document that a condition is about. A path with an index stays by itself. */
function documentOf(condition: Condition | undefined): ExpressionSchema | undefined {
  switch (condition?.type) {
    case 'comparison': {
      const { expression } = condition.field;
      return expression.document === undefined || expression.indexed || expression.list !== undefined
        ? undefined
        : expression;
    }
    case 'not':
      return documentOf(condition.condition);
    case 'and':
    case 'or': {
      const [first, ...others] = condition.conditions.map(documentOf);
      return others.every((other) => other?.metadata === first?.metadata) ? first : undefined;
    }
    default:
      return undefined;
  }
}
