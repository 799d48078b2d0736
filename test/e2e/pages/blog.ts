import type { DataSource } from 'typeorm';
import { Author, Comment, Post, PostStatus, Tag } from '../../support/blog/entities.js';

/**
 * Inserts thirty posts, every third without an author; some have comments and tags, and one comment in ten is deleted.
 */
export async function fillBlog(source: DataSource) {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  await source
    .getRepository(Author)
    .insert(numbers(4).map((id) => ({ id, name: `Author ${5 - id}`, email: `${id}@example.org`, passwordHash: 'x' })));
  await source.getRepository(Tag).insert(numbers(3).map((id) => ({ id, name: `Tag ${id}` })));
  await source.getRepository(Post).insert(
    numbers(30).map((id) => ({
      id,
      title: `Post ${id % 5}`,
      status: id % 4 === 0 ? null : PostStatus.Published,
      views: id % 3,
      createdAt: new Date(Date.UTC(2024, 0, 1 + (id % 7))),
      tenantId: 1 + (id % 2),
      author: id % 3 === 0 ? null : { id: 1 + (id % 4) },
      deletedAt: id === 30 ? new Date() : null,
    })),
  );
  await source.getRepository(Comment).insert(
    numbers(40).map((id) => ({
      id,
      body: `Comment ${id}`,
      stars: id % 5,
      post: { id: 1 + (id % 12) },
      deletedAt: id % 10 === 0 ? new Date() : null,
    })),
  );
  for (const id of numbers(20)) {
    const tags = source.createQueryBuilder().relation(Post, 'tags').of(id);
    await tags.add(numbers(id % 4));
  }
}
