import { type FilterQuery, filterOverrides } from '../../lib/index.js';
import type { Post } from './entities.js';

declare const query: FilterQuery<Post>;

query.uses('title');
query.uses('author');
query.uses('author.name');
// @ts-expect-error a typo
query.uses('titel');
// @ts-expect-error a typo through a relation
query.uses('author.nam');
query.conditionsOn('author.name');
// @ts-expect-error a relation has no values
query.conditionsOn('author');
query.has('sort');
// @ts-expect-error there is no such parameter
query.has('order');

const few = filterOverrides<Post>({ fields: ['title'], sort: ['title'], flat: { filters: { writer: 'author.name' } } });
export const taken: typeof few = few;
// @ts-expect-error a typo
filterOverrides<Post>({ fields: ['titel'] });
