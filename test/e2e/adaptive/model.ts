import { Filterable } from 'nestjs-filterable';
import {
  Column,
  type DataSource,
  DeleteDateColumn,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';

/** A catalogue whose relations have every index that a choice needs, but for those that a test is about. */

@Entity()
@Filterable({ fields: ['id', 'name', 'note'] })
class Land {
  @PrimaryColumn() id!: number;
  @Column({ unique: true }) name!: string;
  @Column() note!: string;
}

@Entity()
@Filterable({ fields: ['id', 'name'], relations: ['land', 'articles'] })
class Maker {
  @PrimaryColumn() id!: number;
  @Index() @Column() name!: string;
  @Index() @ManyToOne(() => Land, { nullable: false }) land!: Relation<Land>;
  @OneToMany(() => Article, (article) => article.maker) articles!: Relation<Article>[];
}

@Entity()
// A negative number stands for the same tenant, who sees a range of the labels.
@Filterable({
  fields: ['id', 'name', 'note'],
  scope: (tenant?: number) => (tenant !== undefined && tenant < 0 ? { id: { $gte: 1 } } : {}),
})
class Label {
  @PrimaryColumn() id!: number;
  @Column({ unique: true }) name!: string;
  @Column() note!: string;
}

@Entity()
@Filterable({ fields: ['id', 'stars'] })
class Review {
  @PrimaryColumn() id!: number;
  @Index() @Column() stars!: number;
  @Index() @ManyToOne(() => Article, (article) => article.reviews, { nullable: false }) article!: Relation<Article>;
  @DeleteDateColumn() deletedAt!: Date | null;
}

@Entity()
@Filterable({ fields: ['town'], relations: ['articles'] })
class Fair {
  @PrimaryColumn({ length: 20 }) town!: string;
  @PrimaryColumn() year!: number;
  @ManyToMany(() => Article, (article) => article.fairs) articles!: Relation<Article>[];
}

@Entity()
@Filterable({
  fields: ['id', 'position', 'grade', 'price', 'kind'],
  relations: ['maker', 'reviews', 'labels', 'fairs'],
  scope: (tenant?: number) => (tenant === undefined ? {} : { tenant: Math.abs(tenant) }),
})
export class Article {
  @PrimaryColumn() id!: number;
  /** A place of its own for each row, in the opposite order of the keys. */
  @Index() @Column() position!: number;
  /** One of four grades, so that many rows have the same. */
  @Index() @Column() grade!: number;
  @Index() @Column({ type: 'int', nullable: true }) price!: number | null;
  @Column() kind!: string;
  @Column() tenant!: number;
  @DeleteDateColumn() deletedAt!: Date | null;
  @Index() @ManyToOne(() => Maker, (maker) => maker.articles, { nullable: true }) maker!: Relation<Maker> | null;
  @OneToMany(() => Review, (review) => review.article) reviews!: Relation<Review>[];
  @ManyToMany(() => Label) @JoinTable() labels!: Relation<Label>[];
  @ManyToMany(() => Fair, (fair) => fair.articles) @JoinTable() fairs!: Relation<Fair>[];
}

export const catalogue = [Land, Maker, Label, Review, Fair, Article];

/** The number of articles, a few of them deleted. */
const size = 80;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The numbers of articles that have each label: from none to all, and only at the end of the order by position. */
const labelled: Readonly<Record<string, (id: number) => boolean>> = {
  none: () => false,
  one: (id) => id === 40,
  four: (id) => id % 20 === 3,
  five: (id) => id % 16 === 5,
  six: (id) => id % 13 === 6,
  half: (id) => id % 2 === 0,
  all: () => true,
  // The order by position begins with the greatest number.
  last: (id) => id <= 30,
  // Three of them are within the bound.
  edge: (id) => [80, 75, 70, 3, 2, 1].includes(id),
};

export async function fillCatalogue(source: DataSource): Promise<void> {
  const { manager } = source;
  const articles = numbers(size);
  await manager.insert(
    Land,
    ['Narrow', 'Wide'].map((name, index) => ({ id: index + 1, name, note: `note of ${name}` })),
  );
  await manager.insert(
    Maker,
    numbers(3).map((id) => ({ id, name: ['Rare', 'Common', 'Common'][id - 1] ?? '', land: { id: id === 1 ? 1 : 2 } })),
  );
  const labels = Object.keys(labelled).map((name, index) => ({ id: index + 1, name, note: `note of ${name}` }));
  await manager.insert(Label, labels);
  await manager.insert(
    Article,
    articles.map((id) => ({
      id,
      position: 1_000 - id,
      grade: id % 4,
      price: id % 5 === 0 ? null : id,
      kind: id % 27 === 0 ? 'odd' : 'plain',
      tenant: id <= 4 ? 2 : 1,
      maker: id === 77 ? { id: 1 } : id % 7 === 0 ? null : { id: 2 + (id % 2) },
      deletedAt: id % 31 === 0 ? new Date(0) : null,
    })),
  );
  await manager.insert(
    Review,
    numbers(3 * size).map((id) => ({
      id,
      stars: id % 40 === 0 ? 5 : id % 4,
      article: { id: 1 + (id % size) },
      deletedAt: id % 17 === 0 ? new Date(0) : null,
    })),
  );
  await manager.insert(Fair, [{ town: 'Oslo', year: 2024 }]);
  await manager
    .createQueryBuilder()
    .relation(Fair, 'articles')
    .of({ town: 'Oslo', year: 2024 })
    .add(articles.slice(0, 20));
  for (const { id, name } of labels) {
    const has = articles.filter((article) => labelled[name]?.(article));
    const rows = has.map((articleId) => ({ articleId, labelId: id }));
    const junction = source.getMetadata(Article).findRelationWithPropertyPath('labels')?.junctionEntityMetadata;
    if (junction !== undefined && rows.length > 0) await manager.insert(junction.tableName, rows);
  }
}
