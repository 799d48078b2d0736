import type { FilterInput } from '../../lib/contract/index.js';
import type { Post } from './entities.js';

const filters = (input: FilterInput<Post>): unknown => input;

// through a relation, as far as there are relations
filters({ author: { name: 'Kai', country: { name: { $startsWith: 'N' } } }, lazyAuthor: { name: 'Kai' } });
filters({ author: { posts: { comments: { replies: { post: { parent: { parent: { title: 'a' } } } } } } } });
filters({ author: { $or: [{ name: 'Kai' }, { address: { city: 'Oslo' } }], $not: { name: 'Ann' } } });
filters({ tags: { name: 'red', $or: { id: 1, name: { $in: ['blue'] } } } });
// @ts-expect-error the related class has no such field
filters({ author: { nam: 'Kai' } });
// @ts-expect-error nor this one, further away
filters({ author: { posts: { comments: { txt: 'a' } } } });
// @ts-expect-error types are checked there, too
filters({ comments: { stars: 'many' } });
// @ts-expect-error and operators
filters({ lazyAuthor: { country: { name: { $contians: 'a' } } } });

// embedded
filters({ address: { city: 'Oslo', geo: { lat: { $between: [59, 60] } } }, audit: { createdBy: { name: 'Kai' } } });
// @ts-expect-error nothing of that name is embedded
filters({ address: { town: 'Oslo' } });

// whether there is one, and which
filters({ author: null, comments: null });
filters({ author: { $null: true }, comments: { $exists: false }, tags: { $notNull: true } });
filters({ author: 3, lazyAuthor: [1, 2], parent: 'e7a0', comments: { $in: ['a', 'b'] }, tags: { $ne: 3n } });
filters({ author: { $exists: true, $eq: 3, $ne: null, $notIn: [4], name: 'Kai' } });
// @ts-expect-error true is no key
filters({ author: true });
// @ts-expect-error keys have no order here
filters({ author: { $gt: 3 } });
// @ts-expect-error $exists is asked with true or false
filters({ author: { $exists: 1 } });
// @ts-expect-error null is no member of a list
filters({ author: { $in: [1, null] } });

// quantifiers
filters({ comments: { $some: { stars: 5 }, $every: { approved: true }, $none: { $or: [{ text: 'a' }] }, stars: 4 } });
filters({ comments: { $count: 5 }, tags: { $count: { $gte: 2, $ne: 3, $in: [2, 4], $between: [1, 9] } } });
filters({ comments: { $count: { $gte: 5, $where: { approved: true, replies: { $count: 0 } } } } });
// @ts-expect-error there is at most one author
filters({ author: { $some: { name: 'Kai' } } });
// @ts-expect-error which is not counted
filters({ author: { $count: 1 } });
// @ts-expect-error a count is a number
filters({ comments: { $count: '5' } });
// @ts-expect-error which is never missing
filters({ comments: { $count: { $null: true } } });
// @ts-expect-error a range has two ends
filters({ comments: { $count: { $between: [1] } } });
// @ts-expect-error what is counted is a comment
filters({ comments: { $count: { $gte: 1, $where: { title: 'a' } } } });
// @ts-expect-error a quantifier takes one object
filters({ comments: { $some: [{ stars: 5 }] } });
// @ts-expect-error quantifiers are direct keys of the relation, not of a group in it
filters({ comments: { $or: [{ $some: { stars: 5 } }] } });
// @ts-expect-error nor of its $not
filters({ comments: { $not: { $count: 5 } } });
// @ts-expect-error and $exists neither
filters({ author: { $or: { $exists: true } } });
