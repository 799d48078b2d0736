import { Filterable } from 'nestjs-filterable';
import { Column, Entity, Index, PrimaryColumn, VirtualColumn } from 'typeorm';

/** The page's document. */
export interface Specs {
  readonly color?: string;
  readonly size?: { readonly width?: number };
  readonly materials?: readonly string[];
}

/** The page's rows, with all that any of its entities has. */
export interface Product {
  readonly id: number;
  readonly tags: string[] | null;
  readonly labels: string[] | null;
  readonly specs: Specs | null;
}

/** What the page's virtual column counts. */
@Entity('review')
export class Review {
  @PrimaryColumn()
  id!: number;

  @Column()
  product_id!: number;
}

// prettier-ignore
/** Makes the page's entity for PostgreSQL, in the lines that the page shows. */
function onPostgres() {
@Entity()
@Filterable({
  fields: [
    'id',
    'tags',
    'labels',
    { name: 'specs', paths: { color: 'text', 'size.width': 'integer', materials: { kind: 'text', list: true } } },
    { name: 'reviewCount', kind: 'integer' },
  ],
})
class Product {
  @PrimaryColumn()
  id!: number;

  @Index('product_tags', { synchronize: false })
  @Column('text', { array: true, nullable: true })
  tags!: string[] | null;

  @Column('simple-array', { nullable: true })
  labels!: string[] | null;

  @Index('product_specs', { synchronize: false })
  @Column('jsonb', { nullable: true })
  specs!: Specs | null;

  @VirtualColumn({ query: (alias) => `SELECT COUNT(*) FROM review WHERE product_id = ${alias}.id` })
  reviewCount!: number;
}
  return Product;
}

/** Makes an entity with what SQLite can have an index for. */
function onSqlite() {
  @Entity('product')
  @Filterable({
    fields: ['id', { name: 'specs', paths: { color: 'text' } }, { name: 'reviewCount', kind: 'integer' }],
  })
  class Product {
    @PrimaryColumn()
    id!: number;

    @Column('simple-json', { nullable: true })
    specs!: Specs | null;

    @VirtualColumn({ query: (alias) => `SELECT COUNT(*) FROM review WHERE product_id = ${alias}.id` })
    reviewCount!: number;
  }
  return Product;
}

// prettier-ignore
/** Makes the page's entity for MariaDB, in the lines that the page shows. */
function generated() {
@Entity()
@Filterable({ fields: ['id', 'color', 'width'] })
class Product {
  @PrimaryColumn()
  id!: number;

  @Column('simple-json', { nullable: true })
  specs!: Specs | null;

  @Index()
  @Column({
    type: 'varchar',
    length: 255,
    charset: 'utf8mb4',
    collation: 'utf8mb4_nopad_bin',
    asExpression: `LEFT(JSON_VALUE(specs, '$.color'), 255)`,
    generatedType: 'VIRTUAL',
    nullable: true,
  })
  color!: string | null;

  @Index()
  @Column({
    type: 'int',
    asExpression: `CASE WHEN JSON_VALUE(specs, '$.size.width') RLIKE '^-?[0-9]{1,9}$' THEN JSON_VALUE(specs, '$.size.width') END`,
    generatedType: 'VIRTUAL',
    nullable: true,
  })
  width!: number | null;
}
  return Product;
}

/** The page's entity on each engine. */
export const products = {
  sqlite: onSqlite,
  postgres: onPostgres,
  mariadb: generated,
} as const;

/** Rows of which few have each value. */
export function rows(): readonly Product[] {
  const names = ['red', 'warm', 'wood', 'wool', 'blue'];
  return Array.from({ length: 400 }, (_, index) => {
    const id = index + 1;
    const name = names[index] ?? `name ${id}`;
    const specs: Specs = { color: name, size: { width: id * 10 }, materials: [name, 'steel'] };
    return { id, tags: [name, 'new'], labels: [name, 'new'], specs };
  });
}
