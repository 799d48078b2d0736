import type { NullsPlacement, SortTerm } from '../ast/index.js';
import type { ColumnSchema, FieldSchema, FilterSchema, RelationSchema } from '../schema/index.js';
import type { ConditionCompiler } from './conditions.js';
import type { Rows } from './rows.js';
import type { Statement } from './statement.js';

/** The default place of NULL in an order; `engine` leaves it to the database, so that a plain index serves the sort. */
export type NullsDefault = 'engine' | 'first' | 'last';

/** A join that a sort key needs: of the related entity, under an alias of the library's own. */
export interface OrderJoin {
  readonly schema: FilterSchema;
  /** The alias, not escaped: TypeORM escapes it. */
  readonly alias: string;
  /** A left join, unless every row has a related one. */
  readonly type: 'inner' | 'left';
  /** The ON condition, escaped. */
  readonly on: string;
}

/** One key of an ORDER BY, with the facts that a cursor needs to compare its values. */
export interface OrderKey {
  /** The expression that rows are ordered by, escaped. */
  readonly sql: string;
  /** The expression to use in comparisons. Equal to `sql`, except for MySQL's ENUM columns, which sort by ordinal. */
  readonly comparand: string;
  /** True where `comparand` is the ordinal of an ENUM member: a whole number, not the member's text. */
  readonly isOrdinal: boolean;
  /** The column of the root entity; undefined for a column of a join, and for a subquery. */
  readonly rootColumn: ColumnSchema | undefined;
  /** True for a column of a join that the order has added. */
  readonly joined: boolean;
  /** The column whose values the key takes, on whatever table; undefined for a count. */
  readonly column: ColumnSchema | undefined;
  readonly direction: 'asc' | 'desc';
  /** True where the key can be NULL: in a nullable column, and wherever a row on the path can be missing. */
  readonly nullable: boolean;
  /** The place of NULL in this order, in this direction. */
  readonly nullsFirst: boolean;
  /** True where the place of NULL must be written, because the engine's own default differs from it. */
  readonly emitNulls: boolean;
}

/** The part of a plan that becomes ORDER BY. */
export interface OrderPlan {
  readonly schema: FilterSchema;
  readonly sort: readonly SortTerm[];
  /** Appends the primary key to the order, so that no two rows are equal in it. */
  readonly total: boolean;
  /** The direction of the primary key; undefined for that of the last sort key, so that one index read backwards serves both. */
  readonly keyDirection?: 'asc' | undefined;
  readonly nulls: NullsDefault;
}

/** The direction of a sort key, and its place of NULL where the client gave one. */
type SortPlacement = Pick<SortTerm, 'direction' | 'nulls'>;

/** The rows at the end of a path of joins; `outer` where a left join on the path makes them NULL for some roots. */
interface JoinedRows {
  readonly rows: Rows;
  readonly outer: boolean;
}

/** Compiles the keys of an ORDER BY, and collects the joins they need. Two keys through one relation share its join. */
export class OrderCompiler {
  readonly joins: OrderJoin[] = [];
  private readonly root: JoinedRows;
  /** By path; created with the first join, because most orders have none. */
  private joined: Map<string, JoinedRows> | undefined;
  private nulls: NullsDefault = 'engine';

  constructor(
    private readonly statement: Statement,
    private readonly conditions: ConditionCompiler,
    rows: Rows,
  ) {
    this.root = { rows, outer: false };
  }

  /** Compiles an order, with the primary key at its end where it must be total. The joins are then in {@link joins}. */
  compile({ schema, sort, total, keyDirection, nulls }: OrderPlan): OrderKey[] {
    this.nulls = nulls;
    const keys = sort.map((term) => this.key(term));
    if (!total) return keys;
    const direction = keyDirection ?? keys.at(-1)?.direction ?? 'asc';
    const missing = schema.primaryKey.filter(
      ({ metadata }) => !keys.some(({ rootColumn }) => rootColumn?.metadata === metadata),
    );
    for (const column of missing) keys.push(this.columnKey(column, this.root, { direction, nulls: undefined }));
    return keys;
  }

  /** Compiles one sort term: a column of the root, a column of a joined table, or a subquery of a to-many relation. */
  private key(term: SortTerm): OrderKey {
    const { hops, field } = term.target;
    if (hops.some((hop) => hop.toMany || !hop.single)) return this.subquery(term);
    if (field === 'count') throw new TypeError('only a to-many relation can be counted');
    return this.columnKey(field.column, this.follow(hops), term);
  }

