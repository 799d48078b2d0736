import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type ServerProcess, type ServerSite, ownFolder, unprivilegedUser } from '../../support/server-processes.mjs';

/** Processes and folders that must not outlive this run, however it ends. */
const running = new Map<ServerProcess, NodeJS.Signals>();
const folders = new Set<string>();

process.once('exit', () => {
  for (const [child, signal] of running) child.kill(signal);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** Makes a folder for servers, run by a user other than root; it is removed with the process. */
export function openSite(): ServerSite {
  const user = unprivilegedUser();
  const folder = ownFolder(user);
  folders.add(folder);
  return { folder, user };
}

/** Ends a process with this one: by the signal, after which nothing of it is left. */
export function held(child: ServerProcess, signal: NodeJS.Signals = 'SIGKILL'): ServerProcess {
  running.set(child, signal);
  const forget = () => running.delete(child);
  child.exit.then(forget, forget);
  return child;
}

/** Waits until a question is answered with true. The error, if it never is, names what was waited for. */
export async function until(subject: string, question: () => Promise<boolean>, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1_000;
  while (!(await question().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${subject}: not after ${seconds} seconds`);
    await setTimeout(50);
  }
}
