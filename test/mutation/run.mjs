import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { folders } from './folders.mjs';

/*
 * `npm run test:mutation` mutates every folder, `npm run test:mutation -- parse sql` these two. What else is written is
 * for Stryker: `-- values --mutate lib/values/clock.ts`.
 */
const stryker = join(
  dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json')),
  'bin/stryker.js',
);
const [named, options] = [process.argv.slice(2), []];
while (named.length > 0 && !Object.hasOwn(folders, named.at(-1))) options.unshift(named.pop());

for (const folder of named.length > 0 ? named : Object.keys(folders)) {
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'test/mutation/stryker.config.mjs', ...options], {
    env: { ...process.env, MUTATED_FOLDER: folder },
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
