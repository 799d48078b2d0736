/* global describe, it */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MetadataByClass } from './metadata-by-class.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Loads the specs that are a group's share: of `test/groups/unit-2.mjs`, every third one where there are three groups of
 * that project. Jest gives every file a world of its own, and loading TypeORM and Nest into it takes longer than most specs.
 * Each spec is in a suite that bears its name, so that its hooks are its own.
 */
export async function loadGroup(url) {
  const [, project, number] = /(\w+)-(\d+)\.mjs$/.exec(url);
  const count = readdirSync(path.join(root, 'groups')).filter((name) => name.startsWith(`${project}-`)).length;
  const specs = readdirSync(path.join(root, project), { recursive: true }).filter((name) => name.endsWith('spec.ts'));
  globalThis.typeormMetadataArgsStorage = new MetadataByClass();
  for (const spec of specs.sort().filter((_, index) => index % count === number - 1)) {
    await loadIn(`${project}/${spec}`, path.join(root, project, spec));
  }
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
