/**
 * What is published: what a user needs, and nothing else. Read from what npm itself says that it would pack.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

const packing = execFileSync('npm', ['pack', '--dry-run', '--json', '--silent', '--ignore-scripts'], {
  encoding: 'utf8',
});
const [{ files }] = Object.values(JSON.parse(packing));
const paths = files.map(({ path }) => path);

const built = /^dist\/(esm|cjs)\/.+\.(js|js\.map|d\.ts)$/;
const others = paths.filter((path) => !built.test(path)).sort();
assert.deepEqual(others, ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/cjs/package.json', 'package.json']);

const ofFormat = (format) => paths.flatMap((path) => (path.startsWith(`dist/${format}/`) ? path.slice(9) : [])).sort();
assert.deepEqual(
  ofFormat('cjs').filter((path) => path !== 'package.json'),
  ofFormat('esm'),
  'the two builds differ',
);

console.log(`${paths.length} files: ${others.join(', ')} and the two builds`);
