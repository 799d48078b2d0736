import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import * as blog from '../../support/blog/entities.js';
import type { BlogDataset, Row } from './dataset.js';
import type { BlogName } from './expected-model.js';

type BlogClasses = Readonly<Record<BlogName, EntityTarget<ObjectLiteral>>>;

/** Puts a dataset into a database, in place of what is there. */
export async function insertDataset(
  source: DataSource,
  dataset: BlogDataset,
  { Author, Comment, Country, Post, Tag }: BlogClasses = blog,
): Promise<void> {
  const junction = source.getMetadata(Post).findRelationWithPropertyPath('tags')?.junctionEntityMetadata;
  if (junction === undefined) throw new TypeError('posts and tags have no junction');
  for (const entity of [junction.target, Comment, Post, Author, Country, Tag]) {
    await source.createQueryBuilder().delete().from(entity).execute();
  }
  await insert(
    source,
    Country,
    dataset.Country.map(({ values }) => values),
  );
  await insert(source, Author, dataset.Author.map(authorOf));
  await insert(
    source,
    Tag,
    dataset.Tag.map(({ values }) => ({ ...values, id: Number(values['id']) })),
  );
  await insert(source, Post, dataset.Post.map(postOf));
  await insert(
    source,
    Comment,
    dataset.Post.flatMap((post) => (post.related['comments'] ?? []).map((row) => commentOf(row, post))),
  );
  const pairs = dataset.Post.flatMap((post) =>
    (post.related['tags'] ?? []).map((tag) => ({ postId: post.key, tagId: tag.key })),
  );
  await insert(source, junction.target, pairs);
  await respellDateTimes(source);
}

async function insert(
  source: DataSource,
  entity: Parameters<DataSource['getMetadata']>[0],
  rows: readonly ObjectLiteral[],
) {
  if (rows.length > 0)
    await source
      .createQueryBuilder()
      .insert()
      .into(entity)
      .values([...rows])
      .updateEntity(false)
      .execute();
}

/** SQLite's own functions leave out the milliseconds that TypeORM writes; half of the rows are written that way. */
async function respellDateTimes(source: DataSource): Promise<void> {
  if (source.options.type !== 'better-sqlite3' && source.options.type !== 'sqljs') return;
  await source.query('UPDATE "post" SET "publishedAt" = substr("publishedAt", 1, 19) WHERE "id" % 2 = 0');
}

function authorOf({ values, related }: Row): ObjectLiteral {
  const secrets = { email: 'author@example.org', passwordHash: 'hash', resetToken: null };
  return { ...values, ...secrets, id: Number(values['id']), country: reference(related['country'], 'code') };
}

function postOf({ values, related, deleted, tenant }: Row): ObjectLiteral {
  return {
    ...values,
    id: Number(values['id']),
    views: nullOr(values['views'], Number),
    score: nullOr(values['score'], Number),
    isFeatured: nullOr(values['isFeatured'], isTrue),
    publishedAt: nullOr(values['publishedAt'], toDate),
    createdAt: nullOr(values['createdAt'], toDate),
    meta: nullOr(values['meta'], (text): unknown => JSON.parse(text)),
    tenantId: tenant,
    deletedAt: deleted ? new Date(0) : null,
    author: reference(related['author'], 'id'),
  };
}

function commentOf({ values, related, deleted }: Row, post: Row): ObjectLiteral {
  return {
    ...values,
    id: Number(values['id']),
    stars: nullOr(values['stars'], Number),
    approved: nullOr(values['approved'], isTrue),
    deletedAt: deleted ? new Date(0) : null,
    author: reference(related['author'], 'id'),
    post: { id: Number(post.key) },
  };
}

function reference(rows: readonly Row[] | undefined, key: string): ObjectLiteral | null {
  const [row] = rows ?? [];
  return row === undefined ? null : { [key]: row.key };
}

function nullOr<Value>(text: string | null | undefined, read: (text: string) => Value): Value | null {
  return text === null || text === undefined ? null : read(text);
}

function isTrue(text: string): boolean {
  return text === 'true';
}

function toDate(text: string): Date {
  return new Date(text);
}
