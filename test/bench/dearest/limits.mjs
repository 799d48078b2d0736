/*
 * `node test/bench/dearest/limits.mjs dearest.json` adds what `npm run bench -- --modes dearest --json dearest.json`
 * measured to `results.json`, and writes the most expensive ones into docs/limits.md. It fails where a request at the
 * default limits takes more than 250 normal pages on some engine.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import * as prettier from 'prettier';

const most = 250;
/** The number of requests that the page shows. */
const length = 4;
const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL', mariadb: 'MariaDB' };
const columns = ['defaults', 'caps'].flatMap((at) => Object.keys(engines).map((engine) => ({ at, engine })));
const store = new URL('results.json', import.meta.url);

/** Pages by name of the request, in the order of the columns; null for what was not measured. */
const results = JSON.parse(readFileSync(store, 'utf8'));
const [file] = process.argv.slice(2);
const { dearest } = file === undefined ? { dearest: [] } : JSON.parse(readFileSync(file, 'utf8'));
for (const { name, at, engine, pages } of dearest) {
  results[name] ??= columns.map(() => null);
  results[name][columns.findIndex((each) => each.at === at && each.engine === engine)] = Number(pages.toPrecision(3));
}
await write(store.pathname, JSON.stringify(results));

const greatest = (name, at) => Math.max(...results[name].filter((pages, column) => columns[column].at === at));
const byPages = Object.keys(results).sort((one, other) => greatest(other, 'defaults') - greatest(one, 'defaults'));
const [shown, others] = [byPages.slice(0, length), byPages.slice(length)];

const text = (pages) => {
  if (pages === null) return '–';
  return pages < 10 ? pages.toFixed(1) : Math.round(pages).toLocaleString('en');
};
const ofDefaults = (name) => results[name].filter((_, column) => columns[column].at === 'defaults');
/** The greatest of all engines; null where none was measured. */
const ofCaps = (name) =>
  results[name].some((pages, column) => pages !== null && columns[column].at === 'caps')
    ? greatest(name, 'caps')
    : null;
const rows = [
  ['most expensive', ...Object.values(engines), 'at the caps'],
  ['---', ...Object.keys(engines).map(() => '---'), '---'],
  ...shown.map((name) => [name, ...ofDefaults(name).map(text), text(ofCaps(name))]),
];
const [rest, restOfCaps] = ['defaults', 'caps'].map((at) =>
  text(Math.max(...others.map((name) => greatest(name, at)))),
);
const table = `${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

${others.length} other kinds of requests take at most ${rest} pages at the defaults, and ${restOfCaps} with the caps.`;

const page = readFileSync('docs/limits.md', 'utf8');
await write(
  'docs/limits.md',
  page.replace(/(?<=<!-- dearest -->\n\n)[\s\S]*?(?=\n\n<!-- \/dearest -->)/, () => table),
);

async function write(path, content) {
  const options = await prettier.resolveConfig(path);
  writeFileSync(path, await prettier.format(content, { ...options, filepath: path }));
}

const beyond = dearest.filter(({ at, pages }) => at === 'defaults' && pages > most);
for (const { name, engine, pages } of beyond) console.error(`${engine}: ${name}: ${text(pages)} pages`);
if (beyond.length > 0) process.exitCode = 1;
