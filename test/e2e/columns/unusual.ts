import {
  ChildEntity,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  TableInheritance,
  VirtualColumn,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import { storages } from './storage.js';

/** The context of scopes: what a reader may see. */
export interface Club {
  readonly label?: string;
}

/** A number that the database has a hundred times. */
const hundredth = {
  to: (value: number) => value * 100,
  from: (stored: unknown) => Number(stored) / 100,
};

/** Makes entities whose lists, documents and virtual columns stand in unusual places. */
export function unusualModel(engine: EngineName) {
  const { list, document } = storages[engine];

  class Facts {
    @Column(list) labels!: string[] | null;
    @Column(document) details!: { color?: string; size?: { width?: number } } | null;
  }

  @Entity({ name: 'shop' })
  @Filterable({
    fields: [
      'id',
      'facts.labels',
      { name: 'facts.details', paths: { color: 'text', 'size.width': 'integer' } },
      { name: 'turnover', kind: 'integer' },
    ],
    relations: ['media'],
    scope: ({ label }: Club) => (label === undefined ? {} : { facts: { labels: label }, turnover: { $gt: 0 } }),
  })
  class Shop {
    @PrimaryColumn() id!: number;
    @Column(() => Facts) facts!: Facts;
    @VirtualColumn({
      type: 'int',
      query: (shop) => `SELECT COALESCE(SUM(v.price), 0) FROM medium v WHERE v.shop_id = ${shop}.id`,
      transformer: hundredth,
    })
    turnover!: number;
    @OneToMany(() => Medium, (medium) => medium.shop) media!: Relation<Medium>[];
  }

  @Entity({ name: 'medium' })
  @TableInheritance({ column: { type: 'varchar', name: 'type' } })
  @Filterable({
    fields: ['id', { name: 'sales', kind: 'integer' }],
    relations: ['shop'],
    scope: ({ label }: Club) => (label === 'crime' ? { sales: { $gte: 200 } } : {}),
  })
  class Medium {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int' }) price!: number;
    @VirtualColumn({ query: (medium) => `SELECT ${medium}.price` }) sales!: number;
    @Column({ name: 'shop_id', type: 'int', nullable: true }) shopId!: number | null;
    @ManyToOne(() => Shop, (shop) => shop.media, { nullable: true })
    @JoinColumn({ name: 'shop_id' })
    shop!: Relation<Shop> | null;
  }

  @ChildEntity()
  @Filterable({
    fields: [
      'id',
      { name: 'sales', kind: 'integer' },
      { name: 'words', kind: 'text', list: true },
      { name: 'plot', paths: { genre: 'text', pages: 'integer' } },
    ],
    relations: ['shop'],
  })
  class Book extends Medium {
    @Column(document) words!: string[] | null;
    @Column(document) plot!: { genre?: string; pages?: number } | null;
  }

  @ChildEntity()
  @Filterable({ fields: ['id', { name: 'cast', kind: 'text', list: true }] })
  class Film extends Medium {
    @Column({ ...document, name: 'cast_list' }) cast!: string[] | null;
  }

  return { Shop, Medium, Book, Film, entities: [Shop, Medium, Book, Film] };
}

/** Rows of these entities. */
export const shops = [
  { id: 1, facts: { labels: ['crime', 'art'], details: { color: 'red', size: { width: 3 } } } },
  { id: 2, facts: { labels: ['art'], details: { color: 'blue' } } },
  { id: 3, facts: { labels: [], details: null } },
  { id: 4, facts: { labels: ['crime'], details: { size: { width: 10 } } } },
] as const;

export const books = [
  { id: 1, price: 250, shop: { id: 1 }, words: ['dark', 'red'], plot: { genre: 'crime', pages: 300 } },
  { id: 2, price: 100, shop: { id: 1 }, words: ['Dark'], plot: { genre: 'poems', pages: 90 } },
  { id: 3, price: 300, shop: { id: 2 }, words: [], plot: { genre: 'crime' } },
  { id: 4, price: 400, shop: null, words: null, plot: null },
] as const;

export const films = [
  { id: 11, price: 500, shop: { id: 2 }, cast: ['Liv', 'Max'] },
  { id: 12, price: 100, shop: { id: 3 }, cast: ['Max'] },
] as const;
