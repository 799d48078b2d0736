import fc from 'fast-check';
import type { DataSource, ObjectLiteral } from 'typeorm';
import type { FilterQuery, FilterService, ParseOverrides } from 'nestjs-filterable';
import { type BlogName, type EntityName, type Field, type Kind, entities } from './model.js';
import { pools } from './value-pools.js';
import { Author, Comment, Country, Post, Tag, blogEntities } from '../../support/blog/entities.js';
import type { RootName, World } from './laboratory.js';

/** A row in memory: its columns as texts, and the rows it is related to, deleted ones included. */
export interface Row {
  readonly entity: EntityName;
  readonly key: string;
  readonly values: Readonly<Record<string, string | null>>;
  /** Elements of each of its lists, as texts. */
  readonly lists: Readonly<Record<string, readonly (string | null)[] | null>>;
  readonly deleted: boolean;
  readonly tenant: number;
  readonly related: Readonly<Record<string, readonly Row[]>>;
}

/** The rows of every entity of a model. */
export type Dataset = Readonly<Partial<Record<EntityName, readonly Row[]>>>;
export type BlogDataset = Dataset & Readonly<Record<BlogName, readonly Row[]>>;

/** Generated parts of a row: its columns, and numbers that stand for the rows it refers to. */
interface RowSeed {
  readonly values: Readonly<Record<string, string | null>>;
  readonly deleted: boolean;
  readonly tenant: number;
  /** Taken modulo the number of rows there are; null for none. */
  readonly links: readonly (number | null)[];
}

type DatasetSeed = Readonly<Record<'countries' | 'authors' | 'tags' | 'posts' | 'comments', readonly RowSeed[]>>;

/** Makes the rows of a dataset, and relates them. */
function datasetOf({ countries, authors, tags, posts, comments }: DatasetSeed): BlogDataset {
  const countryRows = countries.map((seed, index) => rowOf('Country', seed, pools.code.stored[index] ?? '', {}));
  const authorRows = authors.map((seed, index) =>
    withPosts('Author', seed, index, { country: linked(seed, [0], countryRows) }),
  );
  const tagRows = tags.map((seed, index) => withPosts('Tag', seed, index, {}));
  const commentsOf = commentsByPost(comments, posts.length, authorRows);
  const postRows = posts.map((seed, index) => {
    const related = { author: linked(seed, [0], authorRows), tags: linked(seed, [1, 2, 3], tagRows) };
    const row = rowOf('Post', seed, String(index + 1), { ...related, comments: commentsOf[index] ?? [] });
    for (const other of [...related.author, ...related.tags]) other.posts.push(row);
    return row;
  });
  return { Country: countryRows, Author: authorRows, Tag: tagRows, Post: postRows, Comment: commentsOf.flat() };
}

/** A row whose posts become known later. */
type RowWithPosts = Row & { readonly posts: Row[] };

function withPosts(entity: EntityName, seed: RowSeed, index: number, related: Row['related']): RowWithPosts {
  const posts: Row[] = [];
  return { ...rowOf(entity, { ...seed, deleted: false }, String(index + 1), { ...related, posts }), posts };
}

function rowOf(entity: EntityName, { values, deleted, tenant }: RowSeed, key: string, related: Row['related']): Row {
  const canBeDeleted = entity === 'Post' || entity === 'Comment';
  return {
    entity,
    key,
    values: { ...values, [entities[entity].key]: key },
    lists: {},
    deleted: deleted && canBeDeleted,
    tenant,
    related,
  };
}

/** The rows that some of a seed's links lead to, each once. */
function linked<Target extends Row>({ links }: RowSeed, which: readonly number[], rows: readonly Target[]): Target[] {
  const numbers = which.map((index) => links[index] ?? null).filter((number) => number !== null);
  const targets = numbers.map((number) => rows[number % rows.length]).filter((row) => row !== undefined);
  return [...new Set(targets)];
}

