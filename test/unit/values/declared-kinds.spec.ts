import { dialectOf } from '../../../lib/dialects/index.js';
import { type ValueKindName, declarableKinds, valueKinds } from '../../../lib/values/index.js';

const engines = ['better-sqlite3', 'postgres', 'mariadb'] as const;

function declarable(stored: ValueKindName, driver: string): string {
  const dialect = dialectOf(driver);
  if (dialect === undefined) throw new Error(`no dialect for ${driver}`);
  const kinds = declarableKinds(stored, dialect);
  return kinds === 'every' ? kinds : kinds.toSorted().join(' ');
}

/** What may be declared on every engine, and what else on some, beside `opaque`, which can be declared on all. */
const table: readonly (readonly [stored: ValueKindName, everywhere: string, sqlite?: string, mariadb?: string])[] = [
  ['text', 'every'],
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

  it('are told of every kind, and its own is always among them', () => {
    expect(table.map(([stored]) => stored).toSorted()).toEqual(Object.keys(valueKinds).toSorted());
    for (const [stored, everywhere] of table) {
      if (everywhere !== 'every') expect(everywhere.split(' ')).toContain(stored);
    }
  });
});
