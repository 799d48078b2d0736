import { Controller, Get, type ModuleMetadata } from '@nestjs/common';
import { FilterModule, FilterQuery, FilterService } from 'nestjs-filterable';
import { DataSource, type DeepPartial } from 'typeorm';
import { Author, Comment, Country, Post, PostStatus, Tag } from '../../support/blog/entities.js';

const removedAt = new Date('2024-07-01T00:00:00Z');

const countries = [
  { code: 'NO', name: 'Norway' },
  { code: 'SE', name: 'Sweden' },
];

// prettier-ignore
const authors: DeepPartial<Author>[] = [
  { id: 1, name: 'Ada', bornOn: '1980-05-17', email: 'ada@example.org', passwordHash: '$2b$10$Zq', resetToken: '0abc', country: { code: 'NO' } },
  { id: 2, name: 'Kai', bornOn: null, email: 'kai@example.org', passwordHash: '$2b$10$Xy', resetToken: null, country: null },
];

const nothing = {
  slug: null,
  status: null,
  views: null,
  visits: null,
  rating: null,
  score: null,
  isFeatured: null,
  publishedAt: null,
  publishedOn: null,
  externalId: null,
  meta: null,
  secretNote: null,
  deletedAt: null,
  authorId: null,
  tenantId: 1,
  createdAt: new Date('2024-01-01T00:00:00Z'),
};

/** One to five are tenant 1's and there; six is deleted; seven and eight are another tenant's. */
// prettier-ignore
const posts: DeepPartial<Post>[] = [
  { ...nothing, id: 1, title: 'Spring', slug: 'spring', status: PostStatus.Published, views: 10, visits: '9007199254740993', rating: '4.50', score: 0.5, isFeatured: true, publishedAt: new Date('2024-03-01T10:00:00Z'), publishedOn: '2024-03-01', externalId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', meta: { rank: 1 }, secretNote: 'tulip', authorId: 1, updatedBy: { id: 2 }, tags: [{ id: 1 }, { id: 2 }] },
  { ...nothing, id: 2, title: 'Autumn', status: PostStatus.Draft, views: 0, visits: '0', rating: '-1.00', score: -2.5, isFeatured: false, publishedAt: new Date('2024-06-30T22:30:00Z'), publishedOn: '2024-06-30', secretNote: 'rose', authorId: 2, tags: [{ id: 2 }] },
  { ...nothing, id: 3, title: '100%_[wild]!\\*', slug: 'wild', status: PostStatus.Archived },
  { ...nothing, id: 4, title: "O'Brien", slug: 'o-brien', status: PostStatus.Published, views: 2_147_483_647, visits: '9223372036854775807', rating: '99.99', score: 1e10, isFeatured: true, publishedAt: new Date('2024-12-31T23:59:59Z'), publishedOn: '2024-12-31', externalId: '00000000-0000-0000-0000-000000000000', meta: {}, authorId: 1, tags: [{ id: 1 }] },
  { ...nothing, id: 5, title: 'null', slug: 'undefined', views: 5, visits: '5', rating: '0.00', score: 0, isFeatured: false, authorId: 2 },
  { ...nothing, id: 6, title: 'Spring', slug: 'gone', views: 10, secretNote: 'tulip', authorId: 1, deletedAt: removedAt },
  { ...nothing, id: 7, title: 'Spring', slug: 'theirs', views: 10, authorId: 1, tenantId: 2, tags: [{ id: 1 }] },
  { ...nothing, id: 8, title: 'Winter', slug: 'winter', secretNote: 'tulip', authorId: 2, tenantId: 2 },
];

/** The rows that the scope leaves, which no request may widen. */
export const visible: readonly number[] = [1, 2, 3, 4, 5];

// prettier-ignore
const comments: DeepPartial<Comment>[] = [
  { id: 1, body: 'Lovely', stars: 5, approved: true, post: { id: 1 }, author: { id: 2 } },
  { id: 2, body: 'meh', stars: 2, approved: false, post: { id: 1 }, author: { id: 1 } },
  { id: 3, body: 'removed for spam', stars: 1, approved: true, post: { id: 2 }, author: { id: 2 }, deletedAt: removedAt },
  { id: 4, body: 'fine', stars: null, approved: null, post: { id: 4 }, author: null },
  { id: 5, body: 'theirs', stars: 5, approved: true, post: { id: 7 }, author: { id: 1 } },
];

export async function fill(source: DataSource): Promise<void> {
  const { manager } = source;
  await manager.save(Country, countries);
  await manager.save(Author, authors);
  await manager.save(Tag, [
    { id: 1, name: 'red' },
    { id: 2, name: 'blue' },
  ]);
  await manager.save(Post, posts);
  await manager.save(Comment, comments);
}

/** The handlers' own scope has an OR in it: put beside a filter without a bracket, it would let other rows in. */
@Controller('posts')
class HostilePostsController {
  constructor(
    private readonly source: DataSource,
    private readonly filters: FilterService,
  ) {}

  @Get()
  page(@FilterQuery(Post) query: FilterQuery<Post>) {
    return this.filters.page(this.scoped(), query);
  }

  @Get('all')
  async all(@FilterQuery(Post) query: FilterQuery<Post>) {
    return { data: await this.filters.apply(this.scoped(), query).getMany() };
  }

  private scoped() {
    return this.source
      .getRepository(Post)
      .createQueryBuilder('post')
      .where('post.tenantId = :tenant OR post.tenantId = :staff', { tenant: 1, staff: -1 });
  }
}

export function hostileModule(source: DataSource): ModuleMetadata {
  return {
    imports: [FilterModule.forRoot()],
    controllers: [HostilePostsController],
    providers: [{ provide: DataSource, useValue: source }],
  };
}
