import { fork } from 'node:child_process';
import { once } from 'node:events';

/** The heap over 100,000 requests of 10,000 shapes, in a process of its own. */
export async function measureHeap(tell) {
  const program = fork(new URL('../leak.mjs', import.meta.url), [], { execArgv: ['--expose-gc'], stdio: 'ignore' });
  const ended = once(program, 'exit');
  const [result] = await once(program, 'message');
  await ended;
  tell(result);
  return [result];
}
