import type { NullsPlacement, SortTerm } from '../ast/index.js';
import type { ColumnSchema, FieldSchema, FilterSchema, RelationSchema } from '../schema/index.js';
import type { ConditionWriter } from './conditions.js';
import type { Rows } from './rows.js';
import type { Statement } from './statement.js';

/** Where NULL stands by default; `engine` leaves it to the database, so that a plain index serves the sort. */
export type NullsDefault = 'engine' | 'first' | 'last';

/** A join that a sort key needs: of the related entity, under an alias of our own. */
export interface OrderJoin {
  readonly schema: FilterSchema;
  /** Not escaped: TypeORM escapes it. */
  readonly alias: string;
  readonly type: 'inner' | 'left';
  readonly on: string;
}

/** One key of an ORDER BY. */
export interface OrderKey {
  /** The expression, escaped. */
  readonly sql: string;
  /** What is compared where it is ordered by: the same, unless the engine orders a column by something else than itself. */
  readonly compared: string;
  /** Whether that is so, and what is compared is a position, a whole number. */
  readonly positional: boolean;
  /** A column of the root as TypeORM names it; undefined for anything else. */
  readonly rootColumn: ColumnSchema | undefined;
  /** Whether it is a column of a join that the order has added. */
  readonly joined: boolean;
  /** The column whose values it takes; undefined for a count. */
  readonly column: ColumnSchema | undefined;
  readonly direction: 'asc' | 'desc';
  /** Whether it can be NULL at all. */
  readonly nullable: boolean;
  /** Where NULL then stands. */
  readonly nullsFirst: boolean;
  /** Whether that must be said, because the engine by itself would do otherwise. */
  readonly nullsSaid: boolean;
}

/** Makes the keys of an ORDER BY, and the joins they need. Two keys through one relation share its join. */
export class OrderWriter {
  readonly joins: OrderJoin[] = [];
  /** By path; made with the first join. */
  private joined: Map<string, { readonly rows: Rows; readonly outer: boolean }> | undefined;

  constructor(
    private readonly statement: Statement,
    private readonly conditions: ConditionWriter,
    private readonly nulls: NullsDefault,
  ) {}

  key(term: SortTerm, root: Rows): OrderKey {
    const { hops, field } = term.target;
    if (hops.some((hop) => hop.toMany || !hop.single)) return this.subquery(hops, field, root, term);
    if (field === 'count') throw new TypeError('only a to-many relation can be counted');
    const { rows, outer } = this.follow(hops, root);
    const { column } = field;
    return this.columnKey(column, rows, { joined: hops.length > 0, nullable: column.nullable || outer }, term);
  }

  /** The primary key's column, which makes an order total. */
  keyOfColumn(column: ColumnSchema, root: Rows, direction: 'asc' | 'desc'): OrderKey {
    return this.columnKey(column, root, { joined: false, nullable: false }, { direction, nulls: undefined });
  }

  /** Written out, as the keys of subqueries are: to spread one object into the next costs more than all the rest. */
  private columnKey(
    column: ColumnSchema,
    { alias }: Rows,
    { joined, nullable }: Pick<OrderKey, 'joined' | 'nullable'>,
    { direction, nulls }: Placed,
  ): OrderKey {
    const sql = `${alias}.${column.sql}`;
    const compared = this.compared(sql, column);
    const nullsFirst = this.nullsFirst(direction, nulls);
    return {
      sql,
      compared,
      positional: compared !== sql,
      rootColumn: joined ? undefined : column,
      joined,
      column,
      direction,
      nullable,
      nullsFirst,
      nullsSaid: nullable && nullsFirst !== this.nullsFirstByItself(direction),
    };
  }

  /** The to-one relations of a key, each joined once. A row without a related one stays, unless there can be none. */
  private follow(hops: readonly RelationSchema[], root: Rows): { readonly rows: Rows; readonly outer: boolean } {
    let here = { rows: root, outer: false };
    let path = '';
    for (const hop of hops) {
      path = `${path}.${hop.propertyPath}`;
      const joined = (this.joined ??= new Map<string, { readonly rows: Rows; readonly outer: boolean }>());
      here = joined.get(path) ?? this.join(hop, here);
      joined.set(path, here);
    }
    return here;
  }

