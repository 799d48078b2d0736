import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** A call of a real client, in words that its runner reads. */
export interface Call {
  readonly client: 'refine' | 'strapi';
  /** The collection that Strapi's client is made for; Refine's names it in each call. */
  readonly collection?: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** The client's result. */
export interface Outcome {
  readonly resolved?: {
    readonly data: unknown;
    readonly total?: number;
    readonly meta?: { readonly pagination: object };
  };
  readonly rejected?: { readonly name: string; readonly status: number; readonly body: unknown };
}

const folder = path.resolve('test/clients');
const installing = 60_000;

/**
 * Installs the clients where nobody has yet. They are a package of their own, because the library does not depend on
 * them; without them nothing is proven, so that they are missing is a failure.
 */
export function installClients(): void {
  if (existsSync(path.join(folder, 'node_modules/.package-lock.json'))) return;
  try {
    execFileSync('npm', ['ci', '--prefix', folder, '--silent'], { timeout: installing, stdio: 'pipe' });
  } catch (cause) {
    const advice = 'run `npm ci --prefix test/clients` where the registry can be reached';
    throw new Error(`The real clients are not installed, and could not be; ${advice}.`, { cause });
  }
}

/** Makes the calls, one after the other, in a plain Node process. */
export async function makeCalls(baseUrl: string, calls: readonly Call[]): Promise<readonly Outcome[]> {
  const runner = spawn(process.execPath, [path.join(folder, 'run.mjs')], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' },
  });
  runner.stdin.end(JSON.stringify({ baseUrl, calls }));
  const [printed, complaint] = await Promise.all([text(runner.stdout), text(runner.stderr)]);
  if (complaint !== '') throw new Error(`test/clients/run.mjs: ${complaint}`);
  return JSON.parse(printed) as readonly Outcome[];
}
