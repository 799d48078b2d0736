import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

/** The user that runs servers; without numbers it is the one who runs the tests. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** A place for the files and processes of servers. */
export interface ServerSite {
  readonly folder: string;
  readonly user: ServerUser;
}

/** A process, the end of what it has printed, and its exit. */
export type ServerProcess = ChildProcessByStdio<null, Readable, Readable> & {
  readonly printed: () => string;
  readonly exit: Promise<number | string>;
};

export function unprivilegedUser(): ServerUser;
export function ownFolder(user: ServerUser): string;
export function run(site: ServerSite, program: string, options: readonly string[]): ServerProcess;
export function freePort(): Promise<number>;
