/** Runs the specs of @dataui/crud's TypeORM service, and sends the requests of their lists to this library as well. */
import { rmSync } from 'node:fs';
import { runSpec } from '../run/spec.mjs';
import { judge } from '../run/judge.mjs';
import { fill, optionsOf } from './database.mjs';
import { differences } from './differences.mjs';
import { openList } from './lists.mjs';
import { watch } from './requests.mjs';

const packages = ['crud', 'crud-typeorm', 'crud-request', 'crud-util'];
export const aliases = {
  ...Object.fromEntries(packages.map((name) => [`@dataui/${name}`, `packages/${name}/src`])),
  'jest-extended': new URL('jest-extended.cjs', import.meta.url).pathname,
};

const specs = ['a.params-options', 'b.query-params', 'c.basic-crud', 'd.crud-auth'];

export async function run(checkout) {
  const watched = watch(checkout);
  const options = optionsOf(checkout);
  checkout.replace('integration/crud-typeorm/orm.config.ts', () => ({ withCache: options }));
  // Its filter of exceptions and its data sources print what they do.
  for (const name of ['log', 'info', 'error']) console[name] = () => undefined;
  const [tests, cases] = [[], []];
  for (const name of specs) {
    const source = await fill(checkout, options);
    const at = { test: '' };
    const begin = (test) => Object.assign(at, { test });
    const end = async () => {
      for (const seen of watched.take()) cases.push({ test: at.test, ...(await compare(source, seen)) });
    };
    tests.push(...(await runSpec(() => checkout.load(`packages/crud-typeorm/test/${name}.spec.ts`), { begin, end })));
    await source.destroy();
  }
  if (options.type !== 'postgres') rmSync(options.database, { force: true });
  return { tests, cases };
}

async function compare(source, seen) {
  const { request, options, status, text } = seen;
  const asked = { entity: options.model.type.name, request };
  try {
    const list = await openList(source, options);
    try {
      const [theirs, ours] = [{ status, body: JSON.parse(text) }, await list.ask(seen)];
      return { ...asked, ...judge(theirs, ours, { request: seen, differences }) };
    } finally {
      await list.close();
    }
  } catch (error) {
    return { ...asked, verdict: 'different', why: `not built: ${error.message}` };
  }
}
