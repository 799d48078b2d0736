import type { TypeOrmModuleOptions } from '@nestjs/typeorm';

/** The data source of each kind of `DATABASE_URL`, by the URL's scheme. */
const ENGINES: Readonly<Record<string, (url: string) => TypeOrmModuleOptions>> = {
  'postgres:': (url) => ({ type: 'postgres', url }),
  'postgresql:': (url) => ({ type: 'postgres', url }),
  'mysql:': mariadb,
  'mariadb:': mariadb,
};

/** Moments are kept in UTC, and a date is read as text, so that no time zone can move it to the day before. */
function mariadb(url: string): TypeOrmModuleOptions {
  return { type: 'mariadb', url, timezone: 'Z', dateStrings: ['DATE'] };
}

/** Without a `DATABASE_URL` the guide lives in memory: nothing to install, nothing left behind. */
export function databaseOptions(url: string | undefined): TypeOrmModuleOptions {
  const engine: TypeOrmModuleOptions = url ? engineOf(url) : { type: 'better-sqlite3', database: ':memory:' };
  return {
    ...engine,
    autoLoadEntities: true,
    // The tables are made at start, which is for samples only. The prefix keeps them apart from yours.
    synchronize: true,
    entityPrefix: 'guide_',
  };
}

function engineOf(url: string): TypeOrmModuleOptions {
  // The URL holds a password, so it is not repeated in the message.
  const scheme = URL.canParse(url) ? new URL(url).protocol : '';
  const engine = Object.hasOwn(ENGINES, scheme) ? ENGINES[scheme] : undefined;
  if (!engine) throw new Error(`DATABASE_URL must start with one of: ${Object.keys(ENGINES).join('//, ')}//`);
  return engine(url);
}
