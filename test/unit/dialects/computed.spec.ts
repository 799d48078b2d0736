import { mysql } from '../../../lib/dialects/mysql/mysql.js';
import { postgres } from '../../../lib/dialects/postgres/postgres.js';
import { sqlite } from '../../../lib/dialects/sqlite/sqlite.js';

const dialects = { mysql, postgres, sqlite };

/** Bug: on PostgreSQL, a `bigint` beside `LENGTH()`, which has 32 bits, was an error of the database. */
describe('an expression of the host’s own is compared with any number of its kind', () => {
  it.each([
    ['postgres', 'integer', 'CAST((SELECT 1) AS numeric)'],
    ['postgres', 'decimal', 'CAST((SELECT 1) AS numeric)'],
    ['postgres', 'double', 'CAST((SELECT 1) AS double precision)'],
    ['postgres', 'single', '(SELECT 1)'],
    ['postgres', 'text', '(SELECT 1)'],
    ['postgres', 'datetime', '(SELECT 1)'],
    ['sqlite', 'integer', 'CAST((SELECT 1) AS NUMERIC)'],
    ['sqlite', 'text', '(SELECT 1)'],
    ['mysql', 'integer', '(SELECT 1)'],
  ] as const)('on %s, %s', (name, storedAs, sql) => {
    expect(dialects[name].computed({ sql: '(SELECT 1)', storedAs })).toBe(sql);
  });
});
