import { Controller, Get } from '@nestjs/common';
import { FilterQuery, FilterService, Filterable } from 'nestjs-filterable';
import {
  Column,
  DataSource,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';

@Entity()
@Filterable({ fields: ['id', 'name'] })
export class Author {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() passwordHash!: string;
}

@Entity()
@Filterable({ fields: ['name'] })
export class Tag {
  @PrimaryColumn() name!: string;
}

@Entity()
@Filterable({ fields: ['id', 'approved'] })
export class Comment {
  @PrimaryColumn() id!: number;
  @Column() approved!: boolean;
  @ManyToOne(() => Post, (post) => post.comments, { nullable: true }) post!: Relation<Post> | null;
}

@Entity()
@Filterable({ fields: ['id', 'title', 'serial', 'publishedAt'], relations: ['author', 'tags', 'comments'] })
export class Post {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column({ type: 'bigint' }) serial!: string;
  @Column() publishedAt!: Date;
  @ManyToOne(() => Author, { nullable: true }) author!: Relation<Author> | null;
  @ManyToMany(() => Tag) @JoinTable() tags!: Relation<Tag>[];
  @OneToMany(() => Comment, (comment) => comment.post) comments!: Relation<Comment>[];
}

@Entity()
@Filterable({ fields: ['id', 'title', 'body'], scope: (user: { tenant: number }) => ({ tenant: user.tenant }) })
export class Note {
  @PrimaryColumn() id!: number;
  @Column() tenant!: number;
  @Column() title!: string;
  @Column() body!: string;
}

export const rows = {
  authors: [
    { id: 1, name: 'Ada', passwordHash: 'm' },
    { id: 2, name: 'Bo', passwordHash: 'a' },
    { id: 3, name: 'Cy', passwordHash: 'z' },
  ],
  posts: [
    {
      id: 1,
      title: '100% rye',
      serial: '9007199254740992',
      publishedAt: '2026-03-01T09:00Z',
      author: 1,
      tags: ['draft', 'bread'],
    },
    {
      id: 2,
      title: '1000 loaves',
      serial: '9007199254740993',
      publishedAt: '2026-03-31T09:00Z',
      author: 2,
      tags: ['bread'],
    },
    { id: 3, title: 'No author', serial: '3', publishedAt: '2026-02-28T23:30Z', author: null, tags: [] },
    { id: 4, title: 'Late rye', serial: '4', publishedAt: '2026-03-31T22:30Z', author: 3, tags: ['draft'] },
  ],
  comments: [
    { id: 1, approved: true, post: 1 },
    { id: 2, approved: true, post: 1 },
    { id: 3, approved: false, post: 2 },
    { id: 4, approved: false, post: null },
  ],
  notes: [
    { id: 1, tenant: 1, title: 'rye', body: 'mine' },
    { id: 2, tenant: 1, title: 'oats', body: 'mine' },
    { id: 3, tenant: 2, title: 'theirs', body: 'rye' },
  ],
};

@Controller()
export class BlogController {
  constructor(
    private readonly filters: FilterService,
    private readonly source: DataSource,
  ) {}

  @Get('posts') posts(@FilterQuery(Post) query: FilterQuery<Post>) {
    return this.filters.page(this.source.getRepository(Post), query);
  }

  @Get('notes') notes(@FilterQuery(Note) query: FilterQuery<Note>) {
    return this.filters.page(this.source.getRepository(Note), query);
  }
}
