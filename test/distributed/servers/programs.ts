import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type PostgresSite, programsFor } from '../../support/postgres-programs.mjs';
import type { ServerSite } from '../../support/server-processes.mjs';

/** A program or file that a topology needs beside PostgreSQL, which npm has, and the way to install it. */
export type Need = keyof typeof packages;

/** The Debian packages of each need, and the places where it can be. */
const packages = {
  pgbouncer: { package: 'pgbouncer', places: () => onPath('pgbouncer') },
  haproxy: { package: 'haproxy', places: () => onPath('haproxy') },
  mariadbd: { package: 'mariadb-server', places: () => onPath('mariadbd') },
  rsync: { package: 'rsync', places: () => onPath('rsync') },
  galera: {
    package: 'galera-4',
    places: () => ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'],
  },
} as const;

/** Returns the place of a need; undefined where it is not installed. */
export function placeOf(need: Need): string | undefined {
  return packages[need].places().find(existsSync);
}

/** Says how to install what is missing. */
export function installation(missing: readonly Need[]): string {
  return `apt-get install --no-install-recommends ${missing.map((need) => packages[need].package).join(' ')}`;
}

function onPath(program: string): string[] {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => path.join(folder, program));
}

/**
 * Finds PostgreSQL's programs: in the folder that POSTGRES_BIN names, or else those that npm has installed, or else the
 * system's.
 */
export async function withPostgres(site: ServerSite): Promise<PostgresSite> {
  const named = process.env['POSTGRES_BIN'];
  if (named) return { ...site, programs: named };
  try {
    return { ...site, programs: await programsFor(site.user, site.folder) };
  } catch (error) {
    const programs = systemPrograms();
    if (programs === undefined) throw error;
    return { ...site, programs };
  }
}

function systemPrograms(): string | undefined {
  const folders = [...onPath('initdb').map((program) => path.dirname(program)), ...debianFolders(), ...configured()];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')));
}

/** Debian keeps the programs of each major version in a folder that is not on the path. */
function debianFolders(): string[] {
  const parent = '/usr/lib/postgresql';
  const majors = existsSync(parent) ? readdirSync(parent) : [];
  return majors.sort((a, b) => Number(b) - Number(a)).map((major) => path.join(parent, major, 'bin'));
}

function configured(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()];
  } catch {
    return [];
  }
}
