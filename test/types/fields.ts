import type { FilterInput } from '../../lib/contract/index.js';
import { Level, type Post, Status } from './entities.js';

const filters = (input: FilterInput<Post>): unknown => input;
declare const someText: string;
declare const decimal: Post['price'];
declare const key: Post['key'];

// names
filters({});
filters({ title: 'a', isLong: true });
// @ts-expect-error there is no such field
filters({ titel: 'a' });
// @ts-expect-error methods are not asked about
filters({ publish: null });
// @ts-expect-error nor are properties that hold a function
filters({ archive: { $null: true } });
// @ts-expect-error nor is what the class keeps to itself
filters({ secret: 'a' });

// text
filters({ title: { $eq: 'a', $ne: null, $in: ['a', 'b'], $notIn: ['c'], $null: false, $notNull: true } });
filters({ title: { $lt: 'b', $lte: 'b', $gt: 'a', $gte: 'a', $between: ['a', 'b'], $notBetween: ['c', 'd'] } });
filters({ title: { $eqi: 'a', $nei: 'b', $eqc: 'A', $contains: 'a', $notContains: 'b', $startsWith: 'a' } });
filters({ title: { $containsi: 'a', $notContainsi: 'b', $startsWithi: 'a', $endsWithi: 'a', $endsWith: 'a' } });
filters({ title: { $containsc: 'a', $notContainsc: 'b', $startsWithc: 'a', $endsWithc: 'a' } });
filters({ title: { $not: { $startsWith: 'a', $not: { $eqc: 'a' } } }, slug: null });
filters({ title: someText, slug: [someText, 'a'] });
filters({ title: 9007199254740993n });
// @ts-expect-error a number is no text
filters({ title: 5 });
// @ts-expect-error a Date is no text
filters({ title: new Date() });
// @ts-expect-error what is looked for in a text is a text
filters({ title: { $contains: 5 } });
// @ts-expect-error there is no such operator
filters({ title: { $contians: 'a' } });
// @ts-expect-error a range has two ends
filters({ title: { $between: ['a'] } });
// @ts-expect-error and no more
filters({ title: { $between: ['a', 'b', 'c'] } });
// @ts-expect-error a range is not one value
filters({ title: { $between: 'a' } });
// @ts-expect-error one value is not a list
filters({ title: { $eq: ['a', 'b'] } });
// @ts-expect-error null is no member of a list
filters({ title: { $in: ['a', null] } });
// @ts-expect-error null has no place in an order
filters({ title: { $gt: null } });
// @ts-expect-error $null is asked with true or false
filters({ title: { $null: 'yes' } });
// @ts-expect-error $not takes operators
filters({ title: { $not: 'a' } });
// @ts-expect-error quantifiers are for relations
filters({ title: { $some: { id: 1 } } });
// @ts-expect-error so is $exists
filters({ title: { $exists: true } });

// branded text: its own values, and every operator of text
filters({ key: { $eq: key, $in: [key], $startsWith: 'a', $between: [key, key] } });
// @ts-expect-error any text is not a key
filters({ key: someText });

// numbers
filters({ id: 5, views: 5n });
filters({ id: [1, 2n, '3'] });
filters({
  id: { $gte: 1, $lt: '9.5', $between: [1, 5n], $not: { $in: [3] } },
  views: { $gt: 5, $lt: '9007199254740993' },
});
// @ts-expect-error a text of which nothing is known is no number
filters({ id: someText });
// @ts-expect-error nor is a word
filters({ id: 'five' });
// @ts-expect-error whole numbers have no fraction
filters({ views: '1.5' });
// @ts-expect-error numbers contain nothing
filters({ id: { $contains: 5 } });
// @ts-expect-error not even as text
filters({ views: { $startsWith: '5' } });
// @ts-expect-error true is no number
filters({ id: { $gte: true } });
// @ts-expect-error one of the members is no number
filters({ id: [1, 'x'] });

// dates
filters({ publishedAt: { $gte: '2024-03-01', $lt: new Date(), $between: ['2024-01-01', new Date()] } });
filters({ publishedAt: null });
// @ts-expect-error a date is not a number of milliseconds
filters({ publishedAt: { $gt: 1709251200000 } });
// @ts-expect-error dates contain nothing
filters({ publishedAt: { $contains: '2024' } });

// objects that stand for a value
filters({ price: { $gte: 10, $lt: '19.99' } });
// @ts-expect-error the column's native value is meant, not what the transformer makes of it
filters({ price: decimal });

// closed sets
filters({ active: true, status: Status.Draft, level: Level.Low, language: ['en', 'fr'], stars: 1 });
filters({ active: { $not: { $eq: true } }, status: { $in: [Status.Draft], $notNull: true }, level: { $ne: null } });
// @ts-expect-error 1 is not true
filters({ active: 1 });
// @ts-expect-error truth has no order
filters({ active: { $lt: true } });
// @ts-expect-error this is no member
filters({ language: 'de' });
// @ts-expect-error nor this
filters({ status: { $in: ['deleted'] } });
// @ts-expect-error nor this
filters({ level: 7 });
// @ts-expect-error members have no letters
filters({ status: { $contains: 'd' } });
// @ts-expect-error nor an order
filters({ stars: { $gte: 2 } });

// either text or a number: what both take
filters({ code: { $gt: 5, $in: ['a', 1] } });
// @ts-expect-error a number contains nothing
filters({ code: { $contains: '5' } });

// what cannot be looked into
const opaque = { $null: false, $not: { $notNull: true } };
filters({ file: opaque, bytes: opaque });
// @ts-expect-error bytes are not compared
filters({ file: Buffer.from('a') });
// @ts-expect-error with text neither
filters({ bytes: 'a' });

// groups
filters({ $and: [{ id: 1 }, [{ id: 2 }, { title: 'a' }]], $or: [{ id: 1 }, [{ id: 2 }, { title: 'a' }]] });
filters({ $or: { id: 1, title: 'a' }, $not: { $or: [{ id: 1 }, { $not: { id: 2 } }] } });
// @ts-expect-error $and takes a list
filters({ $and: { id: 1 } });
// @ts-expect-error $not takes one object
filters({ $not: [{ id: 1 }] });
// @ts-expect-error names are checked within groups
filters({ $or: [{ id: 1 }, { titel: 'a' }] });
// @ts-expect-error and in lists of lists
filters({ $and: [[{ titel: 'a' }]] });
// @ts-expect-error and in objects of alternatives
filters({ $or: { titel: 'a' } });
// @ts-expect-error there is no such group
filters({ $nor: [{ id: 1 }] });
