import type { FieldName, FilterInput, SortInput } from '../../lib/contract/index.js';
import { Level, Status } from './entities.js';

/** Lists of values, as arrays of PostgreSQL, `simple-array` and JSON columns hold them. */
class Shirt {
  id!: number;
  sizes!: string[];
  codes!: readonly number[] | null;
  serials?: bigint[];
  soldAt!: Date[];
  flags!: boolean[];
  states!: Status[];
  levels!: (Level | null)[];
  washes!: ('cold' | 'hot')[] | undefined;
  either!: (string | number)[];
  span!: [number, number];
  anything!: unknown[];
  // oxlint-disable-next-line typescript/no-explicit-any -- properties like this exist
  whatever!: any[];

  rows!: string[][];
  files!: Buffer[];
  bytes!: Uint8Array;
  events!: Record<string, unknown>[];
}

const filters = (input: FilterInput<Shirt>): unknown => input;
const sort = (input: SortInput<Shirt>): unknown => input;
const field = (name: FieldName<Shirt>): unknown => name;
declare const sizes: readonly string[];

// a value is $has, and a list is $hasSome
filters({
  sizes: 'XL',
  codes: 5,
  serials: 5n,
  soldAt: new Date(),
  flags: true,
  states: Status.Draft,
  levels: Level.Low,
});
filters({ sizes: ['M', 'L'], codes: [5, '6', 7n], soldAt: ['2024-03-01T10:00:00Z'], washes: ['cold', 'hot'] });
filters({ sizes: null, codes: null, either: ['M', 5], span: 5, anything: 'a', whatever: [1, true, new Date()] });
filters({ $or: [{ sizes: 'M' }, { codes: 5 }], $not: { sizes: 'XXL' } });

// operators
filters({
  sizes: { $has: 'M', $hasEvery: ['M', 'L'], $hasSome: ['M', 'L'], $empty: false, $null: false, $notNull: true },
});
filters({ sizes: { $hasEvery: 'M', $hasSome: sizes }, codes: { $hasSome: 5 }, anything: { $has: 5n } });
filters({
  sizes: { $not: { $has: 'M', $not: { $empty: true } } },
  flags: { $has: false },
  levels: { $hasSome: [Level.High] },
});
// @ts-expect-error a list is not equal to a value
filters({ sizes: { $eq: 'M' } });
// @ts-expect-error nor to a list
filters({ sizes: { $eq: ['M'] } });
// @ts-expect-error $hasSome is what is meant
filters({ sizes: { $in: ['M'] } });
// @ts-expect-error $has is what is meant: $contains is for text
filters({ sizes: { $contains: 'M' } });
// @ts-expect-error lists have no order
filters({ codes: { $gt: 5 } });
// @ts-expect-error $has must be one value
filters({ sizes: { $has: ['M', 'L'] } });
// @ts-expect-error a list has values, never null
filters({ sizes: { $has: null } });
// @ts-expect-error not among others either
filters({ sizes: ['M', null] });
// @ts-expect-error $empty is asked with true or false
filters({ sizes: { $empty: 0 } });
// @ts-expect-error quantifiers are for relations
filters({ sizes: { $some: { $eq: 'M' } } });
// @ts-expect-error so is $count
filters({ sizes: { $count: 5 } });
// @ts-expect-error $not takes operators
filters({ sizes: { $not: 'M' } });
// @ts-expect-error of lists
filters({ sizes: { $not: { $contains: 'M' } } });
// @ts-expect-error and there is no such operator
filters({ anything: { $contains: 'M' } });

// values, by the type of the members
// @ts-expect-error a number is no text
filters({ sizes: 5 });
// @ts-expect-error not among others either
filters({ sizes: ['M', 5] });
// @ts-expect-error a word is no number
filters({ codes: { $has: 'five' } });
// @ts-expect-error this is no member
filters({ washes: 'warm' });
// @ts-expect-error nor this
filters({ states: { $hasEvery: ['deleted'] } });
// @ts-expect-error a date is not a number of milliseconds
filters({ soldAt: { $has: 1709251200000 } });
// @ts-expect-error 1 is not true
filters({ flags: 1 });
// @ts-expect-error no list holds functions
filters({ anything: () => 5 });

// lists of lists, of bytes and of documents are tested for NULL alone
const opaque = { $null: false, $not: { $notNull: true } };
filters({ rows: opaque, files: opaque, bytes: opaque, events: opaque });
// @ts-expect-error a list of lists has no value
filters({ rows: 'a' });
// @ts-expect-error nor a list
filters({ rows: [['a']] });
// @ts-expect-error bytes are not compared
filters({ files: { $has: Buffer.from('a') } });
// @ts-expect-error and are no list of numbers
filters({ bytes: 5 });
// @ts-expect-error documents are not compared
filters({ events: { $empty: true } });

// names: lists are columns, and no sort keys
field('sizes');
field('anything');
field('rows');
// @ts-expect-error lists have no order
sort('sizes');
// @ts-expect-error not with a direction either
sort('codes:desc');
// @ts-expect-error nor of any type
sort('anything');
// @ts-expect-error nor in an object
sort({ sizes: 'asc' });
// @ts-expect-error they are not counted
sort('sizes.$count');
