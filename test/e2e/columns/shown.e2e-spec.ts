import { createCipheriv, createDecipheriv } from 'node:crypto';
import fc from 'fast-check';
import {
  Column,
  type ColumnOptions,
  type DataSource,
  Entity,
  JoinColumn,
  ManyToOne,
  type ObjectLiteral,
  OneToMany,
  PrimaryColumn,
  type Relation,
  type ValueTransformer,
  VirtualColumn,
} from 'typeorm';
import { Filterable, type RangeFacet, type ValuesFacet } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import { idsOf, onEngines } from '../../support/engines.js';
import { insertRaw } from '../../support/samples/database.js';
import { recordsIn } from '../../support/table.js';
import { factor, seed as seedOfRun, share } from '../../support/thorough.js';
import { storages } from './storage.js';

/* What an answer shows of a field can be sent back as it stands, and finds what it stands for. */

/** A column, and the texts that its rows are filled with, as the database takes them. */
interface ShownColumn {
  readonly name: string;
  readonly type: keyof typeof types;
  readonly transformer: keyof typeof transformers | undefined;
  /** The kind that its field declares. */
  readonly declared: string | undefined;
  /** The kind that requests read it as. */
  readonly kind: string;
  readonly stored: readonly string[];
}

const everywhere = (options: ColumnOptions) => ({ sqlite: options, postgres: options, mariadb: options });

const types = {
  varchar: everywhere({ type: 'varchar', length: 64 }),
  char: { ...everywhere({ type: 'char', length: 4 }), sqlite: { type: 'character' } },
  text: everywhere({ type: 'text' }),
  smallint: everywhere({ type: 'smallint' }),
  int: everywhere({ type: 'int' }),
  bigint: everywhere({ type: 'bigint' }),
  decimal: everywhere({ type: 'decimal', precision: 10, scale: 2 }),
  double: { sqlite: { type: 'double' }, postgres: { type: 'double precision' }, mariadb: { type: 'double' } },
  single: { sqlite: { type: 'float' }, postgres: { type: 'real' }, mariadb: { type: 'float' } },
  boolean: everywhere({ type: 'boolean' }),
  enum: {
    sqlite: { type: 'simple-enum', enum: ['new', 'a b', 'Zé'] },
    postgres: { type: 'enum', enum: ['new', 'a b', 'Zé'] },
    mariadb: { type: 'enum', enum: ['new', 'a b', 'Zé'] },
  },
  uuid: { ...everywhere({ type: 'uuid' }), sqlite: { type: 'varchar' } },
  date: everywhere({ type: 'date' }),
  time: everywhere({ type: 'time' }),
  datetime: {
    sqlite: { type: 'datetime' },
    postgres: { type: 'timestamp' },
    mariadb: { type: 'datetime', precision: 6 },
  },
  seconds: {
    sqlite: { type: 'datetime' },
    postgres: { type: 'timestamptz', precision: 0 },
    mariadb: { type: 'datetime', precision: 0 },
  },
} satisfies Record<string, Readonly<Record<EngineName, ColumnOptions>>>;

/** Leaves NULL as it is. */
function through<Shown, Stored>(to: (shown: Shown) => unknown, from: (stored: Stored) => unknown): ValueTransformer {
  return {
    to: (value: Shown | null) => (value === null ? null : to(value)),
    from: (value: Stored | null) => (value === null ? null : from(value)),
  };
}

const key = Buffer.alloc(16, 7);

function encrypt(text: string): string {
  const cipher = createCipheriv('aes-128-ecb', key, null);
  return cipher.update(text, 'utf8', 'hex') + cipher.final('hex');
}

function decrypt(hex: string): string {
  const decipher = createDecipheriv('aes-128-ecb', key, null);
  return decipher.update(hex, 'hex', 'utf8') + decipher.final('utf8');
}

