import { readFileSync } from 'node:fs';
import { type Dialect, dialectOf, dialectOfServer, dialects } from '../../../lib/dialects/index.js';

const [postgres, mysql] = [rowOf(dialectOf('postgres')), rowOf(dialectOf('mariadb'))];

function rowOf(row: Dialect | undefined): Dialect {
  if (row === undefined) throw new Error('there is no such row');
  return row;
}

/** A row that differs from the one that the tables of SQL are about in these members alone. */
// prettier-ignore
const rows: readonly (readonly [name: string, row: Dialect, base: Dialect, differs: readonly string[]])[] = [
  ['CockroachDB', rowOf(dialectOf('cockroachdb')), postgres, ['byteTypes', 'carrier', 'columnKind', 'estimate', 'hints', 'keyTable', 'lists', 'namedStatements', 'nullsPhrase', 'nullsSortAs', 'plans', 'refusedSetting']],
  ['YugabyteDB', rowOf(dialectOfServer('postgres', 'PostgreSQL 15.2-YB-2.25.1.0-b0')), postgres, ['estimate', 'hints', 'keyTable', 'namedStatements']],
  ['Aurora PostgreSQL', rowOf(dialectOf('aurora-postgres')), postgres, ['arrays', 'hints', 'keyTable', 'lists', 'namedStatements', 'snapshot']],
  ['TiDB', rowOf(dialectOfServer('mysql', '8.0.11-TiDB-v8.5.0')), mysql, ['documents', 'foreignKeyEngines', 'hints', 'limitsInBranches', 'lists', 'plans', 'snapshot']],
  ['Aurora MySQL', rowOf(dialectOf('aurora-mysql')), mysql, ['hints', 'limitsInBranches', 'snapshot', 'wholeNumberOperand']],
  ['MySQL', rowOf(dialectOfServer('mysql', '8.4.3')), mysql, []],
];

/** The members by which a row is found. */
const names = ['drivers', 'server'];

it.each(rows)('%s differs from its base in some members, and shares all other SQL', (_name, row, base, differs) => {
  const members = new Set([...Object.keys(row), ...Object.keys(base)]);
  const other = [...members].filter((member) => Reflect.get(row, member) !== Reflect.get(base, member));
  expect(other.filter((member) => !names.includes(member)).sort()).toEqual(differs);
});

it('every row that no test has run on is among them', () => {
  const untested = dialects.filter(({ drivers }) => !Object.values(drivers).includes('run'));
  expect(new Set(rows.map(([, row]) => row))).toEqual(new Set(untested));
});

describe('a server that its driver does not tell', () => {
  const servers = dialects.flatMap(({ server }) => (server === undefined ? [] : [server]));

  it.each(servers)('$name is not known by the version of another', ({ drivers }) => {
    // What says that it is MySQL is read as MySQL.
    const ofMysql = drivers.includes('mysql') ? 'MySQL' : undefined;
    const versions = [
      ['PostgreSQL 18.4 on x86_64-pc-linux-gnu', undefined],
      ['10.11.19-MariaDB-deb12', undefined],
      ['8.4.3', ofMysql],
      ['8.0.30-Vitess', ofMysql],
    ] as const;
    for (const [version, name] of versions.slice(ofMysql === undefined ? 0 : 1)) {
      for (const driver of drivers) expect(dialectOfServer(driver, version)?.server?.name).toBe(name);
    }
  });

  it.each(servers)('$name is in the table of docs/databases.md', ({ name, drivers }) => {
    const row = new RegExp(`^\\| ${name}, through ${drivers.join(' or ')} +\\| documents `, 'm');
    expect(readFileSync('docs/databases.md', 'utf8')).toMatch(row);
  });
});
