import type { ServerProcess, ServerSite, ServerUser } from './server-processes.mjs';

/** A site with the folder of PostgreSQL's programs. */
export interface PostgresSite extends ServerSite {
  readonly programs: string;
}

export function programsFor(user: ServerUser, folder: string): Promise<string>;
export function initialize(site: PostgresSite, data: string, password: string): Promise<void>;
export function serve(site: PostgresSite, data: string, settings: readonly string[]): Promise<ServerProcess>;
