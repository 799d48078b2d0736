import { type And, type Condition, type Or, type Related, someCondition } from '../../ast/index.js';
import type { PlannerHints } from '../../dialects/index.js';
import type { AnyOperator } from '../../operators/index.js';
import type { RelatedShape } from '../plan.js';
import type { Rows } from '../statement.js';
import type { ConditionCompiler } from './conditions.js';
import { openRelation, tiesOf, whereSql } from './related-rows.js';

/** Compiles a condition on a related row in a shape. Undefined without hints of the engine, or with a composite key. */
export function compileShape(
  compiler: ConditionCompiler,
  condition: Related,
  rows: Rows,
  shape: RelatedShape,
): string | undefined {
  const { statement } = compiler;
  const { hints } = statement.dialect;
  if (hints === undefined || !hasOneKey(condition)) return undefined;
  const { relation, where } = condition;
  const isByKeys = !relation.toMany || (isOfPoints(where) && isOfPoints(statement.plan.scopes.get(relation.target)));
  if (shape === 'walk' || !isByKeys) statement.planForValues();
  const { among, perRow } = isToOne(condition) ? hints.toOne : hints;
  if (shape === 'keys') {
    const sql = among(ownKeyOf(condition, rows), keysSql(compiler, condition));
    return statement.joinable(sql, relation.link.via === 'columns' ? 1 : 2);
  }
  if (hints.farKeysFirst !== undefined && relation.link.via === 'junction')
    return throughJunction(compiler, condition, rows, { among: hints.among, perRow: hints.farKeysFirst });
  const related = openRelation(statement, relation, rows);
  const parts = [...tiesOf(related), ...satisfying(compiler, condition, related.rows)];
  return perRow(`SELECT 1 FROM ${related.from}${whereSql(parts)}`);
}

export function keysSql(compiler: ConditionCompiler, condition: Related): string {
  const { from, rows, ties } = openRelation(compiler.statement, condition.relation, { alias: '' });
  return `SELECT ${ties[0]?.inner} FROM ${from}${whereSql(satisfying(compiler, condition, rows))}`;
}

/** Finds the keys of the related rows first, so that only the junction table is read for each row. */
function throughJunction(
  compiler: ConditionCompiler,
  condition: Related,
  outer: Rows,
  { among, perRow }: Pick<PlannerHints, 'among' | 'perRow'>,
): string {
  const { statement } = compiler;
  const { link, target } = condition.relation;
  if (link.via === 'columns') throw new TypeError('a relation without a junction table goes through none');
  const junction = statement.alias();
  const rows: Rows = { alias: statement.alias(), schema: target };
  const [own] = link.ownJunctionColumns;
  const [far] = link.relatedJunctionColumns;
  const from = `SELECT ${rows.alias}.${far?.related} FROM ${statement.from(target.table)} ${rows.alias}`;
  const keys = `${from}${whereSql(satisfying(compiler, condition, rows))}`;
  const isTied = `${junction}.${own?.related} = ${outer.alias}.${own?.own}`;
  return perRow(
    `SELECT 1 FROM ${statement.from(link.table)} ${junction} WHERE ${isTied} AND ${among(`${junction}.${far?.own}`, keys)}`,
  );
}

/** Returns the conditions that a related row is visible, and satisfies the condition. */
function satisfying(compiler: ConditionCompiler, { where }: Related, rows: Rows): readonly string[] {
  const visible = compiler.visible(rows);
  if (where === undefined) return visible;
  const compile = (): string => compiler.compile(where, rows);
  return [...visible, hasOneWay(where) ? compiler.statement.unseen(compile) : compile()];
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

/** True where every comparison is an equality, or tests for NULL: no range for the planner to misjudge. */
function isOfPoints(condition: Condition | undefined): boolean {
  if (condition === undefined) return true;
  return !someCondition(
    condition,
    (part) => part.type === 'not' || (part.type === 'comparison' && !isOfPoint(part.operator)),
  );
}

function isOfPoint({ indexUse }: AnyOperator): boolean {
  return indexUse === 'point' || indexUse === 'null';
}

/** Returns a constant to put first in ORDER BY, so that PostgreSQL starts from the related keys, where it must. */
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

/** True where a single column links a relation, on each side of each table. */
function hasOneKey({ relation: { link } }: Related): boolean {
  if (link.via === 'columns') return link.pairs.length === 1;
  return link.ownJunctionColumns.length === 1 && link.relatedJunctionColumns.length === 1;
}

/**
 * Compiles the chosen disjunction so that each alternative finds the keys of its rows by its own index. Beside OR, an
 * engine uses no index of another table.
 *
 * @returns undefined for any other condition
 */
export function compileUnion(compiler: ConditionCompiler, condition: And | Or, rows: Rows): string | undefined {
  const { statement } = compiler;
  const { schema } = rows;
  const [key] = schema.primaryKey;
  const { hints } = statement.dialect;
  if (statement.plan.union !== condition || key === undefined || hints === undefined) return undefined;
  // Without the values, a plan assumes that any range matches a third of the table.
  statement.planForValues();
  const keys = condition.conditions.map((part) => {
    const own: Rows = { alias: statement.alias(), schema };
    return `SELECT ${key.sqlOf(own.alias)} FROM ${statement.from(schema.table)} ${own.alias} WHERE ${compiler.compile(part, own)}`;
  });
  return statement.joinable(hints.amongAny(key.sqlOf(rows.alias), keys.join(' UNION ALL '), statement.alias()), 1);
}
