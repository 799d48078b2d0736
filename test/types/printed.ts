import { type QueryInput, toQueryString, toRequest } from '../../lib/client/index.js';
import type { Post } from './entities.js';

// the type of a query says the entity
declare const query: QueryInput<Post>;
toQueryString(query);
toQueryString({ ...query, sort: ['title'] });
toRequest('/posts', query);

// a literal without one is of any entity
toQueryString({ filters: { anything: { $gt: 1 } }, sort: ['other:desc'] });
toRequest('/posts', { filters: { anything: { name: 'a' } } });

// @ts-expect-error no part of a query
toQueryString({ filter: { id: 1 } });
// @ts-expect-error no such field
toQueryString<Post>({ filters: { titel: 'a' } });
// @ts-expect-error no such field
toRequest<Post>('/posts', { filters: { titel: 'a' } });
