import { dialectOf } from '../../../lib/dialects/index.js';
import { type ValueKindName, declarableKinds, valueKinds } from '../../../lib/values/index.js';

const engines = ['better-sqlite3', 'postgres', 'mariadb'] as const;

function declarable(stored: ValueKindName, driver: string, column: { type?: unknown; isArray?: boolean } = {}): string {
  const dialect = dialectOf(driver);
  if (dialect === undefined) throw new Error(`no dialect for ${driver}`);
  const kinds = declarableKinds(stored, dialect, column);
  return kinds === 'every' ? kinds : kinds.toSorted().join(' ');
}

/** Kinds that may be declared on every engine, and others on some, beside `opaque`, which can be declared on all. */
const table: readonly (readonly [stored: ValueKindName, everywhere: string, sqlite?: string, mariadb?: string])[] = [
  ['text', 'text uuid enum date time json', 'datetime'],
  ['opaque', 'every'],
  ['tinyint', 'tinyint', 'smallint mediumint integer bigint boolean', 'boolean'],
  ['smallint', 'tinyint smallint', 'mediumint integer bigint boolean', 'boolean'],
  ['mediumint', 'tinyint smallint mediumint', 'integer bigint boolean', 'boolean'],
  ['integer', 'tinyint smallint mediumint integer', 'bigint boolean', 'boolean'],
  ['bigint', 'tinyint smallint mediumint integer bigint', 'boolean', 'boolean'],
  ['decimal', 'tinyint smallint mediumint integer bigint decimal'],
  ['real', 'tinyint smallint mediumint integer bigint decimal real float'],
  ['float', 'tinyint smallint mediumint integer bigint decimal real float'],
  ['boolean', 'boolean', 'tinyint', 'tinyint'],
  ['date', 'date'],
  ['datetime', 'datetime date'],
  ['time', 'time'],
  ['uuid', 'uuid', 'text'],
  ['enum', 'enum'],
  ['json', 'json'],
];

describe('the kinds that may be declared for a column', () => {
  const rows = table.map(
    ([stored, everywhere, sqlite = '', mariadb = '']) => [stored, everywhere, sqlite, mariadb] as const,
  );

  it.each(rows)('of %s', (stored, everywhere, sqlite, mariadb) => {
    const widened = { 'better-sqlite3': sqlite, postgres: '', mariadb };
    for (const engine of engines) {
      const kinds = `${everywhere} ${widened[engine]} opaque`.trim().split(/ +/).toSorted().join(' ');
      expect(`${engine}: ${declarable(stored, engine)}`).toBe(
        `${engine}: ${everywhere === 'every' ? everywhere : kinds}`,
      );
    }
  });

  it.each([
    [{ type: 'inet' }, 'opaque', 'opaque', 'opaque'],
    [{ type: 'interval' }, 'opaque', 'opaque', 'opaque'],
    [{ type: 'money' }, 'opaque', 'opaque', 'opaque'],
    [{ type: 'xml' }, 'opaque', 'opaque', 'opaque'],
    [{ type: 'int4range' }, 'opaque', 'opaque', 'opaque'],
    [{ type: 'ltree' }, 'opaque', 'opaque', 'opaque'],
    [{ type: 'bytea' }, 'opaque', 'opaque', 'opaque'],
    [{ type: 'blob' }, 'opaque', 'opaque', 'opaque'],
    [{ type: 'inet6' }, 'opaque', 'opaque', 'opaque'],
    [{ type: 'varchar', isArray: true }, 'opaque', 'opaque', 'opaque'],
    [{ type: 'int', isArray: true }, 'opaque', 'opaque', 'opaque'],
    [{ type: 'enum', isArray: true }, 'opaque', 'opaque', 'opaque'],
    [{ type: 'simple-array' }, 'opaque text', 'opaque text', 'opaque text'],
    [{ type: 'set' }, 'opaque', 'opaque', 'opaque text'],
    [{ type: 'enum' }, 'opaque text', 'opaque', 'opaque text'],
    [{ type: 'bit' }, 'opaque', 'opaque', 'bigint boolean integer mediumint opaque smallint tinyint'],
    [{ type: 'my_own_type' }, 'every', 'every', 'every'],
    [{ type: undefined }, 'every', 'every', 'every'],
  ])('of what is opaque because its type is %j', (column, ...kinds) => {
    expect(engines.map((engine) => declarable('opaque', engine, column))).toEqual(kinds);
  });

  it('of a year are few: it takes 1 for 2001', () => {
    expect(declarable('smallint', 'mariadb', { type: 'year' })).toBe('opaque smallint');
  });

  it('are told of every kind, and its own is always among them', () => {
    expect(table.map(([stored]) => stored).toSorted()).toEqual(Object.keys(valueKinds).toSorted());
    for (const [stored, everywhere] of table) {
      if (everywhere !== 'every') expect(everywhere.split(' ')).toContain(stored);
    }
  });
});
