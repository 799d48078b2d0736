/** Mutated folders of `lib`, and the specs that must notice: those of the folder itself and of its neighbours. */
export const folders = {
  values: ['test/unit/values'],
  parse: ['test/unit/parse', 'test/unit/compatibility', 'test/unit/engine'],
  wire: ['test/unit/wire', 'test/unit/client'],
  sql: ['test/unit/sql', 'test/unit/page', 'test/unit/dialects'],
  schema: ['test/unit/schema', 'test/unit/parse', 'test/unit/engine', 'test/unit/sql'],
  dialects: ['test/unit/dialects', 'test/unit/sql', 'test/unit/page', 'test/unit/values'],
};

/** The folder of this run, which `run.mjs` has named. */
export const folder = process.env.MUTATED_FOLDER ?? 'values';

/**
 * A mutant should fall to a row of a table, the same one every time: random properties give another score with every
 * run. Mutants of another process cannot be switched on, and what resets Jest's modules needs Jest.
 */
export function isLeftOut(spec) {
  return /(?:properties|process-clock|two-copies)\.spec\.ts$/.test(spec);
}
