import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { EntitySchema, type EntitySchemaColumnOptions, type ValueTransformer } from 'typeorm';
import { dialectOf } from '../../../lib/dialects/index.js';
import { ColumnSchemas } from '../../../lib/schema/columns.js';
import type { ValueKindName } from '../../../lib/values/index.js';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';

const engines = ['sqlite', 'postgres', 'mariadb'] as const;

type Options = Omit<EntitySchemaColumnOptions, 'transformer'>;

/** Returns the fault of a transformer on a column, as boot finds it. */
async function faultOf(
  engine: EngineName,
  options: Options,
  [transformer, kind]: readonly [ValueTransformer | ValueTransformer[], ValueKindName?],
): Promise<string | undefined> {
  const entity = new EntitySchema({
    name: 'sample',
    columns: { id: { type: 'int', primary: true }, value: { ...options, transformer } },
  });
  const source = await describeEntities(engine, [entity]);
  const dialect = dialectOf(source.options.type);
  const column = source.getMetadata('sample').findColumnWithPropertyName('value');
  if (dialect === undefined || column === undefined) throw new Error(`no such column on ${engine}`);
  const columns = new ColumnSchemas(source, dialect, 'UTC', () => undefined);
  return columns.faultOf(columns.of(column, kind))?.text;
}

const of = (to: (value: never) => unknown, from: (stored: never) => unknown): ValueTransformer => ({ to, from });
const same = (value: unknown): unknown => value;

/** A value class as libraries of dates and decimals make them. */
class Wrapped {
  constructor(readonly value: unknown) {}
  unwrap(): unknown {
    return this.value;
  }
  toJSON(): unknown {
    return this.value instanceof Date ? this.value.toISOString() : String(this.value);
  }
}
class Money {
  constructor(readonly cents: number) {}
}

const key = Buffer.alloc(32, 7);
const decipher = (stored: string): string => {
  const [vector = '', text = ''] = stored.split(':');
  const opened = createDecipheriv('aes-256-cbc', key, Buffer.from(vector, 'hex'));
  return opened.update(text, 'hex', 'utf8') + opened.final('utf8');
};
const cipher = (vector: () => Buffer) => (text: string) => {
  const iv = vector();
  const closed = createCipheriv('aes-256-cbc', key, iv);
  return `${iv.toString('hex')}:${closed.update(text, 'utf8', 'hex')}${closed.final('hex')}`;
};

const text = { type: 'varchar' } as const;
const int = { type: 'int' } as const;
const moment = { type: Date } as const;
const decimal = { type: 'decimal', precision: 8, scale: 2 } as const;
const codes: Readonly<Record<string, string>> = { draft: 'DR', live: 'LI' };
const names: Readonly<Record<string, string>> = { DR: 'draft', LI: 'live' };
const known = (table: Readonly<Record<string, string>>) => (name: string) => {
  const found = table[name];
  if (found === undefined) throw new Error(`unknown: ${name}`);
  return found;
};
const yesNo = (flag: unknown) => (flag ? 'Y' : 'N');
const isYes = (stored: string) => stored === 'Y';

describe('a transformer that suits requests', () => {
  // prettier-ignore
  const rows: readonly (readonly [what: string, column: Options, tried: readonly [ValueTransformer | ValueTransformer[], ValueKindName?]])[] = [
    ['trims', text, [of((value: string) => value.trim(), same)]],
    ['lowers case', text, [of((value: string) => value.toLowerCase(), same)]],
    ['lowers case on the way out', text, [of(same, (value: string) => value.toLowerCase())]],
    ['keeps digits alone, and shows a plus', text, [of((value: string) => value.replaceAll(/\D/g, ''), (stored: string) => `+${stored}`)]],
    ['is a chain', text, [[of((value: string) => value.toUpperCase(), same), of((value: string) => `#${value}`, (stored: string) => stored.slice(1))]]],
    ['accepts only addresses', text, [of((value: string) => { if (!value.includes('@')) throw new Error('no address'); return value; }, same)]],
    ['encrypts alike each time', text, [of(cipher(() => Buffer.alloc(16)), decipher)]],
    ['encodes', text, [of((value: string) => Buffer.from(value).toString('base64'), (stored: string) => Buffer.from(stored, 'base64').toString())]],
    ['is JSON', text, [of((value: unknown) => JSON.stringify(value), (stored: string) => JSON.parse(stored) as unknown)]],
    ['knows codes alone, and gives nothing for others', text, [of((name: string) => codes[name], (code: string) => names[code])]],
    ['knows codes alone, and throws at others', text, [of(known(codes), known(names))]],
    ['knows the codes of samples', text, [of(known({ yes: 'Y', no: 'N' }), known({ Y: 'yes', N: 'no' }))]],
    ['shows numbers of texts', text, [of(String, Number)]],
    ['shows objects, and accepts what they are sent as', int, [of((value: Money | number) => (value instanceof Money ? value.cents : value), (cents: number) => new Money(cents))]],
    ['makes numbers of decimals', decimal, [of(same, Number)]],
    ['makes nothing of NULL', decimal, [of((value: unknown) => value ?? null, (stored: string | null) => (stored === null ? null : Number(stored)))]],
    ['stores cents of a decimal field', int, [of((value: number) => Math.round(value * 100), (stored: number) => stored / 100), 'decimal']],
    ['stores texts of a boolean field', text, [of(yesNo, isYes), 'boolean']],
    ['accepts the texts of what it shows', text, [of((value: unknown) => yesNo(value === true || value === 'true'), isYes)]],
    ['inverts', { type: 'boolean' }, [of((value: boolean) => !value, (stored: boolean) => !stored)]],
    ['makes big integers', { type: 'bigint' }, [of(String, BigInt)]],
    ['makes numbers of big integers', { type: 'bigint' }, [of(String, Number)]],
    ['shifts dates', moment, [of((value: Date) => new Date(value.getTime() + 1_000), (stored: Date) => new Date(stored.getTime() - 1_000))]],
    ['shows texts of dates', moment, [of((value: Date | string) => new Date(value), (stored: Date) => stored.toISOString())]],
    ['shows days of dates', moment, [of((value: Date | string) => new Date(value), (stored: Date) => stored.toISOString().slice(0, 10))]],
    ['makes objects of dates, and accepts both', moment, [of((value: Wrapped | Date) => (value instanceof Wrapped ? value.unwrap() : value), (stored: Date) => new Wrapped(stored))]],
    ['stores a day as a Date', { type: 'date' }, [of((value: string) => new Date(`${value}T12:00:00`), same)]],
    ['stores seconds of a date-time field', int, [of((value: Date) => value.getTime() / 1_000, (stored: number) => new Date(stored * 1_000)), 'datetime']],
    ['is that of a column without values to compare', { type: 'simple-json' }, [of(same, same)]],
  ];

  it.each(rows)('%s', async (_, column, tried) => {
    for (const engine of engines) expect(await faultOf(engine, column, tried)).toBeUndefined();
  });
});

