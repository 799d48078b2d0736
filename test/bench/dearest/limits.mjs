/**
 * `node test/bench/dearest/limits.mjs dearest.json` writes the table of docs/limits.md, of what
 * `npm run bench -- --modes dearest --json dearest.json` has measured, and fails where a request at the default limits
 * takes more than 250 normal pages on some engine. A cell that was not measured stays as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import * as prettier from 'prettier';

const most = 250;
const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL', mariadb: 'MariaDB' };
const columns = ['defaults', 'caps'].flatMap((at) => Object.keys(engines).map((engine) => ({ at, engine })));

const [file = ''] = process.argv.slice(2);
const { dearest } = JSON.parse(readFileSync(file, 'utf8'));

const page = readFileSync('docs/limits.md', 'utf8');
const table = /\| dearest request[\s\S]*?(?=\n\n<!-- \/dearest -->)/;
const cellsOf = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const before = new Map((table.exec(page)?.[0] ?? '').split('\n').map((line) => [cellsOf(line)[0], cellsOf(line)]));

const shown = (pages) => (pages < 10 ? pages.toFixed(1) : Math.round(pages).toLocaleString('en'));
const cellOf = (name, { at, engine }, column) => {
  const found = dearest.find((result) => result.name === name && result.at === at && result.engine === engine);
  return found === undefined ? (before.get(name)?.[column + 1] ?? '–') : shown(found.pages);
};
const rows = [
  ['dearest request', ...columns.map(({ at, engine }) => engines[engine] + (at === 'caps' ? ', caps' : ''))],
  ['---', ...columns.map(() => '---')],
  ...[...new Set(dearest.map(({ name }) => name))].map((name) => [
    name,
    ...columns.map((each, column) => cellOf(name, each, column)),
  ]),
];
const text = page.replace(table, rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'));
const options = await prettier.resolveConfig('docs/limits.md');
writeFileSync('docs/limits.md', await prettier.format(text, { ...options, filepath: 'docs/limits.md' }));

const beyond = dearest.filter(({ at, pages }) => at === 'defaults' && pages > most);
for (const { name, engine, pages } of beyond) console.error(`${engine}: ${name}: ${shown(pages)} pages`);
if (beyond.length > 0) process.exitCode = 1;
