/** A small domain, so that values collide: what rows hold, and what is asked for. */
interface Pool {
  readonly stored: readonly string[];
  /** Spellings of what is stored, and values that no row holds. */
  readonly sent: readonly string[];
}

/** One order in every collation: no punctuation, one case. */
const plain = ['', '0', '10', '9', 'a', 'aa', 'ab', 'abc', 'b', 'b1', 'ba'];

/** Whatever means something to LIKE, GLOB, a query string or a statement; letters differ by case. */
const wild = [
  ...String.raw`a A aB Ab % a%b _ a_b ! a!b !% \ a\b \% [a] a[b ^ [^a] * a*b ? ] - -- a&b=c a+b # a,b`.split(' '),
  ...String.raw`' " a'b a"b :nf_p1 $1 %41 ø 😀 {} ;`.split(' '),
  ...['a b', 'a`b'],
];

/** Texts that collations take for one another: case, accents, spaces at the end, and what two characters are worth. */
const alike = [
  ...[
    '',
    'a',
    'A',
    'a ',
    ' a',
    'a  ',
    'á',
    'Á',
    'a\u0301',
    'e',
    'é',
    'ß',
    'ss',
    'ﬁ',
    'fi',
    '😀',
    '😁',
    '日本',
    'a\n',
    '\t',
  ],
  ...["'", '"', '\\', '{}', 'null', 'true', '1', 'a,b', ',', '%'],
];

/** Elements of lists that commas delimit. */
const items = ['a ', ' a', ...String.raw`a A b á ab % _ " ' \ { } NULL null 😀 1 a"b`.split(' ')];

const whole = ['-1', '0', '1', '2', '3', '4', '10', '2147483647'];
const instants = (
  '2024-03-30T23:00:00Z 2024-03-31T00:00:00Z 2024-03-31T00:59:59Z 2024-03-31T12:30:00Z 2024-03-31T21:59:59Z ' +
  '2024-03-31T22:00:00Z 2024-03-31T23:59:59Z 2024-04-01T00:00:00Z'
).split(' ');
const fractions = ['2024-03-31T12:30:00.500Z', '2024-03-31T23:59:59.999Z'];
const momentsSent = [...instants, ...fractions].concat(
  '2024-03-30 2024-03-31 2024-04-01 2023-02-01 2024-03-31T12:30:00 2024-03-31T14:30:00+02:00'.split(' '),
  '2024-03-31T12:30:00.000Z 2024-03-31t12:30:00z 2024-04-01T00:00:00 2024-03-31T00:00:00.000'.split(' '),
);
const uuids = [
  '0f8fad5b-d9cb-469f-a165-70867728950e',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-0000-4000-8000-000000000001',
];

const domains = {
  plain: { stored: plain, sent: [...plain, 'c', 'abcd', 'zz'] },
  wild: { stored: wild, sent: [...wild, '', 'ab', 'B', 'AB', 'a%', '_b', '[A]', 'Ø'.toLowerCase()] },
  alike: { stored: alike, sent: [...alike, 'A ', 'É', 'zz', 'x'.repeat(256)] },
  item: { stored: items, sent: ['', ...items, 'B', 'zz'] },
  code: { stored: ['no', 'se', 'dk', 'fi'], sent: ['no', 'se', 'dk', 'fi', 'xx', 'n'] },
  tiny: { stored: [], sent: ['0', '1', '2', '3', '10', '127', '-128', '007', '-0'] },
  narrow: { stored: [], sent: ['0', '1', '4', '10000', '32767', '-32768', '007'] },
  small: { stored: whole, sent: [...whole, '5', '007', '-0', '-2147483648'] },
  bigint: {
    stored: ['0', '7', '9007199254740992', '9007199254740993', '-9223372036854775808', '9223372036854775807'],
    sent: '0 7 9007199254740992 9007199254740993 9007199254740991 -9223372036854775808 9223372036854775807 007'.split(
      ' ',
    ),
  },
  decimal: {
    stored: ['0', '4.50', '-1.25', '99.99', '3.33', '10.00'],
    sent: ['0', '4.5', '4.500', '04.50', '-1.25', '99.99', '3.33', '3.333', '10', '1000000', '-0', '0.01'],
  },
  amount: {
    stored: [],
    sent: [
      ...['0', '-0', '4.5', '4.500', '-1.25', '0.1', '0.10', '99.99', '10', '10000000000000000000000000000000000'],
      ...['9007199254740992', '9007199254740993', '12345678901234567890.25', '0.000000000001', '1000000'],
    ],
  },
  float: {
    stored: ['0', '0.5', '-0.5', '1.25', '0.1', '1000'],
    sent: ['0', '0.5', '-0.5', '1.25', '0.1', '1e3', '1000.0', '1E+3', '-0', '5e-1', '0.3'],
  },
  boolean: { stored: ['true', 'false'], sent: ['true', 'false', '1', '0'] },
  date: {
    stored: ['1999-12-31', '2024-02-28', '2024-02-29', '2024-03-01'],
    sent: ['1999-12-31', '2024-02-28', '2024-02-29', '2024-03-01', '2000-01-01', '0001-01-01', '9999-12-31'],
  },
  moment: { stored: instants, sent: momentsSent },
  exact: { stored: [...instants, ...fractions], sent: momentsSent },
  uuid: {
    stored: uuids,
    sent: [...uuids, ...uuids.map((uuid) => uuid.toUpperCase()), '11111111-1111-1111-1111-111111111111'],
  },
  enum: { stored: ['draft', 'published', 'archived'], sent: ['draft', 'published', 'archived'] },
  json: { stored: ['{"a":1}', '{}'], sent: [] },
} satisfies Readonly<Record<string, Pool>>;

export type PoolName = keyof typeof domains;

export const pools: Readonly<Record<PoolName, Pool>> = domains;

/**
 * A domain in which half of the values are the first four: elements of lists that are asked for are then often there.
 */
export function mostlyFirst<Value>(values: readonly Value[]): readonly Value[] {
  return [...values, ...values.flatMap((_, index) => values.slice(index % 4, (index % 4) + 1))];
}

/** Texts to search for: parts of the stored ones. */
export const needles = [
  ...String.raw`a A b B ab aB % _ ! \ [ ] ^ * ? - a% _b !% \% [a [^a] ' " & = + , :nf $1 ø 😀 # 1 0`.split(' '),
  ...[' ', '`'],
];
