import { createCipheriv, createDecipheriv } from 'node:crypto';
import fc from 'fast-check';
import type { ColumnOptions, ValueTransformer } from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { recordsIn } from '../../support/table.js';
import { factor, seed as seedOfRun } from '../../support/thorough.js';

/** A column, and the texts that its rows are filled with, as the database takes them. */
export interface ShownColumn {
  readonly name: string;
  readonly type: keyof typeof types;
  readonly options: Readonly<Record<EngineName, ColumnOptions>>;
  readonly transformer: ValueTransformer | ValueTransformer[] | undefined;
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
  measured: { ...everywhere({ type: 'real' }), mariadb: { type: 'float', precision: 7, scale: 4 } },
  year: { ...everywhere({ type: 'smallint' }), mariadb: { type: 'year' } },
  boolean: everywhere({ type: 'boolean' }),
  enum: {
    ...everywhere({ type: 'enum', enum: ['new', 'a b', 'Zé'] }),
    sqlite: { type: 'simple-enum', enum: ['new', 'a b', 'Zé'] },
  },
  numbers: everywhere({ type: 'simple-enum', enum: [1, 2, 10] }),
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
  vintage   | smallint | year     | -           | 1901; 1999; 2024; 2155
  big       | bigint   | bigint   | -           | -9007199254740991; 0; 12; 9007199254740991; 4611686018427387905; -4611686018427387903
  price     | decimal  | decimal  | -           | 0; 1.50; -1.50; 99999999.99; 0.01
  priced    | decimal  | decimal  | toNumber    | 0; 1.50; -1.50; 99999999.99; 0.01
  cents     | decimal* | int      | cents       | 0; 150; -150; 99999; 1
  exact     | float    | double   | -           | 0; 0.1; -1e300; 1e-300; 1.7976931348623157e308; -705969478160089100; 0.30000000000000004
  single    | float    | single   | -           | 0; 0.1; 0.5; 0.50000006; 1234.5678; 1234.5679; 16777216; 100000.5; -3e38; 3e38; 1e-20; 705969478160089100
  measured  | float    | measured | -           | 0; 0.1; -1.5; 1.2345; 999.9999; 123.4567
  flag      | boolean  | boolean  | -           | 0; 1
  active    | boolean* | varchar  | yesOrNo     | Y; N
  enabled   | boolean* | smallint | oneOrZero   | 0; 1
  state     | enum     | enum     | -           | new; a b; Zé
  level     | enum     | numbers  | -           | 1; 2; 10
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
const more = Math.min(3 * factor, 36);

const words = fc.string({
  minLength: 1,
  maxLength: 9,
  unit: fc.constantFrom('a', 'A', 'é', '%', '_', '1', '.', ' ', '日', '😀'),
});
const moments = fc
  .date({ min: new Date('1972-01-01'), max: new Date('2036-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 23).replace('T', ' '));

/** Random texts of what a type of column holds, beside those of the table. */
const randomly: Partial<Record<ShownColumn['type'], fc.Arbitrary<string>>> = {
  smallint: fc.integer({ min: -32_768, max: 32_767 }).map(String),
  int: fc.integer({ min: -99_999, max: 99_999 }).map(String),
  bigint: fc.maxSafeInteger().map(String),
  decimal: fc.integer({ min: -99_999_999, max: 99_999_999 }).map((number) => (number / 100).toFixed(2)),
  double: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }).map(String),
  single: fc.float({ noNaN: true, noDefaultInfinity: true, min: -(2 ** 100), max: 2 ** 100 }).map(String),
  uuid: fc.uuid({ version: 4 }),
  text: words,
  datetime: moments,
};

const ofTable = recordsIn(table).map(({ name, kind, type, transformer, stored }): ShownColumn => {
  const random = transformer === null ? randomly[type as ShownColumn['type']] : undefined;
  const others = random === undefined ? [] : fc.sample(random, { seed: seedOfRun, numRuns: more });
  return {
    name: String(name),
    type: type as ShownColumn['type'],
    options: types[type as ShownColumn['type']],
    transformer: transformer === null ? undefined : transformers[transformer as keyof typeof transformers],
    declared: kind?.endsWith('*') === true ? kind.slice(0, -1) : undefined,
    kind: String(kind).replace('*', ''),
    stored: [...String(stored).split('; '), ...others],
  };
});

const several = { minLength: 2, maxLength: 9 };

type Drawn = Omit<ShownColumn, 'name'>;

/** Columns that each run draws anew: lengths, digits and chains of transformers that the table lacks. */
const drawn = fc.oneof(
  fc
    .tuple(fc.shuffledSubarray(['lowerCase', 'trimmed', 'encrypted'] as const), fc.array(words, several))
    .map(([names, texts]): Drawn => {
      const transformer = names.map((name) => transformers[name]);
      const toStored = (text: string) => transformer.reduce((value, step) => String(step.to(value)), text);
      const stored = [...new Set(['b', 'c', ...texts].map(toStored))].filter((text) => text !== '');
      const options = everywhere({ type: 'varchar', length: 200 });
      return { kind: 'text', declared: undefined, type: 'varchar', options, transformer, stored };
    }),
  fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 9 })).chain(([whole, scale]) => {
    const most = 10n ** BigInt(whole + scale) - 1n;
    return fc.array(fc.bigInt({ min: -most, max: most }), several).map((numbers): Drawn => ({
      kind: 'decimal',
      declared: undefined,
      type: 'decimal',
      options: everywhere({ type: 'decimal', precision: whole + scale, scale }),
      transformer: undefined,
      stored: ['0', '1', ...numbers.map((number) => withPoint(number, scale))],
    }));
  }),
  fc.tuple(fc.integer({ min: 0, max: 4 }), fc.array(fc.integer(), several)).map(([digits, numbers]): Drawn => ({
    kind: 'decimal',
    declared: 'decimal',
    type: 'int',
    options: types.int,
    transformer: through(
      (text: string) => Math.round(Number(text) * 10 ** digits),
      (number: number) => number / 10 ** digits,
    ),
    stored: ['0', '1', ...numbers.map(String)],
  })),
  fc
    .tuple(fc.integer({ min: 0, max: 6 }), fc.array(fc.tuple(moments, fc.integer({ min: 100, max: 999 })), several))
    .map(([precision, texts]): Drawn => ({
      kind: 'datetime',
      declared: undefined,
      type: 'datetime',
      options: {
        sqlite: { type: 'datetime' },
        postgres: { type: 'timestamptz', precision },
        mariadb: { type: 'datetime', precision },
      },
      transformer: undefined,
      stored: [
        '2024-03-31 01:30:00.000000',
        '1999-12-31 23:59:59.000000',
        ...texts.map(([text, micros]) => `${text}${micros}`),
      ],
    })),
);

/** Writes a whole number with so many of its digits after a point. */
function withPoint(number: bigint, scale: number): string {
  const digits = String(number < 0n ? -number : number).padStart(scale + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  return `${number < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${fraction}`}`;
}

export const columns: readonly ShownColumn[] = [
  ...ofTable,
  ...fc
    .sample(drawn, { seed: seedOfRun, numRuns: Math.min(3 * factor, 12) })
    .map((column, index) => ({ ...column, name: `drawn${index}` })),
];

/** The kinds without a least and a greatest value. */
export const unordered: ReadonlySet<string> = new Set(['boolean', 'enum', 'uuid']);
export const numeric: ReadonlySet<string> = new Set(['smallint', 'integer', 'bigint', 'decimal', 'float']);
export const ranged: ReadonlySet<string> = new Set([...numeric, 'date', 'datetime']);
