import type { NullsPlacement, SortTerm } from '../ast/index.js';
import type { ColumnSchema, FieldSchema, FilterSchema, RelationSchema } from '../schema/index.js';
import { ConditionWriter, type Rows } from './conditions.js';
import { RelatedWriter } from './related.js';
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
  private readonly joined = new Map<string, { readonly rows: Rows; readonly outer: boolean }>();
  private readonly conditions: ConditionWriter;
  private readonly related: RelatedWriter;

  constructor(
    private readonly statement: Statement,
    private readonly nulls: NullsDefault,
  ) {
    this.conditions = new ConditionWriter(statement);
    this.related = new RelatedWriter(statement, this.conditions);
  }

  key(term: SortTerm, root: Rows): OrderKey {
    const { hops, field } = term.target;
    const [first] = hops;
    if (first?.toMany) return this.placed(this.subquery(first, field, root, term), term);
    if (field === 'count') throw new TypeError('only a to-many relation can be counted');
    const { rows, outer } = this.follow(hops, root);
    const { column } = field;
    const rootColumn = hops.length === 0 ? column : undefined;
    const key = { ...this.ordered(column, rows), rootColumn, joined: hops.length > 0 };
    return this.placed({ ...key, nullable: column.nullable || outer }, term);
  }

  /** The primary key's column, which makes an order total. */
  keyOfColumn(column: ColumnSchema, root: Rows, direction: 'asc' | 'desc'): OrderKey {
    const key = { ...this.ordered(column, root), rootColumn: column, joined: false, nullable: false };
    return { ...key, direction, nullsFirst: false, nullsSaid: false };
  }

  private ordered(column: ColumnSchema, { alias }: Rows) {
    const sql = `${alias}.${column.sql}`;
    const compared = this.statement.dialect.orderedValue({ sql, kind: column.storedKind.name });
    return { sql, compared, positional: compared !== sql, column };
  }

  /** The to-one relations of a key, each joined once. A row without a related one stays, unless there can be none. */
  private follow(hops: readonly RelationSchema[], root: Rows): { readonly rows: Rows; readonly outer: boolean } {
    let here = { rows: root, outer: false };
    let path = '';
    for (const hop of hops) {
      path = `${path}.${hop.propertyPath}`;
      const existing = this.joined.get(path);
      here = existing ?? this.join(hop, here);
      this.joined.set(path, here);
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
  private subquery(relation: RelationSchema, field: FieldSchema | 'count', root: Rows, { direction }: SortTerm) {
    const related = this.related.open(relation, root);
    const parts = [...this.related.tied(related), ...this.conditions.visible(related.rows)];
    if (field === 'count') {
      const sql = `(SELECT COUNT(*) FROM ${related.from} WHERE ${parts.join(' AND ')})`;
      return { ...inside(sql), positional: false, column: undefined, nullable: false };
    }
    const { sql: value, compared: selected, positional, column } = this.ordered(field.column, related.rows);
    const where = [...parts, `${value} IS NOT NULL`].join(' AND ');
    const order = `ORDER BY ${value} ${direction.toUpperCase()} LIMIT 1`;
    // Outside of the subquery a column that is ordered by position would be a text.
    const sql = `(SELECT ${selected} FROM ${related.from} WHERE ${where} ${order})`;
    return { ...inside(sql), positional, column, nullable: true };
  }

  private placed(
    key: Omit<OrderKey, 'direction' | 'nullsFirst' | 'nullsSaid'>,
    { direction, nulls }: SortTerm,
  ): OrderKey {
    const byItself = (this.statement.dialect.nullsSortAs === 'smallest') === (direction === 'asc');
    const wanted: NullsPlacement = nulls ?? (this.nulls === 'engine' ? undefined : this.nulls);
    const nullsFirst = wanted === undefined ? byItself : wanted === 'first';
    return { ...key, direction, nullsFirst, nullsSaid: key.nullable && nullsFirst !== byItself };
  }
}

/** What a subquery gives is compared as it is ordered. */
function inside(sql: string) {
  return { sql, compared: sql, rootColumn: undefined, joined: false };
}
