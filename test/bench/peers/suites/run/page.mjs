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
  const counted = Object.entries(verdicts).map(([verdict, text]) => [text, (each) => each.verdict === verdict]);
  const date = new Date().toISOString().slice(0, 10);
  return `Run on ${date}: ${about}.\n\n${tableOf('requests', [...counted, ['all', () => true]], runs)}`;
}

/** Counts the requests of each run that a test holds for. */
function tableOf(title, tests, runs) {
  const heads = [title, ...runs.map(({ engine, version }) => `${engines[engine]} ${version}`)];
  const lines = tests.map(([text, isIt]) => [text, ...runs.map(({ cases }) => cases.filter(isIt).length)]);
  return [heads, heads.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
