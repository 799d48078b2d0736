import { type Condition, type Related, someCondition } from '../ast/index.js';
import type { Shapes } from '../dialects/index.js';
import { openRelation, tiesOf, whereSql } from './related-rows.js';
import type { CompilesConditions, Rows } from './rows.js';
import type { Statement } from './statement.js';
import type { RelatedShape } from './statement-facts.js';

/** Compiles conditions on some related row in a shape that was chosen, to which the engine's own phrases hold its planner. */
export class ShapeCompiler {
  constructor(
    private readonly statement: Statement,
    private readonly conditions: CompilesConditions,
  ) {}

  /** Compiles a condition in a shape; undefined where the engine, or a composite key, has none. */
  compile(condition: Related, rows: Rows, shape: RelatedShape): string | undefined {
    const { shapes } = this.statement.dialect;
    if (shapes === undefined || !hasOneKey(condition)) return undefined;
    if (shape === 'walk' || !this.isByKeys(condition)) this.statement.planForValues();
    if (shape === 'keys') return this.byKeys(condition, rows, shapes);
    const { farKeysFirst } = shapes;
    return farKeysFirst !== undefined && condition.relation.link.via === 'junction'
      ? this.throughJunction(condition, rows, { among: shapes.among, perRow: farKeysFirst })
      : this.perRow(condition, rows, shapes);
  }

  /** True where the keys are those of one related row, or of rows that are found by equalities: no range to be misjudged. */
  private isByKeys({ relation: { toMany, target }, where }: Related): boolean {
    return (
      !toMany || [where, this.statement.scopes.get(target)].every((part) => part === undefined || isOfPoints(part))
    );
  }

  /** Writes the subquery for the keys by which rows are related to rows that satisfy a condition. */
  keysOf(condition: Related): string {
    const related = openRelation(this.statement, condition.relation, { alias: '' });
    const [tie] = related.ties;
    return `SELECT ${tie?.inner} FROM ${related.from}${whereSql(this.satisfying(condition, related.rows))}`;
  }

  private byKeys(condition: Related, rows: Rows, shapes: Shapes): string {
    const { link } = condition.relation;
    const { among } = isToOne(condition) ? shapes.toOne : shapes;
    const sql = among(ownKeyOf(condition, rows), this.keysOf(condition));
    return this.statement.joinable(sql, link.via === 'columns' ? 1 : 2);
  }

  private perRow(condition: Related, outer: Rows, shapes: Shapes): string {
    const { perRow } = isToOne(condition) ? shapes.toOne : shapes;
    const related = openRelation(this.statement, condition.relation, outer);
    const parts = [...tiesOf(related), ...this.satisfying(condition, related.rows)];
    return perRow(`SELECT 1 FROM ${related.from}${whereSql(parts)}`);
  }

  /** Finds the keys of the related rows before, so that of each row only the junction is looked at. */
  private throughJunction(
    condition: Related,
    outer: Rows,
    { among, perRow }: Pick<Shapes, 'among' | 'perRow'>,
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

  /** Returns the conditions of a related row that is visible and satisfies the condition. */
  private satisfying({ where }: Related, rows: Rows): string[] {
    const visible = this.conditions.visible(rows);
    if (where === undefined) return visible;
    const compile = (): string => this.conditions.compile(where, rows);
    return [...visible, hasOneWay(where) ? this.statement.unseen(compile) : compile()];
  }
}

/**
 * True for comparisons of which at most one is about an index, so that their values decide nothing about which one is read. A pattern
 * decides by its beginning whether any is.
 */
function hasOneWay(where: Condition): boolean {
  const indexed = new Set<unknown>();
  const isOther = someCondition(where, (part) => {
    if (part.type !== 'comparison') return false;
    const { expression } = part.field;
    if (expression.indexed) indexed.add(expression.column ?? expression.propertyPath);
    return !compared.has(part.operator.token);
  });
  return !isOther && indexed.size <= 1;
}

/** The operators that compare a value as it is. */
const compared: ReadonlySet<string> = new Set([
  '$eq',
  '$ne',
  '$lt',
  '$lte',
  '$gt',
  '$gte',
  '$between',
  '$null',
  '$notNull',
]);

/**
 * Returns what rows whose related keys are found first are ordered by first, so that these keys alone decide which rows are read;
 * undefined where the planner needs no such hint.
 */
export function constantOf(condition: Related, rows: Rows): string | undefined {
  const { shapes } = rows.schema.dialect;
  if (shapes?.sorts.byToOne !== true || !isToOne(condition) || !hasOneKey(condition)) return undefined;
  return shapes.constant(ownKeyOf(condition, rows));
}

function isToOne({ relation }: Related): boolean {
  return relation.link.via === 'columns' && !relation.toMany;
}

/** Returns the column of a row that related rows are found by. */
function ownKeyOf({ relation: { link } }: Related, { alias }: Rows): string {
  const [pair] = link.via === 'columns' ? link.pairs : link.ownJunctionColumns;
  return `${alias}.${pair?.own}`;
}

/** True where every comparison in a condition is an equality, or about NULL. */
function isOfPoints(condition: Condition): boolean {
  return !someCondition(
    condition,
    (part) => part.type === 'not' || (part.type === 'comparison' && !points.has(part.operator.token)),
  );
}

const points: ReadonlySet<string> = new Set(['$eq', '$in', '$null', '$notNull']);

/** True for a relation by one column on each side of each table. */
function hasOneKey({ relation: { link } }: Related): boolean {
  if (link.via === 'columns') return link.pairs.length === 1;
  return link.ownJunctionColumns.length === 1 && link.relatedJunctionColumns.length === 1;
}
