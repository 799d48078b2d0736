import type { NullsPlacement, SortTerm } from '../../ast/index.js';
import { type ExpressionSchema, type RelationSchema, isColumn } from '../../schema/index.js';
import type { ConditionCompiler } from '../conditions/conditions.js';
import type { NullsDefault, OrderJoin, OrderKey, OrderPlan } from './order-key.js';
import { RelatedValues, comparandOf } from './related-values.js';
import type { Rows } from '../statement/rows.js';
import type { Statement } from '../statement/statement.js';

/** Direction of a sort key, and its place of NULL if the client gave one. */
type SortPlacement = Pick<SortTerm, 'direction' | 'nulls'>;

/** Rows at the end of a path of joins, or the root entity's rows for an empty path. */
interface JoinedRows {
  readonly rows: Rows;
  /** True where a left join on the path leaves all columns NULL for roots without a related row. */
  readonly outer: boolean;
}

/**
 * Compiles the keys of an ORDER BY, and collects the joins they need. A column of the root needs none. A column behind
 * to-one relations is joined, and two keys through one relation share its join. Rows behind a to-many relation are
 * reduced to one value for each root, because a plain join would repeat the root's rows.
 */
export class OrderCompiler {
  /** The joins of the keys that were compiled so far, in the order of their dependencies. */
  readonly joins: OrderJoin[] = [];
  private readonly root: JoinedRows;
  /** The joined rows by path, such as `.author.country`; created with the first join, because most orders have none. */
  private joined: Map<string, JoinedRows> | undefined;
  private nulls: NullsDefault = 'engine';
  private readonly values: RelatedValues;
  /** True where related values are read in groups. */
  private groups = false;

  constructor(
    private readonly statement: Statement,
    private readonly conditions: ConditionCompiler,
    rows: Rows,
  ) {
    this.root = { rows, outer: false };
    this.values = new RelatedValues(statement, conditions, rows);
  }

  /** Compiles an order, with the primary key at its end where it must be total. The joins are then in {@link joins}. */
  compile({ schema, sort, total, keyDirection, nulls, isWhole }: OrderPlan): OrderKey[] {
    this.nulls = nulls;
    // As a second key, an index may give the first rows without any value of this one.
    this.groups = isWhole === true && this.statement.dialect.groupsRelated === true && sort.slice(0, 1).some(isRelated);
    const keys = sort.map((term) => this.key(term));
    if (!total) return keys;
    const direction = keyDirection ?? keys.at(-1)?.direction ?? 'asc';
    const missing = schema.primaryKey.filter(
      ({ metadata }) => !keys.some(({ rootColumn }) => rootColumn?.metadata === metadata),
    );
    for (const column of missing) keys.push(this.rowKey(column, this.root, { direction, nulls: undefined }));
    return keys;
  }

  /** Compiles one sort term: an expression over the root, over a joined table, or a subquery of a to-many relation. */
  private key(term: SortTerm): OrderKey {
    const { hops, field } = term.target;
    if (isRelated(term)) return this.related(term);
    if (field === 'count') throw new TypeError('only a to-many relation can be counted');
    return this.rowKey(field.expression, this.follow(hops), term);
  }

  /**
   * Compiles an expression over the rows of one table. The literal is written out, as for a subquery: spreading one
   * object into the next costs more than all the rest.
   */
  private rowKey(expression: ExpressionSchema, table: JoinedRows, { direction, nulls }: SortPlacement): OrderKey {
    const sql = this.valueIn(table, expression);
    const joined = table !== this.root;
    const nullable = expression.nullable || table.outer;
    const comparand = comparandOf(sql, expression, this.statement.dialect);
    const nullsFirst = this.nullsFirst(direction, nulls);
    return {
      sql,
      comparand,
      isOrdinal: comparand !== sql,
      rootColumn: !joined && isColumn(expression) ? expression : undefined,
      joined,
      expression,
      direction,
      nullable,
      nullsFirst,
      emitNulls: nullable && nullsFirst !== this.nullsFirstByDefault(direction),
    };
  }

