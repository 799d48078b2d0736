import type { Comparison, Condition } from '../../ast/index.js';
import { type Documents, junction } from '../../dialects/index.js';
import { type ExpressionSchema, type RelatedAggregate, relatedAggregateOf } from '../../schema/index.js';
import type { CompilesConditions, Rows, Statement } from '../statement.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import { compileAggregate, compileInGroups } from './groups.js';
import { ComparisonCompiler, ListCompiler } from './comparison.js';
import { RelationCompiler } from './related.js';
import { UnionCompiler } from './shapes.js';

/** Groups of conditions; each group reads one document once, or has a single condition of another kind. */
type Readings = readonly (readonly Condition[])[];

/**
 * Groups the members of a junction that are about one document. A path with an index stays by itself, because the index
 * serves only the bare expression.
 */
export function readingsOf(conditions: readonly Condition[]): Readings {
  const groups: Condition[][] = [];
  const byDocument = new Map<ExpressionSchema['metadata'], Condition[]>();
  for (const condition of conditions) {
    const document = documentOf(condition);
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

/** Returns the column of the document that all comparisons of a condition read, or undefined. */
function documentOf(condition: Condition): ExpressionSchema['metadata'] | undefined {
  switch (condition.type) {
    case 'comparison': {
      const { document, indexed, list, metadata } = condition.field.expression;
      return document === undefined || indexed || list !== undefined ? undefined : metadata;
    }
    case 'not':
      return documentOf(condition.condition);
    case 'and':
    case 'or': {
      const [first, ...others] = condition.conditions.map(documentOf);
      return others.every((other) => other === first) ? first : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * Compiles conditions on one document by one reading of it.
 *
 * @param compile compiles them for rows whose document is read
 */
export function compileReading(
  documents: Documents,
  { rows, conditions }: { readonly rows: Rows; readonly conditions: readonly Condition[] },
  compile: (rows: Rows) => string,
): string | undefined {
  const document = documentIn(conditions[0], rows.alias);
  if (documents.read === undefined || document === undefined || conditions.length < 2) return undefined;
  const reading = documents.read(document);
  const valueIn: Rows['valueIn'] = ({ document: part }) => part && reading.valueAt(part.at(rows.alias), part.kind);
  return reading.around(compile({ ...rows, valueIn }));
}

/** Returns the SQL of the document that a condition reads. */
function documentIn(condition: Condition | undefined, alias: string): string | undefined {
  switch (condition?.type) {
    case 'comparison':
      return condition.field.expression.document?.at(alias).sql;
    case 'not':
      return documentIn(condition.condition, alias);
    case 'and':
    case 'or':
      return documentIn(condition.conditions[0], alias);
    default:
      return undefined;
  }
}

/** How the members of a junction are joined, and whether each is negated. */
interface Junction {
  readonly token: 'AND' | 'OR';
  readonly negated: boolean;
}

/**
 * Compiles the conditions of one statement. A negation is pushed down to the leaves, where every operator has its
 * opposite and every subquery a negative form. This is sound in SQL's three-valued logic.
 */
export class ConditionCompiler implements CompilesConditions {
  readonly related: RelationCompiler;
  private readonly comparisons: ComparisonCompiler;
  private readonly lists: ListCompiler;
  private readonly unions: UnionCompiler;
  private withinScope = false;
  /** The aggregates whose related rows the current condition is about, from the outside in. */
  private around: readonly RelatedAggregate[] = [];

  constructor(private readonly statement: Statement) {
    this.comparisons = new ComparisonCompiler(statement);
    this.lists = new ListCompiler(statement);
    this.unions = new UnionCompiler(statement, this);
    this.related = new RelationCompiler(statement, this.comparisons, this);
  }

  /** Compiles a condition on some rows, or its negation, to an expression that can stand beside AND and OR. */
  compile(condition: Condition, rows: Rows, negated = false): string {
    switch (condition.type) {
      case 'and':
      case 'or': {
        const union = negated ? undefined : this.unions.compile(condition, rows);
        if (union !== undefined) return union;
        const token = (condition.type === 'and') !== negated ? 'AND' : 'OR';
        return junction(token, this.parts(condition.conditions, rows, { token, negated }));
      }
      case 'not':
        return this.compile(condition.condition, rows, !negated);
      case 'named':
        return this.compile(condition.condition, rows, negated);
      case 'comparison':
        return this.lists.compile(condition, rows.alias, negated) ?? this.comparison(condition, rows, negated);
      case 'related':
        return this.related.compile(condition, rows, negated);
      case 'relatedCount':
        return this.related.counts.compile(condition, rows, negated);
    }
  }

  /** Compiles the members of a junction. Members about one document share a reading of it, where that is faster. */
  private parts(conditions: readonly Condition[], rows: Rows, { token, negated }: Junction): string[] {
    const compileEach = (members: readonly Condition[], of: Rows): string[] =>
      members.map((part) => this.compile(part, of, negated));
    const { documents } = this.statement.dialect;
    if (documents.read === undefined || rows.valueIn !== undefined) return compileEach(conditions, rows);
    return readingsOf(conditions).flatMap((members) => {
      const group = { rows, conditions: members };
      return (
        compileReading(documents, group, (read) => junction(token, compileEach(members, read))) ??
        compileEach(members, rows)
      );
    });
  }

  /**
   * Writes the value of an expression for a row.
   *
   * @param where the related rows that it aggregates, if these are not all
   */
  value(expression: ExpressionSchema, rows: Rows, where?: Condition): string {
    const aggregate = relatedAggregateOf(expression);
    if (aggregate === undefined) return expression.sqlOf(rows.alias);
    const aggregated = { expression, rows, where };
    return this.within(aggregate, () =>
      compileAggregate(aggregate, aggregated, { statement: this.statement, conditions: this }),
    );
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

  private comparison(condition: Comparison, rows: Rows, negated: boolean): string {
    const { where } = condition;
    const { valueIn } = rows;
    const { expression } = condition.field;
    const grouped = this.statement.isInGroups(condition) ? this.inGroups(condition, rows, negated) : undefined;
    if (grouped !== undefined) return grouped;
    const sql = valueIn?.(expression) ?? this.value(expression, rows, where);
    return this.comparisons.compile({ sql, by: expression }, condition, negated);
  }

  private inGroups(condition: Comparison, rows: Rows, negated: boolean): string | undefined {
    const aggregate = relatedAggregateOf(condition.field.expression);
    if (aggregate === undefined) return undefined;
    const { statement, comparisons } = this;
    return this.within(aggregate, () =>
      compileInGroups({ condition, rows, negated }, { statement, comparisons, conditions: this }),
    );
  }

  /** Returns the conditions of a related row: not soft-deleted, of the entity's own class, within its scope. */
  visible(rows: Rows): string[] {
    const { deleteDate } = rows.schema;
    const present = this.present(rows);
    if (deleteDate === undefined || this.statement.withDeleted) return present;
    return [`${deleteDate.sqlOf(rows.alias)} IS NULL`, ...present];
  }

  /** Returns the conditions of a joined row: class and scope. TypeORM adds the delete date where it joins an entity. */
  present(rows: Rows): string[] {
    const { discriminator } = rows.schema;
    if (discriminator === undefined) return this.scope(rows);
    const values = discriminator.values.map((value) => this.statement.bindConstant(value));
    return [`${rows.alias}.${discriminator.sql} IN (${values.join(', ')})`, ...this.scope(rows)];
  }

  /**
   * Returns the scope of an entity, if it has one. Relations within a scope are not scoped themselves, because two
   * scopes that refer to each other would never end.
   */
  scope(rows: Rows): string[] {
    const scope = this.withinScope ? undefined : this.statement.scopes.get(rows.schema);
    if (scope === undefined) return [];
    this.withinScope = true;
    const sql = this.compile(scope, rows);
    this.withinScope = false;
    return [sql];
  }
}
