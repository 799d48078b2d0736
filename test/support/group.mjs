/* global describe, it */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MetadataByClass } from './metadata-by-class.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * The seconds that the slowest specs take in the gate, on an idle machine. Others count as one; a number that is
 * out of date costs nothing but time.
 */
const seconds = {
  'e2e/columns/pages.e2e-spec.ts': 59,
  'e2e/properties/scopes.e2e-spec.ts': 45,
  'e2e/facets/oracle.e2e-spec.ts': 42,
  'e2e/explain/same-statements.e2e-spec.ts': 31,
  'e2e/populate/random-mappings.e2e-spec.ts': 29,
  'e2e/populate/oracle.e2e-spec.ts': 27,
  'e2e/populate/whole-keys.e2e-spec.ts': 27,
  'e2e/pages/union.e2e-spec.ts': 25,
  'e2e/mappings.e2e-spec.ts': 24,
  'e2e/prepared/lists-in-scopes.e2e-spec.ts': 24,
  'e2e/prepared.e2e-spec.ts': 22,
  'e2e/adaptive/totals-within.e2e-spec.ts': 20,
  'e2e/charsets-of-columns.e2e-spec.ts': 19,
  'e2e/prepared/questions.e2e-spec.ts': 18,
  'e2e/indexes/advice.e2e-spec.ts': 17,
  'e2e/named/random.e2e-spec.ts': 16,
  'unit/openapi/truth.spec.ts': 15,
  'e2e/caps.e2e-spec.ts': 14,
  'e2e/adaptive/ways.e2e-spec.ts': 13,
  'e2e/pages/shapes.e2e-spec.ts': 13,
  'e2e/prepared/same-answers.e2e-spec.ts': 13,
  'e2e/properties/shop/shop-filters.e2e-spec.ts': 13,
  'e2e/properties/walked-texts.e2e-spec.ts': 13,
  'e2e/operators.e2e-spec.ts': 12,
  'e2e/populate/keys.e2e-spec.ts': 11,
  'e2e/sample-app/documents.e2e-spec.ts': 11,
  'e2e/properties/filters.e2e-spec.ts': 10,
  'e2e/columns/questions.e2e-spec.ts': 9,
  'e2e/documents.e2e-spec.ts': 9,
  'e2e/hostile/forged-cursors.e2e-spec.ts': 9,
  'e2e/prepared/server-conditions.e2e-spec.ts': 9,
  'unit/fuzz/parse.spec.ts': 9,
  'e2e/adaptive/deep-pages.e2e-spec.ts': 8,
  'e2e/corpus/corpus.e2e-spec.ts': 8,
  'e2e/declared-aggregates/random.e2e-spec.ts': 8,
  'e2e/questions/questions.e2e-spec.ts': 8,
  'e2e/adaptive/known-cursors.e2e-spec.ts': 7,
  'e2e/declared-kinds.e2e-spec.ts': 7,
  'e2e/each/stored-values.e2e-spec.ts': 7,
  'e2e/lists.e2e-spec.ts': 7,
  'e2e/pages/exact-order.e2e-spec.ts': 7,
  'e2e/populate/leaks.e2e-spec.ts': 7,
  'e2e/prepared/statements-beside.e2e-spec.ts': 7,
  'e2e/questions/loaded-relations.e2e-spec.ts': 7,
  'e2e/search/properties.e2e-spec.ts': 7,
  'e2e/hostile/books.e2e-spec.ts': 6,
  'e2e/named/rows.e2e-spec.ts': 6,
  'e2e/on-ramps/crud/crud.e2e-spec.ts': 6,
  'e2e/openapi/documents.e2e-spec.ts': 6,
  'e2e/pages/direct-positions.e2e-spec.ts': 6,
  'e2e/pages/indirect-positions.e2e-spec.ts': 6,
  'e2e/pages/stored-values.e2e-spec.ts': 6,
  'unit/types/filter-input.spec.ts': 6,
  'e2e/declared-aggregates/declared.e2e-spec.ts': 5,
  'e2e/faults/faults.e2e-spec.ts': 5,
  'e2e/pages/extremes.e2e-spec.ts': 5,
  'e2e/populate/own-sql.e2e-spec.ts': 5,
  'e2e/prepared/known-pages.e2e-spec.ts': 5,
  'e2e/properties/metamorphic.e2e-spec.ts': 5,
  'e2e/unasked/unasked.e2e-spec.ts': 5,
  'e2e/adaptive/circumstances.e2e-spec.ts': 4,
  'e2e/adaptive/known-own.e2e-spec.ts': 4,
  'e2e/explain/missing.e2e-spec.ts': 4,
  'e2e/http/body.e2e-spec.ts': 4,
  'e2e/hydration.e2e-spec.ts': 4,
  'e2e/on-ramps/nestjs-paginate/nestjs-paginate.e2e-spec.ts': 4,
  'e2e/operators-of-documents.e2e-spec.ts': 4,
  'e2e/operators-of-lists.e2e-spec.ts': 4,
  'e2e/populate/beside.e2e-spec.ts': 4,
  'e2e/prepared/near-neighbours.e2e-spec.ts': 4,
  'e2e/properties/shop/shop-metamorphic.e2e-spec.ts': 4,
  'e2e/questions/in-code.e2e-spec.ts': 4,
  'e2e/recipes/mistakes/classic-mistakes.e2e-spec.ts': 4,
  'e2e/tables-of-tenants.e2e-spec.ts': 4,
  'e2e/tracing/choices.e2e-spec.ts': 4,
  'e2e/tracing/log.e2e-spec.ts': 4,
  'e2e/documents-read-once.e2e-spec.ts': 3,
  'e2e/encodings.e2e-spec.ts': 3,
  'e2e/facets/questions.e2e-spec.ts': 3,
  'e2e/flat/panel.e2e-spec.ts': 3,
  'e2e/populate/mappings.e2e-spec.ts': 3,
  'e2e/properties/shop/shop-sorts.e2e-spec.ts': 3,
  'e2e/properties/sorts.e2e-spec.ts': 3,
  'e2e/search/questions.e2e-spec.ts': 3,
  'e2e/tracing/operations.e2e-spec.ts': 3,
  'e2e/validation-pipe.e2e-spec.ts': 3,
  'unit/values/properties.spec.ts': 3,
};

