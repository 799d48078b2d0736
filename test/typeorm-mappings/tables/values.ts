import { randomUUID } from 'node:crypto';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { Place } from './place.js';
import type { Random } from './random.js';

type MakeValue = (at: Place, random: Random, column: ColumnMetadata) => unknown;

const words = ['ash', 'birch', 'cedar', 'elder', 'fir', 'hazel', 'larch', 'maple', 'oak', 'pine'];
const day = (row: number) => String((row % 27) + 1).padStart(2, '0');

const whole: MakeValue = ({ distinct, row }, random) => (distinct ? row + 1 : random.below(9) + 1);
const fraction: MakeValue = (at, random, column) => {
  const scale = column.scale ?? (column.type === 'decimal' || column.type === 'numeric' ? 0 : 1);
  const number = Number(whole(at, random, column));
  return scale > 0 ? number + 0.5 : number;
};
const text: MakeValue = ({ distinct, row, engine }, random, column) => {
  const word = `${random.of(words)}${distinct ? `-${row}` : ''}`;
  const length = Number(column.length) || (/^(n?char|character|bpchar)$/.test(String(column.type)) ? 1 : 40);
  const cut = distinct && length < word.length ? String.fromCharCode(97 + row) : word.slice(0, length);
  return engine === 'sqlite' || length < 100 ? cut : word;
};
const date: MakeValue = ({ row }) => `2024-03-${day(row)}`;
const time: MakeValue = ({ row }) => `10:${day(row)}:30`;
const moment: MakeValue = ({ row, engine }) =>
  `2024-03-${day(row)} 10:11:${day(row)}${engine === 'sqlite' ? '.000' : ''}`;
const bytes: MakeValue = ({ row }, _random, { length }) => Buffer.alloc(Number(length) || 3, row + 1);
const document: MakeValue = ({ row }, random) => JSON.stringify({ name: random.of(words), size: row });
const enumerated: MakeValue = ({ distinct, row }, random, { enum: members = [], type }) => {
  if (members.length === 0) return undefined;
  const member = distinct ? members[row] : random.of(members);
  return type === 'set' ? String(member) : member;
};

/** How a value of each column type is written by hand, past all that TypeORM does with the value of a property. */
const byType: Readonly<Record<string, MakeValue>> = {
  ...table(
    'int integer int2 int4 int8 int64 tinyint smallint mediumint bigint unsigned_big_int unsigned_big_integer',
    whole,
  ),
  ...table('oid xid rowid serial bigserial', whole),
  ...table('float float4 float8 real double double_precision decimal dec numeric fixed', fraction),
  ...table(
    'varchar text char character nchar native_character nvarchar varying_character character_varying clob',
    text,
  ),
  ...table('tinytext mediumtext longtext bpchar citext string national_varchar national_char', text),
  ...table('blob bytea binary varbinary tinyblob mediumblob longblob', bytes),
  ...table('json jsonb simple-json', document),
  ...table('enum simple-enum set', enumerated),
  ...table('datetime timestamp timestamp_without_time_zone', moment),
  ...table('timestamptz timestamp_with_time_zone', (at, random, column) => `${String(moment(at, random, column))}+00`),
  ...table('time time_without_time_zone', time),
  ...table('timetz time_with_time_zone', (at, random, column) => `${String(time(at, random, column))}+00`),
  ...table('boolean bool', ({ engine }, random) => (engine === 'postgres' ? random.below(2) === 1 : random.below(2))),
  date,
  year: ({ row }) => 2000 + row,
  uuid: () => randomUUID(),
  'simple-array': (_at, random) => `${random.of(words)},${random.of(words)}`,
  bit: ({ engine }, random) => (engine === 'postgres' ? String(random.below(2)) : Buffer.from([random.below(2)])),
  money: ({ row }) => `${row + 1}.50`,
  interval: ({ row }) => `${row + 1} days`,
  inet: ({ row }) => `10.0.0.${row + 1}`,
  inet4: ({ row }) => `10.0.0.${row + 1}`,
  inet6: ({ row }) => `2001:db8::${row + 1}`,
  cidr: ({ row }) => `10.0.${row + 1}.0/24`,
  macaddr: ({ row }) => `08:00:2b:01:02:0${row + 1}`,
  macaddr8: ({ row }) => `08:00:2b:01:02:03:04:0${row + 1}`,
  xml: ({ row }) => `<row>${row}</row>`,
  tsvector: (_at, random) => random.of(words),
  tsquery: (_at, random) => random.of(words),
  hstore: ({ row }) => `"row"=>"${row}"`,
  ltree: (_at, random) => `${random.of(words)}.${random.of(words)}`,
  cube: ({ row }) => `(${row}, 2, 3)`,
  vector: (_at, _random, { length }) =>
    JSON.stringify(Array.from({ length: Number(length) || 3 }, (_, index) => index)),
  ...table('varbit bit_varying', () => '101'),
  ...geometry(),
  ...ranges(),
};

/** Makes a value for a column; undefined for a type that has none here. */
export function valueFor(column: ColumnMetadata, at: Place, random: Random): unknown {
  // MariaDB keeps one in a number, of which TypeORM takes any but 0 for true.
  const isBoolean = column.type === Boolean || /^bool/.test(String(column.type));
  const type = isBoolean ? 'boolean' : at.typeOf(column);
  // An engine without the type keeps the text.
  if (column.generationStrategy === 'uuid' || column.type === 'uuid') return randomUUID();
  if (column.isArray && at.engine === 'postgres')
    return [0, 1].map(() => byType[type]?.({ ...at, distinct: false }, random, column));
  return byType[type]?.(at, random, column);
}

function table(types: string, make: MakeValue): Record<string, MakeValue> {
  return Object.fromEntries(types.split(' ').map((type) => [type.replaceAll('_', ' '), make]));
}

function geometry(): Record<string, MakeValue> {
  return {
    point: ({ row }) => `(${row},1)`,
    line: ({ row }) => `{1,2,${row}}`,
    lseg: ({ row }) => `[(0,0),(1,${row})]`,
    box: ({ row }) => `(1,1),(0,-${row})`,
    path: ({ row }) => `((0,0),(1,${row}))`,
    polygon: ({ row }) => `((0,0),(1,1),(${row},0))`,
    circle: ({ row }) => `<(0,0),${row + 1}>`,
  };
}

function ranges(): Record<string, MakeValue> {
  const numbers: MakeValue = ({ row }) => `[${row},${row + 3})`;
  return {
    ...table('int4range int8range numrange', numbers),
    ...table(
      'int4multirange int8multirange nummultirange',
      (at, random, column) => `{${String(numbers(at, random, column))}}`,
    ),
    daterange: ({ row }) => `[2024-01-01,2024-03-${day(row)})`,
    ...table('tsrange tstzrange', ({ row }) => `["2024-01-01 00:00:00","2024-03-${day(row)} 00:00:00")`),
    datemultirange: ({ row }) => `{[2024-01-01,2024-03-${day(row)})}`,
    ...table('tsmultirange tstzmultirange', ({ row }) => `{["2024-01-01 00:00:00","2024-03-${day(row)} 00:00:00")}`),
  };
}
