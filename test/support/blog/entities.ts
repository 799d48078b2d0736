import {
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';

/**
 * A blog with everything that a filter can be wrong about: NULLs, soft deletes, tenants, and columns nobody may ask
 * for.
 */

export enum PostStatus {
  Draft = 'draft',
  Published = 'published',
  Archived = 'archived',
}

@Entity()
@Filterable({ fields: ['code', 'name'] })
export class Country {
  @PrimaryColumn({ length: 2 }) code!: string;
  @Column() name!: string;
}

@Entity()
@Filterable({ fields: ['id', 'name', 'bornOn'], relations: ['country'] })
export class Author {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ type: 'date', nullable: true }) bornOn!: string | null;
  @Column() email!: string;
  @Column({ select: false }) passwordHash!: string;
  @Column({ type: 'varchar', nullable: true }) resetToken!: string | null;
  @ManyToOne(() => Country, { nullable: true }) country!: Relation<Country> | null;
  @OneToMany(() => Post, (post) => post.author) posts!: Relation<Post>[];
}

@Entity()
@Filterable({ fields: ['id', 'body', 'stars', 'approved'], relations: ['author'] })
export class Comment {
  @PrimaryColumn() id!: number;
  @Column() body!: string;
  @Column({ type: 'int', nullable: true }) stars!: number | null;
  @Column({ type: 'boolean', nullable: true }) approved!: boolean | null;
  @DeleteDateColumn() deletedAt!: Date | null;
  @ManyToOne(() => Author, { nullable: true }) author!: Relation<Author> | null;
  @ManyToOne(() => Post, (post) => post.comments, { nullable: false }) post!: Relation<Post>;
}

@Entity()
@Filterable({ fields: ['id', 'name'] })
export class Tag {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToMany(() => Post, (post) => post.tags) posts!: Relation<Post>[];
}

@Entity()
@Filterable({
  fields: [
    'id',
    'title',
    'slug',
    'status',
    'views',
    'visits',
    'rating',
    'score',
    'isFeatured',
    'publishedAt',
    'publishedOn',
    'createdAt',
    { name: 'externalId', kind: 'uuid' },
    'meta',
  ],
  relations: ['author', 'comments', 'tags'],
})
export class Post {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column({ type: 'varchar', nullable: true }) slug!: string | null;
  @Column({ type: 'simple-enum', enum: PostStatus, nullable: true }) status!: PostStatus | null;
  @Column({ type: 'int', nullable: true }) views!: number | null;
  @Column({ type: 'bigint', nullable: true }) visits!: string | null;
  @Column({ type: 'decimal', precision: 4, scale: 2, nullable: true }) rating!: string | null;
  @Column({ type: 'float', nullable: true }) score!: number | null;
  @Column({ type: 'boolean', nullable: true }) isFeatured!: boolean | null;
  @Column({ type: Date, nullable: true }) publishedAt!: Date | null;
  @Column({ type: 'date', nullable: true }) publishedOn!: string | null;
  @CreateDateColumn() createdAt!: Date;
  @Column({ type: 'varchar', length: 36, nullable: true }) externalId!: string | null;
  @Column({ type: 'simple-json', nullable: true }) meta!: object | null;
  @Column({ type: 'varchar', nullable: true }) secretNote!: string | null;
  @Column() tenantId!: number;
  @DeleteDateColumn() deletedAt!: Date | null;
  @Column({ type: 'int', nullable: true }) authorId!: number | null;
  @ManyToOne(() => Author, (author) => author.posts, { nullable: true }) author!: Relation<Author> | null;
  @ManyToOne(() => Author, { nullable: true }) updatedBy!: Relation<Author> | null;
  @OneToMany(() => Comment, (comment) => comment.post) comments!: Relation<Comment>[];
  @ManyToMany(() => Tag, (tag) => tag.posts) @JoinTable() tags!: Relation<Tag>[];
}

export const blogEntities = [Country, Author, Comment, Tag, Post];