const transformers = {
  yesOrNo: through(
    (value: unknown) => (value === true ? 'Y' : 'N'),
    (text: string) => text === 'Y',
  ),
  oneOrZero: through(
    (value: unknown) => (value === true ? 1 : 0),
    (number: number) => number === 1,
  ),
  cents: through(
    (digits: string) => Math.round(Number(digits) * 100),
    (number: number) => number / 100,
  ),
  trimmed: through(
    (text: string) => text.trim(),
    (text: string) => text.trim(),
  ),
  lowerCase: through(
    (text: string) => text.toLowerCase(),
    (text: string) => text,
  ),
  encrypted: through(encrypt, decrypt),
  toNumber: through(String, Number),
  epoch: through(
    (date: Date) => String(date.getTime()),
    (number: string | number) => new Date(Number(number)),
  ),
};

/** The columns. Where the field declares a kind, a star follows it. */
const table = `
  name      | kind     | type     | transformer | stored
  letters   | text     | varchar  | -           | a; A; b; é; 100%; a,b; true; null; 1.50; now; $eq
  fixed     | text     | char     | -           | ab; abcd; b
  long      | text     | text     | -           | x; now; 2024-02-29; {}; []
  lower     | text     | varchar  | lowerCase   | a; ab; é
  tidy      | text     | varchar  | trimmed     | a; a b; é
  secret    | text     | varchar  | encrypted   | ${['a', 'A b', 'é'].map(encrypt).join('; ')}
  small     | smallint | smallint | -           | -32768; -1; 0; 1; 32767
  whole     | integer  | int      | -           | -2147483648; 0; 7; 2147483647
  big       | bigint   | bigint   | -           | -9007199254740991; 0; 12; 9007199254740991
  price     | decimal  | decimal  | -           | 0; 1.50; -1.50; 99999999.99; 0.01
  priced    | decimal  | decimal  | toNumber    | 0; 1.50; -1.50; 99999999.99; 0.01
  cents     | decimal* | int      | cents       | 0; 150; -150; 99999; 1
  exact     | float    | double   | -           | 0; 0.1; -1e300; 1e-300; 1.7976931348623157e308; 0.30000000000000004
  single    | float    | single   | -           | 0; 0.1; 0.5; 0.50000006; 1234.5678; 1234.5679; 16777216; 100000.5; -3e38; 3e38; 1e-20
  flag      | boolean  | boolean  | -           | 0; 1
  active    | boolean* | varchar  | yesOrNo     | Y; N
  enabled   | boolean* | smallint | oneOrZero   | 0; 1
  state     | enum     | enum     | -           | new; a b; Zé
  code      | uuid*    | uuid     | -           | 0f8fad5b-d9cb-469f-a165-70867728950e; 00000000-0000-0000-0000-000000000000
  key       | uuid*    | varchar  | -           | 0f8fad5b-d9cb-469f-a165-70867728950e; ffffffff-ffff-ffff-ffff-ffffffffffff
  born      | date     | date     | -           | 0001-01-01; 1999-12-31; 2024-02-29; 2024-03-31; 9999-12-31
  birthday  | date*    | varchar  | -           | 0001-01-01; 1999-12-31; 2024-02-29; 9999-12-31
  opens     | time     | time     | -           | 00:00:00; 09:30:00; 23:59:59
  closes    | time*    | varchar  | -           | 00:00:00; 09:30:15; 23:59:59
  seen      | datetime | datetime | -           | 0001-01-02 00:00:00.000; 1999-12-31 23:59:59.999; 2024-03-31 01:30:00.122999; 2024-03-31 01:30:00.123000; 2024-03-31 01:30:00.123456; 2024-03-31 01:30:00.123999; 2024-03-31 01:30:00.124000; 1969-12-31 23:59:59.999999; 2024-10-27 00:30:00.000; 2024-10-27 01:30:00.000; 9999-12-30 23:59:59.999
  second    | datetime | seconds  | -           | 0001-01-02 00:00:00; 1999-12-31 23:59:59; 2024-03-31 01:30:00; 2024-10-27 01:30:00; 9999-12-30 23:59:59
  at        | datetime* | bigint  | epoch       | 0; 1709287200123; -1
`;

/** Number of random values of a column. A page has 100 rows at most. */
const more = Math.min(3 * factor, 38);

