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
import { PostStatus } from '../../support/blog/entities.js';
import type { BlogDataset } from './dataset.js';
import { insertDataset } from './insert-dataset.js';
import { ofKeys, scopeOf } from './users.js';
import type { World } from './world.js';

/** The blog once more, with scopes: the statements of the other suites are those of entities without any. */
export function scopedBlog(): World<BlogDataset> {
  @Entity()
  @Filterable({ fields: ['code', 'name'] })
  class Country {
    @PrimaryColumn({ length: 2 }) code!: string;
    @Column() name!: string;
  }

  @Entity()
  @Filterable({
    fields: ['id', 'name', 'bornOn'],
    relations: ['country', 'posts'],
    scope: scopeOf('Author'),
  })
  class Author {
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
  @Filterable({ fields: ['id', 'body', 'stars', 'approved'], relations: ['author'], scope: scopeOf('Comment') })
  class Comment {
    @PrimaryColumn() id!: number;
    @Column() body!: string;
    @Column({ type: 'int', nullable: true }) stars!: number | null;
    @Column({ type: 'boolean', nullable: true }) approved!: boolean | null;
    @DeleteDateColumn() deletedAt!: Date | null;
    @ManyToOne(() => Author, { nullable: true }) author!: Relation<Author> | null;
    @ManyToOne(() => Post, (post) => post.comments, { nullable: false }) post!: Relation<Post>;
  }

  @Entity()
  @Filterable({ fields: ['id', 'name'], relations: ['posts'], scope: scopeOf('Tag') })
  class Tag {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @ManyToMany(() => Post, (post) => post.tags) posts!: Relation<Post>[];
  }

  @Entity()
  @Filterable({
    fields: [
      ...(['id', 'title', 'slug', 'status', 'views', 'visits', 'rating', 'score', 'isFeatured'] as const),
      ...(['publishedAt', 'publishedOn', 'createdAt', { name: 'externalId', kind: 'uuid' }, 'meta'] as const),
    ],
    relations: ['author', 'comments', 'tags'],
    scope: scopeOf('Post'),
  })
  class Post {
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
    @Column() tenantId!: number;
    @DeleteDateColumn() deletedAt!: Date | null;
    @ManyToOne(() => Author, (author) => author.posts, { nullable: true }) author!: Relation<Author> | null;
    @OneToMany(() => Comment, (comment) => comment.post) comments!: Relation<Comment>[];
    @ManyToMany(() => Tag, (tag) => tag.posts) @JoinTable() tags!: Relation<Tag>[];
  }

  const classes = { Country, Author, Comment, Tag, Post };
  return {
    entities: Object.values(classes),
    classes,
    parse: (service, root, input, context) => {
      if (root !== 'Post' && root !== 'Author' && root !== 'Tag') throw new TypeError(`the blog has no ${root}`);
      return service.parse(classes[root], input, { context, aggregates: ofKeys });
    },
    insert: (source, dataset) => insertDataset(source, dataset, classes),
  };
}