/** A comment belongs to one post, so without posts there are none. */
function commentsByPost(comments: readonly RowSeed[], posts: number, authors: readonly Row[]): Row[][] {
  const lists: Row[][] = Array.from({ length: posts }, () => []);
  for (const [index, seed] of comments.entries()) {
    const list = lists[(seed.links[1] ?? 0) % posts];
    list?.push(rowOf('Comment', seed, String(index + 1), { author: linked(seed, [0], authors) }));
  }
  return lists;
}

/** The least and the most rows of an entity. */
type Size = readonly [number, number];

/** About thirty posts, so that NULLs and equal values meet in every way. */
export const largeDatasets = datasets([2, 4], [20, 30], [30, 60]);

/** Next to nothing. */
export const smallDatasets = datasets([0, 1], [0, 2], [0, 4]);

function datasets(few: Size, some: Size, many: Size): fc.Arbitrary<BlogDataset> {
  const seeds = fc.record({
    countries: rowSeeds('Country', few, 0),
    authors: rowSeeds('Author', few, 1),
    tags: rowSeeds('Tag', few, 0),
    posts: rowSeeds('Post', some, 4),
    comments: rowSeeds('Comment', many, 2),
  });
  return seeds.map(datasetOf);
}

function rowSeeds(entity: EntityName, [minLength, maxLength]: Size, links: number): fc.Arbitrary<RowSeed[]> {
  const columns: Record<string, fc.Arbitrary<string | null>> = {};
  for (const [name, field] of Object.entries(entities[entity].fields)) columns[name] = storedValue(field);
  const seed: fc.Arbitrary<RowSeed> = fc.record({
    values: fc.record(columns),
    deleted: fc.nat({ max: 5 }).map((number) => number === 0),
    tenant: fc.integer({ min: 1, max: 3 }),
    links: fc.array(fc.option(fc.nat({ max: 100 }), { freq: 4 }), { minLength: links, maxLength: links }),
  });
  return fc.array(seed, { minLength, maxLength, size: 'max' });
}

function storedValue({ pool, nullable }: Field): fc.Arbitrary<string | null> {
  const value = fc.constantFrom(...pools[pool].stored);
  return nullable ? fc.option(value, { freq: 3 }) : value;
}

/** Puts a dataset into a database, in place of what is there. */
async function insertDataset(source: DataSource, { Country: countries, ...dataset }: BlogDataset): Promise<void> {
  const junction = source.getMetadata(Post).findRelationWithPropertyPath('tags')?.junctionEntityMetadata;
  if (junction === undefined) throw new TypeError('posts and tags have no junction');
  for (const entity of [junction.target, Comment, Post, Author, Country, Tag]) {
    await source.createQueryBuilder().delete().from(entity).execute();
  }
  const insert = async (entity: Parameters<DataSource['getMetadata']>[0], rows: ObjectLiteral[]) => {
    const inserting = source.createQueryBuilder().insert().into(entity).values(rows).updateEntity(false);
    if (rows.length > 0) await inserting.execute();
  };
  const secrets = { email: 'author@example.org', passwordHash: 'hash', resetToken: null };
  const deletedAt = ({ deleted }: Row) => (deleted ? new Date(0) : null);
  await insert(Country, countries.map(columnsOf));
  await insert(
    Author,
    dataset.Author.map((row) => ({ ...columnsOf(row), ...secrets, country: reference(row, 'country', 'code') })),
  );
  await insert(Tag, dataset.Tag.map(columnsOf));
  await insert(
    Post,
    dataset.Post.map((row) => ({
      ...columnsOf(row),
      ...{ tenantId: row.tenant, deletedAt: deletedAt(row), author: reference(row, 'author', 'id') },
    })),
  );
  const ofPosts = <Made>(name: string, make: (row: Row, post: Row) => Made) =>
    dataset.Post.flatMap((post) => (post.related[name] ?? []).map((row) => make(row, post)));
  await insert(
    Comment,
    ofPosts('comments', (row, post) => ({
      ...columnsOf(row),
      ...{ deletedAt: deletedAt(row), author: reference(row, 'author', 'id'), post: { id: post.key } },
    })),
  );
  await insert(
    junction.target,
    ofPosts('tags', (tag, post) => ({ postId: post.key, tagId: tag.key })),
  );
  await respellDateTimes(source);
}

