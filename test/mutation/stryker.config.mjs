import { folder } from './folders.mjs';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'jest',
  jest: { projectType: 'custom', configFile: 'test/mutation/jest.config.mjs', enableFindRelatedTests: false },
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  coverageAnalysis: 'perTest',
  mutate: [`lib/${folder}/**/*.ts`, '!lib/**/index.ts', '!lib/values/column-types.ts'],
  concurrency: 1,
  // Jest never lets go of the modules of a run, and a runner that has grown is slow.
  maxTestRunnerReuse: 25,
  incremental: true,
  incrementalFile: `reports/mutation/${folder}.incremental.json`,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: `reports/mutation/${folder}.json` },
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  tempDirName: '.stryker-tmp',
};
