import type { PoolName } from '../model-types.js';
import { pools } from '../value-pools.js';
import type { Json } from './json.js';

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
export function jsonOf(pool: PoolName): readonly Json[] {
  return spellings[pool] ?? pools[pool].stored;
}

/** Values of every type, in the place of any other. */
export const strangers: readonly Json[] = [
  ...[null, true, false, '', 'a', '1', 'true', 'null', '[]', '{}', []],
  ...numbers('0 1 1.5 -1 1e400'),
  ...[['a'], [null], [{ digits: '1' }], [[]], { members: new Map() }],
  ...[{ members: new Map([['0', 'a']]) }, { members: new Map<string, Json>([['color', null]]) }],
];

/**
 * Texts that are no JSON. MariaDB takes some others for JSON: `1.`, `1e`, `-`, and escapes that there are not, such as
 * `"\x"`.
 */
export const notJson: readonly string[] = [
  ...['', ' ', 'x', '{', '{"color":"a"', "{'color':'a'}", '{"color":"a",}', '{color:"a"}', '{"color":"a"} x'],
  ...[
    'NaN',
    'undefined',
    '[1,]',
    '01',
    '+1',
    '.5',
    'TRUE',
    'nul',
    '{"color":"a" "big":1}',
    '{"color":"a"}}',
    '"\\u12"',
  ],
];