/** Random texts of what a type of column holds, beside those of the table. */
const randomly: Partial<Record<ShownColumn['type'], fc.Arbitrary<string>>> = {
  smallint: fc.integer({ min: -32_768, max: 32_767 }).map(String),
  int: fc.integer({ min: -99_999, max: 99_999 }).map(String),
  bigint: fc.maxSafeInteger().map(String),
  decimal: fc.integer({ min: -99_999_999, max: 99_999_999 }).map((number) => (number / 100).toFixed(2)),
  double: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }).map(String),
  single: fc.float({ noNaN: true, noDefaultInfinity: true, min: -(2 ** 100), max: 2 ** 100 }).map(String),
  uuid: fc.uuid({ version: 4 }),
  text: fc.string({ minLength: 1, maxLength: 9, unit: fc.constantFrom('a', 'A', 'é', '%', '_', '1', '.', '日', '😀') }),
  datetime: fc
    .date({ min: new Date('1972-01-01'), max: new Date('2036-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 23).replace('T', ' ')),
};

const columns = recordsIn(table).map(({ name, kind, type, transformer, stored }): ShownColumn => {
  const random = transformer === null ? randomly[type as ShownColumn['type']] : undefined;
  const others = random === undefined ? [] : fc.sample(random, { seed: seedOfRun, numRuns: more });
  return {
    name: String(name),
    type: type as ShownColumn['type'],
    transformer: (transformer ?? undefined) as ShownColumn['transformer'],
    declared: kind?.endsWith('*') === true ? kind.slice(0, -1) : undefined,
    kind: String(kind).replace('*', ''),
    stored: [...String(stored).split('; '), ...others],
  };
});

/** The kinds without a least and a greatest value. */
const unordered: ReadonlySet<string> = new Set(['boolean', 'enum', 'uuid']);
const numeric: ReadonlySet<string> = new Set(['smallint', 'integer', 'bigint', 'decimal', 'float']);
const ranged: ReadonlySet<string> = new Set([...numeric, 'date', 'datetime']);

const ordered = columns.filter(({ kind }) => !unordered.has(kind));
const virtual = columns.filter(({ transformer, kind }) => transformer === undefined && kind !== 'enum');
const inDocuments = columns.filter(({ kind }) => !['enum', 'time', 'datetime'].includes(kind));
/** Texts between commas. */
const delimited = columns.filter(({ type, transformer }) => type === 'varchar' && transformer === undefined);
/** PostgreSQL's driver makes Dates of the dates in an array: docs/filters.md has it among the exceptions. */
const arrays = columns.filter(({ type, transformer }) => type !== 'date' && transformer === undefined);

/** Where values are shown in a row: the columns, and the names that lead to each. */
type Place = readonly [columns: readonly ShownColumn[], path: (name: string) => readonly string[]];

const placesOf = (engine: EngineName): Readonly<Record<string, Place>> => ({
  'a column': [columns, (name) => [name]],
  'an embedded column': [columns, (name) => ['part', name]],
  'a virtual column': [virtual, (name) => [`virtual_${name}`]],
  'a path of a document': [inDocuments, (name) => ['doc', name]],
  'a list in a document': [inDocuments, (name) => ['doc', `list_${name}`]],
  'a simple-array': [delimited, (name) => [`delimited_${name}`]],
  ...(engine === 'postgres' ? { 'an array': [arrays, (name: string) => [`array_${name}`]] as const } : {}),
  'a declared aggregate': [ordered, (name) => [`max_${name}`]],
});

/** The rows that have a place, by the name of a relation: the row itself, and those that are populated. */
const rowsWith = { 'the row': [], 'a related row': ['twin'], 'related rows': ['twins'] } as const;

/** Makes the items: each has the columns itself, in a part, in lists, in a document, as virtual columns, and in its twin. */
function model(engine: EngineName) {
  class Part {}

  class Item {
    @PrimaryColumn() id!: number;
    @Column(() => Part) part!: object;
    @Column(storages[engine].document) doc!: object | null;
    @ManyToOne(() => Item, (item) => item.twins, { nullable: true, createForeignKeyConstraints: false })
    @JoinColumn({ name: 'twinId' })
    twin!: Relation<Item> | null;
    @OneToMany(() => Item, (item) => item.twin) twins!: Relation<Item>[];
  }

  const places = placesOf(engine);
  const quote = engine === 'mariadb' ? '`' : '"';
  for (const { name, type, transformer } of columns) {
    const options: ColumnOptions = { ...types[type][engine], nullable: true };
    const column = transformer === undefined ? options : { ...options, transformer: transformers[transformer] };
    for (const { prototype } of [Item, Part]) Column(column)(prototype, name);
  }
  for (const { name, type } of places['an array']?.[0] ?? []) {
    // An array shows no more of a date-time than a JavaScript Date has.
    const precision = type === 'datetime' ? { precision: 3 } : {};
    const options: ColumnOptions = { ...types[type][engine], ...precision, nullable: true, array: true };
    Column(options)(Item.prototype, `array_${name}`);
  }
  for (const { name } of delimited) {
    Column({ type: 'simple-array', nullable: true })(Item.prototype, `delimited_${name}`);
  }
  for (const { name, type } of virtual) {
    const query = (alias: string) => `SELECT v.${quote}${name}${quote} FROM item v WHERE v.id = ${alias}.id`;
    const { type: columnType = 'text' }: ColumnOptions = types[type][engine];
    VirtualColumn({ type: columnType, query })(Item.prototype, `virtual_${name}`);
  }
  for (const { name } of ordered) Filterable({ of: 'twins', max: name, load: true })(Item.prototype, `max_${name}`);
  const declared = columns.flatMap(({ name, declared: kind }) =>
    ['', 'part.'].map((before) => (kind === undefined ? before + name : { name: before + name, kind })),
  );
  Filterable({
    fields: [
      'id',
      ...declared,
      ...virtual.map(({ name, kind, type }) => ({
        name: `virtual_${name}`,
        // SQLite has doubles alone.
        kind: type === 'single' && engine !== 'sqlite' ? 'real' : kind,
      })),
      ...delimited.map(({ name, kind }) => ({ name: `delimited_${name}`, kind })),
      ...(places['an array']?.[0] ?? []).map(({ name, declared: kind }) => ({ name: `array_${name}`, kind })),
      {
        name: 'doc',
        paths: Object.fromEntries(
          inDocuments.flatMap(({ name, kind }) => [
            [name, kind],
            [`list_${name}`, { kind, list: true }],
          ]),
        ),
      },
    ],
    relations: ['twin', { name: 'twins', aggregates: true }],
    populate: ['twin', 'twins'],
    facets: Object.values(places).flatMap(([shown, path]) =>
      shown.flatMap(({ name }) => Object.values(rowsWith).map((relation) => [...relation, ...path(name)].join('.'))),
    ),
    aggregates: Object.fromEntries(
      columns.map(({ name, kind }) => [name, unordered.has(kind) ? ['distinct'] : ['min', 'max', 'distinct']]),
    ),
  } as object)(Item);
  Entity({ name: 'item' })(Item);
  return Item;
}

const models = { sqlite: model('sqlite'), postgres: model('postgres'), mariadb: model('mariadb') } as const;

/** Two rows for each value of the longest column: the values of the others, and NULL, come round at other times. */
const size = 2 * Math.max(...columns.map(({ stored }) => stored.length)) + 1;

/**
 * A text as an engine can keep and show it: TypeORM writes milliseconds into SQLite, and the driver of MariaDB reads a
 * year below 100 as another.
 */
function kept(engine: EngineName, text: string | null): string | null {
  if (engine === 'sqlite') return text?.replace(/(:\d\d\.\d{3})\d{3}$/, '$1') ?? null;
  return engine === 'mariadb' ? (text?.replace(/^00(?=\d\d-\d\d-)/, '01') ?? null) : text;
}

/** Of a cycle of values and NULL, the one at a place. */
function at<Value>(values: readonly Value[], place: number): Value | null {
  return values[place % (values.length + 1)] ?? null;
}

/** Returns a list of two values, an empty one, or NULL. */
function listAt<Value>(values: readonly Value[], place: number): readonly Value[] | null {
  if (place % 7 === 5) return null;
  return place % 7 === 6 ? [] : [at(values, place), at(values, 2 * place + 1)].filter((value) => value !== null);
}

async function seed(source: DataSource, engine: EngineName): Promise<void> {
  const { 'an array': [ofArrays] = [[]] } = placesOf(engine);
  const rows = Array.from({ length: size }, (_, index) => {
    const cells = columns.flatMap(({ name, stored }, place) => {
      const value = kept(engine, at(stored, index + place));
      return [
        [name, value],
        [`part${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`, value],
      ] as const;
    });
    const lists = (of: readonly ShownColumn[], prefix: string, write: (list: readonly string[]) => string) =>
      of.map(({ name, stored }, place) => {
        const list = listAt(stored, index + place);
        return [prefix + name, list && write(list)] as const;
      });
    return {
      id: String(index + 1),
      twinId: String(Math.ceil((index + 1) / 2)),
      ...Object.fromEntries([
        ...cells,
        ...lists(delimited, 'delimited_', String),
        ...lists(ofArrays, 'array_', (list) => `{${list.map((text) => JSON.stringify(text)).join()}}`),
      ]),
    };
  });
  await insertRaw(source, 'item', rows);
  const repository = source.getRepository<ObjectLiteral>(models[engine]);
  const items = await repository.find();
  for (const [index, item] of items.entries()) {
    const doc = inDocuments.flatMap(({ name, kind }) => {
      const values = items.flatMap(({ [name]: value }: ObjectLiteral): unknown =>
        value === null ? [] : numeric.has(kind) ? Number(value) : (value as unknown),
      );
      const value = item[name] === null ? null : numeric.has(kind) ? Number(item[name]) : (item[name] as unknown);
      return [[name, value] as const, [`list_${name}`, listAt(values, index)] as const];
    });
    await repository.update(item['id'] as number, {
      doc: JSON.parse(JSON.stringify(Object.fromEntries(doc))) as object,
    });
  }
}

/** Returns the values at the end of a path: those of each related row, and of each list. */
function shownAt(value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => shownAt(each, name === undefined ? [] : [name, ...rest]));
  return name === undefined ? [value] : shownAt((value as Readonly<Record<string, unknown>>)[name], rest);
}

/** Returns the conditions on what is at the end of a path. */
function askedAt([name, ...rest]: readonly string[], condition: unknown): unknown {
  return name === undefined ? condition : { [name]: askedAt(rest, condition) };
}

const triedOn = (engine: EngineName) =>
  Object.entries(rowsWith)
    .flatMap(([whose, relation]) =>
      Object.entries(placesOf(engine)).map(([what, [shown, path]]) => ({ whose, what, relation, shown, path })),
    )
    .flatMap(({ whose, what, relation, shown, path }, turn) =>
      share(shown, 24, turn).map(
        (column) => [what, whose, column.name, column, [...relation, ...path(column.name)]] as const,
      ),
    );

onEngines('what is shown', { entities: (engine) => [models[engine]], seed }, (world) => {
  const Item = models[world.engine];
  const everything = { pagination: { pageSize: 100 }, sort: 'id' };
  let rows: readonly ObjectLiteral[] = [];

  async function found(filters: object): Promise<readonly number[]> {
    const builder = world.builder<ObjectLiteral>(Item).select('root.id');
    world.filters.apply(builder, world.filters.parse<ObjectLiteral>(Item, { ...everything, filters }));
    return idsOf(await builder.getMany());
  }

  /** The answer as a client has it. */
  function sent<Answer>(answer: Answer): Answer {
    return JSON.parse(JSON.stringify(answer)) as Answer;
  }

  beforeAll(async () => {
    rows = (await world.page<ObjectLiteral>(Item, { ...everything, populate: 'twin,twins' })).data;
  });

  describe.each(triedOn(world.engine))('in %s of %s, %s', (what, _, __, column, path) => {
    const isList = /list|array/.test(what);
    const facet = path.join('.');
    const asked = (condition: unknown) => askedAt(path, condition) as object;

    it('finds its rows', async () => {
      const values = new Map<string, { readonly ids: number[]; readonly native: unknown }>();
      for (const row of rows) {
        for (const native of new Set(shownAt(row, path))) {
          const text = JSON.stringify(native);
          const { ids } = values.get(text) ?? { ids: [] };
          values.set(text, { ids: [...ids, row['id'] as number], native });
        }
      }
      expect(values.size).toBeGreaterThan(1);
      for (const [text, { ids, native }] of values) {
        const value: unknown = JSON.parse(text);
        const conditions: unknown[] = [value, { [isList ? '$hasSome' : '$in']: [value] }];
        if (isList) conditions.push({ $has: value }, { $hasEvery: [value] });
        else if (!unordered.has(column.kind))
          conditions.push({ $gte: value, $lte: value }, { $between: [value, value] });
        const all = expect.arrayContaining(ids) as unknown;
        for (const condition of conditions) {
          expect([condition, await found(asked(condition))]).toEqual([condition, all]);
        }
        const others = await found({ $not: asked(value) });
        expect([value, '$not', others.filter((id) => ids.includes(id))]).toEqual([value, '$not', []]);
        const inCode = world.filters.and(world.filters.parse<ObjectLiteral>(Item, everything), asked(native));
        const byNative = idsOf((await world.filters.page(world.builder<ObjectLiteral>(Item), inCode)).data);
        expect([native, byNative]).toEqual([native, all]);
      }
    });

    it('finds what a facet counts', async () => {
      const overrides = { facets: [{ name: facet, type: 'values' as const, limit: 100 }] };
      const query = world.filters.parse<ObjectLiteral>(Item, { facets: facet }, overrides);
      const answer = sent(await world.filters.facets(world.repository<ObjectLiteral>(Item), query));
      const { values } = (answer as Record<string, ValuesFacet>)[facet] as ValuesFacet;
      expect(values.length).toBeGreaterThan(1);
      for (const { value, count } of values) {
        const ids = await found(asked(value === null ? { $null: true } : value));
        expect([value, ids.length]).toEqual([value, count]);
      }
    });

    if (!isList && ranged.has(column.kind) && column.transformer === undefined && column.declared === undefined) {
      it('is within the range of a facet', async () => {
        const overrides = { facets: [{ name: facet, type: 'range' as const }] };
        const query = world.filters.parse<ObjectLiteral>(Item, { facets: facet }, overrides);
        const answer = sent(await world.filters.facets(world.repository<ObjectLiteral>(Item), query));
        const { min, max } = (answer as Record<string, RangeFacet>)[facet] as RangeFacet;
        const all = await found(asked({ $notNull: true }));
        expect([min, max, await found(asked({ $gte: min, $lte: max }))]).toEqual([min, max, all]);
        expect(await found(asked(min))).not.toEqual([]);
        expect(await found(asked(max))).not.toEqual([]);
      });
    }
  });

  it.each(columns.map((column) => [column.name, column] as const))(
    'as an aggregate, %s is reached',
    async (name, column) => {
      const functions = unordered.has(column.kind) ? ['distinct'] : ['min', 'max', 'distinct'];
      const request = { aggregates: functions.map((each) => `${name}:${each}`).join(), facets: name };
      const { meta } = sent(await world.page<ObjectLiteral>(Item, request, { facets: [{ name, limit: 100 }] }));
      const { aggregates, facets } = meta as unknown as {
        readonly aggregates: Record<
          string,
          { readonly min?: unknown; readonly max?: unknown; readonly distinct: number }
        >;
        readonly facets: Record<string, ValuesFacet>;
      };
      const { min, max, distinct } = aggregates[name] ?? { distinct: 0 };
      expect(facets[name]?.values.filter(({ value }) => value !== null)).toHaveLength(distinct);
      if (unordered.has(column.kind)) return;
      expect(await found({ [name]: min })).not.toEqual([]);
      expect(await found({ [name]: max })).not.toEqual([]);
      expect(await found({ [name]: { $gte: min, $lte: max } })).toEqual(await found({ [name]: { $notNull: true } }));
    },
  );
});
