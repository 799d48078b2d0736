/** What is mutated, and the specs it is held by: those of its own folder and of those nearest to it. */
export const folders = {
  values: ['test/unit/values'],
  parse: ['test/unit/parse', 'test/unit/compatibility'],
  wire: ['test/unit/wire', 'test/unit/client'],
  sql: ['test/unit/sql', 'test/unit/page'],
};

/** The folder of this run, which `run.mjs` has named. */
export const folder = process.env.MUTATED_FOLDER ?? 'values';

/** Random properties give another score every time, and a mutant should fall to a row of a table; processes are slow. */
export const isLeftOut = (spec) => /(?:properties|process-clock)\.spec\.ts$/.test(spec);
