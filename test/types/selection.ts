import {
  FilterQuery,
  type FilterQueryOverrides,
  type FilterService,
  type Page,
  type ParseOverrides,
} from 'nestjs-filterable';
import { queryFor } from 'nestjs-filterable/testing';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { Post } from './entities.js';

/** The rows of a list whose clients may choose the fields of the answer. */

declare const filters: FilterService;
declare const posts: Repository<Post>;
declare const builder: SelectQueryBuilder<Post>;
declare const whole: FilterQuery<Post>;
declare const narrowed: FilterQuery<Post, Partial<Post>>;

export class PostsController {
  list(@FilterQuery(Post, { select: true }) query: FilterQuery<Post, Partial<Post>>): Promise<Page<Partial<Post>>> {
    return filters.page(posts, query);
  }
}

// Without it, nothing changes.
export const page: Promise<Page<Post>> = filters.page(posts, whole);
export const rows: Promise<Post[]> = filters.apply(builder, whole).getMany();
export const same: SelectQueryBuilder<Post> = filters.filter(posts, { sort: 'title' });
export const parsed: FilterQuery<Post> = filters.parse(Post, '', { limits: { pageSize: 5 } });

// Every row may lack every field.
export const narrowedRows: Promise<Partial<Post>[]> = filters.apply(builder, narrowed).getMany();
// @ts-expect-error rows may lack fields
export const noRows: Promise<Post[]> = filters.apply(builder, narrowed).getMany();
// @ts-expect-error so may the rows of a page
export const noPage: Promise<Page<Post>> = filters.page(posts, narrowed);
// @ts-expect-error a query that may leave out fields is none for whoever needs them
export const noQuery: FilterQuery<Post> = narrowed;
export const wider: FilterQuery<Post, Partial<Post>> = whole;

// Whatever asks for no rows takes both.
export const count: Promise<number> = filters.count(posts, narrowed);
export const links: string = filters.links(narrowed, { data: [], meta: { pagination: { page: 1, pageSize: 5 } } }, '');
export const added: FilterQuery<Post, Partial<Post>> = filters.and(narrowed, { title: 'a' });

// In code the overrides say so.
export const chosen: FilterQuery<Post, Partial<Post>> = filters.parse(Post, 'fields=title', { select: ['title'] });
// @ts-expect-error the request may leave out fields
export const notChosen: FilterQuery<Post> = filters.parse(Post, 'fields=title', { select: ['title'] });
export const made: Promise<Partial<Post>[]> = filters.filter(posts, { fields: ['title'] }, { select: true }).getMany();
// @ts-expect-error the builder gives what the fields leave
export const notMade: Promise<Post[]> = filters.filter(posts, { fields: ['title'] }, { select: true }).getMany();
export const tested: Promise<FilterQuery<Post, Partial<Post>>> = queryFor(Post, 'fields=title', { select: true });

// Overrides that may have it or not change no type.
declare const overrides: ParseOverrides<Post>;
export const unknown: FilterQuery<Post> = filters.parse(Post, '', overrides);

// Names are checked.
export const names: FilterQueryOverrides<Post>['select'][] = [true, ['title'], undefined];
// @ts-expect-error there is no such field
export const wrong: FilterQueryOverrides<Post> = { select: ['titel'] };
// @ts-expect-error a list without fields to choose from has no such option
export const no: FilterQueryOverrides<Post> = { select: false };
// @ts-expect-error in a request neither
filters.filter(posts, { fields: ['titel'] }, { select: true });

/** Generic code. */
export function list<E extends { id: number }>(of: Repository<E>, query: FilterQuery<E>): Promise<Page<E>> {
  return filters.page(of, query);
}