  /** Reads an expression of a joined row. A subquery has a value even without such a row: a count of nothing is 0. */
  private valueIn({ rows, outer }: JoinedRows, expression: ExpressionSchema): string {
    const { isSubquery } = expression;
    const sql = this.conditions.value(expression, rows);
    const [key] = rows.schema.primaryKey;
    if (!isSubquery || !outer || key === undefined) return sql;
    return `CASE WHEN ${key.sqlOf(rows.alias)} IS NOT NULL THEN ${sql} END`;
  }

  /** Joins the to-one relations of a path, each once. A root without a related row stays in the result. */
  private follow(hops: readonly RelationSchema[]): JoinedRows {
    let reached = this.root;
    let path = '';
    for (const hop of hops) {
      path = `${path}.${hop.propertyPath}`;
      const joined = (this.joined ??= new Map<string, JoinedRows>());
      reached = joined.get(path) ?? this.join(hop, reached);
      joined.set(path, reached);
    }
    return reached;
  }

  /** Joins a related table by its keys, and only its visible rows: a hidden row sorts like a missing one. */
  private join(hop: RelationSchema, from: JoinedRows): JoinedRows {
    const name = this.statement.name();
    const rows: Rows = { alias: this.statement.escaped(name), schema: hop.target };
    const outer = from.outer || !hop.alwaysExists;
    const pairs = hop.link.via === 'columns' ? hop.link.pairs : [];
    const on = pairs.map(({ own, related }) => `${rows.alias}.${related} = ${from.rows.alias}.${own}`);
    this.statement.from(hop.target.table);
    // TypeORM adds the condition on the delete date to the join of an entity.
    on.push(...this.conditions.present(rows));
    this.joins.push({ table: hop.target, alias: name, type: outer ? 'left' : 'inner', on: on.join(' AND ') });
    return { rows, outer };
  }

  /** Compiles the smallest related value when ascending, the largest when descending, or the number of related rows. */
  private related(term: SortTerm): OrderKey {
    const { direction, nulls } = term;
    const { sql, joined } = this.valueOf(term);
    const { field } = term.target;
    const expression = field === 'count' ? undefined : field.expression;
    const nullable = expression !== undefined;
    const nullsFirst = this.nullsFirst(direction, nulls);
    return {
      sql,
      // The comparand is selected already.
      comparand: sql,
      isOrdinal: expression !== undefined && this.isOrdinal(expression),
      rootColumn: undefined,
      joined,
      expression,
      direction,
      nullable,
      nullsFirst,
      emitNulls: nullable && nullsFirst !== this.nullsFirstByDefault(direction),
    };
  }

  private valueOf(term: SortTerm): { readonly sql: string; readonly joined: boolean } {
    const grouped = this.groups ? this.values.grouped(term) : undefined;
    if (grouped === undefined) return { sql: this.values.perRow(term), joined: false };
    this.joins.push(grouped.join);
    return { sql: grouped.sql, joined: true };
  }

  /** Returns true where an expression is compared by the position of its value, and not by the value. */
  private isOrdinal(expression: ExpressionSchema): boolean {
    const sql = 'value';
    return comparandOf(sql, expression, this.statement.dialect) !== sql;
  }

  /** Decides the place of NULL: by the sort key, by the module's default, or by the engine. */
  private nullsFirst(direction: 'asc' | 'desc', nulls: NullsPlacement): boolean {
    const placement = nulls ?? this.nulls;
    return placement === 'engine' ? this.nullsFirstByDefault(direction) : placement === 'first';
  }

  /** The engine's own place of NULL. It needs no SQL, and a plain index has it, too. */
  private nullsFirstByDefault(direction: 'asc' | 'desc'): boolean {
    return (this.statement.dialect.nullsSortAs === 'smallest') === (direction === 'asc');
  }
}

/** True where a sort key is about rows behind a to-many relation. */
function isRelated({ target: { hops } }: SortTerm): boolean {
  return hops.some((hop) => hop.toMany || !hop.single);
}
