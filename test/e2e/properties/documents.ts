import fc from 'fast-check';
import { type Dice, dice } from './printing.js';
import { type Field, type Kind, type PoolName, type ShopName, entities, keysOf, notes, specs } from './model.js';
import { digitsOf, isBeyond } from './evaluator.js';
import { mostlyFirst, pools } from './value-pools.js';
import type { Document, ShopRowSeed, ShopSeed } from './shop.js';

/** A JSON value as a document writes it: a number has its digits, and an object the order of its keys. */
export type Json = null | boolean | string | JsonNumber | JsonObject | readonly Json[];

/** A number by its text, of which there are many for one number: `1`, `1.0`, `1e0`. */
interface JsonNumber {
  readonly digits: string;
}

/**
 * Members in their order. No key is there twice: of two values PostgreSQL's `jsonb` keeps the last, and the others read
 * the first or the last as their functions please.
 */
interface JsonObject {
  readonly members: ReadonlyMap<string, Json>;
}

function isArray(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}

function isJsonObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && 'members' in json;
}

function isNumber(json: Json | undefined): json is JsonNumber {
  return typeof json === 'object' && json !== null && 'digits' in json;
}

/** Returns the value at the end of some keys, each of which is the key of an object. */
export function valueAt(json: Json | undefined, keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>((at, key) => (isJsonObject(at) ? at.members.get(key) : undefined), json);
}

/** Prints a value, with spaces and escapes here and there. */
function printJson(json: Json, roll: Dice): string {
  const text = printValue(json, roll);
  return roll(8) === 0 ? ` ${text}\n` : text;
}

function printValue(json: Json, roll: Dice): string {
  if (isNumber(json)) return json.digits;
  if (isArray(json)) return `[${json.map((element) => printJson(element, roll)).join()}]`;
  if (!isJsonObject(json)) return typeof json === 'string' ? printText(json, roll) : String(json);
  const members = [...json.members].map(([key, value]) => `${printText(key, roll)}:${printJson(value, roll)}`);
  return `{${members.join()}}`;
}

/** JSON may write any character as an escape, in keys, too. */
function printText(text: string, roll: Dice): string {
  if (roll(6) !== 0) return JSON.stringify(text);
  const escapes = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16));
  return `"${escapes.map((digits) => `\\u${digits.padStart(4, '0')}`).join('')}"`;
}

