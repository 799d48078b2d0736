import type { DataSource, ObjectLiteral } from 'typeorm';
import { cell, cellAs, type TextRow } from '../table.js';
import { Author, Comment, Country, Post, PostStatus, Tag } from './entities.js';
import { authorRows, commentRows, countryRows, measureRows, postRows, tagRows } from './rows.js';

const deletedAt = new Date('2024-06-01T12:00:00Z');
const firstCreation = new Date('2024-01-01T06:00:00.125Z').getTime();
const dayInMilliseconds = 86_400_000;

const asIs = (text: string): string => text;
const asBoolean = (text: string): boolean => text === 'true';
const asDeletion = (): Date => deletedAt;

/** Fills an empty database with the blog's data; the same rows with the same ids on every engine. */
export async function seedBlog(source: DataSource): Promise<void> {
  await insert(source, Country, countryRows, (row) => ({ code: cell(row, 'code'), name: cell(row, 'name') }));
  await insert(source, Author, authorRows, authorOf);
  await insert(source, Tag, tagRows, (row) => ({ id: idOf(row), name: cell(row, 'name') }));
  await insert(source, Post, postRows, postOf);
  await insert(source, Comment, commentRows, commentOf);
  const tagged = postRows.flatMap((row) =>
    (row.get('tags') ?? '').split(' ').map((tagId) => ({ postId: idOf(row), tagId: Number(tagId) })),
  );
  const links = tagged.filter(({ tagId }) => tagId > 0);
  await source.createQueryBuilder().insert().into('post_tags_tag').values(links).execute();
}

async function insert(
  source: DataSource,
  entity: new () => ObjectLiteral,
  rows: readonly TextRow[],
  valuesOf: (row: TextRow) => ObjectLiteral,
): Promise<void> {
  await source
    .createQueryBuilder()
    .insert()
    .into(entity)
    .values(rows.map((row) => valuesOf(row)))
    .updateEntity(false)
    .execute();
}

function authorOf(row: TextRow): ObjectLiteral {
  return {
    id: idOf(row),
    name: cell(row, 'name'),
    bornOn: cellAs(row, 'bornOn', asIs),
    email: cell(row, 'email'),
    passwordHash: `hash-${idOf(row)}`,
    resetToken: cellAs(row, 'resetToken', asIs),
    country: cellAs(row, 'country', (code) => ({ code })),
  };
}

function postOf(row: TextRow): ObjectLiteral {
  const index = idOf(row) - 1;
  const measures = measureRows[index];
  if (measures === undefined || idOf(measures) !== idOf(row)) throw new Error(`post ${idOf(row)} has no measures`);
  return {
    id: idOf(row),
    tenantId: Number(cell(row, 'tenant')),
    title: cell(row, 'title'),
    slug: cellAs(row, 'slug', asIs),
    status: cellAs(row, 'status', statusOf),
    secretNote: cellAs(row, 'secretNote', asIs),
    createdAt: new Date(firstCreation + index * dayInMilliseconds),
    deletedAt: cellAs(row, 'deleted', asDeletion),
    authorId: cellAs(row, 'author', Number),
    updatedBy: cellAs(row, 'updatedBy', (id) => ({ id: Number(id) })),
    externalId: idOf(row) % 4 === 0 ? null : uuidOf(idOf(row)),
    meta: idOf(row) % 5 === 0 ? { id: idOf(row) } : null,
    ...measuresOf(measures),
  };
}

function measuresOf(row: TextRow): ObjectLiteral {
  return {
    views: cellAs(row, 'views', Number),
    visits: cellAs(row, 'visits', asIs),
    rating: cellAs(row, 'rating', asIs),
    score: cellAs(row, 'score', Number),
    isFeatured: cellAs(row, 'isFeatured', asBoolean),
    publishedAt: cellAs(row, 'publishedAt', (text) => new Date(text)),
    publishedOn: cellAs(row, 'publishedOn', asIs),
  };
}

function commentOf(row: TextRow): ObjectLiteral {
  return {
    id: idOf(row),
    body: cell(row, 'body'),
    stars: cellAs(row, 'stars', Number),
    approved: cellAs(row, 'approved', asBoolean),
    deletedAt: cellAs(row, 'deleted', asDeletion),
    author: cellAs(row, 'author', (id) => ({ id: Number(id) })),
    post: { id: Number(cell(row, 'post')) },
  };
}

function idOf(row: TextRow): number {
  return Number(cell(row, 'id'));
}

function uuidOf(id: number): string {
  return `00000000-0000-4000-8000-0000000000${String(id).padStart(2, '0')}`;
}

const statuses: Readonly<Record<string, PostStatus>> = {
  draft: PostStatus.Draft,
  published: PostStatus.Published,
  archived: PostStatus.Archived,
};

function statusOf(text: string): PostStatus {
  const status = statuses[text];
  if (status === undefined) throw new Error(`${text} is no status`);
  return status;
}
