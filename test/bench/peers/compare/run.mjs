/**
 * Asks every library the same questions, on SQLite and the same rows, and writes `results.json`, of which
 * `docs/comparison.md` is made: `npm run compare`, after `npm run build` in the repository and `npm ci` here.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as theirs from 'typeorm';
import { libraries } from './libraries.mjs';
import { writePage } from './page.mjs';
import { questions } from './questions.mjs';
import { fill, schemasOf } from './shop.mjs';

const ours = createRequire(new URL('../../../../package.json', import.meta.url))('typeorm');
const versionOf = (name) =>
  JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url))).version;

const answers = {};
for (const [name, make] of Object.entries(libraries)) {
  const typeorm = name === 'ours' ? ours : theirs;
  const source = await new typeorm.DataSource({
    ...{ type: 'better-sqlite3', database: ':memory:', synchronize: true, entities: schemasOf(typeorm) },
  }).initialize();
  await fill(source);
  answers[name] = await answersOf(make(source), name);
  await source.destroy();
}

const versions = {
  ours: JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url))).version,
  ...{ paginate: versionOf('nestjs-paginate'), query: versionOf('@ptc-org/nestjs-query-typeorm') },
  ...{ crud: versionOf('@dataui/crud'), kavo: versionOf('@kavo/typeorm') },
};
const rows = questions.map(({ question, right }, index) => ({
  ...{ question, right },
  ...Object.fromEntries(Object.keys(libraries).map((name) => [name, answers[name][index]])),
}));
const results = { date: new Date().toISOString().slice(0, 10), node: process.versions.node, versions, rows };
writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, undefined, 2)}\n`);
writePage(results);
console.table(rows);

/** Ids; `refused` where the library itself refuses; `an error` where the database or the program failed. */
async function answersOf(ask, name) {
  const all = [];
  for (const question of questions) {
    if (question[name] === undefined) all.push('not asked');
    else
      all.push(
        await ask(question[name]).then(
          (ids) => ids.join(', ') || 'no rows',
          (error) => failure(error, name),
        ),
      );
  }
  return all;
}

function failure(error, name) {
  if (process.argv.includes('--errors'))
    console.error(name, error.name, error.message, JSON.stringify(error.details ?? error.errors ?? error.issues ?? {}));
  const status = error.getStatus?.() ?? error.status ?? error.statusCode;
  return status >= 400 && status < 500 ? 'refused' : 'an error';
}
