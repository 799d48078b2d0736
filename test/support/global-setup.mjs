import { startPostgres } from './embedded-postgres.mjs';

/**
 * Makes the engines ready. SQLite needs nothing. PostgreSQL is the server of POSTGRES_URL or, where none is named, an
 * embedded one started here; with `none` there is none. MariaDB is the server of MARIADB_URL. An engine of
 * REQUIRE_ENGINES (`all`, `postgres`, `mariadb`) that is missing is a failure: no engine is skipped in silence.
 */
export default async function setUp() {
  if (process.env.POSTGRES_URL === 'none') process.env.POSTGRES_URL = '';
  else process.env.POSTGRES_URL ||= (await embeddedPostgres()) ?? '';
  const missing = ['postgres', 'mariadb'].filter((engine) => !process.env[`${engine.toUpperCase()}_URL`]);
  if (missing.length === 0) return;
  const required = (process.env.REQUIRE_ENGINES ?? '').split(',');
  const lacking = missing.filter((engine) => required.includes('all') || required.includes(engine));
  if (lacking.length > 0) throw new Error(`no server for ${lacking.join(', ')}, which REQUIRE_ENGINES names`);
  console.warn(`\nNot tested here, for want of a server: ${missing.join(', ')}.`);
}

async function embeddedPostgres() {
  try {
    const { url, stop } = await startPostgres();
    globalThis.stopPostgres = stop;
    return url;
  } catch (error) {
    console.warn(`\nNo embedded PostgreSQL here: ${error.message}`);
    return undefined;
  }
}
