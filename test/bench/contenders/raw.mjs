import { verbatim, writerFor } from '../sql.mjs';
import { pageSize } from '../workloads/parameters.mjs';

/** The driver without TypeORM: rows as it gives them. */
export const drivers = {
  postgres:
    ({ driver }) =>
    async ({ text, values }) =>
      (await driver.master.query(text, values)).rows,
  mariadb: ({ driver }) => {
    const pool = driver.pool.promise();
    return async ({ text, values }) => (await pool.query(text, values))[0];
  },
  sqlite: ({ driver }) => {
    const prepared = new Map();
    return ({ text, values }) => {
      let statement = prepared.get(text);
      if (statement === undefined) prepared.set(text, (statement = driver.databaseConnection.prepare(text)));
      return statement.all(...values);
    };
  },
};

/** The limit: the ideal SQL, written before the clock starts, and the rows as the driver gives them. */
export function raw({ engine, source }) {
  const sql = writerFor(engine);
  const send = drivers[engine](source);
  return {
    name: 'raw driver',
    prepare(workload, parameters) {
      if (workload.raw === undefined) return { unable: 'not written' };
      const shapes = Object.entries(workload.raw).map(([shape, write]) => {
        const statements = parameters.map((p) => write(sql, p, tailOf(p)));
        const counts =
          workload.reads === 'total' ? parameters.map((p) => countOf(write(sql, p, verbatim('')))) : undefined;
        return { shape, run: (turn) => read(statements[turn], counts?.[turn]) };
      });
      return { shapes };
    },
  };

  async function read(statement, count) {
    const rows = await (Array.isArray(statement) ? inTurn(statement) : send(statement));
    const short = rows.length < pageSize;
    if (count !== undefined && !short) await (Array.isArray(count) ? inTurn(count) : send(count));
    return rows;
  }

  async function inTurn([first, then]) {
    return send(then(await send(first)));
  }
}

function tailOf({ skip }) {
  return verbatim(skip === undefined ? `LIMIT ${pageSize}` : `LIMIT ${pageSize} OFFSET ${skip}`);
}

function countOf(statement) {
  if (Array.isArray(statement)) return [statement[0], (rows) => countOf(statement[1](rows))];
  const text = statement.text.replace('SELECT p.*', 'SELECT COUNT(*) AS n').replace(/ ORDER BY .*$/, '');
  return { ...statement, text };
}
