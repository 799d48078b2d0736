import { clearTimeout, setTimeout } from 'node:timers';

/*
 * The runner waits for a test for ever, and an error that nobody catches ends its process. With this, a test or a hook
 * fails after its time (`it(name, run, milliseconds)`), and with any error that comes while it runs.
 */
const usual = process.env.THOROUGH === '1' ? 300_000 : 60_000;

let fail = (error) => {
  console.error('outside of any test:', error);
};
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error) => fail(error));

function limited(run, limit = usual) {
  if (typeof run !== 'function') return run;
  return async () => {
    const before = fail;
    let timer;
    try {
      await new Promise((resolve, reject) => {
        fail = reject;
        timer = setTimeout(() => reject(new Error(`still runs after ${limit} ms`)), limit);
        Promise.resolve().then(run).then(resolve, reject);
      });
    } finally {
      clearTimeout(timer);
      fail = before;
    }
  };
}

// jest-circus passes everything that is declared to these before it adds it.
globalThis[Symbol.for('EVENT_HANDLERS')].unshift((event) => {
  if (event.name === 'add_test' || event.name === 'add_hook') event.fn = limited(event.fn, event.timeout);
});

if (process.env.REACHED !== undefined) await import('../mutation/reach.mjs');