/**
 * Loads the specs that are a group's share: of `test/groups/unit-2.mjs`, a third where there are three groups of that
 * project. Jest gives every file a world of its own, and loading TypeORM and Nest into it takes longer than most specs.
 * Each spec is in a suite that bears its name, so that its hooks are its own.
 */
export async function loadGroup(url) {
  const [, project, number] = /(\w+)-(\d+)\.mjs$/.exec(url);
  const count = readdirSync(path.join(root, 'groups')).filter((name) => name.startsWith(`${project}-`)).length;
  const files = readdirSync(path.join(root, project), { recursive: true }).filter((name) => name.endsWith('spec.ts'));
  const specs = files.map((name) => `${project}/${name}`).filter(isAsked);
  globalThis.typeormMetadataArgsStorage = new MetadataByClass();
  // How pages are read is not told in a whole run, in which nobody could say of which.
  const { Logger } = await import('@nestjs/common');
  Logger.overrideLogger(['fatal', 'error', 'warn', 'log']);
  const share = shares(specs.sort(), count)[number - 1];
  if (share.length === 0) it.skip('has no spec of SPECS', () => undefined);
  for (const spec of share) await loadIn(spec, path.join(root, spec));
}

/**
 * True for the specs of this run: all of them, or those whose paths below `test/` begin as one of SPECS does, which
 * commas part. A run of some in groups loads TypeORM and Nest a few times in place of once for each.
 */
function isAsked(spec) {
  const { SPECS: asked = '' } = process.env;
  return asked === '' || asked.split(',').some((beginning) => spec.startsWith(beginning));
}

/** Deals specs out, the slowest first, each to the group that has the least to do. */
function shares(specs, count) {
  const timeOf = (spec) => seconds[spec] ?? 1;
  const groups = Array.from({ length: count }, () => ({ specs: [], time: 0 }));
  for (const spec of [...specs].sort((one, other) => timeOf(other) - timeOf(one))) {
    const least = groups.reduce((one, other) => (other.time < one.time ? other : one));
    least.specs.push(spec);
    least.time += timeOf(spec);
  }
  return groups.map((group) => group.specs);
}

async function loadIn(name, file) {
  const state = globalThis.runnerState;
  const outer = state.currentDescribeBlock;
  describe(name, () => {
    state.suiteOfSpec = state.currentDescribeBlock;
  });
  state.currentDescribeBlock = state.suiteOfSpec;
  try {
    await import(file);
  } catch (error) {
    it('is loaded', () => {
      throw error;
    });
  } finally {
    state.currentDescribeBlock = outer;
  }
}
