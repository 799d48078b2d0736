import type { SortInput } from '../../lib/contract/index.js';
import type { Author, Comment, Post } from './entities.js';

const sort = (input: SortInput<Post>): unknown => input;
declare const someText: string;

// text
sort('title');
sort('title:desc');
sort('publishedAt:asc:nullsLast');
sort('publishedAt:nullsFirst');
sort('author.name:desc');
sort('comments.$count:desc');
sort('tags.name');
sort('active');
sort('price:asc');
// @ts-expect-error there is no such field
sort('titel');
// @ts-expect-error nor with a direction
sort('titel:desc');
// @ts-expect-error nor is there this direction
sort('title:down');
// @ts-expect-error in code, a direction has small letters
sort('title:DESC');
// @ts-expect-error where NULL stands comes after the direction
sort('title:nullsLast:desc');
// @ts-expect-error a relation is no scalar
sort('author');
// @ts-expect-error nor is a list
sort('tags:desc');
// @ts-expect-error the related class has no such field
sort('author.nam');
// @ts-expect-error there is at most one author, which is not counted
sort('author.$count');
// @ts-expect-error bytes have no order
sort('file');
// @ts-expect-error nor has JSON
sort('settings');
// @ts-expect-error nor have methods
sort('publish');
// @ts-expect-error a comma list is for query strings
sort('title,id');
// @ts-expect-error a text of which nothing is known may hold anything
sort(someText);

// embedded objects are no hop; a relation of a relation is one too many for text
sort('address.city');
sort('address.geo.lat:desc');
sort('author.address.city');
sort('audit.createdAt');
sort('audit.createdBy.name:asc:nullsFirst');
// @ts-expect-error too deep
sort('author.country.name');
// @ts-expect-error too deep
sort('parent.comments.$count');

// lists
sort(['title', 'id:desc', { author: { name: 'asc' } }]);
sort(['title', 'author.name:desc:nullsLast'] as const);
// @ts-expect-error one of them does not exist
sort(['id', 'titel']);
// @ts-expect-error a comma splits in query strings alone
sort(['title,id']);

// objects
sort({
  title: 'desc',
  publishedAt: 'asc:nullsLast',
  author: { name: 'asc' },
  comments: { $count: 'desc', stars: 'asc' },
});
sort([{ title: 'desc' }, { id: 'asc' }]);
sort({ author: { country: { name: 'asc' }, address: { geo: { lat: 'asc' } } } });
sort({ parent: { parent: { parent: { parent: { parent: { title: 'asc' } } } } } });
// @ts-expect-error there is no such field
sort({ titel: 'desc' });
// @ts-expect-error nor this direction
sort({ title: 'down' });
// @ts-expect-error a relation is no scalar
sort({ author: 'asc' });
// @ts-expect-error names are checked at any depth
sort({ author: { country: { nam: 'asc' } } });
// @ts-expect-error there is at most one author
sort({ author: { $count: 'asc' } });
// @ts-expect-error JSON has no order
sort({ settings: 'asc' });

// around the circle
export const byPost: SortInput<Comment> = ['post.title', { post: { author: { name: 'asc' } } }];
export const byPosts: SortInput<Author> = 'posts.$count:desc';
