import { type BlogName, type EntityName, entities } from './expected-model.js';
import { pools } from './value-pools.js';

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
export interface RowSeed {
  readonly values: Readonly<Record<string, string | null>>;
  readonly deleted: boolean;
  readonly tenant: number;
  /** Taken modulo the number of rows there are; null for none. */
  readonly links: readonly (number | null)[];
}

export type DatasetSeed = Readonly<Record<'countries' | 'authors' | 'tags' | 'posts' | 'comments', readonly RowSeed[]>>;

/** Makes the rows of a dataset, and relates them. */
export function datasetOf({ countries, authors, tags, posts, comments }: DatasetSeed): BlogDataset {
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