/** SQLite's own functions leave out the milliseconds that TypeORM writes; half of the rows are written that way. */
async function respellDateTimes(source: DataSource): Promise<void> {
  if (source.options.type !== 'better-sqlite3' && source.options.type !== 'sqljs') return;
  await source.query('UPDATE "post" SET "publishedAt" = substr("publishedAt", 1, 19) WHERE "id" % 2 = 0');
}

/** How a column is read from the text of its value, where it is no text. */
const readers: Readonly<Partial<Record<Kind, (text: string) => unknown>>> = {
  integer: Number,
  float: Number,
  boolean: (text) => text === 'true',
  datetime: (text) => new Date(text),
  json: (text): unknown => JSON.parse(text),
};

function columnsOf({ entity, values }: Row): ObjectLiteral {
  const { fields } = entities[entity];
  const read = (name: string, text: string | null) => {
    const reader = readers[fields[name]?.kind ?? 'text'];
    return text === null || reader === undefined ? text : reader(text);
  };
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, read(name, text)]));
}

function reference({ related }: Row, name: string, key: string): ObjectLiteral | null {
  const [row] = related[name] ?? [];
  return row === undefined ? null : { [key]: row.key };
}

/** Posts are reached from authors and tags, too, so that paths go through two to-many relations. */
const fromAuthors: ParseOverrides<Author> = { relations: ['country', 'posts'] };
const fromTags: ParseOverrides<Tag> = { relations: ['posts'] };

const parsers: Partial<
  Record<RootName, (service: FilterService, input: string | object) => FilterQuery<ObjectLiteral>>
> = {
  Post: (service, input) => service.parse(Post, input),
  Author: (service, input) => service.parse(Author, input, fromAuthors),
  Tag: (service, input) => service.parse(Tag, input, fromTags),
};

/** The blog of the other suites. */
export const blogWorld: World<BlogDataset> = {
  entities: blogEntities,
  classes: { Post, Author, Country, Comment, Tag },
  parse: (service, root, input) => {
    const parse = parsers[root];
    if (parse === undefined) throw new TypeError(`the blog has no ${root}`);
    return parse(service, input);
  },
  insert: insertDataset,
};

const createdAt = '2024-03-31T00:00:00Z';

/**
 * Four posts: with everything, with nothing, with two of it, and with what is deleted. The links of a post are its
 * author and its tags, those of a comment its author and its post.
 */
export const fourPosts: BlogDataset = datasetOf({
  countries: rows('Country', [{ values: { name: 'a%b' } }]),
  authors: rows('Author', [
    { values: { name: 'a' }, links: [0] },
    { values: { name: 'b', bornOn: '1999-12-31' }, links: [null] },
  ]),
  tags: rows('Tag', [{ values: { name: 'a' } }, { values: { name: 'ab' } }]),
  posts: rows('Post', [
    { values: { title: '[^a]', views: '1', publishedAt: '2024-03-31T00:00:00Z', createdAt }, links: [0, 0] },
    { values: { title: 'a', slug: 'ab', views: '2', createdAt }, links: [null], tenant: 2 },
    {
      values: { title: '_b', slug: 'b', views: '3', publishedAt: '2024-04-01T00:00:00Z', createdAt },
      links: [1, 0, 1],
      tenant: 3,
    },
    { values: { title: 'xb', createdAt }, links: [1] },
  ]),
  comments: rows('Comment', [
    { values: { stars: '5' }, links: [0, 0] },
    { values: {}, links: [null, 2] },
    { values: { stars: '5' }, links: [1, 2] },
    { values: { stars: '5' }, links: [1, 3], deleted: true },
  ]),
});

/** Columns that a row leaves out are NULL, or zero if they are not nullable. */
function rows(entity: EntityName, seeds: readonly Partial<RowSeed>[]): RowSeed[] {
  const fields = Object.entries(entities[entity].fields);
  const unsaid = Object.fromEntries(fields.map(([name, { nullable }]) => [name, nullable ? null : '0']));
  return seeds.map(({ values, ...rest }) => ({
    deleted: false,
    tenant: 1,
    links: [],
    ...rest,
    values: { ...unsaid, ...values },
  }));
}
