/**
 * What is published: what a user needs, and nothing else. Read from what npm itself says that it would pack.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const packing = execFileSync('npm', ['pack', '--dry-run', '--json', '--silent', '--ignore-scripts'], {
  encoding: 'utf8',
});
const [{ files }] = Object.values(JSON.parse(packing));
const paths = files.map(({ path }) => path);

const built = /^dist\/(esm|cjs)\/.+\.(js|js\.map|d\.ts)$/;
const others = paths.filter((path) => !built.test(path) && !path.startsWith('docs/')).sort();
const expected = [
  ...['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'dist/cjs/package.json', 'llms.txt', 'package.json'],
  'skills/nestjs-filterable/SKILL.md',
];
assert.deepEqual(others, expected);

/** On the package's page npm resolves links by the repository; in an installation they lead to the files beside it. */
const { homepage, repository, bugs } = JSON.parse(readFileSync('package.json', 'utf8'));
assert.match(repository.url, /^git\+https:\/\/github\.com\/.+\.git$/);
for (const url of [homepage, bugs.url]) assert.ok(url.startsWith(repository.url.slice(4, -4)), `${url} is elsewhere`);
for (const page of paths.filter((path) => path.endsWith('.md') || path === 'llms.txt')) {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to]) => to);
  for (const to of links.map((link) => path.posix.join(path.posix.dirname(page), link))) {
    assert.ok(existsSync(to), `${page} links to ${to}, which is not there`);
    assert.ok(paths.includes(to) || to === 'CONTRIBUTING.md', `${page} links to ${to}, which is not published`);
  }
}

const ofFormat = (format) => paths.flatMap((path) => (path.startsWith(`dist/${format}/`) ? path.slice(9) : [])).sort();
assert.deepEqual(
  ofFormat('cjs').filter((path) => path !== 'package.json'),
  ofFormat('esm'),
  'the two builds differ',
);

console.log(`${paths.length} files: ${others.join(', ')}, docs and the two builds`);

/** The code is minified: names of functions stay, and maps lead to the lines of the TypeScript. */
const failing = "import('nestjs-filterable/client').then(({ toQueryString }) => toQueryString({ sort: undefined }))";
const stackOf = (...options) =>
  spawnSync(process.execPath, [...options, '--eval', `${failing}.catch(({ stack }) => console.log(stack))`], {
    encoding: 'utf8',
  }).stdout;
const printable = 'lib/wire/print.ts';
const line = readFileSync(printable, 'utf8')
  .split('\n')
  .findIndex((text) => text.includes('which cannot be sent`);'));
assert.match(stackOf(), /at primitiveText .*dist/);
assert.ok(stackOf('--enable-source-maps').includes(`${printable}:${line + 1}:`), 'a map leads to another line');