/** Ranges of whole numbers. */
const ranges: Readonly<Partial<Record<Kind, readonly [least: bigint, most: bigint]>>> = {
  tinyint: [-128n, 127n],
  smallint: [-32_768n, 32_767n],
  integer: [-2_147_483_648n, 2_147_483_647n],
  bigint: [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
};

const forms: Readonly<Partial<Record<Kind, RegExp>>> = {
  text: /^/,
  date: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
};

/**
 * Reads a value of a document as one of a kind: the text of it, or null where it is of another type.
 *
 * @param asDoubles whether the engine keeps a number with a fraction or an exponent as a double
 */
export function scalarOf(kind: Kind, json: Json | undefined, asDoubles: boolean): string | null {
  if (typeof json === 'boolean') return kind === 'boolean' ? String(json) : null;
  if (typeof json === 'string') return forms[kind]?.test(json) === true ? json : null;
  return isNumber(json) ? numberOf(kind, json.digits, asDoubles) : null;
}

function numberOf(kind: Kind, digits: string, asDoubles: boolean): string | null {
  if (kind === 'float') return Number.isFinite(Number(digits)) ? String(Number(digits)) : null;
  // Digits alone are a whole number everywhere, however many: one beyond every range.
  const isWhole = /^-?\d+$/.test(digits);
  const exact = digitsOf(digits, asDoubles && !(isWhole && kind !== 'decimal'));
  if (exact === undefined) return null;
  if (kind === 'decimal') return isBeyond(digitsOf(digits, false) ?? '', 35) ? null : exact;
  const range = ranges[kind];
  if (range === undefined || exact.includes('.')) return null;
  const whole = BigInt(exact);
  return whole >= range[0] && whole <= range[1] ? String(whole) : null;
}

/** Reads a list: null where there is none, with null for each element of another type. */
export function elementsOf(kind: Kind, json: Json | undefined, asDoubles: boolean): (string | null)[] | null {
  return isArray(json) ? json.map((element) => scalarOf(kind, element, asDoubles)) : null;
}

const numbers = (texts: string): Json[] => texts.split(' ').map((digits) => ({ digits }));

const wide = '9007199254740993 9007199254740993.0 9.007199254740993e15 9223372036854775807 9223372036854775808';
const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';

/**
 * What documents hold at a path whose values come from a pool: values in every spelling, and those just beyond its
 * kind.
 */
const spellings: Readonly<Partial<Record<PoolName, readonly Json[]>>> = {
  tiny: numbers('0 -0 1 1.0 1e0 10e-1 2 3 4 10 1e1 127 128 -128 -129 0.5 1e2'),
  narrow: numbers('0 1 1.0 2 3 4 0.4e1 32767 32768 -32768 -32769 1e4 1e5 2.5'),
  small: [
    ...numbers('0 -0 1 1.0 1e0 2 2.0e0 3 30e-1 4 10 -1 1.5 2147483647 2147483648 -2147483648 -2147483649'),
    ...numbers('2.147483647e9 1e300 1e-30'),
  ],
  bigint: numbers(`0 7 7.0 70e-1 9007199254740992 ${wide} -9223372036854775808 -9223372036854775809 1e18 1e19 1e400`),
  // A number of more than thirty digits after its point is rounded by MariaDB, so there is none.
  amount: [
    ...numbers('0 -0.0 4.5 4.50 45e-1 -1.25 0.1 1e-1 0.10000000000000000001 99.99 10 1e1 9007199254740993'),
    ...numbers('9007199254740993.0 12345678901234567890.25 12345678901234567890.5 1e34 1e35 1e40 -1e40 1e-12'),
  ],
  float: numbers('0 -0.0 0.5 5e-1 -0.5 1.25 0.1 1000 1e3 1E+3 0.30000000000000004 1e308 1e400 -1e400 1e-400'),
  boolean: [true, false],
  date: [...pools.date.stored, '2024-02-30', '0000-00-00', '2024-2-3', '2024-03-01T00:00:00Z', '2024-02-29\n'],
  uuid: [...pools.uuid.stored, uuid.toUpperCase(), `{${uuid}}`, uuid.replaceAll('-', ''), `${uuid}\n`],
  alike: [...pools.alike.stored, 'x'.repeat(5_000)],
};

/** The values of a path of a pool, and mostly such that requests ask for. */
function jsonOf(pool: PoolName): readonly Json[] {
  return spellings[pool] ?? pools[pool].stored;
}

/** Values of every type, in the place of any other. */
const strangers: readonly Json[] = [
  ...[null, true, false, '', 'a', '1', 'true', 'null', '[]', '{}', []],
  ...numbers('0 1 1.5 -1 1e400'),
  ...[['a'], [null], [{ digits: '1' }], [[]], { members: new Map() }],
  ...[{ members: new Map([['0', 'a']]) }, { members: new Map<string, Json>([['color', null]]) }],
];

/**
 * Texts that are no JSON. MariaDB takes some others for JSON: `1.`, `1e`, `-`, and escapes that there are not, such as
 * `"\x"`.
 */
const notJson: readonly string[] = [
  ...['', ' ', 'x', '{', '{"color":"a"', "{'color':'a'}", '{"color":"a",}', '{color:"a"}', '{"color":"a"} x'],
  ...'NaN undefined [1,] 01 +1 .5 TRUE nul'.split(' '),
  ...['{"color":"a" "big":1}', '{"color":"a"}}', '"\\u12"'],
];

const stranger = fc.constantFrom(...strangers);

/** How a column keeps texts: a strict one takes no text that is not JSON. */
interface Storage {
  readonly strict: boolean;
}

/**
 * Documents with values at some of the paths; now and then there is something else in the place of a value or an
 * object.
 */
function documents(paths: Readonly<Record<string, Field>>, storage: Storage): fc.Arbitrary<Document | null> {
  const members: Record<string, fc.Arbitrary<Json | undefined>> = {};
  for (const [path, field] of Object.entries(paths))
    members[path] = fc.option(valueOf(field), { nil: undefined, freq: 4 });
  const whole = fc.record(members).map((values) => objectOf(values));
  const shape = fc.oneof(
    { weight: 12, arbitrary: whole },
    {
      weight: 4,
      arbitrary: fc.tuple(whole, inTheWay(paths)).map(([object, [keys, other]]) => put(object, keys, other)),
    },
    { weight: 1, arbitrary: whole.map((object) => [object]) },
    { weight: 1, arbitrary: stranger },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  return written(shape, storage);
}

/** Documents of a column that is to hold lists. */
function lists(field: Field, storage: Storage): fc.Arbitrary<Document | null> {
  return written(fc.oneof({ weight: 9, arbitrary: listOf(field) }, { weight: 1, arbitrary: stranger }), storage);
}

/** Texts of values, texts that are no JSON, and NULL. */
function written(value: fc.Arbitrary<Json>, { strict }: Storage): fc.Arbitrary<Document | null> {
  const valid = fc.tuple(value, dice).map(([json, roll]): Document => ({ text: printJson(json, roll()), json }));
  const invalid = fc.constantFrom(...notJson).map((text): Document => ({ text, json: undefined }));
  const text = strict ? valid : fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: invalid });
  return fc.option(text, { freq: 9 });
}

