import {
  Column,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { SpreadBy } from '../../topologies/spread.js';

/**
 * A large blog: posts are spread, comments and links to tags stand beside their post, authors and tags are on the head.
 */

@Entity({ name: 'large_author' })
@Filterable({ fields: ['id', 'country'] })
export class Author {
  @PrimaryColumn() id!: number;
  @Column() country!: number;
}

@Entity({ name: 'large_tag' })
@Filterable({ fields: ['id', 'name'] })
export class Tag {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Entity({ name: 'large_post' })
@Filterable({ fields: ['id', 'score', 'title', 'status'], relations: ['author', 'comments', 'tags'] })
@Index(['score', 'id'])
export class Post {
  @PrimaryColumn() id!: number;
  @Column() score!: number;
  @Column() title!: string;
  @Column() status!: string;
  @Index() @Column() authorId!: number;
  @ManyToOne(() => Author, { nullable: false }) author!: Relation<Author>;
  @OneToMany(() => Comment, (comment) => comment.post) comments!: Relation<Comment>[];
  @ManyToMany(() => Tag) @JoinTable({ name: 'large_post_tag' }) tags!: Relation<Tag>[];
}

@Entity({ name: 'large_comment' })
@Filterable({ fields: ['id', 'stars'] })
export class Comment {
  @PrimaryColumn() id!: number;
  @Index() @Column() stars!: number;
  @Index() @Column() postId!: number;
  @ManyToOne(() => Post, (post) => post.comments, { nullable: false }) post!: Relation<Post>;
}

export const entities = [Author, Tag, Post, Comment];

export const spreadBy: SpreadBy = {
  large_author: 'head',
  large_tag: 'head',
  large_comment: '"postId"',
  large_post_tag: '"largePostId"',
};
