import type { NullsPlacement, SortTerm } from '../ast/index.js';
import type { Dialect, ExactOrder, StoredAs } from '../dialects/index.js';
import {
  type ColumnSchema,
  type ExpressionSchema,
  type FilterSchema,
  type RelationSchema,
  isColumn,
} from '../schema/index.js';
import type { ConditionCompiler } from './conditions/conditions.js';
import { type Links, groupRows, openLinks, openRelation, tiesOf, whereSql } from './conditions/related-rows.js';
import type { NullsDefault, SqlPlan } from './plan.js';
import { type Binder, type Rows, type Statement, limitSql } from './statement.js';

/** Join that a sort key needs: the related entity, or its rows in groups, under an alias of the library's own. */
export interface OrderJoin {
  /** The related entity, which TypeORM joins by its metadata, or a subquery in brackets. */
  readonly table: FilterSchema | string;
  /** The alias, not escaped: TypeORM escapes it. */
  readonly alias: string;
  /** A left join, unless every row has a related one. */
  readonly type: 'inner' | 'left';
  readonly on: string;
}

/**
 * Value of a sort key as the database keeps it, on its way into a cursor and back into a statement, as text.
 * `storedValue` of lib/page/order makes it.
 */
export interface StoredValue {
  /** Expression to order by, and to compare operands with. */
  readonly compared: string;
  /** Expression to select, which {@link textOf} reads. */
  readonly selected: string;
  /** False for a type whose values no text can carry: the list then has no cursors. */
  readonly isKnown: boolean;
  /** Returns the text of the value that the driver has read, or null for NULL. */
  textOf(raw: unknown): string | null;
  /** Reads the value from the plain column; undefined for one that the driver has rounded, and for types it rounds. */
  readonly directTextOf?: ((raw: unknown) => string | null | undefined) | undefined;
  /** Returns true where a text can be such a value. Nothing else may reach the database. */
  accepts(text: string): boolean;
  /** Binds the value of a text, and returns the operand. */
  bind(text: string, binder: Binder): string;
}

/** One key of an ORDER BY, with the facts that a cursor needs to compare its values. */
export interface OrderKey {
  /** The expression that rows are ordered by, escaped. */
  readonly sql: string;
  /** The expression to use in comparisons. Equal to `sql`, except for MySQL's ENUM columns, which sort by ordinal. */
  readonly comparand: string;
  /** Value that `sql` and `comparand` put into an exact order. Undefined where they are the value itself. */
  readonly exact?: { readonly sql: string; readonly order: ExactOrder } | undefined;
  /** True where `comparand` is the ordinal of an ENUM member: a whole number, not the member's text. */
  readonly isOrdinal: boolean;
  /** Column of the root entity. Undefined for a joined column, a subquery, and any other expression. */
  readonly rootColumn: ColumnSchema | undefined;
  /** True for an expression over a join of the order's own. */
  readonly joined: boolean;
  /** Expression whose values the key takes, over the rows of any table. Undefined for a count. */
  readonly expression: ExpressionSchema | undefined;
  /** The direction to sort in; a page before a cursor reads all keys in reverse. */
  readonly direction: 'asc' | 'desc';
  /** True where the key can be NULL: in a nullable column, and wherever a row on the path can be missing. */
  readonly nullable: boolean;
  /** The place of NULL in this order, in this direction. */
  readonly nullsFirst: boolean;
  /** True where the place of NULL must be written, because the engine's own default differs from it. */
  readonly emitNulls: boolean;
  /** How a cursor carries its values. Undefined until the first one is read. */
  value?: StoredValue;
}

