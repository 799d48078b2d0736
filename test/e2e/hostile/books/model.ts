import { Filterable } from 'nestjs-filterable';
import {
  Column,
  type DataSource,
  DeleteDateColumn,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';

const never = () => false;

@Entity()
@Filterable({ fields: ['id', 'name', { name: 'email', when: never }] })
export class Writer {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() email!: string;
}

@Entity()
@Filterable({
  fields: ['id', 'pages', 'shape', { name: 'cost', when: never }],
  named: {
    long: { kind: 'boolean', where: () => ({ pages: { $gte: 200 } }) },
    veiled: { kind: 'boolean', when: never, where: () => ({ cost: 7 }) },
  },
})
export class Copy {
  @PrimaryColumn() id!: number;
  @Column() pages!: number;
  @Column() shape!: string;
  @Column() cost!: number;
  @Column() inner!: number;
  @Column({ default: false }) isLost!: boolean;
  @ManyToOne(() => Book, (book) => book.copies) book!: Relation<Book>;
}

/** Books whose texts look like patterns, SQL and names of the language. */
@Entity()
@Filterable({
  fields: [
    'id',
    'title',
    'price',
    'tags',
    { name: 'secret', when: never },
    { name: 'shelfMark', as: 'shelf' },
    { name: 'copyCount', of: 'copies', count: true },
    { name: 'copyPages', of: 'copies', avg: 'pages', where: { isLost: false } },
    { name: 'copyCost', of: 'copies', sum: 'cost', when: never },
  ],
  relations: ['writer', { name: 'copies', aggregates: ['sum', 'max'] }],
  named: {
    dear: { kind: 'boolean', where: () => ({ price: { $gte: 50 } }) },
    marked: { kind: 'text', where: (secret) => ({ secret }) },
    veiled: { kind: 'boolean', when: never, where: () => ({ secret: { $notNull: true } }) },
  },
  search: ['title', 'price', 'tags', 'writer.name', 'secret', 'writer.email'],
  aggregates: { price: ['sum', 'avg'], title: ['min'], id: ['distinct'], secret: ['count'] },
  facets: [
    'title',
    'tags',
    'writer.name',
    'shelfMark',
    'secret',
    'writer.email',
    { name: 'price', type: 'range' },
    { name: 'id', limit: 3 },
  ],
})
export class Book {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column() price!: number;
  @Column() tenant!: number;
  @Column() secret!: string;
  @Column() shelfMark!: string;
  @Column({ select: false }) hash!: string;
  @DeleteDateColumn() deletedAt!: Date | null;
  @Column('simple-array', { nullable: true }) tags!: string[] | null;
  @ManyToOne(() => Writer, { nullable: true }) writer!: Relation<Writer> | null;
  @OneToMany(() => Copy, (copy) => copy.book) copies!: Copy[];
}

const titles = [
  '100% wool',
  'a_b',
  'back\\slash',
  'say "hot pot" now',
  "O'Brien",
  'NULL',
  'constructor __proto__',
  'Zoë ÄÖÜ 中文',
];

/** Rows that the list may show, and one of another tenant with every text in it. */
export const visible = titles.map((_, index) => index + 1);

export async function fill(source: DataSource): Promise<void> {
  await source.getRepository(Writer).insert([
    { id: 1, name: 'Ann %', email: 'hidden@x' },
    { id: 2, name: 'Kai', email: 'hidden@y' },
  ]);
  const own = titles.map((title, index) => ({
    id: index + 1,
    title,
    price: (index + 1) * 10,
    tenant: 1,
    secret: `hidden-${index}`,
    shelfMark: index % 2 === 0 ? 'A' : 'B',
    hash: 'x',
    tags: index === 0 ? null : [`t${index}`, 'all'],
    writer: index < 6 ? { id: 1 + (index % 2) } : null,
  }));
  const other = {
    ...own[1],
    id: 99,
    title: `foreign ${titles.join(' ')}`,
    tenant: 2,
    price: 12_345,
    tags: ['foreign'],
  };
  await source.getRepository(Book).insert([...own, other] as never);
  const copies = [
    [1, 100, 'folio'],
    [1, 300, 'octavo'],
    [2, 50, 'folio'],
    [99, 9_000, 'foreign'],
  ] as const;
  await source
    .getRepository(Copy)
    .insert(copies.map(([book, pages, shape], id) => ({ id, pages, shape, cost: 7, inner: 7, book: { id: book } })));
}
