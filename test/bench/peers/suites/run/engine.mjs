/** One suite on one engine, in a process of its own, because libraries read the engine from the environment. */
import 'reflect-metadata';
import { openCheckout } from './checkout.mjs';

const [name, path] = process.argv.slice(2);
const suite = await import(`../${name}/suite.mjs`);
const checkout = openCheckout(path, suite);
const { tests, cases } = await suite.run(checkout);
const told = tests.map(({ title, error }) => ({ title, error: error?.message }));
process.send({ commit: checkout.commit, dated: checkout.dated, tests: told, cases }, () => process.exit());
