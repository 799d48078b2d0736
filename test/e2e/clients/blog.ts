import { Controller, Get, Inject, Injectable, type ModuleMetadata, Param } from '@nestjs/common';
import { DataSource, type DeepPartial } from 'typeorm';
import { FilterModule, FilterQuery, FilterService } from 'nestjs-filterable';
import { Author, Comment, Country, Post, PostStatus, Tag } from '../../support/blog/entities.js';

const { Published, Draft, Archived } = PostStatus;

interface PostRow {
  readonly id: number;
  readonly title: string;
  readonly slug: string | null;
  readonly status: PostStatus;
  readonly views: number | null;
  readonly rating: string | null;
  readonly isFeatured: boolean | null;
  readonly publishedAt: string | null;
  readonly author: number | null;
  readonly tags: readonly number[];
}

/* prettier-ignore */
const posts: readonly PostRow[] = [
  { id: 1, title: 'Spring in Oslo', slug: 'oslo', status: Published, views: 10, rating: '4.50', isFeatured: true, publishedAt: '2024-03-01T10:00:00Z', author: 1, tags: [1, 2] },
  { id: 2, title: 'spring cleaning', slug: 'cleaning', status: Published, views: 20, rating: '3.00', isFeatured: false, publishedAt: '2024-04-01T00:00:00Z', author: 2, tags: [1] },
  { id: 3, title: 'Autumn walk', slug: null, status: Draft, views: 30, rating: null, isFeatured: null, publishedAt: null, author: 1, tags: [2] },
  { id: 4, title: 'SPRINGTIME', slug: 'time', status: Archived, views: 40, rating: '5.00', isFeatured: true, publishedAt: '2023-01-01T00:00:00Z', author: 3, tags: [] },
  { id: 5, title: 'Winter 100%', slug: null, status: Published, views: null, rating: '1.50', isFeatured: false, publishedAt: '2024-12-31T23:30:00Z', author: null, tags: [] },
  { id: 6, title: 'Days of spring', slug: 'days', status: Published, views: 20, rating: '4.50', isFeatured: true, publishedAt: '2024-06-15T12:00:00Z', author: 2, tags: [1] },
];

/** Post 1 has an approved comment and one of four stars, which are not the same. */
const comments: DeepPartial<Comment>[] = [
  { id: 1, body: 'good', stars: 5, approved: true, author: { id: 2 }, post: { id: 1 } },
  { id: 2, body: 'bad', stars: 4, approved: false, author: { id: 3 }, post: { id: 1 } },
  { id: 3, body: 'fine', stars: 3, approved: true, author: { id: 1 }, post: { id: 2 } },
  { id: 4, body: 'good', stars: 4, approved: true, author: { id: 1 }, post: { id: 6 } },
];

/** Fills an empty database. */
export async function seed(source: DataSource): Promise<void> {
  const { manager } = source;
  const secrets = { email: 'a@b.no', passwordHash: '-' };
  await manager.save(Country, [
    { code: 'NO', name: 'Norway' },
    { code: 'GB', name: 'Britain' },
  ]);
  await manager.save(Author, [
    { id: 1, name: 'Kai', country: { code: 'NO' }, ...secrets },
    { id: 2, name: 'Ada', country: { code: 'GB' }, ...secrets },
    { id: 3, name: 'Noor', ...secrets },
  ]);
  await manager.save(Tag, [
    { id: 1, name: 'red' },
    { id: 2, name: 'blue' },
  ]);
  await manager.save(Post, posts.map(postOf));
  await manager.save(Comment, comments);
}

function postOf({ author, tags, publishedAt, ...row }: PostRow): DeepPartial<Post> {
  return {
    ...row,
    tenantId: 1,
    publishedAt: publishedAt === null ? null : new Date(publishedAt),
    author: author === null ? null : { id: author },
    tags: tags.map((id) => ({ id })),
  };
}

@Injectable()
class Posts {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(FilterService) private readonly filters: FilterService,
  ) {}

  page(query: FilterQuery<Post>) {
    return this.filters.page(this.source.getRepository(Post), query);
  }

  async one(id: number) {
    return { data: await this.source.getRepository(Post).findOneByOrFail({ id }) };
  }
}

@Controller('posts')
class PostsController {
  constructor(@Inject(Posts) private readonly posts: Posts) {}

  @Get() list(
    @FilterQuery(Post, { allowParameters: ['fields'], populate: ['author', 'tags'] }) query: FilterQuery<Post>,
  ) {
    return this.posts.page(query);
  }

  @Get(':id') one(@Param('id') id: string) {
    return this.posts.one(Number(id));
  }
}

/** The application that the clients talk to. */
export function blogModule(source: DataSource): ModuleMetadata {
  return {
    imports: [FilterModule.forRoot({ compatibility: 'strapi' })],
    controllers: [PostsController],
    providers: [Posts, { provide: DataSource, useValue: source }],
  };
}
