import { availableParallelism } from 'node:os';
import process from 'node:process';
import { specsOnServers } from './test/support/on-servers.mjs';

/** The beginnings of the paths of this run's specs, below `test/`: those of SPECS, which commas separate, or all. */
function beginnings() {
  if (process.env.SPECS) return process.env.SPECS.split(',');
  const withSqlite = process.env.ENGINES?.split(',').includes('sqlite') ?? true;
  return withSqlite ? ['unit/', 'e2e/', 'browser/'] : specsOnServers();
}

function project(name, suffix, more = {}) {
  return {
    displayName: name,
    // The specs of a process share what it has loaded: TypeORM, Nest and the library take longer than most specs.
    runner: 'jest-light-runner',
    setupFiles: ['<rootDir>/test/support/setup.mjs'],
    setupFilesAfterEnv: ['<rootDir>/test/support/time-limits.mjs'],
    modulePathIgnorePatterns: ['/.stryker-tmp/', '/dist/', '/build/'],
    transform: {},
    testRegex: beginnings()
      .filter((beginning) => beginning.startsWith(name))
      .map((beginning) => `/test/${beginning}${beginning.endsWith('.ts') ? '' : `.*\\.${suffix}\\.ts`}$`),
    ...more,
  };
}

// Worker threads have the environment of this process, and not its arguments: `test/support/reviewed.ts`.
if (process.argv.includes('-u')) process.env.UPDATE_REVIEWED = '1';

export default {
  // By default Jest leaves one core free. One worker more than cores takes longer in all, because of its heap.
  maxWorkers: availableParallelism(),
  projects: [
    project('unit', 'spec'),
    project('e2e', 'e2e-spec', {
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    }),
    project('browser', 'browser-spec', {
      globalSetup: '<rootDir>/test/support/browser-setup.mjs',
      globalTeardown: '<rootDir>/test/support/browser-teardown.mjs',
    }),
  ].filter(({ testRegex }) => testRegex.length > 0),
};
