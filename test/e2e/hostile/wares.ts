import { Filterable } from 'nestjs-filterable';
import { Column, type DataSource, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import type { EngineName } from '../../support/databases.js';

const paths = {
  color: 'text',
  'size.width': 'integer',
  weight: 'decimal',
  ratio: 'float',
  big: 'bigint',
  on: 'boolean',
  made: 'date',
  code: 'uuid',
  labels: { kind: 'text', list: true },
  odd: { at: ['a.b', "it's"], as: 'ab', kind: 'text' },
  'deep.a.b.c': 'text',
  nul: 'text',
  secret: { kind: 'text', when: () => false },
} as const;

/**
 * Wares with virtual columns, lists and documents, which each engine keeps in types of its own. `raw` may hold any text
 * where the engine does not check that it is JSON.
 */
@Filterable({
  fields: [
    'id',
    'name',
    { name: 'letters', kind: 'integer' },
    { name: 'doubtful', kind: 'bigint' },
    { name: 'extent', kind: 'decimal' },
    { name: 'girth', kind: 'float' },
    { name: 'label', kind: 'text' },
    'tags',
    { name: 'words', kind: 'text', list: true },
    { name: 'numbers', kind: 'integer', list: true },
    { name: 'sizes', kind: 'text', list: true },
    { name: 'flags', kind: 'boolean', list: true },
    { name: 'specs', paths },
    { name: 'raw', paths },
    { name: 'vault', paths: { color: 'text' }, when: () => false },
    'plain',
  ] as never,
})
export abstract class Ware {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() tenant!: number;
  @VirtualColumn({ query: (alias) => `SELECT LENGTH(${alias}.name)` }) letters!: number;
  @VirtualColumn({ query: (alias) => `SELECT NULLIF(LENGTH(${alias}.name), 2)` }) doubtful!: number | null;
  /** Whole numbers of 32 bits, which their fields compare with others. */
  @VirtualColumn({ query: (alias) => `SELECT LENGTH(${alias}.name)` }) extent!: string;
  @VirtualColumn({ query: (alias) => `SELECT LENGTH(${alias}.name)` }) girth!: number;
  @VirtualColumn({ query: (alias) => `SELECT UPPER(${alias}.name)` }) label!: string;
  /** Never declared to be a field. */
  @VirtualColumn({ query: (alias) => `SELECT LENGTH(${alias}.name)` }) uncounted!: number;
  @Column('simple-array', { nullable: true }) tags!: string[] | null;
}

const nullable = true;

@Entity('ware')
class SqliteWare extends Ware {
  @Column('simple-json', { nullable }) words!: unknown;
  @Column('simple-json', { nullable }) numbers!: unknown;
  @Column('simple-json', { nullable }) sizes!: unknown;
  @Column('simple-json', { nullable }) flags!: unknown;
  @Column('simple-json', { nullable }) specs!: unknown;
  @Column('text', { nullable }) raw!: string | null;
  @Column('simple-json', { nullable }) vault!: unknown;
  @Column('simple-json', { nullable }) plain!: unknown;
}

@Entity('ware')
class PostgresWare extends Ware {
  @Column('text', { array: true, nullable }) words!: string[] | null;
  @Column('int', { array: true, nullable }) numbers!: number[] | null;
  @Column('jsonb', { nullable }) sizes!: unknown;
  @Column('jsonb', { nullable }) flags!: unknown;
  @Column('jsonb', { nullable }) specs!: unknown;
  @Column('json', { nullable }) raw!: unknown;
  @Column('jsonb', { nullable }) vault!: unknown;
  @Column('jsonb', { nullable }) plain!: unknown;
}

@Entity('ware')
class MariadbWare extends Ware {
  @Column('json', { nullable }) words!: unknown;
  @Column('json', { nullable }) numbers!: unknown;
  @Column('json', { nullable }) sizes!: unknown;
  @Column('json', { nullable }) flags!: unknown;
  @Column('json', { nullable }) specs!: unknown;
  @Column('longtext', { nullable }) raw!: string | null;
  @Column('json', { nullable }) vault!: unknown;
  @Column('json', { nullable }) plain!: unknown;
}

/** The entity of the wares on each engine. */
export const wareOn: Readonly<Record<EngineName, new () => Ware>> = {
  sqlite: SqliteWare,
  postgres: PostgresWare,
  mariadb: MariadbWare,
};

/** What a ware holds: the text of its delimited list, its lists, and the texts of its documents. */
interface Stored {
  readonly tags?: string;
  readonly words?: readonly (string | null)[];
  readonly numbers?: readonly (number | null)[];
  readonly sizes?: string;
  readonly flags?: string;
  readonly specs?: string;
  /** By default the same as `specs`. */
  readonly raw?: string | null;
}

const fine =
  '{"color":"red","size":{"width":3},"weight":1.50,"ratio":0.5,"big":9007199254740993,"on":true,"made":"2024-02-29",' +
  '"code":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","labels":["x","y"],"a.b":{"it\'s":"k"},"secret":"s"}';

const ofOtherTypes =
  '{"color":5,"size":{"width":"3"},"weight":"1.5","ratio":"0.5","big":1.5,"on":"true","made":"2024-2-29",' +
  '"code":"3f2504e04f8941d39a0c0305e82c3301","labels":"x","a.b":"k","deep":{"a":[]}}';

const ofPrototypes =
  '{"__proto__":{"color":"red"},"constructor":{"name":"red"},"toString":"red","color":"rust",' +
  '"size":{"__proto__":{"width":9},"width":3.0},"on":false,"labels":[],"a":{"b":{"it\'s":"k"}}}';

const ofHugeNumbers =
  '{"color":"blue","size":{"width":99999999999999999999},"weight":1e400,"ratio":1e400,"big":9223372036854775808,' +
  '"made":"9999-99-99","labels":[1,true,null,{"x":1},["x"]]}';

const ofObjects =
  '{"color":{"red":"red"},"size":[{"width":3}],"weight":-0,"ratio":-1e-400,"big":-9223372036854775808,"on":null,' +
  '"made":["2024-02-29"],"labels":{"0":"x"},"deep":{"a":{"b":{"c":"here"}}}}';

const nested = (depth: number) => `${'{"deep":'.repeat(depth)}1${'}'.repeat(depth)}`;

// prettier-ignore
const stock: readonly Stored[] = [
  { tags: 'a,b', words: ['a', 'b'], numbers: [1, 2], sizes: '["S","M"]', flags: '[true,false]', specs: fine },
  { tags: '', words: [], numbers: [], sizes: '[]', flags: '[]', specs: ofOtherTypes },
  { tags: 'A,B', words: ['A', 'NULL', 'a,b', '{a}', '"', '\\', 'null'], numbers: [2_147_483_647, -2_147_483_648], sizes: '["a,b","null","\\"","\\\\","{S}"]', flags: '["true",1,0,null]', specs: ofPrototypes },
  { sizes: '{"0":"S"}', specs: `[${fine}]` },
  { tags: 'a,,b', words: ['', 'a'], numbers: [0], sizes: '"S"', flags: '[false]', specs: ofHugeNumbers },
  { tags: 'a b,NULL,null', words: [null, 'a'], numbers: [null, 1], sizes: 'null', specs: ofObjects },
  { tags: '{a},"a",\\', words: ['a ', 'é'], sizes: '[1,true,null,["S"],{"S":1}]', specs: 'null' },
  {},
  { tags: 'ab', words: [], sizes: '["S","S"]', specs: '{}', raw: '{"color":"red"' },
  { tags: ' a', words: ["it's", '%', '_'], sizes: '["s"]', specs: '{"color":"red "}', raw: '{"color":"red ","on":true,"on":false}' },
  { tags: '%,_', words: ['a', 'a'], sizes: '["S "]', specs: '{"color":"RED"}', raw: '{"nul":"red\\u0000","made":"2024-02-29\\u0000","labels":["z\\u0000","z"],"size":{"width":77}}' },
  { tags: 'a,a', words: ['\u{1f331}', 'x'.repeat(300)], sizes: '[[]]', specs: nested(30), raw: `{"nul":"\\ud800","deep":${nested(200)}}` },
];

/** The rows that the scope leaves, which no request may widen. */
export const visible: readonly number[] = stock.map((_, index) => index + 1);

/** Stores the wares, and one of another tenant that is like the first. The names have one to four letters in turn. */
export async function fill(source: DataSource, entity: new () => object, engine: EngineName): Promise<void> {
  for (const [index, ware] of [...stock, ...stock.slice(0, 1)].entries()) {
    const id = index + 1;
    const tenant = visible.includes(id) ? 1 : 2;
    const { raw = ware.specs } = ware;
    // PostgreSQL stores no text that is no JSON in a column for it.
    const kept = engine === 'postgres' && raw != null && !isJson(raw) ? null : raw;
    const texts = { sizes: ware.sizes, flags: ware.flags, specs: ware.specs, raw: kept, vault: fine, plain: fine };
    const list = (values: unknown) => (engine === 'postgres' ? values : values && JSON.stringify(values));
    const parameters = { ...texts, tags: ware.tags, words: list(ware.words), numbers: list(ware.numbers) };
    const columns = Object.entries(parameters).map(([name, value]) => [name, value ?? null] as const);
    await source
      .createQueryBuilder()
      .insert()
      .into(entity)
      .values({
        id,
        name: 'w'.repeat((id % 4) + 1),
        tenant,
        ...Object.fromEntries(columns.map(([name]) => [name, () => `:${name}`])),
      })
      .setParameters(Object.fromEntries(columns))
      .execute();
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
