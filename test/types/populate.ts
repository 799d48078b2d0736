import { Filterable, FilterQuery, type FilterQueryOverrides, type FilterService } from '../../lib/index.js';
import type { ListInput, PopulateInput, QueryInput } from '../../lib/contract/index.js';
import { toQueryString } from '../../lib/client/index.js';
import { Author, Post } from './entities.js';

const populate = (input: PopulateInput<Post>): unknown => input;
const query = (input: QueryInput<Post>): unknown => input;
const list = (input: ListInput<Post>): unknown => input;
const overrides = (input: FilterQueryOverrides<Post>): unknown => input;

// names
populate('author');
populate(['author', 'comments', 'author.country', 'comments.replies', 'audit.createdBy']);
// @ts-expect-error a typo
populate('auhtor');
// @ts-expect-error a field
populate(['title']);
// @ts-expect-error a typo below a relation
populate(['author.contry']);

// an object of options
populate({ author: true, comments: false, tags: {} });
populate({
  comments: { filters: { approved: true }, sort: 'stars:desc', limit: 3, fields: ['text'], populate: 'replies' },
});
populate({ author: { filters: { name: 'Kai' }, fields: ['name', 'address.city'], populate: { posts: { limit: 2 } } } });
populate({ lazyAuthor: { fields: ['name'] }, 'audit.createdBy': { fields: ['name'] } });
query({ populate: { author: true } });
// @ts-expect-error a wrong relation
populate({ auhtor: true });
// @ts-expect-error a field is no relation
populate({ title: true });
// @ts-expect-error a field of another entity in the conditions
populate({ comments: { filters: { title: 'a' } } });
// @ts-expect-error in the order
populate({ comments: { sort: 'title' } });
// @ts-expect-error among the fields
populate({ comments: { fields: ['title'] } });
// @ts-expect-error a wrong relation below one
populate({ author: { populate: 'comments' } });
// @ts-expect-error the limit of one row
populate({ author: { limit: 1 } });
// @ts-expect-error the order of one row
populate({ author: { sort: 'name' } });
// @ts-expect-error the limit of one row that is lazy
populate({ lazyAuthor: { limit: 1 } });
// @ts-expect-error numbers are numbers in code
populate({ comments: { limit: '3' } });
// @ts-expect-error rows cannot be skipped
populate({ comments: { start: 3 } });

// a builder has no related rows
list({ filters: { title: 'a' } });
// @ts-expect-error it does not take them
list({ populate: 'author' });

/** What a program itself asks for goes to a builder. */
export function inCode(filters: FilterService): unknown {
  // @ts-expect-error which has no place for related rows
  return filters.filter(Post, { populate: 'author' });
}

toQueryString<Post>({ populate: { comments: { limit: 3 } } });
toQueryString({ populate: { comments: { limit: 3, populate: ['author'] } } });
// @ts-expect-error the client knows the entity, too
toQueryString<Post>({ populate: { comments: { fields: ['title'] } } });

// the declaration of a handler
overrides({ populate: ['author', { name: 'comments', limit: 3, maximum: 20, sort: 'stars:desc', fields: ['text'] }] });
overrides({ populate: [{ name: 'comments', where: { approved: true }, when: () => true }] });
overrides({ populate: [{ name: 'comments', where: (user: { id: string }) => ({ text: user.id }) }] });
overrides({ populate: false });
// @ts-expect-error true would be every relation
overrides({ populate: true });
// @ts-expect-error a typo
overrides({ populate: ['auhtor'] });
// @ts-expect-error a field of another entity
overrides({ populate: [{ name: 'comments', fields: ['title'] }] });
// @ts-expect-error in the order
overrides({ populate: [{ name: 'comments', sort: 'title' }] });
// @ts-expect-error in the condition
overrides({ populate: [{ name: 'comments', where: { title: 'a' } }] });
// @ts-expect-error there is no such option
overrides({ populate: [{ name: 'comments', most: 3 }] });

export class Handlers {
  list(@FilterQuery(Post, { populate: ['author'] }) own: unknown) {
    return own;
  }
}

@Filterable({ fields: ['title'], populate: ['author', { name: 'author', limit: 3, where: { name: 'a' } }] })
export class Right {
  title!: string;
  author!: Author;
}
// @ts-expect-error the class has no such relation
@Filterable({ fields: ['title'], populate: ['auhtor'] })
export class Wrong {
  title!: string;
  author!: Author;
}
