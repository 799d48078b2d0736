import type { DataSource, EntityTarget, SelectQueryBuilder } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import type { FilterModuleOptions, FilterQuery, ParseOverrides } from 'nestjs-filterable';
import { Post } from '../../support/blog/entities.js';
import type { EngineName } from '../../support/databases.js';

/** The property that every entity of these questions has. */
interface Row {
  id: number;
}

/** Subject of a question: an entity, and the builder of its list's handler. */
export interface Subject {
  /** The ids that the library finds, in its order. */
  ask(filters: FilterService, source: DataSource, query: string): Promise<readonly number[]>;
  /** The ids it finds for the same request in its canonical form. */
  askAgain(filters: FilterService, source: DataSource, query: string): Promise<readonly number[]>;
  count(filters: FilterService, source: DataSource, query: string): Promise<number>;
}

export function subject<E extends Row>(entity: EntityTarget<E>, overrides?: ParseOverrides<E>): Subject {
  const parse = (filters: FilterService, query: string) => filters.parse(entity, query, overrides);
  const builder = (source: DataSource) => source.getRepository(entity).createQueryBuilder('root');
  const ids = async (filters: FilterService, source: DataSource, query: FilterQuery<E>) =>
    idsOf(filters.apply(builder(source), query));
  return {
    ask: (filters, source, query) => ids(filters, source, parse(filters, query)),
    askAgain: (filters, source, query) => ids(filters, source, parse(filters, parse(filters, query).toString())),
    count: (filters, source, query) => filters.count(builder(source), parse(filters, query)),
  };
}

export async function idsOf<E extends Row>(builder: SelectQueryBuilder<E>): Promise<readonly number[]> {
  return (await builder.getMany()).map(({ id }) => id);
}

/** A question in the library's words and in SQL. The answers must be the same on every engine. */
export interface Question {
  readonly name: string;
  /** Query string of the request. */
  readonly query: string;
  /** The ids of the answer, by hand; see {@link handWritten}. Without an ORDER BY at its end, they are a set. */
  readonly sql: string | Readonly<Record<EngineName, string>>;
  /** Subject of the question; posts by default. */
  readonly about?: Subject;
  /** The module's options it is asked under. */
  readonly options?: FilterModuleOptions;
  /** Said where the answer is meant to be no row; otherwise such an answer tells nothing. */
  readonly finds?: 'nothing';
}

export const aboutPosts: Subject = subject(Post);

/** The ids of the posts that are not deleted and satisfy a condition, and whatever follows it. */
export function posts(where: string, rest = ''): string {
  return `SELECT p.id FROM [post] p WHERE p.[deletedAt] IS NULL AND (${where}) ${rest}`;
}

/** The posts in an order, and how many of them. */
export function postsBy(order: string, rest = ''): string {
  return posts('1 = 1', `ORDER BY ${order} ${rest}`);
}

/** A comment of the post `p` that is not deleted. */
export function comment(where: string): string {
  return `EXISTS (SELECT 1 FROM [comment] c WHERE c.[postId] = p.id AND c.[deletedAt] IS NULL AND (${where}))`;
}

/** SQL for the number of comments of the post `p`. */
export function comments(where = '1 = 1'): string {
  return `(SELECT COUNT(*) FROM [comment] c WHERE c.[postId] = p.id AND c.[deletedAt] IS NULL AND (${where}))`;
}

/** A tag of the post `p`. */
export function tag(where: string): string {
  return `EXISTS (SELECT 1 FROM [post_tags_tag] j, [tag] t WHERE j.[postId] = p.id AND j.[tagId] = t.id AND (${where}))`;
}

/** The author of the post `p`, who exists. */
export function author(where: string): string {
  return `EXISTS (SELECT 1 FROM [author] a WHERE a.id = p.[authorId] AND (${where}))`;
}
