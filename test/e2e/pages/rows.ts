import type { DataSource, EntityMetadata } from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { type PagesModel, Stage } from '../../support/pages-model.js';

/** A row as text, by property path or column name: every engine reads its own types from text, and loses nothing. */
export type TextRow = Readonly<Record<string, string | null>>;

/** Inserts rows without any conversion by TypeORM or a driver. */
export async function insertRows(source: DataSource, { tablePath, columns }: EntityMetadata, rows: readonly TextRow[]) {
  const [first] = rows;
  if (first === undefined) return;
  const names = Object.keys(first);
  const escape = (name: string): string => source.driver.escape(name);
  const into = names.map((name) => {
    const column = columns.find(({ propertyPath }) => propertyPath === name);
    return escape(column?.databaseName ?? name);
  });
  const lines = rows.map((row) => `(${names.map((name) => literal(row[name] ?? null)).join(', ')})`);
  const table = tablePath.split('.').map(escape).join('.');
  await source.query(`INSERT INTO ${table} (${into.join(', ')}) VALUES ${lines.join(', ')}`);
}

function literal(text: string | null): string {
  return text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`;
}

/** A small random generator, so that a seed gives the same rows everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Pool = readonly (string | null)[];

const texts: Pool = ['', 'a', 'A', 'b', 'B ', 'é', 'e', '10', '9', '%', '_x', 'a\'"b', '日本', '😀', null, null];

/** Few values for many rows, among them values that a number, a Date or six digits cannot hold exactly. */
function poolsOf(engine: EngineName) {
  const zone = engine === 'postgres' ? '+00' : '';
  const clocks = ['10:00:00', '10:00:00.000001', '10:00:00.000002', '10:00:00.5', '23:59:59.999999', '00:00:00'];
  return {
    text: texts,
    whole: ['-2147483648', '0', '1', '2', '10', '2147483647', null],
    big: ['9007199254740992', '9007199254740993', '9007199254740994', '-9223372036854775808', '0', '7', null],
    decimal: ['12345678901234567890.0123456789', '12345678901234567890.0123456788', '0.1', '-0.1', '0', '10', null],
    double: ['0.1', '0.30000000000000004', '0.3', '1e-300', '1.7976931348623157e308', '-2.5', '0', null],
    single: ['0.1', '0.2', '16777216', '-3.4e38', '1e-30', '0', null],
    flag: engine === 'postgres' ? ['true', 'false', null] : ['1', '0', null],
    day: ['2024-02-29', '2024-03-01', '0001-01-01', '9999-12-31', null],
    at: ['00:00:00', '09:30:00', '23:59:59', null],
    moment: [...clocks.map((clock) => `2024-03-01 ${clock}${zone}`), `1969-12-31 23:59:59.999999${zone}`, null],
    uuid: [
      '00000000-0000-0000-0000-000000000001',
      'f0000000-0000-4000-8000-000000000000',
      '0f8fad5b-d9cb-469f-a165-70867728950e',
      '0f8fad5b-d9cb-169f-a165-70867728950f',
      null,
    ],
    stage: [Stage.Zero, Stage.Alpha, Stage.Mid, null],
  } as const satisfies Record<string, Pool>;
}

/** Fills a model with rows that have many ties and NULLs. */
export async function fillPages(source: DataSource, model: PagesModel, engine: EngineName, seed: number) {
  const random = randomFrom(seed);
  const pools = poolsOf(engine);
  const below = (limit: number): number => Math.floor(random() * limit);
  const one = (pool: Pool): string | null => pool[below(pool.length)] ?? null;
  const present = (pool: Pool): string => one(pool.filter((value) => value !== null)) ?? '';
  const deleted = (share: number): string | null => (random() < share ? present(pools.moment) : null);
  const list = (count: number, make: (id: string) => TextRow): TextRow[] =>
    Array.from({ length: count }, (_, index) => make(String(index + 1)));
  const fill = (entity: new () => object, rows: TextRow[]) => insertRows(source, source.getMetadata(entity), rows);

  await fill(
    model.Owner,
    list(6, (id) => ({
      id,
      name: one(pools.text),
      stage: one(pools.stage),
      joined: one(pools.moment),
      deletedAt: deleted(0.3),
    })),
  );
  await fill(
    model.Maker,
    list(4, (id) => ({ id, name: present(pools.text), rank: String(below(3)) })),
  );
  await fill(
    model.Label,
    list(5, (id) => ({ id, name: present(pools.text) })),
  );
  await fill(
    model.Thing,
    list(34, (id) => ({
      id,
      title: present(pools.text),
      note: one(pools.text),
      whole: one(pools.whole),
      big: one(pools.big),
      amount: one(pools.decimal),
      ratio: one(pools.double),
      single: one(pools.single),
      flag: one(pools.flag),
      day: one(pools.day),
      at: one(pools.at),
      moment: one(pools.moment),
      madeAt: present(pools.moment),
      token: one(pools.uuid),
      stage: one(pools.stage),
      simple: one(pools.stage),
      'place.city': one(pools.text),
      deletedAt: deleted(0.1),
      ownerId: random() < 0.3 ? null : String(1 + below(6)),
      makerId: String(1 + below(4)),
    })),
  );
  await fill(
    model.Piece,
    list(60, (id) => ({
      id,
      size: one(pools.whole),
      stage: one(pools.stage),
      simple: one(pools.stage),
      madeAt: one(pools.moment),
      token: one(pools.uuid),
      weight: one(pools.decimal),
      big: one(pools.big),
      ratio: one(pools.double),
      name: one(pools.text),
      deletedAt: deleted(0.1),
      thingId: random() < 0.1 ? null : String(1 + below(25)),
    })),
  );
  const links = new Set(Array.from({ length: 50 }, () => `${1 + below(30)} ${1 + below(5)}`));
  const junction = source.getMetadata(model.Thing).manyToManyRelations[0]?.junctionEntityMetadata;
  if (junction === undefined) throw new Error('things have no labels');
  await insertRows(
    source,
    junction,
    [...links].map((link) => {
      const [thing = '', label = ''] = link.split(' ');
      return { thingId: thing, labelId: label };
    }),
  );
}
