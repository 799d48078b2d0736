import { type And, type Condition, type Or, type Related, someCondition } from '../../ast/index.js';
import type { PlannerHints } from '../../dialects/index.js';
import type { AnyOperator } from '../../operators/index.js';
import { openRelation, tiesOf, whereSql } from './related-rows.js';
import type { CompilesConditions, RelatedShape, Rows, Statement } from '../statement.js';

/** Compiles conditions on some related row in a chosen shape, with the engine's hints to its planner. */
export class ShapeCompiler {
  constructor(
    private readonly statement: Statement,
    private readonly conditions: CompilesConditions,
  ) {}

  /**
   * Compiles a condition in a shape.
   *
   * @returns undefined where the engine has no hints, or the relation a composite key
   */
  compile(condition: Related, rows: Rows, shape: RelatedShape): string | undefined {
    const { hints } = this.statement.dialect;
    if (hints === undefined || !hasOneKey(condition)) return undefined;
    if (shape === 'walk' || !this.isByKeys(condition)) this.statement.planForValues();
    if (shape === 'keys') return this.byKeys(condition, rows, hints);
    const { farKeysFirst } = hints;
    return farKeysFirst !== undefined && condition.relation.link.via === 'junction'
      ? this.throughJunction(condition, rows, { among: hints.among, perRow: farKeysFirst })
      : this.perRow(condition, rows, hints);
  }

  /** True where related rows are found by their key, or by other equalities: no range for the planner to misjudge. */
  private isByKeys({ relation: { toMany, target }, where }: Related): boolean {
    return (
      !toMany || [where, this.statement.scopes.get(target)].every((part) => part === undefined || isOfPoints(part))
    );
  }

  /** Writes the subquery for the keys of related rows that satisfy a condition. */
  keysOf(condition: Related): string {
    const related = openRelation(this.statement, condition.relation, { alias: '' });
    const [tie] = related.ties;
    return `SELECT ${tie?.inner} FROM ${related.from}${whereSql(this.satisfying(condition, related.rows))}`;
  }

  private byKeys(condition: Related, rows: Rows, hints: PlannerHints): string {
    const { link } = condition.relation;
    const { among } = isToOne(condition) ? hints.toOne : hints;
    const sql = among(ownKeyOf(condition, rows), this.keysOf(condition));
    return this.statement.joinable(sql, link.via === 'columns' ? 1 : 2);
  }

  private perRow(condition: Related, outer: Rows, hints: PlannerHints): string {
    const { perRow } = isToOne(condition) ? hints.toOne : hints;
    const related = openRelation(this.statement, condition.relation, outer);
    const parts = [...tiesOf(related), ...this.satisfying(condition, related.rows)];
    return perRow(`SELECT 1 FROM ${related.from}${whereSql(parts)}`);
  }

  /** Finds the keys of the related rows first, so that only the junction table is read for each row. */
  private throughJunction(
    condition: Related,
    outer: Rows,
    { among, perRow }: Pick<PlannerHints, 'among' | 'perRow'>,
  ): string {
    const { link, target } = condition.relation;
    if (link.via === 'columns') throw new TypeError('a relation without a junction table goes through none');
    const junction = this.statement.alias();
    const rows: Rows = { alias: this.statement.alias(), schema: target };
    const [own] = link.ownJunctionColumns;
    const [far] = link.relatedJunctionColumns;
    const from = `SELECT ${rows.alias}.${far?.related} FROM ${this.statement.from(target.table)} ${rows.alias}`;
    const keys = `${from}${whereSql(this.satisfying(condition, rows))}`;
    const isTied = `${junction}.${own?.related} = ${outer.alias}.${own?.own}`;
    return perRow(
      `SELECT 1 FROM ${this.statement.from(link.table)} ${junction} WHERE ${isTied} AND ${among(`${junction}.${far?.own}`, keys)}`,
    );
  }

  /** Returns the conditions that a related row is visible, and satisfies the condition. */
  private satisfying({ where }: Related, rows: Rows): string[] {
    const visible = this.conditions.visible(rows);
    if (where === undefined) return visible;
    const compile = (): string => this.conditions.compile(where, rows);
    return [...visible, hasOneWay(where) ? this.statement.unseen(compile) : compile()];
  }
}

/**
 * True where at most one comparison can use an index, so that no value decides which index is read. For a pattern, its
 * beginning decides whether an index is read at all.
 */
function hasOneWay(where: Condition): boolean {
  const indexed = new Set<unknown>();
  const isOther = someCondition(where, (part) => {
    if (part.type !== 'comparison') return false;
    const { expression } = part.field;
    if (expression.indexed) indexed.add(expression.column ?? expression.propertyPath);
    return part.operator.comparesPlainly !== true;
  });
  return !isOther && indexed.size <= 1;
}

/**
 * Returns a constant to put first in ORDER BY, so that PostgreSQL starts from the related keys and not from the index
 * of the order. Undefined where the planner needs no such hint.
 */
export function constantOf(condition: Related, rows: Rows): string | undefined {
  const { hints } = rows.schema.dialect;
  if (hints?.sorts.byToOne !== true || !isToOne(condition) || !hasOneKey(condition)) return undefined;
  return hints.constant(ownKeyOf(condition, rows));
}

function isToOne({ relation }: Related): boolean {
  return relation.link.via === 'columns' && !relation.toMany;
}

/** Returns the column of a row that finds its related rows. */
function ownKeyOf({ relation: { link } }: Related, { alias }: Rows): string {
  const [pair] = link.via === 'columns' ? link.pairs : link.ownJunctionColumns;
  return `${alias}.${pair?.own}`;
}

/** True where every comparison in a condition is an equality, or tests for NULL. */
function isOfPoints(condition: Condition): boolean {
  return !someCondition(
    condition,
    (part) => part.type === 'not' || (part.type === 'comparison' && !isOfPoint(part.operator)),
  );
}

function isOfPoint({ indexUse }: AnyOperator): boolean {
  return indexUse === 'point' || indexUse === 'null';
}

/** True where a single column links a relation, on each side of each table. */
function hasOneKey({ relation: { link } }: Related): boolean {
  if (link.via === 'columns') return link.pairs.length === 1;
  return link.ownJunctionColumns.length === 1 && link.relatedJunctionColumns.length === 1;
}

/**
 * Compiles a disjunction so that each alternative finds the keys of its rows by its own index. Beside OR, an engine
 * uses no index of another table.
 */
export class UnionCompiler {
  constructor(
    private readonly statement: Statement,
    private readonly conditions: CompilesConditions,
  ) {}

  /** Compiles the chosen disjunction, or returns undefined for any other. */
  compile(condition: And | Or, rows: Rows): string | undefined {
    const { schema } = rows;
    const [key] = schema.primaryKey;
    const { hints } = this.statement.dialect;
    if (!this.statement.isUnion(condition) || key === undefined || hints === undefined) return undefined;
    // Without the values, a plan assumes that any range matches a third of the table.
    this.statement.planForValues();
    const keys = condition.conditions.map((part) => {
      const own: Rows = { alias: this.statement.alias(), schema };
      return `SELECT ${key.sqlOf(own.alias)} FROM ${this.statement.from(schema.table)} ${own.alias} WHERE ${this.conditions.compile(part, own)}`;
    });
    const sql = hints.amongAny(key.sqlOf(rows.alias), keys.join(' UNION ALL '), this.statement.alias());
    return this.statement.joinable(sql, 1);
  }
}
