/** Writes the counts into the page of an on-ramp, and checks that it has each row that was blamed. */
import { readFileSync, writeFileSync } from 'node:fs';
import * as prettier from 'prettier';
import { verdicts } from './judge.mjs';

const pages = { paginate: 'from-nestjs-paginate.md', crud: 'from-crud.md' };
const libraries = { paginate: 'nestjs-paginate', crud: '@dataui/crud' };
const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
const between = /(<!-- suites -->\n\n)[^]*?(\n\n<!-- \/suites -->)/;

export async function writePage(name, runs) {
  const file = new URL(`../../../../../docs/${pages[name]}`, import.meta.url);
  const page = readFileSync(file, 'utf8');
  const rows = new Set(runs.flatMap(({ cases }) => cases.flatMap((each) => each.rows ?? [])));
  const missing = [...rows].filter((row) => !page.includes(row));
  if (missing.length > 0) throw new Error(`${pages[name]} does not state: ${missing.join('; ')}`);
  if (!between.test(page)) throw new Error(`${pages[name]} has no place for the counts`);
  const text = page.replace(between, (_, start, end) => start + partOf(name, runs) + end);
  const options = await prettier.resolveConfig(file.pathname);
  writeFileSync(file, await prettier.format(text, { ...options, parser: 'markdown' }));
}

/** Read as a file, because packages do not export it. */
function versionOf(name) {
  const file = new URL(`../../../../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

function partOf(name, runs) {
  const [{ commit, dated }] = runs;
  const versions = ['typeorm', '@nestjs/core'].map((each) => `${each} ${versionOf(each)}`).join(', ');
  const about = `${libraries[name]} at commit \`${commit.slice(0, 12)}\` of ${dated}, ${versions}, Node ${process.versions.node}`;
  const date = new Date().toISOString().slice(0, 10);
  return `Run on ${date}: ${about}.\n\n${runs.map((run) => `- ${countsOf(run)}`).join('\n')}`;
}

/** One line: the requests of a run by their verdicts. */
function countsOf({ engine, version, cases }) {
  const counts = Object.entries(verdicts).map(
    ([verdict, text]) => `${cases.filter((each) => each.verdict === verdict).length} ${text}`,
  );
  return `${engines[engine]} ${version}, ${cases.length} requests: ${counts.join('; ')}`;
}
