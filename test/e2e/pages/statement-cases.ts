import type { SelectQueryBuilder } from 'typeorm';
import type { FilterQueryOverrides } from 'nestjs-filterable';
import type { Post } from '../../support/blog/entities.js';

export type Builder = SelectQueryBuilder<Post>;

export const plain = (builder: Builder): Builder => builder;
const withAuthor = (builder: Builder): Builder => builder.leftJoinAndSelect('post.author', 'author');
const withComments = (builder: Builder): Builder => builder.leftJoinAndSelect('post.comments', 'comment');
export const withAll = (builder: Builder): Builder =>
  withComments(withAuthor(builder)).leftJoinAndSelect('post.tags', 'tag');

/** A request over a builder, and the number of its statements. */
export interface Case {
  readonly why: string;
  readonly query: string;
  readonly prepare: (builder: Builder) => Builder;
  readonly statements: number;
  readonly pagination?: FilterQueryOverrides<Post>['pagination'];
}

/** A first page by number. */
export const page = 'pagination[page]=1&pagination[pageSize]=10';
export const cases: readonly Case[] = [
  { why: 'rows and total', query: page, prepare: plain, statements: 2 },
  { why: 'the same, sorted through a relation', query: `${page}&sort=author.name`, prepare: plain, statements: 2 },
  { why: 'the same, sorted through many', query: `${page}&sort=comments.stars`, prepare: plain, statements: 2 },
  { why: 'a to-one relation loaded', query: page, prepare: withAuthor, statements: 2 },
  { why: 'a page that is short', query: 'pagination[pageSize]=40', prepare: plain, statements: 1 },
  {
    why: 'the last page, which is short',
    query: 'pagination[page]=3&pagination[pageSize]=10',
    prepare: plain,
    statements: 1,
  },
  { why: 'a page beyond the last', query: 'pagination[page]=9&pagination[pageSize]=10', prepare: plain, statements: 2 },
  { why: 'an empty list', query: `${page}&filters[id]=99`, prepare: plain, statements: 1 },
  { why: 'no total', query: `${page}&pagination[withCount]=false`, prepare: plain, statements: 1 },
  { why: 'no total, by the handler', query: page, prepare: plain, pagination: { count: 'none' }, statements: 1 },
  { why: 'a capped total', query: page, prepare: plain, pagination: { count: { capped: 5 } }, statements: 2 },
  { why: 'an estimate', query: page, prepare: plain, pagination: { count: 'estimate' }, statements: 2 },
  { why: 'children loaded: rows, then what is in them, and the total', query: page, prepare: withAll, statements: 3 },
  { why: 'children loaded, no total', query: `${page}&pagination[withCount]=false`, prepare: withAll, statements: 2 },
  { why: 'children loaded, an empty list', query: `${page}&filters[id]=99`, prepare: withAll, statements: 1 },
  { why: 'a keyset page', query: 'pagination[after]=&sort=title', prepare: withAuthor, statements: 1 },
  { why: 'a keyset page backwards', query: 'pagination[before]=&sort=title', prepare: plain, statements: 1 },
  { why: 'a keyset page with children', query: 'pagination[after]=&sort=title', prepare: withAll, statements: 2 },
  {
    why: 'a keyset page and its total',
    query: `pagination[after]=&pagination[pageSize]=5&pagination[withCount]=true`,
    prepare: plain,
    statements: 2,
  },
];