  private join(hop: RelationSchema, from: { readonly rows: Rows; readonly outer: boolean }) {
    const name = this.statement.name();
    const rows: Rows = { alias: this.statement.escaped(name), schema: hop.target };
    const outer = from.outer || !hop.certain;
    const pairs = hop.link.via === 'columns' ? hop.link.pairs : [];
    const on = pairs.map(({ here, there }) => `${rows.alias}.${there} = ${from.rows.alias}.${here}`);
    // TypeORM adds the condition on the delete date to a join of an entity by itself.
    const visible = this.conditions.present(rows);
    this.joins.push({
      schema: hop.target,
      alias: name,
      type: outer ? 'left' : 'inner',
      on: [...on, ...visible].join(' AND '),
    });
    return { rows, outer };
  }

  /** The smallest related value when ascending, the largest when descending, or how many rows are related. */
  private subquery(
    hops: readonly RelationSchema[],
    field: FieldSchema | 'count',
    root: Rows,
    { direction, nulls }: Placed,
  ): OrderKey {
    const column = field === 'count' ? undefined : field.column;
    const sql = column === undefined ? this.countOf(hops, root) : this.firstOf(hops, column, root, direction);
    const nullable = column !== undefined;
    const nullsFirst = this.nullsFirst(direction, nulls);
    return {
      sql,
      // What a subquery gives is compared as it is ordered.
      compared: sql,
      positional: column !== undefined && this.compared(column.sql, column) !== column.sql,
      rootColumn: undefined,
      joined: false,
      column,
      direction,
      nullable,
      nullsFirst,
      nullsSaid: nullable && nullsFirst !== this.nullsFirstByItself(direction),
    };
  }

  private countOf(hops: readonly RelationSchema[], root: Rows): string {
    const { from, where } = this.reached(hops, root);
    return `(SELECT COUNT(*) FROM ${from} WHERE ${where})`;
  }

  private firstOf(
    hops: readonly RelationSchema[],
    column: ColumnSchema,
    root: Rows,
    direction: 'asc' | 'desc',
  ): string {
    const { from, where, rows } = this.reached(hops, root);
    const value = `${rows.alias}.${column.sql}`;
    const order = `ORDER BY ${value} ${direction.toUpperCase()} LIMIT 1`;
    // Outside of the subquery a column that is ordered by position would be a text.
    return `(SELECT ${this.compared(value, column)} FROM ${from} WHERE ${where} AND ${value} IS NOT NULL ${order})`;
  }

  /** The rows at the end of a path, within a subquery. Inner joins: without a row at its end, a path has no value. */
  private reached(hops: readonly RelationSchema[], root: Rows) {
    const { related } = this.conditions;
    let rows = root;
    let from = '';
    let where = '';
    for (const hop of hops) {
      const next = related.open(hop, rows);
      const on = [...related.tied(next), ...this.conditions.visible(next.rows)].join(' AND ');
      if (from === '') [from, where] = [next.from, on];
      else from += ` INNER JOIN ${next.from} ON ${on}`;
      ({ rows } = next);
    }
    return { from, where, rows };
  }

  private compared(sql: string, { stored }: ColumnSchema): string {
    return this.statement.dialect.orderedValue({ sql, storedAs: stored.storedAs });
  }

  private nullsFirst(direction: 'asc' | 'desc', nulls: NullsPlacement): boolean {
    const wanted = nulls ?? this.nulls;
    return wanted === 'engine' ? this.nullsFirstByItself(direction) : wanted === 'first';
  }

  private nullsFirstByItself(direction: 'asc' | 'desc'): boolean {
    return (this.statement.dialect.nullsSortAs === 'smallest') === (direction === 'asc');
  }
}

/** What is asked of a key's place in the order. */
type Placed = Pick<SortTerm, 'direction' | 'nulls'>;
