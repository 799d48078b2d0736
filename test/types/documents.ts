import type { FieldName, FilterInput, RelationName, SortInput } from '../../lib/contract/index.js';

/** The types with which JSON columns are declared: from those that name every path to those that name none. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

interface Box {
  width?: number;
  unit: 'cm' | 'in' | null;
  labels: string[];
}

interface Specs {
  id: string;
  color?: string;
  madeOn: Date;
  box?: Box | null;
  'a.b': { c: string };
  parts: { serial: number }[];
  more: Record<string, number>;
  extra: unknown;
}

type Wear = { type: 'shoe'; size: number; laced?: boolean } | { type: 'shirt'; size: string; sizes: string[] };

class Maker {
  id!: number;
  profile!: Record<string, unknown>;
}

class Item {
  id!: number;
  specs!: Specs | null;
  wear!: Wear;
  loose!: Record<string, unknown>;
  partial!: { color: string } | Record<string, unknown>;
  blob!: object;
  json!: Json;
  unknown!: unknown;
  // oxlint-disable-next-line typescript/no-explicit-any -- properties like this exist
  anything!: any;
  maker!: Maker | null;
}

const filters = (input: FilterInput<Item>): unknown => input;
const sort = (input: SortInput<Item>): unknown => input;
const field = (name: FieldName<Item>): unknown => name;

// paths that the type names: objects nest, lists of values are lists
filters({ specs: { color: { $contains: 're' }, madeOn: { $gte: '2024-03-01' }, box: { width: { $gte: 3 } } } });
filters({ specs: { box: { labels: { $hasEvery: ['a', 'b'] }, unit: ['cm', 'in'] }, 'a.b': { c: 'd' }, $null: false } });
filters({
  specs: { $or: [{ color: 'red' }, { box: { labels: 'a' } }], $not: { more: { weight: { $gt: 3 } } }, extra: 5 },
});
// @ts-expect-error there is no such path
filters({ specs: { colour: 'red' } });
// @ts-expect-error nor there
filters({ specs: { box: { height: 3 } } });
// @ts-expect-error values are checked
filters({ specs: { box: { width: 'wide' } } });
// @ts-expect-error and operators
filters({ specs: { box: { width: { $contains: '3' } } } });
// @ts-expect-error and members
filters({ specs: { box: { unit: 'm' } } });
// @ts-expect-error lists are not compared
filters({ specs: { box: { labels: { $eq: 'a' } } } });

// a union: the paths of every alternative, each with the values of all
filters({ wear: { type: { $in: ['shoe', 'shirt'] }, size: ['XL', 42], laced: true, sizes: { $has: 'M' } } });
// @ts-expect-error this is no alternative
filters({ wear: { type: 'hat' } });
// @ts-expect-error no alternative has this path
filters({ wear: { brim: 5 } });
// @ts-expect-error a list is a list
filters({ wear: { sizes: { $contains: 'M' } } });

// paths that no type names: values of any kind, lists, and objects
filters({
  loose: { color: 'red', width: { $between: [1, 5] }, madeOn: new Date(), sold: true, gone: null, serial: 5n },
});
filters({
  loose: {
    sizes: { $hasEvery: ['M', 'L'], $empty: false },
    codes: [1, 2],
    box: { outer: { width: { $not: { $lt: 3 } } } },
  },
});
filters({
  loose: {
    $not: { $null: true },
    '@type': 'a',
    _id: 5,
    Height: 6,
    2024: 'a',
  },
});
filters({
  loose: { $null: true },
  blob: { color: 'red' },
  partial: { color: 'red', other: 5 },
  maker: { profile: { age: 5 } },
});
// @ts-expect-error a document is not compared
filters({ loose: 'red' });
// @ts-expect-error with null neither: $null asks for it
filters({ blob: null });
// @ts-expect-error nor with a list
filters({ loose: ['red'] });
// @ts-expect-error a document has no text
filters({ loose: { $contains: 'red' } });
// @ts-expect-error and is no relation
filters({ loose: { $exists: true } });
// @ts-expect-error there is no such operator
filters({ loose: { color: { $contians: 'red' } } });
// @ts-expect-error beside another neither
filters({ loose: { color: { $eq: 'red', $contians: 'r' } } });
// @ts-expect-error nor deeper
filters({ loose: { box: { outer: { width: { $more: 3 } } } } });
// @ts-expect-error groups stand beside a document, not in it
filters({ loose: { $or: [{ color: 'red' }] } });
filters({ $or: [{ loose: { color: 'red' } }, { loose: { $null: true } }] });
// @ts-expect-error quantifiers are for relations
filters({ loose: { parts: { $some: { serial: 5 } } } });
// @ts-expect-error a range has two ends
filters({ loose: { width: { $between: [1] } } });
// @ts-expect-error one value is not a list
filters({ loose: { color: { $eq: ['red'] } } });
// @ts-expect-error a condition that is undefined by mistake is none
filters({ loose: { color: undefined } });
// @ts-expect-error nothing is equal to a function
filters({ loose: { color: () => 'red' } });

// a type that tells nothing: a column of any kind
filters({ unknown: 'a', anything: { $gte: 5 }, json: null });
filters({ unknown: { color: 'red' }, anything: { sizes: { $has: 'M' } }, json: { box: { width: 5 } } });
filters({ unknown: { $null: true, $not: { $notNull: true } }, anything: [1, 'a'], json: { $in: ['a', 5] } });
// @ts-expect-error there is no such operator
filters({ unknown: { $contians: 'a' } });
// @ts-expect-error not even there
filters({ anything: { $some: { color: 'red' } } });

// sort keys
sort(['specs.color', 'specs.box.width:desc', 'specs.madeOn:asc:nullsLast', 'specs.extra', 'specs.more.weight']);
sort(['wear.type', 'wear.size:desc', 'loose.color', 'loose.box.width:desc', 'unknown', 'unknown.color', 'json.a']);
sort('maker.profile.age:desc');
sort({
  specs: { box: { width: 'asc' }, more: { weight: 'desc' } },
  wear: { laced: 'asc' },
  loose: { a: { b: 'desc:nullsLast' } },
});
// @ts-expect-error a document has no order
sort('specs');
// @ts-expect-error of no type
sort('loose:desc');
// @ts-expect-error there is no such path
sort('specs.colour');
// @ts-expect-error a list has no order
sort('specs.box.labels');
// @ts-expect-error nor in a union
sort('wear.sizes');
// @ts-expect-error nor in an object
sort({ specs: { box: { labels: 'asc' } } });
// @ts-expect-error a document has no direction
sort({ loose: 'asc' });
// @ts-expect-error nor is there this one
sort({ loose: { color: 'down' } });

// names
field('specs.color');
field('specs.box.width');
field('specs.box.labels');
field('specs.more.weight');
field('wear');
field('wear.sizes');
field('loose');
field('loose.color');
field('loose.size.width');
field('unknown.color');
// @ts-expect-error there is no such path
field('specs.colour');
// @ts-expect-error nor there
field('specs.box.height');
// @ts-expect-error a list of documents has no paths
field('specs.parts.serial');
// @ts-expect-error paths are no relations
export const relation: RelationName<Item> = 'loose.color';
