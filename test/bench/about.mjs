import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { loadPeers } from './contenders/index.mjs';

/** What a run depends on: its day, the machine, the versions, the number of posts. */
export async function aboutRun({ size, seconds }) {
  const packages = {
    typeorm: versionOf('typeorm', import.meta.url),
    '@nestjs/core': versionOf('@nestjs/core', import.meta.url),
  };
  if ((await loadPeers()) !== undefined) {
    const peers = new URL('./peers/index.mjs', import.meta.url);
    for (const name of ['nestjs-paginate', '@ptc-org/nestjs-query-typeorm', '@dataui/crud-typeorm']) {
      packages[name] = versionOf(name, peers);
    }
  }
  const date = new Date().toISOString().slice(0, 10);
  return { date, machine: machine(), posts: size, seconds, node: process.versions.node, engines: {}, packages };
}

function machine() {
  const [{ model = 'an unknown processor' } = {}] = cpus();
  return `${availableParallelism()} cores of ${model.trim()} with ${Math.round(totalmem() / 2 ** 30)} GiB`;
}

function versionOf(name, from) {
  return JSON.parse(readFileSync(packageFile(name, from), 'utf8')).version;
}

/** Not every package lets its package.json be required. */
function packageFile(name, from) {
  const paths = createRequire(from).resolve.paths(name) ?? [];
  for (const path of paths) {
    try {
      readFileSync(`${path}/${name}/package.json`);
      return `${path}/${name}/package.json`;
    } catch {
      // The next folder up may have it.
    }
  }
  throw new Error(`${name} is not installed`);
}
