import { drivers } from './contenders/raw.mjs';

/** Time of a statement within the database, in milliseconds; undefined if the database does not report it. */
export function databaseClock(engine, source) {
  const send = drivers[engine](source);
  const clocks = {
    postgres: async ({ text, values }) => {
      const [row] = await send({ text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values });
      const [explained] = row['QUERY PLAN'];
      return explained['Planning Time'] + explained['Execution Time'];
    },
    mariadb: async ({ text, values }) => {
      const [row] = await send({ text: `ANALYZE FORMAT=JSON ${text}`, values });
      return JSON.parse(row.ANALYZE).query_block.r_total_time_ms;
    },
    sqlite: undefined,
  };
  return clocks[engine];
}

/** The median of three for each statement, added up. */
export async function databaseTime(clock, statements) {
  if (clock === undefined || statements.length === 0) return undefined;
  let total = 0;
  for (const statement of statements) {
    const times = [await clock(statement), await clock(statement), await clock(statement)];
    total += times.sort((a, b) => a - b)[1];
  }
  return total;
}
