import { Filterable } from 'nestjs-filterable';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

/**
 * A blog in which every shape of a question has something to be asked about; what starts with `secret` is not exposed.
 */

export class Address {
  @Column() city!: string;
  @Column({ type: 'varchar', nullable: true }) zip!: string | null;
  @Column() secretCode!: string;
}

@Entity()
@Filterable({ fields: ['code', 'name'], relations: ['citizens'] })
export class Country {
  @PrimaryColumn({ length: 2 }) code!: string;
  @Column() name!: string;
  @OneToMany(() => Author, (author) => author.country) citizens!: Relation<Author>[];
}

@Entity()
@Filterable({ fields: ['id', 'name', 'address.city', 'address.zip'], relations: ['country', 'posts'] })
export class Author {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @Column() secretHash!: string;
  @Column(() => Address) address!: Address;
  @ManyToOne(() => Country, (country) => country.citizens, { nullable: true }) country!: Relation<Country> | null;
  @OneToMany(() => Post, (post) => post.author) posts!: Relation<Post>[];
}

@Entity()
@Filterable({ fields: ['id', 'body', 'stars', 'approved'], relations: ['post', 'author', 'replies', 'parent'] })
export class Comment {
  @PrimaryGeneratedColumn() id!: number;
  @Column() body!: string;
  @Column({ type: 'int', nullable: true }) stars!: number | null;
  @Column() approved!: boolean;
  @ManyToOne(() => Post, (post) => post.comments) post!: Relation<Post>;
  @ManyToOne(() => Author, { nullable: true }) author!: Relation<Author> | null;
  @ManyToOne(() => Comment, (comment) => comment.replies, { nullable: true }) parent!: Relation<Comment> | null;
  @OneToMany(() => Comment, (comment) => comment.parent) replies!: Relation<Comment>[];
}

@Entity()
@Filterable({ fields: ['id', 'name'], relations: ['posts'] })
export class Tag {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @ManyToMany(() => Post, (post) => post.tags) posts!: Relation<Post>[];
}

/** A composite key: no row of it can be named by one value. */
@Entity()
@Filterable({ fields: ['series', 'volume', 'label'] })
export class Edition {
  @PrimaryColumn() series!: number;
  @PrimaryColumn() volume!: number;
  @Column() label!: string;
  @ManyToOne(() => Post, (post) => post.editions) post!: Relation<Post>;
}

/** A key that nobody may ask about. */
@Entity()
@Filterable({ fields: ['kind'] })
export class Attachment {
  @PrimaryGeneratedColumn() id!: number;
  @Column() kind!: string;
  @ManyToOne(() => Post, (post) => post.attachments) post!: Relation<Post>;
}

export enum Status {
  Draft = 'draft',
  Published = 'published',
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
    'opensAt',
    'externalId',
    'meta',
    { name: 'language', operators: ['$eq', '$in'], sortable: false },
  ],
  relations: ['author', 'reviewer', 'comments', 'tags', 'editions', 'attachments'],
})
export class Post {
  @PrimaryGeneratedColumn() id!: number;
  @Column() title!: string;
  @Column({ type: 'varchar', nullable: true }) slug!: string | null;
  @Column({ type: 'simple-enum', enum: Status }) status!: Status;
  @Column({ type: 'int', nullable: true }) views!: number | null;
  @Column({ type: 'bigint', nullable: true }) visits!: string | null;
  @Column({ type: 'decimal', nullable: true }) rating!: string | null;
  @Column({ type: 'double precision', nullable: true }) score!: number | null;
  @Column({ type: 'boolean', nullable: true }) isFeatured!: boolean | null;
  @Column({ type: 'datetime', nullable: true }) publishedAt!: Date | null;
  @Column({ type: 'date', nullable: true }) publishedOn!: string | null;
  @Column({ type: 'time', nullable: true }) opensAt!: string | null;
  @Column({ type: 'uuid', nullable: true }) externalId!: string | null;
  @Column({ type: 'simple-json', nullable: true }) meta!: object | null;
  @Column() language!: string;
  @Column() secretNote!: string;
  @ManyToOne(() => Author, (author) => author.posts, { nullable: true }) author!: Relation<Author> | null;
  @ManyToOne(() => Author, { nullable: true }) reviewer!: Relation<Author> | null;
  @ManyToOne(() => Author, { nullable: true }) secretEditor!: Relation<Author> | null;
  @OneToMany(() => Comment, (comment) => comment.post) comments!: Relation<Comment>[];
  @ManyToMany(() => Tag, (tag) => tag.posts) @JoinTable() tags!: Relation<Tag>[];
  @OneToMany(() => Edition, (edition) => edition.post) editions!: Relation<Edition>[];
  @OneToMany(() => Attachment, (attachment) => attachment.post) attachments!: Relation<Attachment>[];
}

export const model = [Country, Author, Comment, Tag, Edition, Attachment, Post];
