/** One suite on one engine, in a process of its own: a library reads the engine from the environment as it is loaded. */
import 'reflect-metadata';
import { openCheckout } from './checkout.mjs';

const [name, path] = process.argv.slice(2);
const suite = await import(`../${name}/suite.mjs`);
const checkout = openCheckout(path, suite);
const { tests, cases } = await suite.run(checkout);
process.send({ commit: checkout.commit, tests: tests.map(({ title, error }) => ({ title, error: error?.message })), cases }, () =>
  process.exit(),
);
