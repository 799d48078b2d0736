import type { TypeOrmModuleOptions } from '@nestjs/typeorm';
import { StatementLogger } from './statements/statement-logger.js';

/** Connection options by the scheme of `DATABASE_URL`. */
const ENGINES: Readonly<Record<string, (url: string) => TypeOrmModuleOptions>> = {
  'postgres:': (url) => ({ type: 'postgres', url }),
  'postgresql:': (url) => ({ type: 'postgres', url }),
  'mysql:': mariadb,
  'mariadb:': mariadb,
};

/** Stores instants in UTC and reads dates as text, so that no time zone moves a date to the day before. */
function mariadb(url: string): TypeOrmModuleOptions {
  return { type: 'mariadb', url, timezone: 'Z', dateStrings: ['DATE'] };
}

/** Returns the connection options: those of `DATABASE_URL`, or an SQLite database in memory. */
export function databaseOptions(url: string | undefined): TypeOrmModuleOptions {
  const engine: TypeOrmModuleOptions = url ? engineOf(url) : { type: 'better-sqlite3', database: ':memory:' };
  return {
    ...engine,
    autoLoadEntities: true,
    logger: new StatementLogger(),
    // Creates the tables at start: convenient in a sample, dangerous in production. The prefix keeps them apart from
    // yours.
    synchronize: true,
    entityPrefix: 'guide_',
  };
}

function engineOf(url: string): TypeOrmModuleOptions {
  // The URL may contain a password, so the message does not repeat it.
  const scheme = URL.canParse(url) ? new URL(url).protocol : '';
  const engine = Object.hasOwn(ENGINES, scheme) ? ENGINES[scheme] : undefined;
  if (!engine) throw new Error(`DATABASE_URL must start with one of: ${Object.keys(ENGINES).join('//, ')}//`);
  return engine(url);
}
