/** Runs the spec of nestjs-paginate, and sends every request of it to that library and to this one. */
import { runSpec } from '../run/spec.mjs';
import { judge } from '../run/judge.mjs';
import { boot, differences } from './differences.mjs';
import { openLists } from './lists.mjs';
import { rulesOf } from './rules.mjs';
import { urlOf } from './url.mjs';

export const aliases = {};

export async function run(checkout) {
  const cases = [];
  const at = { test: '' };
  const library = () => ({
    paginate: checkout.load('src/paginate.ts').paginate,
    Paginate: checkout.load('src/decorator.ts').Paginate,
    helper: checkout.load('src/helper.ts'),
  });
  checkout.replace('src/paginate.ts', (real, from) => {
    if (!from.endsWith('/paginate.spec.ts')) return real;
    const paginate = async (query, source, config) => {
      cases.push({ test: at.test, ...(await compare(library(), { query, source, config: { ...config } })) });
      return real.paginate(query, source, config);
    };
    return { ...real, paginate };
  });
  const tests = await runSpec(() => checkout.load('src/paginate.spec.ts'), {
    begin: (test) => {
      at.test = test;
    },
  });
  return { tests, cases };
}

/** Asks both libraries, and judges. What cannot be built here is told with its error. */
async function compare(theirs, { query, source, config }) {
  const list = { config, ...sourceOf(source) };
  const request = { text: urlOf(query), sent: query, config, virtual: virtualIn(list.source) };
  const { metadata } = list;
  const asked = { entity: metadata.name, request: request.text };
  try {
    const rows = await documentsOf(list);
    const made = rulesOf(metadata, config, (at, path) => kindOf(rows.get(at) ?? [], path));
    const lists = await openLists(theirs, { ...list, ...made });
    try {
      const [there, here] = [await lists.ask('theirs', request.text), await lists.ask('ours', request.text)];
      if (lists.isWrong && there.status === 500) return { ...asked, verdict: 'both', why: 'a wrong configuration' };
      return { ...asked, ...judge(there, here, { request, differences }) };
    } finally {
      await lists.close();
    }
  } catch (error) {
    const row = boot.find(([, message]) => message.test(error.message))?.[0];
    const why = `not built: ${error.message}`;
    return row === undefined
      ? { ...asked, verdict: 'different', why }
      : { ...asked, verdict: 'refused', rows: [row], why };
  }
}

function virtualIn({ entityMetadatas }) {
  const columns = entityMetadatas.flatMap((metadata) => metadata.columns);
  return columns.flatMap(({ isVirtualProperty, propertyName }) => (isVirtualProperty ? propertyName : []));
}

function sourceOf(source) {
  const isBuilder = source.expressionMap !== undefined;
  return isBuilder
    ? { builder: source.clone(), metadata: source.expressionMap.mainAlias.metadata, source: source.connection }
    : { repository: source, metadata: source.metadata, source: source.manager.connection };
}

/** The rows of the entities that hold documents, whose kinds only the rows tell. */
async function documentsOf({ source }) {
  const all = source.entityMetadatas.filter(({ columns }) => columns.some(({ type }) => String(type).includes('json')));
  const read = all.map(async (metadata) => [metadata, await source.getRepository(metadata.target).find()]);
  return new Map(await Promise.all(read));
}

function kindOf(rows, path) {
  const values = rows.map((row) => path.reduce((value, name) => value?.[name], row));
  return values.some((value) => typeof value === 'number') ? 'decimal' : 'text';
}
