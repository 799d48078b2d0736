import { builtInOperators } from 'nestjs-filterable';
import { operatorSuits } from '../../../lib/operators/index.js';
import { valueKinds } from '../../../lib/values/index.js';
import type { EngineName } from '../../support/databases.js';
import { mysqlPaths } from './operators/documents/mysql-paths.js';
import { postgresPaths } from './operators/documents/postgres-paths.js';
import { sqlitePaths } from './operators/documents/sqlite-paths.js';
import { type KindTable, spelledOut } from './operators/documents/store.js';
import { rowOf } from './operators/list-rows.js';
import { probes } from './operators/probes.js';
import { Writer, operandOf } from './operators/writer.js';

interface Virtual {
  readonly engine: EngineName;
  /** The SQL of the two columns, which is `x` in the tables of paths. */
  readonly integer: string;
  readonly text: string;
  readonly table: Pick<KindTable, 'integer' | 'text'>;
}

/**
 * A number is cast: to SQLite it is none beside a bound text otherwise, and PostgreSQL takes the text for one of its
 * own type.
 */
const rows: readonly Virtual[] = [
  {
    engine: 'sqlite',
    integer: 'CAST((SELECT COUNT(*) FROM line WHERE line.sample = "s".id) AS NUMERIC)',
    text: '(SELECT MIN(name) FROM line WHERE line.sample = "s".id)',
    table: sqlitePaths,
  },
  {
    engine: 'postgres',
    integer: 'CAST((SELECT COUNT(*) FROM line WHERE line.sample = "s".id) AS numeric)',
    text: '(SELECT MIN(name) FROM line WHERE line.sample = "s".id)',
    table: postgresPaths,
  },
  {
    engine: 'mariadb',
    integer: '(SELECT COUNT(*) FROM line WHERE line.sample = `s`.id)',
    text: '(SELECT MIN(name) FROM line WHERE line.sample = `s`.id)',
    table: mysqlPaths,
  },
];

describe.each(rows)('a virtual column on $engine', ({ engine, table, ...sql }) => {
  let writer: Writer;

  beforeAll(async () => {
    const lines = (alias: string) => `FROM line WHERE line.sample = ${alias}.id`;
    writer = await Writer.of(engine, {
      integer: { query: (alias) => `SELECT COUNT(*) ${lines(alias)}`, kind: 'integer' },
      text: { query: (alias) => `SELECT MIN(name) ${lines(alias)}`, kind: 'text' },
    });
  });

  const due = (['integer', 'text'] as const).flatMap((kind) =>
    builtInOperators
      .filter((operator) => operatorSuits(operator, valueKinds[kind]))
      .map((operator) => [kind, operator.token, operator] as const),
  );

  it.each(due)('of %s is compared by %s', (kind, token, operator) => {
    const [holds, fails, parameters] = spelledOut(rowOf(table[kind], token), { x: sql[kind] });
    const condition = { [token]: operandOf(operator, probes[kind].values) };
    expect(writer.where({ [kind]: condition })).toEqual([holds, parameters]);
    expect(writer.where({ [kind]: { $not: condition } })).toEqual([fails, parameters]);
  });
});
