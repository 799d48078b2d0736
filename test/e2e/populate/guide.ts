import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';

/** The text in everything that no answer may have: hidden columns, hidden rows, deleted rows. */
export const canary = 'canary';

/** What scopes and declared conditions depend on. */
export interface GuideContext {
  /** Restaurants and chefs of this region and below can be seen. */
  readonly region: number;
  /** Reviews of at least so many stars can be seen. */
  readonly leastStars: number;
  /** Keys of chefs who are hidden besides, in a list of any length. */
  readonly hidden?: readonly number[];
}

interface Regional {
  readonly region: number;
}

const regional = (context: GuideContext) => ({ region: { $lte: context.region } });

/** Other conditions of the same entity may stand beside the list. */
const regionalChefs = ({ hidden = [], ...context }: GuideContext) =>
  hidden.length === 0 ? regional(context) : { ...regional(context), id: { $notIn: hidden } };

@Entity()
@Filterable({
  fields: ['id', 'name', 'rank', 'born'],
  relations: ['mentor', 'apprentices', 'badge', 'restaurants'],
  populate: [
    'mentor',
    'badge',
    { name: 'apprentices', limit: 2, maximum: 4, sort: 'rank:desc' },
    { name: 'restaurants', limit: 3, maximum: 5 },
  ],
  scope: regionalChefs,
})
export class GuideChef implements Regional {
  @PrimaryColumn()
  id!: number;

  @Column()
  name!: string;

  @Column({ type: Number, nullable: true })
  rank!: number | null;

  @Column({ type: 'date', nullable: true })
  born!: string | null;

  @Column()
  secret!: string;

  @Column()
  region!: number;

  @DeleteDateColumn()
  deletedAt!: Date | null;

  @ManyToOne(() => GuideChef, ({ apprentices }) => apprentices, { createForeignKeyConstraints: false })
  mentor!: Relation<GuideChef> | null;

  @OneToMany(() => GuideChef, ({ mentor }) => mentor)
  apprentices!: Relation<GuideChef>[];

  @OneToOne(() => GuideBadge, ({ chef }) => chef)
  badge!: Relation<GuideBadge> | null;

  @OneToMany(() => GuideRestaurant, ({ chef }) => chef)
  restaurants!: Relation<GuideRestaurant>[];
}

/** The other side of a one-to-one relation, with a key of two columns. */
@Entity()
@Filterable({ fields: ['series', 'number', 'metal'], relations: ['chef'], populate: ['chef'] })
export class GuideBadge {
  @PrimaryColumn({ length: 10 })
  series!: string;

  @PrimaryColumn()
  number!: number;

  @Column({ type: String, nullable: true })
  metal!: string | null;

  @Column()
  secret!: string;

  @OneToOne(() => GuideChef, ({ badge }) => badge, { createForeignKeyConstraints: false })
  @JoinColumn()
  chef!: Relation<GuideChef> | null;
}

@Entity()
@Filterable({
  fields: ['id', 'code', 'title', 'price'],
  relations: ['chef', 'tags', 'reviews'],
  populate: [
    'chef',
    { name: 'tags', limit: 3, maximum: 6, sort: 'label' },
    { name: 'reviews', limit: 2, maximum: 5, sort: 'stars:desc', where: { spam: false } },
  ],
  scope: regional,
})
export class GuideRestaurant implements Regional {
  @PrimaryColumn('bigint')
  id!: string;

  @Column({ length: 20, unique: true })
  code!: string;

  @Column()
  title!: string;

  @Column({ type: 'decimal', precision: 10, scale: 2, nullable: true })
  price!: string | number | null;

  @Column()
  secret!: string;

  @Column()
  region!: number;

  @ManyToOne(() => GuideChef, ({ restaurants }) => restaurants, { createForeignKeyConstraints: false })
  chef!: Relation<GuideChef> | null;

  @ManyToMany(() => GuideTag, ({ restaurants }) => restaurants)
  @JoinTable({ name: 'guide_tagging' })
  tags!: Relation<GuideTag>[];

  @OneToMany(() => GuideReview, ({ restaurant }) => restaurant)
  reviews!: Relation<GuideReview>[];
}

@Entity()
@Filterable({
  fields: ['id', 'label', 'weight'],
  relations: ['restaurants'],
  populate: [{ name: 'restaurants', limit: 2, maximum: 3, fields: ['id', 'title', 'price'] }],
})
export class GuideTag {
  @PrimaryColumn('uuid')
  id!: string;

  @Column()
  label!: string;

  @Column({ type: Number, nullable: true })
  weight!: number | null;

  @Column()
  secret!: string;

  @ManyToMany(() => GuideRestaurant, ({ tags }) => tags)
  restaurants!: Relation<GuideRestaurant>[];
}

/** Refers to a column that is no primary key. */
@Entity()
@Filterable({
  fields: ['id', 'stars', 'text'],
  relations: ['restaurant', 'author'],
  populate: ['restaurant', { name: 'author', fields: ['name', 'rank'] }],
  scope: ({ leastStars }: GuideContext) => ({ stars: { $gte: leastStars } }),
})
export class GuideReview {
  @PrimaryColumn()
  id!: number;

  @Column()
  stars!: number;

  @Column({ type: String, nullable: true })
  text!: string | null;

  @Column()
  spam!: boolean;

  @Column()
  secret!: string;

  @DeleteDateColumn()
  deletedAt!: Date | null;

  @ManyToOne(() => GuideRestaurant, ({ reviews }) => reviews)
  @JoinColumn({ referencedColumnName: 'code' })
  restaurant!: Relation<GuideRestaurant> | null;

  @ManyToOne(() => GuideChef, { createForeignKeyConstraints: false })
  author!: Relation<GuideChef> | null;
}

export const guideEntities = [GuideChef, GuideBadge, GuideRestaurant, GuideTag, GuideReview];