function valueOf(field: Field): fc.Arbitrary<Json> {
  const own = field.list === undefined ? fc.constantFrom(...jsonOf(field.pool)) : listOf(field);
  return fc.oneof({ weight: 9, arbitrary: own }, { weight: 2, arbitrary: stranger });
}

function listOf({ pool }: Field): fc.Arbitrary<Json> {
  const element = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...mostlyFirst(jsonOf(pool))) },
    { weight: 1, arbitrary: stranger },
  );
  return fc.array(element, { maxLength: 5, size: 'max' });
}

/** Something else in the place of an object that leads to a value, or the list of it. */
function inTheWay(paths: Readonly<Record<string, Field>>): fc.Arbitrary<readonly [readonly string[], Json]> {
  const inner = Object.keys(paths)
    .map(keysOf)
    .flatMap((keys) => keys.slice(0, -1).map((_, index) => keys.slice(0, index + 1)));
  return fc.tuple(fc.constantFrom(...inner, ['0']), stranger);
}

function objectOf(values: Readonly<Record<string, Json | undefined>>): Json {
  const empty: Json = { members: new Map() };
  return Object.entries(values).reduce<Json>(
    (json, [path, value]) => (value === undefined ? json : put(json, keysOf(path), value)),
    empty,
  );
}

/** Puts a value at the end of some keys, and objects on the way to it. */
function put(json: Json | undefined, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  const members = new Map(isJsonObject(json) ? json.members : []);
  members.set(key, put(members.get(key), rest, value));
  return { members } satisfies JsonObject;
}

/** The least and the most rows of an entity. */
type Size = readonly [number, number];

function shops(few: Size, some: Size, many: Size): fc.Arbitrary<ShopSeed> {
  return fc.record({ makers: seeds('Maker', few), products: seeds('Product', some), variants: seeds('Variant', many) });
}

type Columns<Value> = Readonly<Record<string, fc.Arbitrary<Value>>>;

/** Columns beside the key. A strict one takes JSON only, on every engine but PostgreSQL, where all are strict. */
const columns: Readonly<
  Record<ShopName, { items: Columns<ShopRowSeed['items'][string]>; documents: Columns<Document | null> }>
> = {
  Maker: { items: { lands: items('item') }, documents: { origin: documents(notes, { strict: false }) } },
  Product: {
    items: { tags: items('item'), marks: delimited(), codes: items('bigint', 5) },
    documents: {
      specs: documents(specs, { strict: true }),
      notes: documents(notes, { strict: false }),
      sizes: lists(fieldOf('sizes'), { strict: false }),
      counts: lists(fieldOf('counts'), { strict: true }),
    },
  },
  Variant: { items: { labels: items('item') }, documents: { specs: documents(notes, { strict: true }) } },
};

function fieldOf(name: string): Field {
  const field = entities.Product.fields[name];
  if (field === undefined) throw new TypeError(`products have no ${name}`);
  return field;
}