  /** Written out, as the keys of subqueries are: to spread one object into the next costs more than all the rest. */
  private columnKey(column: ColumnSchema, table: JoinedRows, { direction, nulls }: SortPlacement): OrderKey {
    const sql = `${table.rows.alias}.${column.sql}`;
    const joined = table !== this.root;
    const nullable = column.nullable || table.outer;
    const comparand = this.comparandOf(sql, column);
    const nullsFirst = this.nullsFirst(direction, nulls);
    return {
      sql,
      comparand,
      isOrdinal: comparand !== sql,
      rootColumn: joined ? undefined : column,
      joined,
      column,
      direction,
      nullable,
      nullsFirst,
      emitNulls: nullable && nullsFirst !== this.nullsFirstByDefault(direction),
    };
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

  private join(hop: RelationSchema, from: JoinedRows): JoinedRows {
    const name = this.statement.name();
    const rows: Rows = { alias: this.statement.escaped(name), schema: hop.target };
    const outer = from.outer || !hop.alwaysExists;
    const pairs = hop.link.via === 'columns' ? hop.link.pairs : [];
    const on = pairs.map(({ own, related }) => `${rows.alias}.${related} = ${from.rows.alias}.${own}`);
    // TypeORM adds the condition on the delete date to the join of an entity.
    on.push(...this.conditions.present(rows));
    this.joins.push({ schema: hop.target, alias: name, type: outer ? 'left' : 'inner', on: on.join(' AND ') });
    return { rows, outer };
  }

  /** Compiles the smallest related value when ascending, the largest when descending, or the number of related rows. */
  private subquery({ target, direction, nulls }: SortTerm): OrderKey {
    const { hops, field } = target;
    const column = field === 'count' ? undefined : field.column;
    const path = this.pathTo(hops);
    const sql = column === undefined ? countOf(path) : this.extremeOf(path, column, direction);
    const nullable = column !== undefined;
    const nullsFirst = this.nullsFirst(direction, nulls);
    return {
      sql,
      // The subquery selects the comparand already.
      comparand: sql,
      isOrdinal: column !== undefined && this.comparandOf(column.sql, column) !== column.sql,
      rootColumn: undefined,
      joined: false,
      column,
      direction,
      nullable,
      nullsFirst,
      emitNulls: nullable && nullsFirst !== this.nullsFirstByDefault(direction),
    };
  }

  /** Selects the first value in the direction of the sort; NULL, where no related row has one. */
  private extremeOf({ from, whereSql, rows }: SubqueryPath, column: ColumnSchema, direction: 'asc' | 'desc'): string {
    const value = `${rows.alias}.${column.sql}`;
    const order = `ORDER BY ${value} ${direction.toUpperCase()} LIMIT 1`;
    // Outside of the subquery an ENUM would be a text, and sort alphabetically.
    const comparand = this.comparandOf(value, column);
    return `(SELECT ${comparand} FROM ${from} WHERE ${whereSql} AND ${value} IS NOT NULL ${order})`;
  }

  /** Follows a path within a subquery, by inner joins: without a row at its end, a path has no value. */
  private pathTo(hops: readonly RelationSchema[]): SubqueryPath {
    const { related } = this.conditions;
    let { rows } = this.root;
    let from = '';
    let whereSql = '';
    for (const hop of hops) {
      const next = related.open(hop, rows);
      const on = [...related.tied(next), ...this.conditions.visible(next.rows)].join(' AND ');
      if (from === '') [from, whereSql] = [next.from, on];
      else from += ` INNER JOIN ${next.from} ON ${on}`;
      ({ rows } = next);
    }
    return { from, whereSql, rows };
  }

  private comparandOf(sql: string, { storedKind }: ColumnSchema): string {
    return this.statement.dialect.orderedValue({ sql, kind: storedKind.name });
  }

  private nullsFirst(direction: 'asc' | 'desc', nulls: NullsPlacement): boolean {
    const placement = nulls ?? this.nulls;
    return placement === 'engine' ? this.nullsFirstByDefault(direction) : placement === 'first';
  }

  private nullsFirstByDefault(direction: 'asc' | 'desc'): boolean {
    return (this.statement.dialect.nullsSortAs === 'smallest') === (direction === 'asc');
  }
}

/** A path of relations within a subquery: its FROM, the conditions that tie it to the outer row, the rows at its end. */
interface SubqueryPath {
  readonly from: string;
  readonly whereSql: string;
  readonly rows: Rows;
}

function countOf({ from, whereSql }: SubqueryPath): string {
  return `(SELECT COUNT(*) FROM ${from} WHERE ${whereSql})`;
}