/** Writes an order as it stands after ORDER BY: also where its expressions are not selected, as in a window. */
export function orderSql(order: readonly OrderKey[], { nullsPhrase }: { readonly nullsPhrase: boolean }): string {
  const keys = order.map(({ sql, direction, emitNulls, nullsFirst }) => {
    const directed = `${sql} ${direction === 'asc' ? 'ASC' : 'DESC'}`;
    if (!emitNulls) return directed;
    if (nullsPhrase) return `${directed} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`;
    return `${sql} IS NULL ${nullsFirst ? 'DESC' : 'ASC'}, ${directed}`;
  });
  return keys.join(', ');
}

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
  /** The joined rows by path, such as `.author.country`. */
  private readonly joined = new Map<string, JoinedRows>();
  private nulls: NullsDefault = 'engine';

  constructor(
    private readonly statement: Statement,
    private readonly conditions: ConditionCompiler,
    rows: Rows,
  ) {
    this.root = { rows, outer: false };
  }

  /** Compiles an order, with the primary key at its end where it must be total. The joins are then in {@link joins}. */
  compile({ schema, sort, total, keyDirection, nulls, isWhole }: SqlPlan): readonly OrderKey[] {
    this.nulls = nulls;
    // As a second key, an index may give the first rows without any value of this one.
    const groups =
      isWhole === true && this.statement.dialect.groupsRelated === true && sort.slice(0, 1).some(isRelated);
    const keys = sort.map((term) => (isRelated(term) ? this.relatedKey(term, groups) : this.rowKey(term)));
    if (!total) return keys;
    const direction = keyDirection ?? keys.at(-1)?.direction ?? 'asc';
    for (const column of schema.primaryKey) {
      if (keys.some(({ rootColumn }) => rootColumn?.metadata === column.metadata)) continue;
      keys.push(this.expressionKey(column, this.root, direction, undefined));
    }
    return keys;
  }

  private rowKey({ target: { hops, field }, direction, nulls }: SortTerm): OrderKey {
    if (field === 'count') throw new TypeError('only a to-many relation can be counted');
    return this.expressionKey(field.expression, this.follow(hops), direction, nulls);
  }

  private expressionKey(
    expression: ExpressionSchema,
    table: JoinedRows,
    direction: 'asc' | 'desc',
    nulls: NullsPlacement,
  ): OrderKey {
    const sql = this.valueIn(table, expression);
    const joined = table !== this.root;
    const comparand = comparandOf(sql, expression, this.statement.dialect);
    return {
      sql,
      comparand,
      isOrdinal: comparand !== sql,
      rootColumn: !joined && isColumn(expression) ? expression : undefined,
      joined,
      expression,
      direction,
      ...this.placement(direction, nulls, expression.nullable || table.outer),
    };
  }

  /** Reads an expression of a joined row. A subquery has a value even without such a row: a count of nothing is 0. */
  private valueIn({ rows, outer }: JoinedRows, expression: ExpressionSchema): string {
    const sql = this.conditions.value(expression, rows);
    const [key] = rows.schema.primaryKey;
    if (!expression.isSubquery || !outer || key === undefined) return sql;
    return `CASE WHEN ${key.sqlOf(rows.alias)} IS NOT NULL THEN ${sql} END`;
  }

  /** Joins the to-one relations of a path, each once. A root without a related row stays in the result. */
  private follow(hops: readonly RelationSchema[]): JoinedRows {
    let reached = this.root;
    let path = '';
    for (const hop of hops) {
      path = `${path}.${hop.propertyPath}`;
      reached = this.joined.get(path) ?? this.join(hop, reached);
      this.joined.set(path, reached);
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

  /**
   * Compiles the smallest related value when ascending, the largest when descending, or the number of related rows.
   *
   * @param groups whether all related rows are read in groups, where the engine may aggregate the values
   */
  private relatedKey(term: SortTerm, groups: boolean): OrderKey {
    const { target, direction, nulls } = term;
    const expression = target.field === 'count' ? undefined : target.field.expression;
    const grouped = groups ? this.grouped(term) : undefined;
    const sql = grouped ?? this.perRow(term);
    return {
      sql,
      // The comparand is selected already.
      comparand: sql,
      isOrdinal: expression !== undefined && comparandOf('value', expression, this.statement.dialect) !== 'value',
      rootColumn: undefined,
      joined: grouped !== undefined,
      expression,
      direction,
      ...this.placement(direction, nulls, expression !== undefined),
    };
  }

  /** Compiles a value to a subquery for each row, which is fast for the few rows that a filter leaves. */
  private perRow({ target: { hops, field }, direction }: SortTerm): string {
    const { from, ties, visible, rows } = this.pathTo(hops, field === 'count');
    const where = whereSql([...tiesOf({ from, ties }), ...visible]);
    if (field === 'count') return `(SELECT COUNT(*) FROM ${from}${where})`;
    const { expression } = field;
    const { dialect } = this.statement;
    const value = this.conditions.value(expression, rows);
    // Outside of the subquery an ENUM would be a text, and sort alphabetically.
    const comparand = comparandOf(value, expression, dialect);
    if (dialect.aggregatesExtremes === true && !isColumn(expression)) {
      return `(SELECT ${extremes[direction]}(${comparand}) FROM ${from}${where})`;
    }
    const order = `ORDER BY ${value} ${direction.toUpperCase()}${limitSql(1)}`;
    return `(SELECT ${comparand} FROM ${from}${where} AND ${value} IS NOT NULL ${order})`;
  }

  /**
   * Compiles a value to a column of a join with all related rows in groups. Reading these once is fast where all
   * rows of the list are sorted.
   *
   * @returns undefined for values that the engine may not aggregate
   */
  private grouped({ target: { hops, field }, direction }: SortTerm): string | undefined {
    const expression = field === 'count' ? undefined : field.expression;
    if (expression !== undefined && !(isColumn(expression) && aggregated.has(expression.stored.storedAs)))
      return undefined;
    const path = this.pathTo(hops, field === 'count');
    const computed =
      expression === undefined ? 'COUNT(*)' : `${extremes[direction]}(${expression.sqlOf(path.rows.alias)})`;
    const { table, name, value, on } = groupRows(this.statement, path, path.visible, computed);
    this.joins.push({ table, alias: name, type: 'left', on });
    return expression === undefined ? `COALESCE(${value}, 0)` : value;
  }

  /** Follows a path within a subquery, by inner joins: a path without a row at its end has no value. */
  private pathTo(hops: readonly RelationSchema[], isCounted: boolean) {
    let { rows } = this.root;
    let from = '';
    let ties: Links['ties'] = [];
    /** Conditions that hide invisible rows of the first table. */
    let visible: readonly string[] = [];
    for (const [place, hop] of hops.entries()) {
      const links = isCounted && place === hops.length - 1 ? openLinks(this.statement, hop, rows) : undefined;
      const next = links === undefined ? openRelation(this.statement, hop, rows) : { ...links, rows };
      const conditions = links === undefined ? this.conditions.visible(next.rows) : [];
      if (from === '') [from, ties, visible] = [next.from, next.ties, conditions];
      else from += ` INNER JOIN ${next.from} ON ${[...tiesOf(next), ...conditions].join(' AND ')}`;
      ({ rows } = next);
    }
    return { from, ties, visible, rows };
  }

  /** Decides the place of NULL: by the sort key, by the module's default, or by the engine, which needs no SQL. */
  private placement(
    direction: 'asc' | 'desc',
    nulls: NullsPlacement,
    nullable: boolean,
  ): Pick<OrderKey, 'nullable' | 'nullsFirst' | 'emitNulls'> {
    const byEngine = (this.statement.dialect.nullsSortAs === 'smallest') === (direction === 'asc');
    const placement = nulls ?? this.nulls;
    const nullsFirst = placement === 'engine' ? byEngine : placement === 'first';
    return { nullable, nullsFirst, emitNulls: nullable && nullsFirst !== byEngine };
  }
}

/** True where a sort key is about rows behind a to-many relation. */
function isRelated({ target: { hops } }: SortTerm): boolean {
  return hops.some((hop) => hop.toMany || !hop.single);
}

const extremes = { asc: 'MIN', desc: 'MAX' } as const;

/** Storages with MIN and MAX on every engine. PostgreSQL has none for booleans, before 18 for bytes and UUIDs. */
const aggregated: ReadonlySet<StoredAs> = new Set([
  ...(['text', 'integer', 'decimal', 'single', 'double'] as const),
  ...(['date', 'datetime', 'time'] as const),
]);

/** Returns the SQL to compare with, which agrees with ORDER BY: MySQL orders an ENUM by the position of the member. */
function comparandOf(sql: string, { stored }: ExpressionSchema, dialect: Dialect): string {
  return dialect.orderedValue({ sql, storedAs: stored.storedAs });
}