/** Lists of some values; with a frequency, one in so many elements is null, as it can be in no `simple-array`. */
function items(pool: 'item' | 'bigint', nulls?: number): fc.Arbitrary<readonly (string | null)[] | null> {
  const value = fc.constantFrom(...mostlyFirst(pools[pool].stored));
  const element = nulls === undefined ? value : fc.option(value, { freq: nulls });
  return fc.option(fc.array(element, { maxLength: 5, size: 'max' }), { freq: 6 });
}

/** Lists as texts with commas: the empty text is the empty list, and every comma has an element before and after it. */
function delimited(): fc.Arbitrary<readonly string[] | null> {
  const element = fc.constantFrom(...mostlyFirst(['', ...pools.item.stored]));
  const list = fc.array(element, { maxLength: 5, size: 'max' });
  return fc.option(
    list.map((elements) => (elements.join() === '' ? [] : elements)),
    { freq: 6 },
  );
}

const scalars: Readonly<Record<ShopName, readonly string[]>> = {
  Maker: ['name'],
  Product: ['name'],
  Variant: ['stock', 'price'],
};

function seeds(entity: ShopName, [minLength, maxLength]: Size): fc.Arbitrary<ShopRowSeed[]> {
  const values = Object.fromEntries(scalars[entity].map((name) => [name, storedValue(entities[entity].fields[name])]));
  const seed: fc.Arbitrary<ShopRowSeed> = fc.record({
    values: fc.record(values),
    items: fc.record(columns[entity].items),
    documents: fc.record(columns[entity].documents),
    link: entity === 'Variant' ? fc.nat({ max: 100 }) : fc.option(fc.nat({ max: 100 }), { freq: 4 }),
  });
  return fc.array(seed, { minLength, maxLength, size: 'max' });
}

function storedValue(field: Field | undefined): fc.Arbitrary<string | null> {
  const { pool = 'plain', nullable = false } = field ?? {};
  const value = fc.constantFrom(...pools[pool].stored);
  return nullable ? fc.option(value, { freq: 3 }) : value;
}

/** About thirty products, so that NULLs and equal values meet in every way. */
export const largeShops = shops([2, 4], [20, 30], [30, 60]);

/** Next to nothing. */
export const smallShops = shops([0, 1], [0, 2], [0, 4]);

/** Four products: one with a maker, two with variants, and the last with nothing but a text that is no JSON. */
export const fourProducts: ShopSeed = {
  makers: [row({ items: { lands: null }, documents: { origin: null } })],
  products: [
    product('{"l\\u0061bels":["a"],"word":"a"}', number('-9223372036854775809'), 0),
    product('{"labels":["a","b"],"word":"a "}', number('-9223372036854775808'), null),
    product('{"labels":["b"]}', { text: 'null', json: null }, null),
    product(null, { text: '{', json: undefined }, null),
  ],
  variants: [
    ...[variant(5, 1), variant(3, 1), variant(1, 2), variant(7, 2)],
    // With a few rows more MariaDB sorts by other means.
    ...Array.from({ length: 20 }, () => variant(4, 1)),
  ],
};

function row(seed: Partial<ShopRowSeed>): ShopRowSeed {
  return { values: { name: 'a' }, items: {}, documents: {}, link: null, ...seed };
}

function product(specs: string | null, notes: Document, link: number | null): ShopRowSeed {
  const documents = { specs: specs === null ? null : read(specs), notes, sizes: null, counts: null };
  return row({ items: { tags: null, marks: null, codes: null }, documents, link });
}

function variant(width: number, link: number): ShopRowSeed {
  const documents = { specs: read(`{"size":{"width":${width}}}`) };
  return row({ values: { stock: null, price: null }, items: { labels: null }, documents, link });
}

/** A document whose `big` is a number of so many digits. */
function number(digits: string): Document {
  return { text: `{"big":${digits}}`, json: { members: new Map([['big', { digits }]]) } };
}

/** Reads a text whose numbers are small. */
function read(text: string): Document {
  return { text, json: treeOf(JSON.parse(text)) };
}

function treeOf(value: unknown): Json {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return { digits: String(value) };
  if (Array.isArray(value)) return value.map(treeOf);
  return { members: new Map(Object.entries(Object(value)).map(([key, inner]) => [key, treeOf(inner)])) };
}
