/* global expect */
import { appendFileSync } from 'node:fs';
import process from 'node:process';

/*
 * Counts which places of the library a spec reaches: `run.mjs` names the file. What is reached while modules load
 * belongs to no spec.
 */
const seen = new Set();
let spec = '';

globalThis.countReached = (n) => {
  const key = `${n} ${spec}`;
  if (seen.has(key)) return;
  seen.add(key);
  appendFileSync(process.env.REACHED, `${JSON.stringify({ n, spec })}\n`);
};

globalThis[Symbol.for('EVENT_HANDLERS')].unshift((event) => {
  if (event.name !== 'add_test' && event.name !== 'add_hook') return;
  const { fn } = event;
  if (typeof fn !== 'function') return;
  event.fn = async () => {
    spec = globalThis.expect.getState().testPath.slice(process.cwd().length + 1);
    try {
      return await fn();
    } finally {
      spec = '';
    }
  };
});
