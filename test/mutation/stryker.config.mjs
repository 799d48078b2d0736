import { folder } from './folders.mjs';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'in-process',
  plugins: ['./test/mutation/runner.mjs'],
  buildCommand: 'node test/mutation/compile.mjs',
  coverageAnalysis: 'perTest',
  // The table of column types is left out: each of its rows is a string, which another table would only repeat.
  mutate: [`lib/${folder}/**/*.ts`, '!lib/**/index.ts', '!lib/values/column-types.ts'],
  concurrency: 1,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: `reports/mutation/${folder}.json` },
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  tempDirName: '.stryker-tmp',
};
