import {
  Column,
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

/** The tables of the blog, mapped a second time, with every relation open from both sides. */

@Entity({ name: 'country', synchronize: false })
@Filterable()
export class OpenCountry {
  @PrimaryColumn({ length: 2 }) code!: string;
  @Column() name!: string;
}

@Entity({ name: 'author', synchronize: false })
@Filterable()
export class OpenAuthor {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToOne(() => OpenCountry, { nullable: true }) country!: Relation<OpenCountry> | null;
  @OneToMany(() => OpenPost, (post) => post.author) posts!: Relation<OpenPost>[];
  @OneToMany(() => OpenPost, (post) => post.updatedBy) edits!: Relation<OpenPost>[];
  @OneToMany(() => OpenComment, (comment) => comment.author) comments!: Relation<OpenComment>[];
}

@Entity({ name: 'comment', synchronize: false })
@Filterable()
export class OpenComment {
  @PrimaryColumn() id!: number;
  @Column() body!: string;
  @Column({ type: 'int', nullable: true }) stars!: number | null;
  @Column({ type: 'boolean', nullable: true }) approved!: boolean | null;
  @DeleteDateColumn() deletedAt!: Date | null;
  @ManyToOne(() => OpenAuthor, (author) => author.comments, { nullable: true }) author!: Relation<OpenAuthor> | null;
  @ManyToOne(() => OpenPost, (post) => post.comments, { nullable: false }) post!: Relation<OpenPost>;
}

@Entity({ name: 'tag', synchronize: false })
@Filterable()
export class OpenTag {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToMany(() => OpenPost, (post) => post.tags) posts!: Relation<OpenPost>[];
}

@Entity({ name: 'post', synchronize: false })
@Filterable()
export class OpenPost {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column({ type: 'int', nullable: true }) views!: number | null;
  @DeleteDateColumn() deletedAt!: Date | null;
  @ManyToOne(() => OpenAuthor, (author) => author.posts, { nullable: true }) author!: Relation<OpenAuthor> | null;
  @ManyToOne(() => OpenAuthor, (author) => author.edits, { nullable: true }) updatedBy!: Relation<OpenAuthor> | null;
  @OneToMany(() => OpenComment, (comment) => comment.post) comments!: Relation<OpenComment>[];
  @ManyToMany(() => OpenTag, (tag) => tag.posts)
  @JoinTable({
    name: 'post_tags_tag',
    joinColumn: { name: 'postId' },
    inverseJoinColumn: { name: 'tagId' },
    synchronize: false,
  })
  tags!: Relation<OpenTag>[];
}

export const openBlogEntities = [OpenCountry, OpenAuthor, OpenComment, OpenTag, OpenPost];