describe('a transformer that does not', () => {
  // prettier-ignore
  const rows: readonly (readonly [what: string, column: Options, tried: readonly [ValueTransformer, ValueKindName?], fault: RegExp])[] = [
    ['stores texts for booleans', text, [of(yesNo, isYes)], /that returns false, .* does not find that row; declare \{ kind: 'boolean' \} \(then `to\(\)` gets true and false\)/],
    ['stores numbers for booleans', { type: 'smallint' }, [of((flag: boolean) => (flag ? 1 : 0), (stored: number) => stored === 1)], /that returns false, but a value of a smallint field must be a whole number .*kind: 'boolean'/],
    ['stores cents', int, [of((value: number) => Math.round(value * 100), (stored: number) => stored / 100)], /that returns 0.01, .*kind: 'decimal'/],
    ['shows names of numbers', { type: 'smallint' }, [of((name: string) => ['new', 'old'].indexOf(name), (stored: number) => ['new', 'old'][stored])], /that returns "new", .*kind: 'text'/],
    ['shows seconds as Dates', int, [of((value: Date) => value.getTime() / 1_000, (stored: number) => new Date(stored * 1_000))], /that returns "1970.*kind: 'datetime'/],
    ['unwraps dates', moment, [of((value: Wrapped) => value.unwrap(), (stored: Date) => new Wrapped(stored))], /`to\(\)` accepts no Dates.*TypeError: value.unwrap is not a function.*let `to\(\)` accept Dates as well/],
    ['unwraps decimals', decimal, [of((value: Wrapped) => value.unwrap(), (stored: string) => new Wrapped(stored))], /`to\(\)` accepts no texts, .*unwrap/],
    ['unwraps texts', text, [of((value: Wrapped) => value.unwrap(), (stored: string) => new Wrapped(stored))], /`to\(\)` accepts no texts, .*unwrap/],
    ['takes Dates for a text', text, [of((value: Date) => value.toISOString(), (stored: string) => new Date(stored))], /`to\(\)` accepts no texts, .*kind: 'datetime'/],
    ['takes money', int, [of((value: Money) => value.cents, (cents: number) => new Money(cents))], /`to\(\)` accepts no numbers/],
    ['takes lists', text, [of((value: string[]) => value.join(), (stored: string) => stored.split(','))], /`to\(\)` accepts no texts/],
    ['always throws', text, [of(() => { throw new Error('never'); }, same)], /`to\(\)` accepts no texts, .*Error: never/],
    ['hashes', text, [of((value: string) => createHash('sha256').update(value).digest('hex'), same)], /does not find that row; .*declare \{ kind: 'text' \} for a hash/],
    ['marks without an inverse', text, [of((value: string) => `#${value}`, same)], /that returns "#a", .*does not find/],
    ['encrypts with random bytes', text, [of(cipher(() => randomBytes(16)), decipher)], /another value each time/],
    ['hashes, of a declared kind', text, [of((value: string) => createHash('sha256').update(value).digest('hex'), same), 'text'], /does not find that row/],
    ['makes numbers of a boolean kind', int, [of(Number, same), 'boolean'], /that returns 2|that returns 100/],
  ];

  it.each(rows)('%s', async (_, column, tried, fault) => {
    for (const engine of engines) expect(await faultOf(engine, column, tried)).toMatch(fault);
  });
});

it('is called a few times, at boot alone', async () => {
  let calls = 0;
  const counted = (value: unknown) => {
    calls += 1;
    return value;
  };
  await faultOf('sqlite', text, [of(counted, counted)]);
  expect(calls).toBeLessThan(50);
});
